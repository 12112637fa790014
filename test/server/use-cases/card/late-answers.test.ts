import { describe, expect, it } from 'vitest';
import { codeOf } from '../../code-of.js';
import {
  authorizationAnswer,
  authorizationsAt,
  CARDS,
  gate,
  isQuery,
  isXml,
  notFound,
  orderIdIn,
  pay,
  shop,
} from '../../scripted-gateway.js';

interface Held {
  /** The late answer to the first authorization. */
  readonly late: (orderid: string) => Response | Promise<Response>;
  /** The answer to the queries about it. */
  readonly query: (orderid: string) => Response;
  /** The answer to later authorizations. */
  readonly next: (orderid: string) => Response | Promise<Response>;
}

/** An order whose first authorization is still under way when its deadline has passed and it is looked up. */
async function heldUp({ late, query, next }: Held) {
  const place = shop({ patience: 0 });
  const id = await place.order({ policies: { notEnrolled: 'authorize' } });
  const [reached, go] = [gate(), gate()];
  let authorizations = 0;
  place.intercept = async (path, text, pass) => {
    if (!isXml(path)) return pass();
    if (isQuery(text)) return query(orderIdIn(text));
    if (++authorizations > 1) return next(orderIdIn(text));
    reached.open();
    await go.opened;
    return late(orderIdIn(text));
  };
  const first = codeOf(pay(place, id));
  await reached.opened;
  place.clock.advance(301_000);
  await place.backend.orders.lookUp(id);
  const attempts = async () =>
    (await place.backend.orders.read(id))?.attempts.map(({ gatewayOrderId }) => gatewayOrderId) ?? [];
  return { place, id, first, go, attempts };
}

const answer = (result: string) => (orderid: string) => authorizationAnswer({ orderid, result });
const noAnswer = () => Promise.reject<Response>(new Error('The connection broke.'));

