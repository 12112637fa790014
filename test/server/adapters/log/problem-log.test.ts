import { afterEach, describe, expect, it, vi } from 'vitest';
import { GatewayError, type ProblemReport } from '../../../../src/server.js';
import { createProblemLog } from '../../../../src/server/adapters/log/problem-log.js';
import { CARDS, shop, virtualClock } from '../../scripted-gateway.js';

const MINUTE = 60_000;

afterEach(() => void vi.restoreAllMocks());

/** A log without a listener, and the lines that it writes. */
function consoleLog() {
  const lines: string[] = [];
  const console = {
    warn: (line: string) => void lines.push(`warn ${line}`),
    error: (line: string) => void lines.push(`error ${line}`),
  };
  const clock = virtualClock();
  return { lines, clock, log: createProblemLog({ now: clock.now, console }) };
}

describe('the default log', () => {
  it('writes a fault with console.error, with order, route, client and the causes', () => {
    const { lines, log } = consoleLog();
    const connection = new Error('connect ECONNREFUSED 203.0.113.1:443');
    const cause = new GatewayError({ kind: 'unanswered', sent: false }, 'version check', { cause: connection });
    log.report('gateway-unavailable', cause, 'A1', {
      route: 'POST /orders/:id/authentications',
      client: '203.0.113.9',
    });
    expect(lines).toEqual([
      'error scudo: gateway-unavailable, order A1, POST /orders/:id/authentications, client 203.0.113.9: ' +
        'GatewayError: version check: could not be sent. Check the gateway option baseUrl, DNS and firewall. <- Error: ' +
        'connect ECONNREFUSED 203.0.113.1:443',
    ]);
  });

  it.each([
    ['invalid-request', 'warn'],
    ['origin-refused', 'warn'],
    ['card-outside-frame', 'error'],
    ['order-not-found', 'warn'],
    ['key-reused', 'warn'],
    ['return-rejected', 'warn'],
    ['card-not-supported', 'warn'],
    ['closing', 'warn'],
    ['internal-error', 'error'],
    ['gateway-refused', 'error'],
    ['issuer-unavailable', 'error'],
    ['listener-failed', 'error'],
    ['second-payment', 'error'],
  ] as const)('writes %s with console.%s', (code, level) => {
    const { lines, log } = consoleLog();
    log.report(code);
    expect(lines).toEqual([`${level} scudo: ${code}`]);
  });

  it('writes ten lines of a code in a minute, and later how many it left out', () => {
    const { lines, clock, log } = consoleLog();
    for (let count = 0; count < 100_000; count++) log.report('order-not-found');
    log.report('internal-error');
    expect(lines).toHaveLength(11);
    clock.advance(MINUTE);
    log.report('order-not-found');
    expect(lines.slice(11)).toEqual([
      'warn scudo: 99990 more of order-not-found within a minute',
      'warn scudo: order-not-found',
    ]);
  });

  it('writes at its end how many lines it left out', () => {
    const { lines, log } = consoleLog();
    for (let count = 0; count < 12; count++) log.report('order-not-found');
    log.close();
    expect(lines.at(-1)).toBe('warn scudo: 2 more of order-not-found within a minute');
  });

  it('writes one line whatever a client sends', () => {
    const { lines, log } = consoleLog();
    const forged = 'A1\nerror scudo: order paid\r\u2028\u001b[2J\u202e';
    log.report('invalid-request', new Error(forged), forged, { client: forged, route: forged });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/[\p{C}\u2028\u2029]/u);
    expect(lines[0]).toContain('A1\\u{a}error');
  });

  it('the default log limits the length of a line', () => {
    const { lines, log } = consoleLog();
    const long = 'x'.repeat(1_000_000);
    log.report('invalid-request', new Error(long, { cause: new Error(long, { cause: { long } }) }), long);
    expect(lines[0]?.length).toBeLessThan(2_000);
  });

  it('masks card numbers in the text of errors', () => {
    const { lines, log } = consoleLog();
    log.report('internal-error', new Error(`cannot store ${CARDS.success}`));
    expect(lines[0]).toContain('422200');
    expect(lines[0]).not.toContain(CARDS.success);
  });

  it('masks a card number at every place of a long text', () => {
    const { lines, clock, log } = consoleLog();
    const spaced = Array.from(CARDS.success).join(' - ');
    for (const number of [CARDS.success, spaced]) {
      for (let before = 180; before <= 301; before++) {
        clock.advance(MINUTE);
        log.report('internal-error', `${'x'.repeat(before)} ${number} ${'y'.repeat(100)}`);
        const digits = lines.at(-1)?.replaceAll(/\D/g, '') ?? '';
        expect('4222005344'.startsWith(digits)).toBe(true);
      }
    }
  });

  it('writes details that are not an error, also with a cycle', () => {
    const { lines, log } = consoleLog();
    const details: Record<string, unknown> = { result: '508' };
    details['self'] = details;
    log.report('gateway-refused', details);
    expect(lines[0]).toContain("result: '508'");
  });

  it('writes the default log to the console of the process', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const place = shop({ onProblem: undefined } as never);
    await place.call('orders/none');
    expect(warn.mock.calls).toEqual([
      [
        'scudo: order-not-found, order none, GET /orders/:id, client 203.0.113.7: Error: The store has no order "none".',
      ],
    ]);
  });
});

describe('onProblem', () => {
  const failures: readonly (readonly [string, () => unknown])[] = [
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk full'))],
    [
      'rejects later',
      async () => {
        await new Promise((resolve) => setImmediate(resolve));
        throw new Error('disk full');
      },
    ],
    [
      'returns a thenable that rejects',
      () => ({ then: (_: unknown, reject: (error: Error) => void) => reject(new Error('disk full')) }),
    ],
  ];

  it.each(failures)(
    'onProblem that %s changes no answer, and the console has a line about it',
    async (_what, onProblem) => {
      const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const unhandled: unknown[] = [];
      const listener = (reason: unknown) => unhandled.push(reason);
      process.on('unhandledRejection', listener);
      try {
        const response = await shop({ onProblem }).call('orders/none');
        expect(response.status).toBe(404);
        for (let round = 0; round < 5; round++) await new Promise((resolve) => setImmediate(resolve));
      } finally {
        process.off('unhandledRejection', listener);
      }
      expect(unhandled).toEqual([]);
      expect(error).toHaveBeenCalledTimes(1);
      expect(error.mock.calls[0]?.[0]).toMatch(/^scudo: onProblem failed: /);
    },
  );

  it('onProblem replaces the console', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const reported: ProblemReport[] = [];
    await shop({ onProblem: (problem) => reported.push(problem) }).call('orders/none');
    expect(reported).toHaveLength(1);
    expect(warn).not.toHaveBeenCalled();
  });
});
