import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Fault } from './simulation/simulated-gateway.js';
import { createWorld, ORDER, paymentsOf, startRedirect, stored, type Process, type World } from './simulation/world.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Paid {
  readonly world: World;
  readonly process: Process;
  readonly id: string;
  readonly orderId: string;
}

async function paid(): Promise<Paid> {
  const world = createWorld();
  const process = world.start();
  const { id } = await process.backend.orders.create(ORDER);
  await world.time.until(startRedirect(process, id));
  const [orderId = ''] = await paymentsOf(process, id);
  Object.assign(world.gateway.payments.get(orderId) ?? {}, { status: 'SUCCEEDED', result: '00' });
  await world.time.until(process.deliver('status', id, world.gateway.message(orderId, '00')));
  await world.time.advance(5_000);
  expect((await stored(process, id)).state).toBe('paid');
  return { world, process, id, orderId };
}

async function refundWith(fault: Fault) {
  const shop = await paid();
  const { world, process, id } = shop;
  world.gateway.fault = ({ kind }) => (kind === 'payment-credit' ? fault : { is: 'none' });
  const answer = await world.time.until(process.backend.orders.refund(id, { amount: '500', key: 'first' }));
  world.gateway.fault = () => ({ is: 'none' });
  return { ...shop, answer };
}

async function reconcile({ world, process }: Paid, after: number): Promise<void> {
  await world.time.advance(after);
  await world.time.until(process.backend.orders.reconcile());
}

const refundOf = async ({ process, id }: Paid) =>
  (await stored(process, id)).attempts.findLast(({ kind }) => kind === 'refund')?.progress.step;

afterEach(() => void vi.unstubAllEnvs());

