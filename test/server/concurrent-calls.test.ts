import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { memoryOrderStore } from './store/memory-order-store.js';
import {
  answerChallenge,
  authorizationAnswer,
  authorizationsAt,
  CARDS,
  gate,
  json,
  newKey,
  pay,
  prepare,
  report,
  shop,
} from './scripted-gateway.js';
import { deliver, redirect, redirectShop, statusPairs } from './signed-messages.js';

/** What a call told: the outcome's code, or the problem's. */
const told = async (response: Response | Promise<Response>): Promise<string> => {
  const body = await json(await response);
  return (body.outcome?.code ?? body.code ?? body.result) as string;
};

async function challenged(place = shop()) {
  const id = await place.order();
  const answer = await json(await pay(place, id, CARDS.challenge));
  return { place, id, answer, transaction: answer.server_trans_id as string };
}

const isGet = (path: string) => path.startsWith('/3ds2/authentications/');
const isXml = (path: string) => path === '/epage-remote.cgi';

describe('two reports of one challenge', () => {
  it('a cancel that was told holds, though another report saw the success first', async () => {
    const { place, id, answer, transaction } = await challenged();
    const [seen, go] = [gate(), gate()];
    let gets = 0;
    place.intercept = async (path, _text, pass) => {
      if (!isGet(path)) return pass();
      if (++gets === 1) {
        // The first has read the success, and is held up before it hears of it.
        await answerChallenge(place, answer);
        const late = await pass();
        seen.open();
        await go.opened;
        return late;
      }
      return new Response(JSON.stringify({ server_trans_id: transaction, status: 'CHALLENGE_REQUIRED' }));
    };
    const notified = told(report(place, id, transaction));
    await seen.opened;
    expect(await told(report(place, id, transaction, { ended: 'cancelled' }))).toBe('challenge-cancelled');
    go.open();
    expect(await notified).toBe('authentication-unknown');
    expect(authorizationsAt(place)).toHaveLength(0);
    expect((await place.backend.orders.shopView(id))?.state).toBe('open');
  });

  it('one authentication is sent with one authorization, though the first was declined', async () => {
    const { place, id, answer, transaction } = await challenged();
    await answerChallenge(place, answer);
    const both = [gate(), gate()];
    let gets = 0;
    place.intercept = async (path, _text, pass) => {
      if (isXml(path)) return authorizationAnswer({ orderid: id, result: '101' });
      if (!isGet(path)) return pass();
      const result = await pass();
      const mine = gets++;
      both[mine]?.open();
      await both[1 - mine]?.opened;
      return result;
    };
    const answers = await Promise.all([told(report(place, id, transaction)), told(report(place, id, transaction))]);
    expect(answers.filter((code) => code === 'declined')).toHaveLength(1);
    expect(authorizationsAt(place)).toHaveLength(1);
  });

  it('the second hears that the order is paid, when the first was faster', async () => {
    const { place, id, answer, transaction } = await challenged();
    await answerChallenge(place, answer);
    const [seen, go] = [gate(), gate()];
    let gets = 0;
    place.intercept = async (path, _text, pass) => {
      const result = await pass();
      if (isGet(path) && ++gets === 1) {
        seen.open();
        await go.opened;
      }
      return result;
    };
    const slow = told(report(place, id, transaction));
    await seen.opened;
    expect(await told(report(place, id, transaction))).toBe('authorized');
    go.open();
    expect(await slow).toBe('already-paid');
    expect(authorizationsAt(place)).toHaveLength(1);
  });
});

