import { expect, it } from 'vitest';
import type { Bench } from '../../../src/command/conformance/bench/bench.js';
import { orderSource, SetUpError } from '../../../src/command/conformance/bench/bench.js';
import type { Rule } from '../../../src/command/conformance/bench/rule.js';
import { expectStatus } from '../../../src/command/conformance/bench/violation.js';
import { pathOf } from '../../../src/command/conformance/steps/card-steps.js';
import { testedBackend } from '../../../src/command/client/tested-backend.js';
import { textOfBody } from '../../../src/command/text-of-body.js';
import { startTestGateway } from '../../../src/command/conformance/bench/test-gateway.js';
import { runConformance } from '../../../src/command/conformance/conformance.js';
import { freePort } from '../../../src/playwright/free-port.js';
import { checkBackend } from '../../../src/command/conformance/check-backend.js';
import { parseConformance } from '../../../src/command/conformance/conformance-options.js';
import { RULES } from '../../../src/command/conformance/rules.js';

/** A bench whose backend answers everything alike. */
function benchOf(answer: () => Response): Bench {
  const fetch = () => Promise.resolve(answer());
  return {
    backend: testedBackend('https://shop.example/scudo', fetch),
    gateway: { messages: () => [], mark: () => undefined, reset: () => [] } as unknown as Bench['gateway'],
    page: 'https://shop.example',
    newOrder: () => Promise.resolve({ id: 'A1', amount: '1999', currency: 'EUR' }),
  };
}

const named = (...ids: string[]): Rule[] => RULES.filter(({ id }) => ids.includes(id));

it('prints a line for a kept rule, and expectation, result and reference for a broken one', async () => {
  const headers = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  const problem = { title: 'None.', status: 404, code: 'not-found', retryable: false };
  const bench = benchOf(() => new Response(JSON.stringify(problem), { status: 404, headers }));
  const lines: string[] = [];
  const isKept = await checkBackend(bench, named('route.unknown', 'order.unknown'), (line) => lines.push(line));
  expect(isKept).toBe(false);
  expect(lines.join('\n').replaceAll(/ +/g, ' ').split('\n')).toEqual([
    'FAIL order.unknown An order that does not exist is answered 404 order-not-found, for reading and for paying',
    ' expected GET orders/no-such-order: 404 with the problem order-not-found',
    ` got 404 ${JSON.stringify(problem)}`,
    ' see docs/backend-in-any-language.md#orders',
    'ok route.unknown A path without a route is answered 404 not-found',
    '',
    '1 passed, 1 failed',
  ]);
});

it('reports the missing header of a problem document', async () => {
  const body = JSON.stringify({ title: 'None.', status: 404, code: 'not-found', retryable: false });
  const bench = benchOf(() => new Response(body, { status: 404, headers: { 'content-type': 'application/json' } }));
  const lines: string[] = [];
  await checkBackend(bench, named('route.unknown'), (line) => lines.push(line));
  expect(lines[0]).toContain('the header content-type like /^application\\/problem\\+json\\b/');
});

it('rejects an answer of --new-order without an id, with the answer', async () => {
  const newOrder = orderSource('https://shop.example/new', () => Promise.resolve(new Response('no', { status: 500 })));
  await expect(newOrder()).rejects.toThrow(SetUpError);
  await expect(newOrder()).rejects.toThrow(/--new-order https:\/\/shop\.example\/new must answer .* got 500 no$/);
});

it('names the wrong option of the command', () => {
  const address = ['--new-order', 'http://localhost:8000/new'];
  expect(() => parseConformance([])).toThrow('--url is missing.');
  expect(() => parseConformance(['--url', 'shop', ...address])).toThrow(
    '--url must be an http or https address without a user; got "shop".',
  );
  expect(() => parseConformance(['--url', 'http://a', '--urls', 'b'])).toThrow(
    'There is no option --urls. Did you mean --url?',
  );
  expect(
    parseConformance(['--url', 'http://localhost:8000/scudo/', '--new-order', 'http://localhost:8000/new/']),
  ).toMatchObject({
    url: 'http://localhost:8000/scudo',
    page: 'http://localhost:8000',
    newOrder: 'http://localhost:8000/new/',
    gateway: 'http://127.0.0.1:4174',
    only: [],
  });
});

