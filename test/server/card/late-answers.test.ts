import { describe, expect, it } from 'vitest';
import { authorizationAnswer, authorizationsAt, CARDS, gate, json, pay, shop } from './scripted-gateway.js';

const told = async (response: Response | Promise<Response>): Promise<string> => {
  const body = await json(await response);
  return (body.outcome?.code ?? body.code ?? body.result) as string;
};

const orderOf = (text: string) => /<orderid>(.+)<\/orderid>/.exec(text)?.[1] ?? '';

interface Held {
  /** What the gateway answers to the first authorization in the end, to the question about it, and to every later authorization. */
  readonly late: (orderid: string) => Response | Promise<Response>;
  readonly query: (orderid: string) => Response;
  readonly next: (orderid: string) => Response | Promise<Response>;
}

/** An order whose first authorization is on its way while the shop looks it up. */
async function heldUp({ late, query, next }: Held) {
  let now = Date.now();
  const place = shop({ now: () => new Date(now), patience: 0 }, { now: () => new Date(now) });
  const id = await place.order({ policies: { notEnrolled: 'authorize' } });
  const [reached, go] = [gate(), gate()];
  place.intercept = async (path, text, pass) => {
    if (path !== '/epage-remote.cgi') return pass();
    if (text.includes('type="query"')) return query(orderOf(text));
    if (orderOf(text) !== id) return next(orderOf(text));
    reached.open();
    await go.opened;
    return late(id);
  };
  const first = told(pay(place, id));
  await reached.opened;
  now += 301_000;
  await place.backend.orders.lookUp(id);
  return { place, id, first, go };
}

const answer = (result: string) => (orderid: string) => authorizationAnswer({ orderid, result });
const neverCame = () => Promise.reject<Response>(new Error('gone'));
const unknown = () =>
  new Response(
    '<response timestamp="20261120120000"><result>508</result><message>Original transaction not found.</message></response>',
  );

describe('an authorization that is answered after the order was looked up', () => {
  it('as declined does not open an order again that was paid meanwhile', async () => {
    const { place, id, first, go } = await heldUp({ late: answer('101'), query: answer('101'), next: answer('00') });
    expect(await told(pay(place, id))).toBe('authorized');
    go.open();
    expect(await first).toBe('declined');
    expect(await place.backend.orders.read(id)).toMatchObject({
      state: 'paid',
      payment: { gatewayOrderId: `${id}-2` },
    });
    expect(await told(pay(place, id, CARDS.notEnrolled, { serverTransId: undefined }))).toBe('already-paid');
  });

  it('as declined lets no third one begin beside the second', async () => {
    const [reached, go2] = [gate(), gate()];
    const { place, id, first, go } = await heldUp({
      late: answer('101'),
      query: answer('101'),
      next: async (orderid) => {
        reached.open();
        await go2.opened;
        return authorizationAnswer({ orderid, result: '00' });
      },
    });
    const second = told(pay(place, id));
    await reached.opened;
    go.open();
    expect(await first).toBe('declined');
    expect(await place.backend.orders.shopView(id)).toMatchObject({ state: 'in-doubt' });
    expect(await told(pay(place, id, CARDS.success, { serverTransId: undefined }))).toBe('order-not-open');
    go2.open();
    expect(await second).toBe('authorized');
    expect(authorizationsAt(place).filter(({ text }) => text.includes('type="auth"'))).toHaveLength(2);
  });

  it('by nobody is told as what the look-up found', async () => {
    for (const [query, code, state] of [
      [answer('00'), 'already-paid', 'paid'],
      [answer('101'), 'gateway-unavailable', 'open'],
    ] as const) {
      const { place, id, first, go } = await heldUp({ late: neverCame, query, next: answer('00') });
      go.open();
      expect(await first).toBe(code);
      expect(await place.backend.orders.shopView(id)).toMatchObject({ state, contradiction: false });
    }
  });

  it('as authorized, as the look-up found, is one payment', async () => {
    const { place, id, first, go } = await heldUp({ late: answer('00'), query: answer('00'), next: answer('00') });
    go.open();
    expect(await first).toBe('authorized');
    expect(await place.backend.orders.shopView(id)).toMatchObject({ state: 'paid', contradiction: false });
  });

  it('as authorized, though it had never arrived, pays an order that is still open', async () => {
    const { place, id, first, go } = await heldUp({ late: answer('00'), query: unknown, next: answer('00') });
    expect(await place.backend.orders.shopView(id)).toMatchObject({ state: 'open' });
    go.open();
    expect(await first).toBe('authorized');
    expect(await place.backend.orders.read(id)).toMatchObject({
      state: 'paid',
      payment: { gatewayOrderId: id, card: '422200******5344' },
    });
  });

  it('as authorized beside another payment is flagged, and what paid the order stays', async () => {
    const { place, id, first, go } = await heldUp({ late: answer('00'), query: unknown, next: answer('00') });
    expect(await told(pay(place, id))).toBe('authorized');
    go.open();
    expect(await first).toBe('authorized');
    expect(await place.backend.orders.read(id)).toMatchObject({
      state: 'paid',
      contradiction: true,
      payment: { gatewayOrderId: `${id}-2` },
    });
  });

  it('as authorized while another one is on its way pays the order at once: a decline of the other does not undo it', async () => {
    for (const other of ['101', '00']) {
      const [reached, go2] = [gate(), gate()];
      const { place, id, first, go } = await heldUp({
        late: answer('00'),
        query: unknown,
        next: async (orderid) => {
          reached.open();
          await go2.opened;
          return authorizationAnswer({ orderid, result: other });
        },
      });
      const second = told(pay(place, id));
      await reached.opened;
      go.open();
      expect(await first).toBe('authorized');
      go2.open();
      expect(await second).toBe(other === '00' ? 'authorized' : 'declined');
      expect(await place.backend.orders.read(id)).toMatchObject({
        state: 'paid',
        contradiction: true,
        payment: { gatewayOrderId: id },
      });
    }
  });
});
