import { describe, expect, it } from 'vitest';
import type { OrderRecord } from '../../../src/server.js';
import { createWorld, newKey, ORDER, payByCard, stored } from '../simulation/world.js';

const MINUTE = 60_000;

/** A store wrapped as the next version of the package would use it: it writes a newer record. */
function newer(record: OrderRecord): OrderRecord {
  return { ...record, version: 2 as OrderRecord['version'] };
}

describe('records of a newer version', () => {
  async function withNewerRecord() {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    world.rewrite(id, newer);
    return { world, process, id };
  }

  it.each([
    ['GET orders/{id}', 'orders/ID', undefined],
    ['POST protocol-versions', 'orders/ID/protocol-versions', { number: '4222000006285344' }],
    ['POST redirects', 'orders/ID/redirects', { method: 'testpay' }],
  ])('makes %s answer 503 with Retry-After', async (_name, path, body) => {
    const { world, process, id } = await withNewerRecord();
    const response = await world.time.until(process.call(path.replace('ID', id), body, newKey()));
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({ code: 'record-newer', retryable: true });
  });

  it('reconciliation skips records of a newer version and does the other orders', async () => {
    const { world, process, id } = await withNewerRecord();
    const before = JSON.stringify(world.document(id));
    const { id: other } = await process.backend.orders.create(ORDER);
    world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-answer' } : { is: 'none' });
    await world.time.until(payByCard(process, other));
    world.rewrite(id, (record) => ({ ...record, dueAt: record.createdAt }));
    await world.time.advance(6 * MINUTE);
    await world.time.until(process.backend.orders.reconcile());
    expect((await stored(process, other)).state).toBe('paid');
    expect(JSON.parse(JSON.stringify(world.document(id)))).toMatchObject({
      ...JSON.parse(before),
      dueAt: expect.any(String),
    });
  });

  it('a record of a newer version during an authorization answers in-doubt, and is charged once', async () => {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    world.gateway.fault = ({ kind }) => {
      // The next version touches the order while this one waits for the gateway.
      if (kind === 'auth') world.rewrite(id, newer);
      return { is: 'none' };
    };
    expect(await world.time.until(payByCard(process, id))).toBe('authorization-unanswered');
    expect(await world.time.until(payByCard(process, id))).toBe('record-newer');
    expect(world.gateway.authorizations.size).toBe(1);
    // The next version settles it, once it has the record to itself.
    world.rewrite(id, (record) => ({ ...record, version: 1 as const }));
    await world.time.advance(MINUTE);
    await world.time.until(world.start().backend.orders.reconcile());
    expect((await stored(world.start(), id)).state).toBe('paid');
    expect(world.gateway.authorizations.size).toBe(1);
  });
});
