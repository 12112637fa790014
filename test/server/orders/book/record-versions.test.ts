import { describe, expect, it } from 'vitest';
import type { OrderRecord } from '../../../../src/server.js';
import { createWorld, newKey, ORDER, payByCard, startRedirect, stored } from '../../simulation/world.js';

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

describe('records of 0.1.0', () => {
  const at = '2026-11-19T10:00:00.000Z';
  const first = (change: object) => ({
    id: 'ORDER-10017',
    createdAt: at,
    amount: '1999',
    currency: 'EUR',
    state: 'open',
    methods: [{ code: 'card' }, { code: 'testpay' }],
    payer: { email: 'ada@example.com', mobile_phone: { country_code: '44', subscriber_number: '2079460000' } },
    challengeRequestIndicator: 'NO_PREFERENCE',
    attempts: 0,
    authentications: [],
    redirects: [],
    refunds: [],
    liabilityShift: null,
    answers: {},
    history: [{ at, event: 'created', state: 'open' }],
    ...change,
  });

  async function withRecord(change: object) {
    const world = createWorld();
    world.insert(first(change));
    return { world, process: world.start(), id: 'ORDER-10017' };
  }

  it('a record of 0.1.0 is read with the current names', async () => {
    const { process, id } = await withRecord({
      authentications: [{ cardMark: 'm', card: '422200******5344', stage: 'checked' }],
    });
    expect(await stored(process, id)).toMatchObject({
      version: 1,
      purpose: 'pay',
      payer: { mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' } },
      authentications: [{ cardFingerprint: 'm' }],
      attempts: [],
    });
  });

  it('the history of a record of 0.1.0 is read with the current names', async () => {
    const detail = { order_id: 'ORDER-10017', fund_status: 'RECEIVED' };
    const { process, id } = await withRecord({
      history: [
        { at, event: 'created', state: 'open' },
        { at, event: 'status-not-believed', state: 'open', detail },
      ],
    });
    expect((await stored(process, id)).history).toEqual([
      { at, event: 'created', state: 'open' },
      {
        at,
        event: 'status-rejected',
        state: 'open',
        detail: { orderId: 'ORDER-10017', fundStatus: 'RECEIVED' },
      },
    ]);
  });

  it('an open record of 0.1.0 can be paid', async () => {
    const { world, process, id } = await withRecord({});
    expect(await world.time.until(payByCard(process, id))).toBe('authorized');
  });

  it('an in-doubt record of 0.1.0 is settled by a person, not by an authorization of another shop', async () => {
    const { world, process, id } = await withRecord({
      state: 'in-doubt',
      attempts: 1,
      history: [
        { at, event: 'created', state: 'open' },
        {
          at,
          event: 'authorization-sent',
          state: 'in-doubt',
          detail: { order_id: 'ORDER-10017', card: '422200******5344' },
        },
      ],
    });
    world.gateway.authorizations.set(id, { orderId: id, result: '00', pasref: '1', amount: '100', currency: 'EUR' });
    await world.time.advance(60 * MINUTE);
    await world.time.until(process.backend.orders.reconcile());
    expect((await stored(process, id)).state).toBe('in-doubt');
    await process.backend.orders.reopen(id, { by: 'Grace', reason: 'nothing on the acquirer’s list' });
    expect(await world.time.until(payByCard(process, id))).toBe('authorized');
  });

  it('a record of 0.1.0 keeps its payment, redirects and refunds as attempts', async () => {
    const { process, id } = await withRecord({
      state: 'partly-refunded',
      payment: { gatewayOrderId: 'ORDER-10017', method: 'testpay', pasref: '5' },
      redirects: [
        {
          at,
          gatewayOrderId: 'ORDER-10017',
          method: 'testpay',
          pasref: '5',
          redirectUrl: 'https://pay.example/',
          heard: true,
          result: '00',
        },
      ],
      refunds: [
        { key: 'a', at, amount: '500', state: 'done', pasref: '6' },
        { key: 'b', at, amount: '100', state: 'in-doubt' },
      ],
    });
    expect((await stored(process, id)).attempts).toMatchObject([
      { kind: 'redirect', progress: { step: 'succeeded' } },
      { kind: 'refund', key: 'a', progress: { step: 'done' } },
      { kind: 'refund', key: 'b', progress: { step: 'unresolved' } },
    ]);
    expect(await process.backend.orders.shopView(id)).toMatchObject({ refundable: '1399', method: 'testpay' });
  });

  it('a pending record of 0.1.0 lets the shopper continue its redirect payment', async () => {
    const { world, process, id } = await withRecord({
      state: 'pending',
      attempts: 1,
      redirects: [
        {
          at,
          gatewayOrderId: 'ORDER-10017',
          method: 'testpay',
          pasref: '5',
          redirectUrl: 'https://pay.example/5',
          heard: false,
        },
      ],
    });
    expect(await world.time.until(startRedirect(process, id))).toBe('redirect');
  });
});