describe('settlement of refunds', () => {
  it.each(['502', '503', '505', '506', '512'])('an unsigned %s refuses a refund', async (result) => {
    const { answer } = await refundWith({ is: 'unsigned', result, processed: false });
    expect(answer).toMatchObject({ state: 'refused', refundable: '1999' });
  });

  it.each([
    ['FAILED', 'refused'],
    ['Original transaction not found.', 'refused'],
    ['Something else.', 'unresolved'],
  ])('a refund with an unsigned 508 "%s" is %s', async (message, state) => {
    const { answer } = await refundWith({ is: 'unsigned', result: '508', message, processed: false });
    expect(answer.state).toBe(state);
  });

  it.each([
    ['an unsigned 500', { is: 'unsigned', result: '500', processed: true }],
    ['an unsigned 00', { is: 'unsigned', result: '00', processed: true }],
    ['an unsigned 101', { is: 'unsigned', result: '101', processed: true }],
    ['a wrong hash', { is: 'wrong-hash' }],
    ['an HTTP 500', { is: 'http', status: 500 }],
    ['no answer', { is: 'lost-answer' }],
  ] as const)(
    'a refund is unresolved after %s, reserves its amount, and is settled by the refunds report',
    async (_name, fault) => {
      const shop = await refundWith(fault);
      expect(shop.answer).toMatchObject({ state: 'unresolved', refundable: '1499' });
      await reconcile(shop, 2 * MINUTE);
      expect(await refundOf(shop)).toBe('done');
      expect((await stored(shop.process, shop.id)).state).toBe('partly-refunded');
    },
  );

  it('a refund that the report does not list releases its amount after 24 hours, and not before', async () => {
    const shop = await refundWith({ is: 'lost-request' });
    await reconcile(shop, 23 * 60 * MINUTE);
    expect(await refundOf(shop)).toBe('unresolved');
    await reconcile(shop, 61 * MINUTE);
    expect(await refundOf(shop)).toBe('refused');
    expect((await shop.process.backend.orders.shopView(shop.id))?.refundable).toBe('1999');
  });

  it.each([
    ['INITIATION_PENDING', 'pending'],
    ['INITIATION_PROCESSING', 'pending'],
    ['INITIATION_COMPLETED', 'done'],
    ['INITIATION_REJECTED', 'refused'],
    ['INITIATION_FAILED', 'refused'],
    ['SOMETHING_NEW', 'unresolved'],
  ])('a refund that the report lists as %s is %s', async (status, step) => {
    const shop = await refundWith({ is: 'lost-answer' });
    const [listed] = shop.world.gateway.refunds;
    if (listed) listed.status = status;
    await reconcile(shop, 2 * MINUTE);
    expect(await refundOf(shop)).toBe(step);
    // Listed, so that time alone releases nothing.
    await reconcile(shop, 2 * DAY);
    expect(await refundOf(shop)).toBe(step);
  });

  it.each([
    ['on a server in Tokyo', 'Asia/Tokyo', 0],
    ['when the clock of the gateway is 2 minutes behind', 'UTC', -2 * MINUTE],
  ])('a refund that the report lists is not released %s', async (_where, zone, skew) => {
    vi.stubEnv('TZ', zone);
    const shop = await refundWith({ is: 'lost-answer' });
    const [listed] = shop.world.gateway.refunds;
    if (listed) listed.at = new Date(listed.at.getTime() + skew);
    await reconcile(shop, 2 * MINUTE);
    expect(await refundOf(shop)).toBe('done');
    await reconcile(shop, 2 * DAY);
    expect((await shop.process.backend.orders.shopView(shop.id))?.refundable).toBe('1499');
  });

  it('the record of another refund of the same amount does not settle a refund', async () => {
    const shop = await paid();
    const { world, process, id } = shop;
    await world.time.until(process.backend.orders.refund(id, { amount: '500', key: 'answered' }));
    world.gateway.fault = ({ kind }) => (kind === 'payment-credit' ? { is: 'lost-request' } : { is: 'none' });
    await world.time.until(process.backend.orders.refund(id, { amount: '500', key: 'lost' }));
    world.gateway.fault = () => ({ is: 'none' });
    await reconcile(shop, 2 * MINUTE);
    expect(await refundOf(shop)).toBe('unresolved');
  });

  it('a record that is older than a refund does not settle it', async () => {
    const shop = await paid();
    const { world, process, id, orderId } = shop;
    const at = new Date(world.time.now().getTime() - DAY);
    world.gateway.refunds.push({ orderId, pasref: '1', amount: '500', at, status: 'INITIATION_COMPLETED' });
    world.gateway.fault = ({ kind }) => (kind === 'payment-credit' ? { is: 'lost-request' } : { is: 'none' });
    await world.time.until(process.backend.orders.refund(id, { amount: '500' }));
    world.gateway.fault = () => ({ is: 'none' });
    await reconcile(shop, 2 * MINUTE);
    expect(await refundOf(shop)).toBe('unresolved');
  });

  it.each([true, false])(
    'another process settles the refund of a process that died; processed: %s',
    async (processed) => {
      const shop = await paid();
      const { world, process, id } = shop;
      world.gateway.fault = ({ kind }) =>
        kind === 'payment-credit' ? { is: processed ? 'lost-answer' : 'lost-request' } : { is: 'none' };
      void process.backend.orders.refund(id, { amount: '500', key: 'first' });
      await world.time.advance(1_000);
      process.kill();
      const other = world.start();
      world.gateway.fault = () => ({ is: 'none' });
      const again = { ...shop, process: other };
      await reconcile(again, MINUTE);
      expect(await refundOf(again)).toBe(processed ? 'done' : 'sent');
      expect(await world.time.until(other.backend.orders.refund(id, { amount: '500', key: 'first' }))).toMatchObject({
        state: processed ? 'done' : 'unresolved',
      });
      expect(world.gateway.requests.filter(({ kind }) => kind === 'payment-credit')).toHaveLength(1);
      await reconcile(again, DAY);
      expect(await refundOf(again)).toBe(processed ? 'done' : 'refused');
    },
  );

  it('the status message of an unresolved refund settles it without a known reference', async () => {
    const shop = await refundWith({ is: 'lost-answer' });
    const [listed] = shop.world.gateway.refunds;
    const pairs = shop.world.gateway.message(shop.orderId, '00', { pasref: listed?.pasref ?? '', amount: '500' });
    const { status } = await shop.world.time.until(shop.process.deliver('status', shop.id, pairs));
    expect(status).toBe(200);
    expect(await refundOf(shop)).toBe('done');
  });

  it('a refund with the same key and another amount is rejected with key-reused', async () => {
    const { process, id, world } = await refundWith({ is: 'none' });
    const again = world.time.until(process.backend.orders.refund(id, { amount: '499', key: 'first' }));
    await expect(again).rejects.toMatchObject({ code: 'key-reused' });
    const same = await world.time.until(process.backend.orders.refund(id, { amount: '500', key: 'first' }));
    expect(same).toMatchObject({ state: 'done', amount: '500' });
  });

  it.each(['refunded', 'not-refunded'] as const)(
    'a person cannot settle a refund as %s while it is being sent',
    async (as) => {
      const shop = await paid();
      const { world, process, id } = shop;
      world.gateway.delays.set('payment-credit', 2_000);
      const refunding = process.backend.orders.refund(id, { amount: '900', key: 'first' });
      await world.time.advance(1_000);
      const settled = process.backend.orders.settle(id, { as, refund: 'first', by: 'Grace', reason: 'x' });
      await expect(settled).rejects.toMatchObject({
        issues: [{ field: 'refund', message: expect.stringContaining('under way') as string }],
      });
      expect(await world.time.until(refunding)).toMatchObject({ state: 'done', refundable: '1099' });
      expect((await stored(process, id)).flags).toEqual([]);
    },
  );

  it('a person settles a refund that the gateway cannot settle', async () => {
    const shop = await refundWith({ is: 'lost-request' });
    const { process, id } = shop;
    const input = { as: 'refunded', refund: 'first', by: 'Grace', reason: 'seen on the account' } as const;
    await process.backend.orders.settle(id, input);
    expect(await refundOf(shop)).toBe('done');
    await expect(process.backend.orders.settle(id, input)).rejects.toMatchObject({
      message: 'Bad settlement: refund is done already',
    });
  });
});