it('every rule has a name of its own', () => {
  const ids = RULES.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  expect(ids.length).toBeGreaterThan(50);
});

/** Lines of a run with rules that the test writes. */
async function linesOf(bench: Bench, ...checks: readonly Rule['check'][]): Promise<string> {
  const lines: string[] = [];
  const rules = checks.map((check, index) => ({ id: `rule.${index}`, title: 'A title', see: 'docs', check }));
  await checkBackend(bench, rules, (line) => lines.push(line));
  return lines.join('\n');
}

it('an answer that a rule cannot read is a failed rule, and the next one is checked', async () => {
  const text = await linesOf(
    benchOf(() => new Response('null')),
    () => Promise.reject(new TypeError('x is not iterable')),
    () => Promise.resolve(),
  );
  expect(text).toContain('got       TypeError: x is not iterable');
  expect(text).toMatch(/\n1 passed, 1 failed$/);
});

it('an answer that breaks off fails a rule', async () => {
  const body = () => new ReadableStream({ start: (controller) => controller.error(new Error('closed')) });
  const text = await linesOf(
    benchOf(() => new Response(body())),
    ({ backend }) => backend.call('x').then(() => undefined),
  );
  expect(text).toContain('got       closed');
});

it('counts the rules that are left as failed when --new-order creates no order', async () => {
  const bench = { ...benchOf(() => new Response()), newOrder: () => Promise.reject(new SetUpError('No order.')) };
  const text = await linesOf(
    bench,
    () => Promise.resolve(),
    ({ newOrder }) => newOrder().then(),
    () => Promise.resolve(),
  );
  expect(text).toMatch(/\nNo order\.\n\n1 passed, 2 failed$/);
});

it('a rule has no disturbance of an earlier one, and fails when its own is not used', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const gateway = await startTestGateway({
    url,
    merchantHost: 'localhost',
    merchantId: 'a',
    accountId: 'b',
    secret: 'c',
  });
  try {
    const text = await linesOf(
      { ...benchOf(() => new Response()), gateway },
      (bench) => Promise.resolve(bench.gateway.disturb('auth', { type: 'unreadable' })),
      () => Promise.resolve(),
    );
    expect(text).toMatch(/^FAIL[^]*\n {8}got {7}"none of auth"\n[^]*\nok[^]*\n1 passed, 1 failed$/);
  } finally {
    await gateway.stop();
  }
});

it('the gateway listens at the address of IPv6 loopback', async () => {
  const url = `http://[::1]:${await freePort()}`;
  const account = { merchantId: 'a', accountId: 'b', secret: 'c' };
  const gateway = await startTestGateway({ url, merchantHost: 'localhost', ...account });
  try {
    expect((await fetch(`${url}/messages`)).status).toBe(200);
  } finally {
    await gateway.stop();
  }
});

it('reads at most a megabyte of a body without an end', async () => {
  let chunks = 0;
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(10_000 + 0 * chunks++)) });
  expect(await textOfBody(new Response(body))).toHaveLength(1_000_000);
  expect(chunks).toBeLessThan(110);
});

it('text of a backend forges no line of the output', async () => {
  const text = await linesOf(
    benchOf(() => new Response('x\nok    rule.1\u001b[2J\u009b', { status: 500 })),
    async ({ backend }) => expectStatus(await backend.call('x'), 200),
  );
  expect(text).not.toMatch(/^ok/m);
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

it('rejects a beginning that no rule has, before the gateway is started', async () => {
  const address = ['--url', 'http://localhost:1', '--new-order', 'http://localhost:1'];
  await expect(runConformance([...address, '--only', 'card.', '--only', 'typo'], () => undefined)).rejects.toThrow(
    '--only must be the beginning of a rule\'s name; got "typo".',
  );
});

it('an order id is one segment of a path', () => {
  expect(pathOf({ id: 'a/b?c' })).toBe('orders/a%2Fb%3Fc');
});

it('does not follow a redirect of --new-order', async () => {
  const modes: (RequestRedirect | undefined)[] = [];
  const newOrder = orderSource('https://shop.example/new', (_input, init) => {
    modes.push(init?.redirect);
    return Promise.resolve(new Response(null, { status: 302 }));
  });
  await expect(newOrder()).rejects.toThrow(/got 302/);
  expect(modes).toEqual(['manual']);
});
