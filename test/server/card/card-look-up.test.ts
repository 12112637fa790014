import { describe, expect, it } from 'vitest';
import { authorizationAnswer, authorizationsAt, json, pay, shop, type Shop } from './scripted-gateway.js';

/** A shop whose gateway takes an authorization and does not answer, and is asked about it later. */
async function inDoubt(
  later: (text: string) => Response | Promise<Response>,
): Promise<{ it: Shop; id: string; pass: (ms: number) => void }> {
  // The sandbox of this shop has the machine's own time, and takes no request of another day.
  let now = Date.now();
  const it = shop({ now: () => new Date(now), patience: 0 }, { now: () => new Date(now) });
  it.intercept = (path, text, pass) => {
    if (path !== '/epage-remote.cgi') return pass();
    return text.includes('type="query"') ? later(text) : Promise.reject(new Error('gone'));
  };
  const id = await it.order();
  expect(await json(await pay(it, id))).toMatchObject({ outcome: { status: 'in-doubt' } });
  return { it, id, pass: (ms) => (now += ms) };
}

const short = (result: string) =>
  new Response(
    `<response timestamp="20261120120000"><result>${result}</result><message>Original transaction not found.</message></response>`,
  );

describe('an authorization that was not answered', () => {
  it('is looked up, and the order is paid when it was taken', async () => {
    const { it, id } = await inDoubt((text) =>
      authorizationAnswer({
        orderid: /<orderid>(.+)<\/orderid>/.exec(text)![1]!,
        result: '00',
        pasref: '77',
        authcode: '12',
      }),
    );
    expect(await it.backend.orders.lookUp(id)).toMatchObject({
      state: 'paid',
      payment: { pasref: '77', card: '422200******5344' },
    });
    const query = authorizationsAt(it).at(-1)!.text;
    expect(query).toContain(`<orderid>${id}</orderid>`);
    expect(query).not.toContain('<card>');
    expect((await it.backend.orders.shopView(id))!.history.at(-1)).toMatchObject({
      event: 'authorization-looked-up',
      detail: { result: '00' },
    });
  });

  it('is looked up, and the order is open again when it was declined', async () => {
    const { it, id } = await inDoubt(() => authorizationAnswer({ orderid: 'X', result: '101' }));
    // An answer about another order is none.
    await expect(it.backend.orders.lookUp(id)).rejects.toThrow('orderid');
    expect(await it.backend.orders.shopView(id)).toMatchObject({ state: 'in-doubt' });
    const other = await inDoubt((text) =>
      authorizationAnswer({ orderid: /<orderid>(.+)<\/orderid>/.exec(text)![1]!, result: '101' }),
    );
    expect(await other.it.backend.orders.lookUp(other.id)).toMatchObject({ state: 'open' });
  });

  it('is never told as declined because nobody knows: unsigned, unanswered and unknown leave it in doubt', async () => {
    for (const answer of [
      () => Promise.reject(new Error('gone')),
      (text: string) =>
        authorizationAnswer({ orderid: /<orderid>(.+)<\/orderid>/.exec(text)![1]!, result: '00' }, { signed: false }),
      () => short('508'),
    ]) {
      const { it, id } = await inDoubt(answer);
      await it.backend.orders.lookUp(id).catch(() => undefined);
      expect(await it.backend.orders.shopView(id)).toMatchObject({ state: 'in-doubt' });
    }
  });

  it.each([
    ['knows no such request (503)', '503', 'This transaction type is not allowed.', 200],
    ['finds the hash wrong (505)', '505', 'sha1hash incorrect - check your code and the Developers Documentation', 200],
    ['finds the document wrong (506)', '506', 'Schema violation', 200],
    ['finds the order id wrong (508)', '508', 'Invalid characters in order id', 200],
    ['breaks', '500', 'internal server error', 500],
    ['has never heard of the merchant', '401', 'no', 401],
    ['does not know the order, it says while it breaks', '508', 'Original transaction not found.', 500],
  ])(
    'stays in doubt when the gateway %s: that is said of the question, not of the money',
    async (_what, result, message, status) => {
      const { it, id, pass } = await inDoubt(
        () =>
          new Response(
            `<response timestamp="20261120120000"><result>${result}</result><message>${message}</message></response>`,
            { status },
          ),
      );
      pass(600_000);
      await expect(it.backend.orders.lookUp(id)).rejects.toThrow('card query');
      expect(await json(await it.call(`orders/${id}`))).toMatchObject({ state: 'in-doubt' });
    },
  );

  it('stays in doubt when it is another order that the gateway does not know', async () => {
    const { it, id, pass } = await inDoubt(
      () =>
        new Response(
          '<response timestamp="20261120120000"><orderid>X</orderid><result>508</result><message>Original transaction not found.</message></response>',
        ),
    );
    pass(600_000);
    await expect(it.backend.orders.lookUp(id)).rejects.toThrow('orderid');
    expect(await it.backend.orders.shopView(id)).toMatchObject({ state: 'in-doubt' });
  });

  it('never arrived, when the gateway does not know it minutes later', async () => {
    const { it, id, pass } = await inDoubt(() => short('508'));
    pass(299_000);
    expect(await it.backend.orders.lookUp(id)).toMatchObject({ state: 'in-doubt' });
    pass(2_000);
    expect(await it.backend.orders.lookUp(id)).toMatchObject({ state: 'open' });
  });

  it('is looked up for a page that asks how the order stands, now and then', async () => {
    let known = false;
    const { it, id, pass } = await inDoubt((text) =>
      known ? authorizationAnswer({ orderid: /<orderid>(.+)<\/orderid>/.exec(text)![1]!, result: '00' }) : short('508'),
    );
    const queries = () => authorizationsAt(it).filter(({ text }) => text.includes('type="query"')).length;
    expect(await json(await it.call(`orders/${id}`))).toMatchObject({ state: 'in-doubt' });
    await it.call(`orders/${id}`);
    expect(queries()).toBe(1);
    known = true;
    pass(5_000);
    expect(await json(await it.call(`orders/${id}`))).toMatchObject({ state: 'paid' });
    expect(queries()).toBe(2);
  });

  it('is not looked up where there is no doubt', async () => {
    const it = shop();
    const id = await it.order();
    expect(await it.backend.orders.lookUp(id)).toMatchObject({ state: 'open' });
    expect(authorizationsAt(it)).toHaveLength(0);
  });
});
