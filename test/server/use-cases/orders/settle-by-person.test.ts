import { describe, expect, it } from 'vitest';
import type { OrderStore } from '../../../../src/server.js';
import type { CardAttempt } from '../../../../src/server/domain/record/attempts.js';
import { createWorld, ORDER, payByCard, stored } from '../../simulation/world.js';

const MINUTE = 60_000;
const PERSON = { by: 'Grace', reason: 'called the acquirer' };

describe('orders.settle and orders.reopen', () => {
  async function inDoubt() {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    world.gateway.fault = ({ kind }) =>
      kind === 'auth' ? { is: 'unsigned', result: '501', processed: false } : { is: 'none' };
    await world.time.until(payByCard(process, id));
    world.gateway.fault = () => ({ is: 'none' });
    return { world, process, id };
  }

  it('refuses to reopen an order, or to settle it, while its authorization is under way', async () => {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-request' } : { is: 'none' });
    const paying = payByCard(process, id);
    await world.time.advance(1000);
    expect((await stored(process, id)).attempts).toMatchObject([{ progress: { step: 'sent' } }]);
    const refusal = { issues: [{ field: 'order', message: expect.stringContaining('under way') as string }] };
    await expect(process.backend.orders.reopen(id, PERSON)).rejects.toMatchObject(refusal);
    for (const as of ['failed', 'paid'] as const)
      await expect(process.backend.orders.settle(id, { as, ...PERSON })).rejects.toMatchObject(refusal);
    expect((await stored(process, id)).state).toBe('in-doubt');
    await world.time.until(paying);
    expect(await process.backend.orders.reopen(id, PERSON)).toMatchObject({ state: 'open' });
  });

  it.each(['reopen', 'settle'] as const)(
    'refuses the decision to %s about an order that has got another payment since the call began',
    async (decision) => {
      const { world, id } = await inDoubt();
      let hasWritten = false;
      const replace: OrderStore['replace'] = (changed, revision) => {
        // Another person has ended the payment, and the shopper has paid again.
        if (!hasWritten)
          world.rewrite(id, (record) => {
            const [attempt] = record.attempts as [CardAttempt];
            const ended = { ...attempt, setAside: { at: attempt.sentAt, by: 'person' as const } };
            return { ...record, attempts: [ended, { ...attempt, gatewayOrderId: `${attempt.gatewayOrderId}x` }] };
          });
        hasWritten = true;
        return world.store.replace(changed, revision);
      };
      const staff = world.start({ store: { ...world.store, replace } });
      const { reopen, settle } = staff.backend.orders;
      const decided = decision === 'reopen' ? reopen(id, PERSON) : settle(id, { as: 'failed', ...PERSON });
      await expect(decided).rejects.toMatchObject({ issues: [{ field: 'attempt' }] });
      expect((await stored(staff, id)).state).toBe('in-doubt');
    },
  );

  it('reopens an order whose process died while its authorization was under way, after the time for the answer', async () => {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-request' } : { is: 'none' });
    void payByCard(process, id).catch(() => undefined);
    await world.time.advance(1000);
    process.kill();
    const other = world.start();
    await expect(other.backend.orders.reopen(id, PERSON)).rejects.toMatchObject({ issues: [{ field: 'order' }] });
    await world.time.advance(MINUTE);
    expect(await other.backend.orders.reopen(id, PERSON)).toMatchObject({ state: 'open' });
  });

  it.each(['reopen', 'settle'] as const)(
    'accepts the decision to %s an order whose process died, after the store’s clock was set back by a day',
    async (decision) => {
      const world = createWorld();
      const process = world.start();
      const { id } = await process.backend.orders.create(ORDER);
      world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-request' } : { is: 'none' });
      void payByCard(process, id).catch(() => undefined);
      await world.time.advance(1000);
      process.kill();
      const dayLater = (at: string) => new Date(Date.parse(at) + 24 * 60 * MINUTE).toISOString();
      world.rewrite(id, (record) => ({
        ...record,
        attempts: record.attempts.map((one) => ({
          ...one,
          sentAt: dayLater(one.sentAt),
          deadline: dayLater(one.deadline),
        })),
      }));
      const { orders } = world.start().backend;
      if (decision === 'reopen') expect(await orders.reopen(id, PERSON)).toMatchObject({ state: 'open' });
      else expect(await orders.settle(id, { as: 'failed', ...PERSON })).toMatchObject({ state: 'failed' });
    },
  );

  it('settles an order that the gateway cannot settle, and records the person and the reason', async () => {
    const { process, id } = await inDoubt();
    const record = await process.backend.orders.settle(id, { as: 'paid', ...PERSON });
    expect(record).toMatchObject({ state: 'paid', payment: { method: 'card' } });
    expect(record.history.at(-1)).toMatchObject({ event: 'settled', detail: { as: 'paid', ...PERSON } });
  });

  it('flags a late success of a payment that a person settled as failed', async () => {
    const { world, process, id } = await inDoubt();
    const [attempt] = (await stored(process, id)).attempts;
    const orderId = attempt?.gatewayOrderId ?? '';
    await process.backend.orders.reopen(id, PERSON);
    expect(await world.time.until(payByCard(process, id))).toBe('authorized');
    world.gateway.authorizations.set(orderId, { orderId, result: '00', pasref: '7', amount: '1999', currency: 'EUR' });
    await world.time.advance(10 * MINUTE);
    await world.time.until(process.backend.orders.reconcile());
    expect((await stored(process, id)).flags).toMatchObject([{ kind: 'second-payment', attempt: orderId }]);
  });

  it.each([
    ['by', { by: '', reason: 'x' }],
    ['reason', { by: 'Grace', reason: ' ' }],
  ])('rejects a decision without %s', async (field, person) => {
    const { process, id } = await inDoubt();
    await expect(process.backend.orders.settle(id, { as: 'paid', ...person })).rejects.toMatchObject({
      issues: [{ field }],
    });
    await expect(process.backend.orders.reopen(id, person)).rejects.toMatchObject({ issues: [{ field }] });
    expect((await stored(process, id)).state).toBe('in-doubt');
  });

  it('rejects an order that is paid', async () => {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    await world.time.until(payByCard(process, id));
    await expect(process.backend.orders.reopen(id, PERSON)).rejects.toMatchObject({ issues: [{ field: 'order' }] });
    await expect(process.backend.orders.settle(id, { as: 'failed', ...PERSON })).rejects.toMatchObject({
      issues: [{ field: 'order' }],
    });
  });

  it('rejects settling an ended attempt as failed while another one is unresolved', async () => {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    world.gateway.cardResult = '101';
    await world.time.until(payByCard(process, id));
    const [ended] = (await stored(process, id)).attempts;
    world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-request' } : { is: 'none' });
    await world.time.until(payByCard(process, id));
    const settled = process.backend.orders.settle(id, {
      as: 'failed',
      attempt: ended?.gatewayOrderId ?? '',
      ...PERSON,
    });
    await expect(settled).rejects.toMatchObject({ issues: [{ field: 'attempt' }] });
    expect((await stored(process, id)).state).toBe('in-doubt');
  });

  it('rejects an attempt that the order does not have', async () => {
    const { process, id } = await inDoubt();
    const settled = process.backend.orders.settle(id, { as: 'paid', attempt: 'other', ...PERSON });
    await expect(settled).rejects.toMatchObject({ issues: [{ field: 'attempt' }] });
  });
});
