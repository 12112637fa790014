import { describe, expect, it } from 'vitest';
import { isGatewayOrderIdOf } from '../../src/server/domain/identifiers/gateway-order-id.js';
import { createWorld, newKey, ORDER, payByCard, paymentsOf, stored } from './simulation/world.js';
import type { Fault } from './simulation/simulated-gateway.js';

const MINUTE = 60_000;

async function open() {
  const world = createWorld();
  const process = world.start();
  const { id } = await process.backend.orders.create(ORDER);
  return { world, process, id };
}

/** Pays once with a fault of the authorization; returns the outcome's code. */
async function payWith(fault: Fault) {
  const shop = await open();
  shop.world.gateway.fault = ({ kind }) => (kind === 'auth' ? fault : { is: 'none' });
  const code = await shop.world.time.until(payByCard(shop.process, shop.id));
  shop.world.gateway.fault = () => ({ is: 'none' });
  return { ...shop, code };
}

describe('settlement of card authorizations', () => {
  it('a card authorization has a gateway order id that belongs to its order', async () => {
    const { world, process, id } = await open();
    expect(await world.time.until(payByCard(process, id))).toBe('authorized');
    const [orderId = ''] = await paymentsOf(process, id);
    expect(isGatewayOrderIdOf(id, orderId)).toBe(true);
    expect(orderId.length).toBeLessThanOrEqual(42);
  });

  it.each([
    ['signed 101', '101', 'declined'],
    ['signed 205', '205', 'gateway-unavailable'],
  ])('a card authorization ends with %s', async (_name, result, code) => {
    const { world, process, id } = await open();
    world.gateway.cardResult = result;
    expect(await world.time.until(payByCard(process, id))).toBe(code);
    expect((await stored(process, id)).state).toBe('open');
  });

  it.each(['502', '503', '505', '506'])(
    'a card authorization ends with an unsigned %s, without a query',
    async (result) => {
      const { world, process, id, code } = await payWith({ is: 'unsigned', result, processed: false });
      expect(code).toBe('gateway-refused');
      expect((await stored(process, id)).state).toBe('open');
      expect(world.gateway.requests.some(({ kind }) => kind === 'query')).toBe(false);
    },
  );

  it('a card authorization ends with an unsigned 508 of a known text only', async () => {
    const known = await payWith({
      is: 'unsigned',
      result: '508',
      message: 'Zero, negative or insufficient amount specified.',
      processed: false,
    });
    expect(known.code).toBe('gateway-refused');
    const unknown = await payWith({ is: 'unsigned', result: '508', message: 'Something else.', processed: false });
    expect(unknown.world.gateway.requests.filter(({ kind }) => kind === 'query')).toHaveLength(2);
  });

  it.each(['108', '300', '330', '500', '504', '509'])(
    'a card authorization ends after an unsigned %s and two "not found", five seconds apart',
    async (result) => {
      const { world, process, id, code } = await payWith({ is: 'unsigned', result, processed: false });
      expect(['declined', 'gateway-unavailable', 'gateway-refused']).toContain(code);
      const record = await stored(process, id);
      expect(record.state).toBe('open');
      expect(world.gateway.requests.filter(({ kind }) => kind === 'query')).toHaveLength(2);
      expect(world.time.now().getTime() - Date.parse(record.createdAt)).toBeGreaterThanOrEqual(5_000);
    },
  );

  it.each(['108', '300', '500'])(
    'a card authorization succeeds after an unsigned %s when the query finds it',
    async (result) => {
      const { process, id, code } = await payWith({ is: 'unsigned', result, processed: true });
      expect(code).toBe('authorized');
      expect((await stored(process, id)).state).toBe('paid');
    },
  );

  it('a second payment after an unsigned 500 that took the money does not charge the order again', async () => {
    const { world, process, id } = await payWith({ is: 'unsigned', result: '500', processed: true });
    await world.time.until(payByCard(process, id));
    expect([...world.gateway.authorizations.values()].filter(({ result }) => result === '00')).toHaveLength(1);
  });

  it('a card authorization stays unresolved after an unsigned 500 until a query is answered', async () => {
    const { world, process, id } = await open();
    world.gateway.fault = ({ kind }) => {
      if (kind === 'auth') return { is: 'unsigned', result: '500', processed: true };
      return kind === 'query' ? { is: 'http', status: 500 } : { is: 'none' };
    };
    expect(await world.time.until(payByCard(process, id))).toBe('authorization-unanswered');
    expect((await stored(process, id)).state).toBe('in-doubt');
    world.gateway.fault = () => ({ is: 'none' });
    await world.time.advance(10_000);
    await world.time.until(process.backend.orders.reconcile({ olderThan: 0 }));
    expect((await stored(process, id)).state).toBe('paid');
  });

  it.each([
    ['lost', { is: 'lost-request' }],
    ['666, which is not a result', { is: 'unsigned', result: '666', processed: false }],
    ['an unsigned 00', { is: 'unsigned', result: '00', processed: false }],
    ['an unsigned 101', { is: 'unsigned', result: '101', processed: false }],
  ] as const)('counts "not found" after five minutes only, when its answer is %s', async (_name, fault) => {
    const { world, process, id, code } = await payWith(fault);
    expect(code).toBe('authorization-unanswered');
    await world.time.advance(4 * MINUTE);
    await world.time.until(process.backend.orders.reconcile({ olderThan: 0 }));
    expect((await stored(process, id)).state).toBe('in-doubt');
    await world.time.advance(2 * MINUTE);
    await world.time.until(process.backend.orders.reconcile({ olderThan: 0 }));
    expect((await stored(process, id)).state).toBe('open');
  });

  it.each([
    ['lost', { is: 'lost-answer' }],
    ['of a wrong hash', { is: 'wrong-hash' }],
    ['an HTTP 500', { is: 'http', status: 500 }],
  ] as const)(
    'a card authorization is settled by a query when the answer is %s and the money was taken',
    async (_name, fault) => {
      const { world, process, id, code } = await payWith(fault);
      expect(code).toBe('authorization-unanswered');
      await world.time.advance(MINUTE);
      await world.time.until(process.backend.orders.reconcile({ olderThan: 0 }));
      const record = await stored(process, id);
      expect(record).toMatchObject({ state: 'paid', payment: { method: 'card' } });
      expect(record.payment?.pasref).toBe([...world.gateway.authorizations.values()][0]?.pasref);
    },
  );

  it('a 508 with another text does not end a card authorization', async () => {
    const { world, process, id } = await payWith({ is: 'lost-answer' });
    world.gateway.fault = ({ kind }) =>
      kind === 'query'
        ? { is: 'unsigned', result: '508', message: 'Account not found.', processed: false }
        : { is: 'none' };
    await world.time.advance(10 * MINUTE);
    await world.time.until(process.backend.orders.reconcile({ olderThan: 0 }));
    expect((await stored(process, id)).state).toBe('in-doubt');
  });

  it('"not found" does not end a card authorization after a 501', async () => {
    const { world, process, id, code } = await payWith({ is: 'unsigned', result: '501', processed: false });
    expect(code).toBe('authorization-unanswered');
    await world.time.advance(24 * 60 * MINUTE);
    await world.time.until(process.backend.orders.reconcile({ olderThan: 0 }));
    expect((await stored(process, id)).state).toBe('in-doubt');
  });

  it('a match settles a card authorization after a 501', async () => {
    const { world, process, id, code } = await payWith({ is: 'delivered-twice' });
    expect(code).toBe('authorization-unanswered');
    await world.time.advance(MINUTE);
    await world.time.until(process.backend.orders.reconcile({ olderThan: 0 }));
    expect((await stored(process, id)).state).toBe('paid');
  });

  it('a match five minutes after two "not found" pays the order late', async () => {
    const { world, process, id } = await payWith({ is: 'unsigned', result: '500', processed: false });
    const [orderId = ''] = await paymentsOf(process, id);
    world.gateway.authorizations.set(orderId, {
      orderId,
      result: '00',
      pasref: '99',
      amount: '1999',
      currency: 'EUR',
    });
    await world.time.advance(6 * MINUTE);
    await world.time.until(process.backend.orders.reconcile());
    expect(await stored(process, id)).toMatchObject({ state: 'paid', payment: { gatewayOrderId: orderId } });
  });

  it.each([
    ['with an error', 'unsigned'],
    ['with a result that decides nothing', 'signed'],
  ])('an ended authorization whose queries are answered %s is asked about for a day', async (_how, trust) => {
    const { world, process, id } = await payWith({ is: 'unsigned', result: '500', processed: false });
    const [orderId = ''] = await paymentsOf(process, id);
    if (trust === 'unsigned') {
      world.gateway.fault = ({ kind }) =>
        kind === 'query' ? { is: 'unsigned', result: '501', processed: false } : { is: 'none' };
    } else {
      const found = { orderId, result: '300', pasref: '99', amount: '1999', currency: 'EUR' };
      world.gateway.authorizations.set(orderId, found);
    }
    const lookedUp = async () => (await world.time.until(process.backend.orders.reconcile())).lookedUp;
    await world.time.advance(23 * 60 * MINUTE);
    expect(await lookedUp()).toBe(1);
    await world.time.advance(24 * 60 * MINUTE);
    expect(await lookedUp()).toBe(1);
    await world.time.advance(24 * 60 * MINUTE);
    expect(await lookedUp()).toBe(0);
    expect((await stored(process, id)).dueAt).toBeUndefined();
  });

  it('a late success after another payment is flagged as a second payment', async () => {
    const { world, process, id } = await payWith({ is: 'unsigned', result: '500', processed: false });
    const [first = ''] = await paymentsOf(process, id);
    expect(await world.time.until(payByCard(process, id))).toBe('authorized');
    world.gateway.authorizations.set(first, {
      orderId: first,
      result: '00',
      pasref: '99',
      amount: '1999',
      currency: 'EUR',
    });
    await world.time.advance(6 * MINUTE);
    await world.time.until(process.backend.orders.reconcile());
    const record = await stored(process, id);
    expect(record.flags).toContainEqual(expect.objectContaining({ kind: 'second-payment', attempt: first }));
    expect(world.changes.map(({ change }) => change)).toContainEqual(
      expect.objectContaining({ kind: 'flag', flag: 'second-payment', attempt: first }),
    );
  });

  it.each(['00', '101'])(
    'a query answer of %s without a reference does not settle a card authorization',
    async (result) => {
      const { world, process, id } = await payWith({ is: 'lost-answer' });
      world.gateway.fault = ({ kind }) =>
        kind === 'query' ? { is: 'unsigned', result, processed: false } : { is: 'none' };
      await world.time.advance(MINUTE);
      await world.time.until(process.backend.orders.reconcile({ olderThan: 0 }));
      expect(await stored(process, id)).toMatchObject({ state: 'in-doubt', flags: [] });
    },
  );

  it.each([
    ['another amount', '1', 'in-doubt'],
    ['the same amount', '1999', 'paid'],
  ])('a query answer of %s settles a card authorization', async (_name, amount, state) => {
    const { world, process, id } = await payWith({ is: 'lost-answer' });
    world.gateway.queryAmount = amount;
    await world.time.advance(MINUTE);
    await world.time.until(process.backend.orders.reconcile({ olderThan: 0 }));
    const record = await stored(process, id);
    expect(record.state).toBe(state);
    expect(record.flags.map(({ kind }) => kind)).toEqual(state === 'paid' ? [] : ['contradiction']);
  });

  it('a card authorization that was not sent ends at once', async () => {
    const { process, id, code } = await payWith({ is: 'refused-connection' });
    expect(code).toBe('gateway-unavailable');
    expect((await stored(process, id)).state).toBe('open');
  });

  it('another process settles the card authorization of a process that died', async () => {
    const { world, process, id } = await open();
    world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-answer' } : { is: 'none' });
    void payByCard(process, id, newKey());
    await world.time.advance(1_000);
    process.kill();
    const other = world.start();
    expect((await stored(other, id)).state).toBe('in-doubt');
    await world.time.advance(MINUTE);
    await world.time.until(other.backend.orders.reconcile());
    expect((await stored(other, id)).state).toBe('paid');
  });
});