describe('a call that was given up for dead', () => {
  /** A first arrival is held up at the gateway; five minutes later the page asks again. */
  async function heldUp(at: (path: string) => boolean, answer = (pass: () => Promise<Response>) => pass()) {
    let now = Date.parse('2026-11-20T12:00:00Z');
    const times = { now: () => new Date(now) };
    const sandbox = createSandbox({ baseUrl: 'http://127.0.0.1:4174', ...times });
    const store = memoryOrderStore();
    const [first, second] = [shop({ store, ...times }, times, sandbox), shop({ store, ...times }, times, sandbox)];
    const id = await first.order();
    const call = { serverTransId: await prepare(first, id, CARDS.success), key: newKey() };
    const [reached, go] = [gate(), gate()];
    first.intercept = async (path, _text, pass) => {
      if (!at(path)) return pass();
      reached.open();
      await go.opened;
      return answer(pass);
    };
    const late = told(pay(first, id, CARDS.success, call));
    await reached.opened;
    now += 300_000;
    return { first, second, id, call, late, go, again: await told(pay(second, id, CARDS.success, call)) };
  }

  it('before it authorized sends nothing any more: “nothing was charged” was told', async () => {
    const { first, id, again, late, go } = await heldUp((path) => path === '/3ds2/authentications');
    expect(again).toBe('gateway-unavailable');
    go.open();
    expect(await late).toBe('gateway-unavailable');
    expect(authorizationsAt(first)).toHaveLength(0);
    expect((await first.backend.orders.shopView(id))?.state).toBe('open');
  });

  it('and fails after that takes nothing back of what was told', async () => {
    const { second, id, call, again, late, go } = await heldUp(
      (path) => path === '/3ds2/authentications',
      () => Promise.resolve(new Response('', { status: 500 })),
    );
    expect(again).toBe('gateway-unavailable');
    go.open();
    expect(await late).toBe('gateway-unavailable');
    expect(await told(pay(second, id, CARDS.success, call))).toBe('gateway-unavailable');
    expect((await second.backend.orders.read(id))?.answers[call.key]).toMatchObject({ answer: { result: 'outcome' } });
  });

  it('while its authorization ran is told as in doubt, and as what it came to once that is known', async () => {
    const { second, id, call, again, late, go } = await heldUp(isXml);
    expect(again).toBe('authorization-unanswered');
    go.open();
    expect(await late).toBe('authorized');
    expect(await told(pay(second, id, CARDS.success, call))).toBe('authorized');
  });

  it('and answered after all is not overruled by who gave it up', async () => {
    let now = Date.parse('2026-11-20T12:00:00Z');
    const times = { now: () => new Date(now) };
    const turn: { before?: ((call: string) => Promise<unknown>) | undefined } = {};
    const store = memoryOrderStore();
    const slowStore = {
      ...store,
      replace: async (...args: Parameters<typeof store.replace>) => (
        await turn.before?.('replace'), store.replace(...args)
      ),
    };
    const sandbox = createSandbox({ baseUrl: 'http://127.0.0.1:4174', ...times });
    const [first, second] = [
      shop({ store, ...times }, times, sandbox),
      shop({ store: slowStore, ...times }, times, sandbox),
    ];
    const id = await first.order();
    const call = { serverTransId: await prepare(first, id, CARDS.success), key: newKey() };
    const [reached, go] = [gate(), gate()];
    first.intercept = async (path, _text, pass) => {
      const result = await pass();
      if (isXml(path)) {
        reached.open();
        await go.opened;
      }
      return result;
    };
    const late = told(pay(first, id, CARDS.success, call));
    await reached.opened;
    now += 300_000;
    // The second has read the record with the order in doubt; before it writes, the first has ended.
    turn.before = async () => {
      turn.before = undefined;
      go.open();
      await late;
    };
    expect(await told(pay(second, id, CARDS.success, call))).toBe('authorized');
    expect(await told(pay(first, id, CARDS.success, call))).toBe('authorized');
  });
});

describe('a store that fails', () => {
  it('after the gateway has authorized leaves the order in doubt, and so it is told: never as a mistake that charged nothing', async () => {
    const store = memoryOrderStore();
    let broken = false;
    const failing = {
      ...store,
      replace: (...args: Parameters<typeof store.replace>) =>
        broken ? Promise.reject(new Error('disk full')) : store.replace(...args),
    };
    const place = shop({ store: failing });
    const id = await place.order();
    place.intercept = (path, _text, pass) => {
      if (isXml(path)) broken = true;
      return pass();
    };
    expect(await told(pay(place, id))).toBe('authorization-unanswered');
    broken = false;
    expect((await place.backend.orders.shopView(id))?.state).toBe('in-doubt');
    expect(authorizationsAt(place)).toHaveLength(1);
  });
});

describe('a payment that fails beside one that is paid', () => {
  it('leaves the shop the authentication and the liability of what was paid', async () => {
    const place = shop();
    const id = await place.order();
    const [good, bad] = [await prepare(place, id, CARDS.success), await prepare(place, id, CARDS.failed)];
    const [seen, go] = [gate(), gate()];
    place.intercept = async (_path, text, pass) => {
      if (text.includes(CARDS.failed)) {
        seen.open();
        await go.opened;
      }
      return pass();
    };
    const failing = told(pay(place, id, CARDS.failed, { serverTransId: bad }));
    await seen.opened;
    expect(await told(pay(place, id, CARDS.success, { serverTransId: good }))).toBe('authorized');
    go.open();
    expect(await failing).toBe('authentication-failed');
    expect(await place.backend.orders.shopView(id)).toMatchObject({
      state: 'paid',
      liability_shift: true,
      authentication: { server_trans_id: good, status: 'AUTHENTICATION_SUCCESSFUL', eci: '05' },
    });
  });

  it('leaves a payment by another method no authentication and no shift of liability, which were a declined card’s', async () => {
    const place = redirectShop();
    const inner = place.intercept!;
    place.intercept = (path, text, pass) =>
      text.includes('type="auth"')
        ? authorizationAnswer({ orderid: /<orderid>(.*?)</.exec(text)?.[1] ?? '', result: '101' })
        : inner(path, text, pass);
    const id = await place.order();
    expect(await told(pay(place, id))).toBe('declined');
    expect((await redirect(place, id)).status).toBe(200);
    const { gatewayOrderId: orderid, pasref } = (await place.backend.orders.read(id))!.redirects[0]!;
    await deliver(place, 'status', id, statusPairs({ orderid, pasref, result: '00' }));
    expect(await place.backend.orders.shopView(id)).toMatchObject({
      state: 'paid',
      method: 'testpay',
      liability_shift: null,
      authentication: null,
    });
  });

  it('leaves no authentication where none was paid with', async () => {
    const place = shop();
    const id = await place.order({ policies: { notEnrolled: 'authorize' } });
    await pay(place, id, CARDS.failed);
    expect(await told(pay(place, id, CARDS.notEnrolled))).toBe('authorized');
    expect(await place.backend.orders.shopView(id)).toMatchObject({
      state: 'paid',
      liability_shift: false,
      authentication: null,
    });
  });
});
