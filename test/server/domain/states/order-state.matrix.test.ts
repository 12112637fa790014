import { describe, expect, it } from 'vitest';
import { ORDER_STATE_TABLE, type OrderEventType } from '../../../../src/server.js';
import { ORDER_STATES, type OrderState } from '../../../../src/protocol/adapter/outcome-codes.js';
import {
  createWorld,
  ORDER,
  payByCard,
  paymentsOf,
  startRedirect,
  stored,
  type Process,
  type World,
} from '../../simulation/world.js';

/**
 * The states of an order, written from the interface documents and docs/orders.md, and driven through
 * routes, messages and look-ups. It does not read the table, so that it fails when the table is wrong.
 */
interface Shop {
  readonly world: World;
  readonly process: Process;
  readonly id: string;
}

const MINUTE = 60_000;
const PERSON = { by: 'Grace', reason: 'called the acquirer' };

async function newShop(order = ORDER, options: Parameters<World['start']>[0] = {}): Promise<Shop> {
  const world = createWorld();
  const process = world.start(options);
  const { id } = await process.backend.orders.create(order);
  return { world, process, id };
}

const run = <Value>({ world }: Shop, promise: Promise<Value>) => world.time.until(promise);
const lastPayment = async ({ process, id }: Shop) => (await paymentsOf(process, id)).at(-1) ?? '';

async function reconcile({ world, process }: Shop, after: number): Promise<void> {
  await world.time.advance(after);
  await world.time.until(process.backend.orders.reconcile({ olderThan: 0 }));
}

/** The gateway's report and its status message say so about the last redirect payment. */
async function status(shop: Shop, result: '00' | '101'): Promise<void> {
  const orderId = await lastPayment(shop);
  const payment = shop.world.gateway.payments.get(orderId);
  if (!payment) return;
  Object.assign(payment, result === '00' ? { status: 'SUCCEEDED', result } : { status: 'FAILED', result });
  await shop.world.time.advance(5_000);
  await run(shop, shop.process.deliver('status', shop.id, shop.world.gateway.message(orderId, result)));
  await shop.world.time.advance(5_000);
}

/** Ways into each state. */
const REACH: Readonly<Record<OrderState, () => Promise<Shop>>> = {
  open: () => newShop(),
  'in-doubt': async () => {
    const shop = await newShop();
    shop.world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-request' } : { is: 'none' });
    await run(shop, payByCard(shop.process, shop.id));
    shop.world.gateway.fault = () => ({ is: 'none' });
    return shop;
  },
  pending: async () => {
    const shop = await newShop();
    await run(shop, startRedirect(shop.process, shop.id));
    return shop;
  },
  paid: async () => {
    const shop = await REACH.pending();
    await status(shop, '00');
    return shop;
  },
  failed: async () => {
    const shop = await REACH.pending();
    await status(shop, '101');
    return shop;
  },
  cancelled: async () => {
    const shop = await newShop();
    await run(shop, shop.process.backend.orders.cancel(shop.id, { key: 'ended' }));
    return shop;
  },
  'partly-refunded': async () => {
    const shop = await REACH.paid();
    await run(shop, shop.process.backend.orders.refund(shop.id, { amount: '500' }));
    return shop;
  },
  refunded: async () => {
    const shop = await REACH.paid();
    await run(shop, shop.process.backend.orders.refund(shop.id));
    return shop;
  },
  authorized: async () => {
    const shop = await newShop(ORDER, { autosettle: 'multi' });
    await run(shop, payByCard(shop.process, shop.id));
    return shop;
  },
  'partly-captured': async () => {
    const shop = await REACH.authorized();
    await run(shop, shop.process.backend.orders.capture(shop.id, { amount: '500', key: 'parcel-1' }));
    return shop;
  },
  voided: async () => {
    const shop = await REACH.authorized();
    await run(shop, shop.process.backend.orders.cancel(shop.id, { key: 'cancel-1' }));
    return shop;
  },
  authenticated: async () => {
    const shop = await newShop({ ...ORDER, purpose: 'add-card', amount: '0' });
    await run(shop, payByCard(shop.process, shop.id));
    return shop;
  },
};

