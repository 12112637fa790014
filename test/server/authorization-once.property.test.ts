import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMerchantBackend } from '../../src/server.js';
import { memoryOrderStore } from './store/memory-order-store.js';
import { authenticationAnswer, authorizationAnswer, BROWSER, card, CARDS, json, PAYER } from './scripted-gateway.js';

/**
 * Calls of pages in any order and at the same time, at two backends over one store, before a gateway
 * that fails as it likes: whatever the order of their steps (fast-check's scheduler decides it, at
 * every call of the store and of the gateway), the money is taken once, and nobody is told otherwise.
 */
const ID = (n: number) => `3f1c1f0e-0000-4000-8000-00000000000${n}`;
/** Two frictionless transactions, two challenges, and a card that takes no part. */
const FRICTIONLESS = [1, 2];
const CHALLENGES = [3, 4];
const NOT_ENROLLED = 0;
const cardOf = (transaction: number) =>
  transaction === NOT_ENROLLED ? CARDS.notEnrolled : transaction < 3 ? CARDS.success : CARDS.challenge;

const step = fc.oneof(
  fc.record({
    do: fc.constant('authenticate' as const),
    transaction: fc.constantFrom(...FRICTIONLESS, ...CHALLENGES, NOT_ENROLLED),
    key: fc.nat(1),
    at: fc.nat(1),
  }),
  fc.record({
    do: fc.constant('authorize' as const),
    transaction: fc.constantFrom(...CHALLENGES),
    key: fc.nat(1),
    at: fc.nat(1),
    ended: fc.constantFrom('notified', 'cancelled', 'returned', 'timed-out', 'blocked', 'too-late'),
  }),
  // Calls that began before are now taken for dead.
  fc.record({ do: fc.constant('minutes-pass' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What the gateway does with a request: mostly what it should. */
const fault = fc.constantFrom(
  'none',
  'none',
  'none',
  'none',
  'refused',
  'lost',
  'lost-before',
  'not-sent',
  'unsigned',
  'http-500',
  'short',
  'still-open',
);
type Fault = typeof fault extends fc.Arbitrary<infer T> ? T : never;

interface Told {
  readonly step: Exclude<Step, { do: 'minutes-pass' }>;
  readonly name: string;
  readonly body: {
    readonly outcome?: { readonly status: string; readonly code: string };
    readonly code?: string;
    readonly result?: string;
  };
}

interface Authorization {
  /** The call's name, which its authorization bears as the card holder's. */
  readonly name: string;
  readonly transaction: number;
}

const noAnswer = () => Promise.reject<Response>(new DOMException('It took too long.', 'TimeoutError'));
const noConnection = () =>
  Promise.reject<Response>(
    new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }),
  );

async function run(scheduler: fc.Scheduler, steps: readonly Step[], faults: readonly Fault[]) {
  let now = Date.parse('2026-11-20T12:00:00Z');
  let asked = 0;
  let scheduled = false;
  const sent: Authorization[] = [];
  const taken: Authorization[] = [];
  const turn = async (what: string) => (scheduled ? scheduler.schedule(Promise.resolve(), what) : undefined);

  async function gateway(path: string, text: string): Promise<Response> {
    await turn(`to ${path}`);
    const does = scheduled ? (faults[asked++ % faults.length] ?? 'none') : 'none';
    const answer = path === '/epage-remote.cgi' ? authorization(text, does) : authentication(path, text, does);
    await turn(`from ${path}`);
    return answer;
  }

  function authorization(text: string, does: Fault): Response | Promise<Response> {
    const [, orderid = ''] = /<orderid>(.*?)</.exec(text) ?? [];
    const [, name = ''] = /<chname>(.*?)</.exec(text) ?? [];
    const it = { name, transaction: Number(/<ds_trans_id>.*?(\d)</.exec(text)?.[1] ?? NOT_ENROLLED) };
    if (does === 'not-sent') return noConnection();
    sent.push(it);
    if (does === 'lost-before') return noAnswer();
    if (does === 'refused') return authorizationAnswer({ orderid, result: '101' });
    if (does === 'short') return authorizationAnswer({ orderid, result: '508' }, { signed: false });
    taken.push(it);
    if (does === 'lost') return noAnswer();
    if (does === 'http-500') return new Response('', { status: 500 });
    return authorizationAnswer({ orderid, result: '00' }, { signed: does !== 'unsigned' });
  }

  function authentication(path: string, text: string, does: Fault): Response | Promise<Response> {
    if (does === 'not-sent') return noConnection();
    if (does === 'lost' || does === 'lost-before') return noAnswer();
    if (does === 'http-500' || does === 'short') return new Response('', { status: 500 });
    const id = path.split('/')[3] ?? (JSON.parse(text) as { server_trans_id: string }).server_trans_id;
    if (does === 'refused') return authenticationAnswer(id, 'AUTHENTICATION_FAILED');
    const isChallenge = CHALLENGES.some((one) => ID(one) === id);
    if (path === '/3ds2/authentications' && isChallenge)
      return authenticationAnswer(id, 'CHALLENGE_REQUIRED', {
        challenge_request_url: 'https://acs.example/',
        encoded_creq: 'e30',
      });
    if (does === 'still-open' && isChallenge) return authenticationAnswer(id, 'CHALLENGE_REQUIRED');
    return authenticationAnswer(id, 'AUTHENTICATION_SUCCESSFUL', { eci: '05', authentication_value: 'AJk=' });
  }

  const checks = [...FRICTIONLESS, ...CHALLENGES].map(ID);
  const store = memoryOrderStore(turn);
  const create = () =>
    createMerchantBackend({
      publicUrl: 'https://shop.example/scudo',
      store,
      patience: 3,
      now: () => new Date(now),
      pause: async () => turn('pause'),
      gateway: {
        baseUrl: 'https://gateway.example',
        merchantId: 'scudo',
        secret: 'secret',
        now: () => new Date(now),
        fetch: async (input, init) => {
          const { pathname } = new URL(input as string);
          if (pathname !== '/3ds2/protocol-versions') return gateway(pathname, (init?.body ?? '') as string);
          const { number } = JSON.parse(init?.body as string) as { number: string };
          return Response.json(
            number === CARDS.notEnrolled
              ? { enrolled: false }
              : { enrolled: true, server_trans_id: checks.shift(), acs_protocol_version_end: '2.2.0' },
          );
        },
      },
    });
  const backends = [create(), create()] as const;
  const call = async (at: number, path: string, body: object, key = 'unused-key'): Promise<Told['body']> => {
    const request = new Request(`https://shop.example/scudo/orders/A/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    return json(await backends[at ? 1 : 0].fetch(request, { ip: '203.0.113.7' }));
  };
  const bodyOf = (transaction: number, name: string) => ({
    ...(transaction === NOT_ENROLLED ? {} : { server_trans_id: ID(transaction) }),
    card: { ...card(cardOf(transaction)), full_name: name },
    browser_data: BROWSER,
    method_url_completion: 'YES',
  });

  // An order with everything prepared; the first challenge is open already.
  await backends[0].orders.create({
    id: 'A',
    amount: '1999',
    currency: 'EUR',
    payer: PAYER,
    policies: { notEnrolled: 'authorize' },
  });
  for (const transaction of [...FRICTIONLESS, ...CHALLENGES, NOT_ENROLLED])
    await call(0, 'protocol-versions', { number: cardOf(transaction) });
  await call(0, 'authentications', bodyOf(3, 'the first challenge'), 'the-first-challenge');

  scheduled = true;
  const told: Told[] = [];
  const calls = steps.map(async (step, index) => {
    await turn(`step ${index}`);
    if (step.do === 'minutes-pass') {
      now += 150_000;
      return;
    }
    const name = `${step.do} ${step.transaction} ${step.key}`;
    const body = { ...bodyOf(step.transaction, name), ...(step.do === 'authorize' ? { ended: step.ended } : {}) };
    told.push({
      step,
      name,
      body: await call(
        step.at,
        step.do === 'authorize' ? 'authorizations' : 'authentications',
        body,
        name.replaceAll(' ', '-'),
      ),
    });
  });
  await scheduler.waitFor(Promise.all(calls));
  scheduled = false;
  return { told, taken, sent, view: await backends[0].orders.shopView('A') };
}

/** Problems after which a page asks again, or reads the order: none of them says that nothing was charged. */
const SAYS_NOTHING = ['request-in-progress', 'order-not-open', 'internal-error'];

it('the money is taken once at the most, and no call that took it is told anything but paid or in doubt', async () => {
  const seen = { taken: 0, inDoubt: 0, tries: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(step, { minLength: 2, maxLength: 7 }),
      fc.array(fault, { minLength: 1, maxLength: 12 }),
      async (scheduler, steps, faults) => {
        const { told, taken, sent, view } = await run(scheduler, steps, faults);

        expect(taken.length).toBeLessThanOrEqual(1);
        for (const { name, body } of told.filter(({ name }) => name === taken[0]?.name)) {
          if (body.outcome) expect(['paid', 'in-doubt'], name).toContain(body.outcome.status);
          else expect(SAYS_NOTHING, name).toContain(body.code);
        }
        // Nobody hears of a payment that was not made.
        if (taken.length === 0) expect(told.map(({ body }) => body.outcome?.status)).not.toContain('paid');

        // An authentication is good for one authorization, and one that was told as over for none.
        const authorized = sent
          .map(({ transaction }) => transaction)
          .filter((transaction) => transaction !== NOT_ENROLLED);
        expect(new Set(authorized).size).toBe(authorized.length);
        for (const { step, body } of told.filter(({ body }) => body.outcome?.code.startsWith('challenge-')))
          expect(authorized, body.outcome?.code).not.toContain(step.transaction);

        // The order's state is the truth, and the shop sees with what it was paid.
        expect(taken.length === 1 ? ['paid', 'in-doubt'] : ['open', 'in-doubt']).toContain(view?.state);
        if (told.some(({ body }) => body.outcome?.status === 'paid')) expect(view?.state).toBe('paid');
        if (taken[0] && view?.state === 'paid') {
          const { transaction } = taken[0];
          expect(view.authentication?.server_trans_id).toBe(transaction === NOT_ENROLLED ? undefined : ID(transaction));
          expect(view.liability_shift).toBe(transaction !== NOT_ENROLLED);
        }
        seen.taken += taken.length;
        seen.inDoubt += view?.state === 'in-doubt' ? 1 : 0;
        seen.tries += sent.length > 1 ? 1 : 0;
      },
    ),
    { numRuns: 500 },
  );
  // The property would hold of a backend that does nothing, too.
  expect(seen.taken).toBeGreaterThan(50);
  expect(seen.inDoubt).toBeGreaterThan(20);
  expect(seen.tries).toBeGreaterThan(0);
});