describe('an authorization that is answered after it was looked up', () => {
  it('a late answer that declines leaves an order paid that another authorization has paid meanwhile', async () => {
    const { place, id, first, go, attempts } = await heldUp({
      late: answer('101'),
      query: answer('101'),
      next: answer('00'),
    });
    expect(await codeOf(pay(place, id))).toBe('authorized');
    go.open();
    expect(await first).toBe('already-paid');
    expect(await place.backend.orders.read(id)).toMatchObject({
      state: 'paid',
      payment: { gatewayOrderId: (await attempts())[1] },
    });
    expect(await codeOf(pay(place, id, CARDS.notEnrolled, { serverTransId: undefined }))).toBe('already-paid');
  });

  it('a late answer that declines lets no third authorization begin beside the second', async () => {
    const [reached, answered] = [gate(), gate()];
    const { place, id, first, go } = await heldUp({
      late: answer('101'),
      query: answer('101'),
      next: async (orderid) => {
        reached.open();
        await answered.opened;
        return authorizationAnswer({ orderid, result: '00' });
      },
    });
    const second = codeOf(pay(place, id));
    await reached.opened;
    go.open();
    expect(await first).toBe('authorization-unanswered');
    expect(await place.backend.orders.shopView(id)).toMatchObject({ state: 'in-doubt' });
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId: undefined }))).toBe('order-not-open');
    answered.open();
    expect(await second).toBe('authorized');
    expect(authorizationsAt(place)).toHaveLength(2);
  });

  it.each([
    ['an approval', answer('00'), 'authorized', 'paid'],
    ['a decline', answer('101'), 'declined', 'open'],
  ] as const)(
    'an authorization that is never answered returns %s that the look-up found',
    async (_what, query, code, state) => {
      const { place, id, first, go } = await heldUp({ late: noAnswer, query, next: answer('00') });
      go.open();
      expect(await first).toBe(code);
      expect(await place.backend.orders.shopView(id)).toMatchObject({ state, contradiction: false });
    },
  );

  it('a late answer that declines is flagged when a person has settled the order as paid meanwhile', async () => {
    const { place, id, first, go, attempts } = await heldUp({
      late: answer('101'),
      query: answer('300'),
      next: answer('00'),
    });
    await place.backend.orders.settle(id, { as: 'paid', by: 'Grace', reason: 'seen in the back office' });
    go.open();
    expect(await first).toBe('authorized');
    expect(await place.backend.orders.read(id)).toMatchObject({
      state: 'paid',
      flags: [{ kind: 'contradiction', attempt: (await attempts())[0] }],
    });
  });

  it('a late answer that authorizes gives its references to a payment that a person has settled as paid', async () => {
    const { place, id, first, go } = await heldUp({
      late: (orderid) => authorizationAnswer({ orderid, result: '00', authcode: '4711' }),
      query: answer('300'),
      next: answer('00'),
    });
    const settled = await place.backend.orders.settle(id, { as: 'paid', by: 'Grace', reason: 'seen' });
    expect(settled.payment).not.toHaveProperty('pasref');
    go.open();
    expect(await first).toBe('authorized');
    const references = { pasref: '12345', authcode: '4711' };
    expect(await place.backend.orders.read(id)).toMatchObject({
      state: 'paid',
      flags: [],
      payment: references,
      attempts: [{ progress: { step: 'succeeded', ...references } }],
    });
  });

  it('a late answer that authorizes is one payment when the look-up found the same', async () => {
    const { place, id, first, go } = await heldUp({ late: answer('00'), query: answer('00'), next: answer('00') });
    go.open();
    expect(await first).toBe('authorized');
    expect(await place.backend.orders.shopView(id)).toMatchObject({ state: 'paid', flags: [] });
  });

  it('a late answer that authorizes pays an order that was opened because the query did not find it', async () => {
    const { place, id, first, go, attempts } = await heldUp({
      late: answer('00'),
      query: notFound,
      next: answer('00'),
    });
    expect(await place.backend.orders.shopView(id)).toMatchObject({ state: 'open' });
    go.open();
    expect(await first).toBe('authorized');
    expect(await place.backend.orders.read(id)).toMatchObject({
      state: 'paid',
      payment: { gatewayOrderId: (await attempts())[0], card: '422200******5344' },
    });
    expect((await place.backend.orders.shopView(id))?.history.map(({ event }) => event)).toContain('late-success');
  });

  it('a late answer that authorizes is flagged as a second payment beside another payment, which stays', async () => {
    const { place, id, first, go, attempts } = await heldUp({
      late: answer('00'),
      query: notFound,
      next: answer('00'),
    });
    expect(await codeOf(pay(place, id))).toBe('authorized');
    go.open();
    expect(await first).toBe('authorized');
    const [late, paid] = await attempts();
    expect(await place.backend.orders.read(id)).toMatchObject({
      state: 'paid',
      flags: [{ kind: 'second-payment', attempt: late }],
      payment: { gatewayOrderId: paid },
    });
  });

  it('a late answer that authorizes waits for the second authorization, and pays the order when that is declined', async () => {
    for (const other of ['101', '00']) {
      const [reached, answered] = [gate(), gate()];
      const { place, id, first, go, attempts } = await heldUp({
        late: answer('00'),
        query: notFound,
        next: async (orderid) => {
          reached.open();
          await answered.opened;
          return authorizationAnswer({ orderid, result: other });
        },
      });
      const second = codeOf(pay(place, id));
      await reached.opened;
      go.open();
      expect(await first).toBe('authorization-unanswered');
      expect(await place.backend.orders.shopView(id)).toMatchObject({ state: 'in-doubt' });
      answered.open();
      expect(await second).toBe(other === '00' ? 'authorized' : 'already-paid');
      const [late, later] = await attempts();
      expect(await place.backend.orders.read(id)).toMatchObject({
        state: 'paid',
        flags: other === '00' ? [{ kind: 'second-payment', attempt: late }] : [],
        payment: { gatewayOrderId: other === '00' ? later : late },
      });
    }
  });
});