/** Events of an order. A refused call changes nothing. */
const HAPPENS = {
  'a card is authorized': (shop: Shop) => run(shop, payByCard(shop.process, shop.id)),
  'a card is declined': async (shop: Shop) => {
    shop.world.gateway.cardResult = '101';
    await run(shop, payByCard(shop.process, shop.id));
  },
  'an authorization is not answered': async (shop: Shop) => {
    shop.world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-request' } : { is: 'none' });
    await run(shop, payByCard(shop.process, shop.id));
  },
  'a redirect payment starts': (shop: Shop) => run(shop, startRedirect(shop.process, shop.id, 'sofort')),
  'the query finds the authorization': async (shop: Shop) => {
    const orderId = await lastPayment(shop);
    shop.world.gateway.authorizations.set(orderId, {
      orderId,
      result: '00',
      pasref: '1',
      amount: '1999',
      currency: 'EUR',
    });
    await reconcile(shop, MINUTE);
  },
  'the query finds a decline': async (shop: Shop) => {
    const orderId = await lastPayment(shop);
    shop.world.gateway.authorizations.set(orderId, {
      orderId,
      result: '101',
      pasref: '1',
      amount: '1999',
      currency: 'EUR',
    });
    await reconcile(shop, MINUTE);
  },
  'the query finds nothing for six minutes': (shop: Shop) => reconcile(shop, 6 * MINUTE),
  'a status message says 00': (shop: Shop) => status(shop, '00'),
  'a status message says 101': (shop: Shop) => status(shop, '101'),
  'the shopper stays away for 31 minutes': (shop: Shop) => reconcile(shop, 31 * MINUTE),
  'a part is refunded': (shop: Shop) => run(shop, shop.process.backend.orders.refund(shop.id, { amount: '100' })),
  'the rest is refunded': (shop: Shop) => run(shop, shop.process.backend.orders.refund(shop.id)),
  'a part is captured': (shop: Shop) =>
    run(shop, shop.process.backend.orders.capture(shop.id, { amount: '100', key: 'part' })),
  'the rest is captured': (shop: Shop) => run(shop, shop.process.backend.orders.capture(shop.id, { key: 'rest' })),
  'the last part is captured': (shop: Shop) =>
    run(shop, shop.process.backend.orders.capture(shop.id, { amount: '100', key: 'last', final: true })),
  'it is cancelled': (shop: Shop) => run(shop, shop.process.backend.orders.cancel(shop.id, { key: 'cancel' })),
  'a person settles it as paid': (shop: Shop) =>
    run(shop, shop.process.backend.orders.settle(shop.id, { as: 'paid', ...PERSON })),
  'a person settles it as failed': (shop: Shop) =>
    run(shop, shop.process.backend.orders.settle(shop.id, { as: 'failed', ...PERSON })),
  'a person reopens it': (shop: Shop) => run(shop, shop.process.backend.orders.reopen(shop.id, PERSON)),
} satisfies Record<string, (shop: Shop) => Promise<unknown>>;

type Happening = keyof typeof HAPPENS;

/** The next state for each event. States that are not named do not change. */
const EXPECTED: Readonly<Record<Happening, Partial<Record<OrderState, OrderState>>>> = {
  // A redirect payment that was never begun gives way.
  'a card is authorized': { open: 'paid', failed: 'paid', pending: 'paid' },
  'a card is declined': { open: 'open', failed: 'open', pending: 'open' },
  'an authorization is not answered': { open: 'in-doubt', failed: 'in-doubt', pending: 'in-doubt' },
  'a redirect payment starts': { open: 'pending', failed: 'pending', pending: 'pending' },
  'the query finds the authorization': { 'in-doubt': 'paid' },
  'the query finds a decline': { 'in-doubt': 'open' },
  'the query finds nothing for six minutes': { 'in-doubt': 'open' },
  // A success after a failure is a late success.
  'a status message says 00': { pending: 'paid', failed: 'paid' },
  'a status message says 101': { pending: 'failed' },
  'the shopper stays away for 31 minutes': { 'in-doubt': 'open', pending: 'open' },
  'a part is refunded': { paid: 'partly-refunded', 'partly-refunded': 'partly-refunded' },
  'the rest is refunded': { paid: 'refunded', 'partly-refunded': 'refunded' },
  'a part is captured': { authorized: 'partly-captured', 'partly-captured': 'partly-captured' },
  'the rest is captured': { authorized: 'paid', 'partly-captured': 'paid' },
  'the last part is captured': { authorized: 'paid', 'partly-captured': 'paid' },
  // The payments of this matrix that are captured are redirect payments, which have no void.
  'it is cancelled': {
    open: 'cancelled',
    failed: 'cancelled',
    authorized: 'voided',
    paid: 'refunded',
    'partly-refunded': 'refunded',
  },
  'a person settles it as paid': { 'in-doubt': 'paid', pending: 'paid', failed: 'paid' },
  'a person settles it as failed': { 'in-doubt': 'failed', pending: 'failed' },
  'a person reopens it': { 'in-doubt': 'open', pending: 'open', failed: 'open' },
};

