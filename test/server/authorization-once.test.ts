import fc from 'fast-check';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import {
  answerChallenge,
  authorizationAnswer,
  authorizationsAt,
  CARDS,
  json,
  newKey,
  pay,
  prepare,
  report,
  shop,
} from './scripted-gateway.js';

const folder = mkdtempSync(join(tmpdir(), 'scudo-server-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = () => join(folder, `orders-${++files}.db`);

const codeOf = async (response: Response): Promise<string> => {
  const body = await json(response.clone());
  return (body.outcome?.code ?? body.code ?? body.result) as string;
};

describe('an order is authorized once', () => {
  it('when the same call comes twice at a time: both get the same answer', async () => {
    const place = shop();
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    const key = newKey();
    const [one, two] = await Promise.all([
      pay(place, id, CARDS.success, { serverTransId, key }),
      pay(place, id, CARDS.success, { serverTransId, key }),
    ]);
    expect(await one.json()).toEqual(await two.json());
    expect(authorizationsAt(place)).toHaveLength(1);
    expect(await codeOf(await pay(place, id, CARDS.success, { serverTransId, key }))).toBe('authorized');
    expect(authorizationsAt(place)).toHaveLength(1);
  });

  it('when two payments of it run at a time: the second hears of the first', async () => {
    const place = shop();
    const id = await place.order();
    const [a, b] = [await prepare(place, id, CARDS.success), await prepare(place, id, CARDS.success)];
    const answers = await Promise.all([
      pay(place, id, CARDS.success, { serverTransId: a }),
      pay(place, id, CARDS.success, { serverTransId: b }),
    ]);
    expect((await Promise.all(answers.map(codeOf))).sort()).toEqual(['already-paid', 'authorized']);
    expect(authorizationsAt(place)).toHaveLength(1);
  });

  it('when the second waits for a first that is declined: then it is its turn', async () => {
    const place = shop();
    const id = await place.order();
    const [a, b] = [await prepare(place, id, CARDS.success), await prepare(place, id, CARDS.success)];
    let asked = 0;
    place.intercept = (path, text, pass) => {
      if (path !== '/epage-remote.cgi') return pass();
      const orderid = /<orderid>(.*?)</.exec(text)?.[1] ?? '';
      return authorizationAnswer({ orderid, result: ++asked === 1 ? '101' : '00' });
    };
    const answers = await Promise.all([
      pay(place, id, CARDS.success, { serverTransId: a }),
      pay(place, id, CARDS.success, { serverTransId: b }),
    ]);
    expect((await Promise.all(answers.map(codeOf))).sort()).toEqual(['authorized', 'declined']);
  });

  it('when two processes share a store', async () => {
    const sandbox = createSandbox({ baseUrl: 'http://127.0.0.1:4174' });
    const path = newFile();
    const [one, two] = [shop({ store: { path } }, {}, sandbox), shop({ store: { path } }, {}, sandbox)];
    const id = await one.order();
    const serverTransId = await prepare(one, id, CARDS.success);
    const key = newKey();
    const answers = await Promise.all([
      pay(one, id, CARDS.success, { serverTransId, key }),
      pay(two, id, CARDS.success, { serverTransId, key }),
    ]);
    expect(await Promise.all(answers.map(codeOf))).toEqual(['authorized', 'authorized']);
    expect(authorizationsAt(one).length + authorizationsAt(two).length).toBe(1);
  });

  it('refuses a key that was used for another call', async () => {
    const place = shop();
    const id = await place.order();
    const key = newKey();
    await pay(place, id, CARDS.failed, { key });
    expect(await codeOf(await pay(place, id, CARDS.success, { key }))).toBe('key-reused');
  });
});

describe('a restart', () => {
  it('keeps a payment, and its answer', async () => {
    const path = newFile();
    const before = shop({ store: { path } });
    const id = await before.order();
    const key = newKey();
    const serverTransId = await prepare(before, id, CARDS.success);
    await pay(before, id, CARDS.success, { serverTransId, key });
    const after = shop({ store: { path } });
    expect((await after.backend.orders.shopView(id))?.state).toBe('paid');
    expect(await codeOf(await pay(after, id, CARDS.success, { serverTransId, key }))).toBe('authorized');
    expect(after.sent).toHaveLength(0);
  });

  it('in the middle of an authorization leaves the order in doubt, and whoever asks again is told so', async () => {
    const path = newFile();
    let now = new Date('2026-11-20T12:00:00Z');
    const sandbox = createSandbox({ baseUrl: 'http://127.0.0.1:4174', now: () => now });
    const times = { now: () => now };
    const before = shop({ store: { path }, ...times }, { ...times, timeout: 100_000 }, sandbox);
    const id = await before.order();
    const serverTransId = await prepare(before, id, CARDS.success);
    const key = newKey();
    // The process dies here: its authorization went out, and it hears nothing more.
    const reached = new Promise<void>((resolve) => {
      before.intercept = (path_, _text, pass) => {
        if (path_ !== '/epage-remote.cgi') return pass();
        resolve();
        return new Promise<Response>(() => undefined);
      };
    });
    void pay(before, id, CARDS.success, { serverTransId, key });
    await reached;

    now = new Date('2026-11-20T12:05:00Z');
    const after = shop({ store: { path }, ...times }, times, sandbox);
    expect((await after.backend.orders.shopView(id))?.state).toBe('in-doubt');
    expect(await codeOf(await pay(after, id, CARDS.success, { serverTransId, key }))).toBe('authorization-unanswered');
    expect(authorizationsAt(after)).toHaveLength(0);
  });

  it('before an authorization was sent leaves the order open, and the same call is told that nothing was charged', async () => {
    const path = newFile();
    let now = new Date('2026-11-20T12:00:00Z');
    const sandbox = createSandbox({ baseUrl: 'http://127.0.0.1:4174', now: () => now });
    const times = { now: () => now };
    const before = shop({ store: { path }, ...times }, { ...times, timeout: 100_000 }, sandbox);
    const id = await before.order();
    const serverTransId = await prepare(before, id, CARDS.success);
    const key = newKey();
    const reached = new Promise<void>((resolve) => {
      before.intercept = () => {
        resolve();
        return new Promise<Response>(() => undefined);
      };
    });
    void pay(before, id, CARDS.success, { serverTransId, key });
    await reached;
    now = new Date('2026-11-20T12:05:00Z');
    const after = shop({ store: { path }, ...times }, times, sandbox);
    const answer = await json(await pay(after, id, CARDS.success, { serverTransId, key }));
    expect(answer.outcome).toMatchObject({ status: 'failed', code: 'gateway-unavailable', order: { state: 'open' } });
    expect(await codeOf(await pay(after, id, CARDS.success))).toBe('authorized');
  });
});

it('the store has no card number and no security code', async () => {
  const path = newFile();
  const place = shop({ store: { path } });
  const id = await place.order();
  const answer = await json(await pay(place, id, CARDS.challenge));
  await answerChallenge(place, answer);
  expect(await codeOf(await report(place, id, answer.server_trans_id as string))).toBe('authorized');
  const stored = readdirSync(folder)
    .filter((name) => join(folder, name).startsWith(path))
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('');
  expect(stored).toContain(id);
  expect(stored).not.toContain(CARDS.challenge);
  expect(stored).not.toMatch(/security|"987"/);
});

describe('whatever comes in whatever order', () => {
  type Step = {
    readonly do: 'pay' | 'again' | 'challenge' | 'confirm' | 'report' | 'report-cancelled' | 'report-returned';
    readonly fault: 'none' | 'lost' | 'declined' | 'down' | 'not-sent';
  };

  const steps = fc.array(
    fc.record<Step>({
      do: fc.constantFrom('pay', 'again', 'challenge', 'confirm', 'report', 'report-cancelled', 'report-returned'),
      fault: fc.constantFrom('none', 'none', 'none', 'lost', 'declined', 'down', 'not-sent'),
    }),
    { minLength: 2, maxLength: 8 },
  );

  it('the money is taken once at the most, and no call that took it is told anything but paid or in doubt', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (sequence, parallel) => {
        const place = shop({ patience: 10 }, { timeout: 5 });
        const id = await place.order();
        let taken = 0;
        let fault: Step['fault'] = 'none';
        place.intercept = async (path, text, pass) => {
          if (path !== '/epage-remote.cgi') return fault === 'down' ? new Response('', { status: 500 }) : pass();
          const orderid = /<orderid>(.*?)</.exec(text)?.[1] ?? '';
          if (fault === 'not-sent')
            throw new TypeError('x', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) });
          if (fault === 'declined') return authorizationAnswer({ orderid, result: '101' });
          taken++;
          return fault === 'lost'
            ? new Promise<Response>(() => undefined)
            : authorizationAnswer({ orderid, result: '00' });
        };
        const told: string[] = [];
        let last: { serverTransId: string | undefined; key: string } | undefined;
        let challenge: { server_trans_id: string; encoded_creq: string; acs_url: string } | undefined;

        const act = async (step: Step) => {
          fault = step.fault;
          const before = taken;
          const response = await perform(step);
          if (!response) return;
          const body = await json(response);
          if (body.result === 'challenge') challenge = body;
          const status = body.outcome?.status as string | undefined;
          if (status) told.push(status);
          // In sequence it is this very call that took it.
          if (!parallel && taken > before) expect(['paid', 'in-doubt']).toContain(status);
        };
        const perform = async (step: Step): Promise<Response | undefined> => {
          switch (step.do) {
            case 'pay':
              last = { serverTransId: await prepare(place, id, CARDS.success), key: newKey() };
              return pay(place, id, CARDS.success, last);
            case 'again':
              return last && pay(place, id, CARDS.success, last);
            case 'challenge':
              return pay(place, id, CARDS.challenge);
            case 'confirm':
              if (challenge) await answerChallenge(place, challenge);
              return undefined;
            case 'report':
            case 'report-cancelled':
            case 'report-returned':
              return (
                challenge &&
                report(place, id, challenge.server_trans_id, {
                  ended: { report: 'notified', 'report-cancelled': 'cancelled', 'report-returned': 'returned' }[
                    step.do
                  ],
                })
              );
          }
        };
        if (parallel) await Promise.all(sequence.map(act));
        else for (const step of sequence) await act(step);

        expect(taken).toBeLessThanOrEqual(1);
        const state = (await place.backend.orders.shopView(id))?.state;
        expect(state).toBe(taken === 0 ? 'open' : told.includes('paid') ? 'paid' : 'in-doubt');
      }),
      { numRuns: 200 },
    );
  });
});
