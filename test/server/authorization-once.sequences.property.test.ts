import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answerChallenge,
  authorizationAnswer,
  CARDS,
  isQuery,
  isXml,
  json,
  newKey,
  notFound,
  orderIdIn,
  pay,
  prepare,
  report,
  shop,
  shortAnswer,
} from './scripted-gateway.js';

interface Step {
  readonly do: 'pay' | 'repeat' | 'challenge' | 'confirm' | 'notified' | 'cancelled' | 'returned' | 'reconcile';
  readonly fault: 'none' | 'lost' | 'declined' | 'system-error' | 'http-500' | 'no-connection';
}

const steps = fc.array(
  fc.record<Step>({
    do: fc.constantFrom('pay', 'repeat', 'challenge', 'confirm', 'notified', 'cancelled', 'returned', 'reconcile'),
    fault: fc.constantFrom('none', 'none', 'none', 'lost', 'declined', 'system-error', 'http-500', 'no-connection'),
  }),
  { minLength: 2, maxLength: 8 },
);

const noConnection = () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

/** Runs the calls of one page, after each other or at once. The gateway answers queries from its own books. */
async function run(sequence: readonly Step[], isParallel: boolean) {
  const place = shop({ patience: 10 });
  const id = await place.order();
  const books = new Map<string, string>();
  let fault: Step['fault'] = 'none';
  place.intercept = async (path, text, pass) => {
    if (isXml(path)) return isQuery(text) ? query(orderIdIn(text)) : authorize(orderIdIn(text));
    return fault === 'http-500' ? new Response('', { status: 500 }) : pass();
  };
  const taken = () => [...books.values()].filter((result) => result === '00').length;

  function query(orderid: string): Response {
    const result = books.get(orderid);
    return result === undefined ? notFound() : authorizationAnswer({ orderid, result }, { signed: false });
  }

  function authorize(orderid: string): Response {
    if (fault === 'no-connection') throw noConnection();
    books.set(orderid, fault === 'declined' ? '101' : '00');
    if (fault === 'lost') throw new Error('The answer was lost.');
    if (fault === 'system-error') return shortAnswer('500', 'internal');
    return authorizationAnswer({ orderid, result: books.get(orderid) ?? '' });
  }

  const statuses: string[] = [];
  let last: { serverTransId: string | undefined; key: string } | undefined;
  let challenge: { server_trans_id: string; encoded_creq: string; acs_url: string } | undefined;

  async function perform(step: Step): Promise<Response | undefined> {
    switch (step.do) {
      case 'pay':
        last = { serverTransId: await prepare(place, id, CARDS.success), key: newKey() };
        return pay(place, id, CARDS.success, last);
      case 'repeat':
        return last && pay(place, id, CARDS.success, last);
      case 'challenge':
        return pay(place, id, CARDS.challenge);
      case 'confirm':
        if (challenge) await answerChallenge(place, challenge);
        return undefined;
      case 'reconcile':
        await place.backend.orders.reconcile({ olderThan: 0 });
        return undefined;
      case 'notified':
      case 'cancelled':
      case 'returned':
        return challenge && report(place, id, challenge.server_trans_id, { ended: step.do });
    }
  }

  async function act(step: Step): Promise<void> {
    fault = step.fault;
    const before = taken();
    const response = await perform(step);
    if (!response) return;
    const body = await json(response);
    if (body.result === 'challenge') challenge = body;
    const status = body.outcome?.status as string | undefined;
    if (status) statuses.push(status);
    // One after the other, it is this call that took the money.
    if (!isParallel && taken() > before) expect(['paid', 'in-doubt']).toContain(status);
  }

  if (isParallel) await Promise.all(sequence.map(act));
  else for (const step of sequence) await act(step);
  const stateNow = async () => (await place.backend.orders.read(id))?.state;
  const stateBefore = await stateNow();
  place.clock.advance(3_600_000);
  await place.backend.orders.reconcile();
  return { taken: taken(), statuses, stateBefore, stateAfter: await stateNow() };
}

describe.each([
  ['after each other', false],
  ['at once', true],
])('calls of one page %s', (_how, isParallel) => {
  it('the calls of one page take the money at most once, and reconciliation leaves no order in doubt', async () => {
    const seen = { paid: 0, inDoubt: 0 };
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { taken, statuses, stateBefore, stateAfter } = await run(sequence, isParallel);
        expect(taken).toBeLessThanOrEqual(1);
        expect(stateAfter).toBe(taken === 1 ? 'paid' : 'open');
        expect(taken === 1 ? ['paid', 'in-doubt'] : ['open']).toContain(stateBefore);
        if (taken === 0) expect(statuses).not.toContain('paid');
        seen.paid += taken;
        seen.inDoubt += stateBefore === 'in-doubt' ? 1 : 0;
      }),
      { numRuns: 100, seed: 20_261_125 },
    );
    expect(seen.paid).toBeGreaterThan(20);
    expect(seen.inDoubt).toBeGreaterThan(5);
  });
});