describe.each(ORDER_STATES)('an order that is %s', (state) => {
  it.each(Object.keys(HAPPENS) as Happening[])('an order has the state of the matrix after: %s', async (happening) => {
    const shop = await REACH[state]();
    expect((await stored(shop.process, shop.id)).state).toBe(state);
    await HAPPENS[happening](shop).catch(() => undefined);
    const record = await stored(shop.process, shop.id);
    expect(record.state).toBe(EXPECTED[happening][state] ?? state);
    // Each change of state was written down for the merchant, and follows from the one before.
    await shop.world.time.advance(0);
    const changes = shop.world.changes.map(({ change }) => change).filter(({ kind }) => kind === 'state');
    const path = changes.map((change) => (change.kind === 'state' ? [change.from, change.to] : []));
    expect([['', 'open'], ...path].at(-1)?.[1]).toBe(record.state);
    for (const [index, [from]] of path.entries()) expect(from).toBe(path[index - 1]?.[1] ?? 'open');
  });
});

/** Transitions by the name of their event, once more and by hand: the picture in the documentation. */
const TRANSITIONS: Readonly<Record<OrderEventType, readonly `${OrderState} > ${OrderState}`[]>> = {
  AUTHORIZATION_SENT: ['open > in-doubt', 'failed > in-doubt'],
  AUTHORIZATION_APPROVED: ['in-doubt > paid'],
  AUTHORIZATION_RESERVED: ['in-doubt > authorized'],
  AUTHORIZATION_ENDED: ['in-doubt > open'],
  CARD_CONFIRMED: ['open > authenticated', 'failed > authenticated'],
  REDIRECT_STARTED: ['open > pending', 'failed > pending'],
  REDIRECT_SUCCEEDED: ['pending > paid'],
  REDIRECT_FAILED: ['pending > failed'],
  REDIRECT_SET_ASIDE: ['pending > open'],
  SUCCESS_REPORTED: ['open > pending', 'failed > pending'],
  LATE_SUCCESS: ['open > paid', 'failed > paid', 'cancelled > paid'],
  CANCELLED: ['open > cancelled', 'failed > cancelled'],
  EXPIRED: ['open > cancelled', 'failed > cancelled'],
  LATE_RESERVATION: ['open > authorized', 'failed > authorized', 'cancelled > authorized'],
  CAPTURED_IN_PART: ['authorized > partly-captured', 'partly-captured > partly-captured'],
  CAPTURED: ['authorized > paid', 'partly-captured > paid'],
  VOIDED: ['authorized > voided', 'partly-captured > voided', 'paid > voided'],
  REFUNDED_IN_PART: [
    'partly-captured > partly-captured',
    'paid > partly-refunded',
    'partly-refunded > partly-refunded',
    'refunded > partly-refunded',
  ],
  REFUNDED_IN_FULL: ['partly-captured > partly-captured', 'paid > refunded', 'partly-refunded > refunded'],
  CORRECTED_TO_AUTHORIZED: ['partly-captured > authorized', 'paid > authorized', 'voided > authorized'],
  CORRECTED_TO_PARTLY_CAPTURED: [
    'partly-captured > partly-captured',
    'paid > partly-captured',
    'partly-refunded > partly-captured',
    'refunded > partly-captured',
    'voided > partly-captured',
  ],
  CORRECTED_TO_PAID: ['paid > paid', 'partly-refunded > paid', 'refunded > paid', 'voided > paid'],
  SETTLED_AS_PAID: ['open > paid', 'failed > paid', 'in-doubt > paid', 'pending > paid', 'cancelled > paid'],
  SETTLED_AS_RESERVED: [
    'open > authorized',
    'failed > authorized',
    'in-doubt > authorized',
    'pending > authorized',
    'cancelled > authorized',
  ],
  SETTLED_AS_FAILED: ['in-doubt > failed', 'pending > failed'],
  REOPENED: ['open > open', 'failed > open', 'in-doubt > open', 'pending > open'],
};

it('the order state table has the transitions of the documentation and no other', () => {
  const table = Object.entries(ORDER_STATE_TABLE.states).flatMap(([from, { on }]) =>
    Object.entries(on).map(([event, to]) => `${event}: ${from} > ${to}`),
  );
  const expected = Object.entries(TRANSITIONS).flatMap(([event, paths]) => paths.map((path) => `${event}: ${path}`));
  expect(table.sort()).toEqual(expected.sort());
});
