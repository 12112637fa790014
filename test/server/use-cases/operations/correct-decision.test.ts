import { describe, expect, it } from 'vitest';
import type { SettleInput } from '../../../../src/server.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';
import { shop } from '../../scripted-gateway.js';
import {
  afterBatch,
  callElsewhere,
  cardShop,
  intercept,
  kindsAt,
  lost,
  lostRequest,
  never,
  refundElsewhere,
} from './card-shop.js';
import { refundedOrder, refundOf } from './refunded-order.js';

const PERSON = { by: 'Grace', reason: 'Seen in the portal' };

/** A card payment with a capture of 5.00, after the batch. The answers to further calls are lost. */
async function capturedShop() {
  const place = await cardShop({ autosettle: 'multi', pause: never });
  const { orders } = place.backend;
  await orders.capture(place.id, { amount: '500', key: 'parcel' });
  afterBatch(place);
  intercept(place, lostRequest);
  return { ...place, orders };
}

/** A reserved payment with a capture of 5.00 that never arrived, two minutes later. */
async function lostCaptureShop() {
  const place = await cardShop({ autosettle: 'multi', pause: never });
  const { orders } = place.backend;
  intercept(place, lostRequest);
  await orders.capture(place.id, { amount: '500', key: 'parcel' });
  place.clock.advance(120_000);
  return { orders, id: place.id };
}

describe('a decision of a person that was a mistake', () => {
  it.each([
    ['captured-elsewhere', '1999', 'paid', { as: 'not-captured', capture: 'form' }, 'authorized'],
    ['captured-elsewhere', '500', 'partly-captured', { as: 'not-captured', capture: 'form' }, 'authorized'],
    ['voided-elsewhere', '1999', 'voided', { as: 'not-voided', cancel: 'form' }, 'authorized'],
  ] as const)('the record %s of %s makes the order %s, and the decision %j makes it %s', async (...row) => {
    const [as, amount, recorded, opposite, corrected] = row;
    const place = await cardShop({ autosettle: 'multi' });
    const { orders } = place.backend;
    const record = { as, amount, key: 'form', ...PERSON } as const;
    expect(await orders.settle(place.id, record)).toMatchObject({ state: recorded });
    const { history } = await orders.settle(place.id, { ...opposite, ...PERSON });
    expect(await orders.shopView(place.id)).toMatchObject({
      state: corrected,
      captured: '0',
      capturable: '1999',
      [as === 'voided-elsewhere' ? 'voids' : 'captures']: [{ key: 'form', state: 'refused', by: 'person' }],
      flags: [],
    });
    expect(history.filter(({ event }) => event === 'settled')).toMatchObject([
      { detail: { as, operation: 'form', ...PERSON } },
      { detail: { as: opposite.as, operation: 'form', ...PERSON } },
    ]);
    await expect(orders.settle(place.id, record)).rejects.toMatchObject({ code: 'key-reused' });
    expect(await orders.capture(place.id, { key: 'parcel' })).toMatchObject({ state: 'done', amount: '1999' });
  });

  it('a rest that was not released can be captured again, and what was captured stays', async () => {
    const { orders, id } = await capturedShop();
    await orders.settle(id, { as: 'voided-elsewhere', amount: '1499', key: 'form', ...PERSON });
    expect(await orders.shopView(id)).toMatchObject({
      state: 'paid',
      captured: '500',
      captures: [{ key: 'parcel' }],
      voids: [{ key: 'form', amount: '1499', rest: true, by: 'person' }],
    });
    await orders.settle(id, { as: 'not-voided', cancel: 'form', ...PERSON });
    expect(await orders.shopView(id)).toMatchObject({ state: 'partly-captured', captured: '500', capturable: '1499' });
  });

  it('a wrong amount is recorded once more with another key, and the flag asks for it meanwhile', async () => {
    const changes: unknown[] = [];
    const place = await cardShop({ onOrderChanged: (_order, change) => void changes.push(change) });
    const { orders } = place.backend;
    afterBatch(place);
    await refundElsewhere(place, '700');
    place.clock.advance(60_000);
    await orders.lookUp(place.id);
    const flagged = [{ kind: 'changed-elsewhere', operationKind: 'refund' }];
    expect(await orders.shopView(place.id)).toMatchObject({ flags: flagged });
    await orders.settle(place.id, { as: 'refunded-elsewhere', amount: '1999', key: 'wrong', ...PERSON });
    expect(await orders.shopView(place.id)).toMatchObject({ state: 'refunded', flags: [] });
    await orders.settle(place.id, { as: 'not-refunded', refund: 'wrong', ...PERSON });
    expect(await orders.shopView(place.id)).toMatchObject({ state: 'paid', refundable: '1999', flags: flagged });
    await expect(orders.refund(place.id, { key: 'own' })).rejects.toThrow('first, as refunded-elsewhere');
    await orders.settle(place.id, { as: 'refunded-elsewhere', amount: '700', key: 'right', ...PERSON });
    await orders.lookUp(place.id);
    expect(await orders.shopView(place.id)).toMatchObject({ state: 'partly-refunded', refunded: '700', flags: [] });
    await place.backend.idle();
    expect(changes.slice(-5)).toMatchObject([
      { kind: 'flag' },
      { event: 'REFUNDED_IN_FULL' },
      { kind: 'flag' },
      { event: 'CORRECTED_TO_PAID', from: 'refunded' },
      { event: 'REFUNDED_IN_PART' },
    ]);
  });

  it('a decision about a call of the shop can be turned both ways, while the gateway has not confirmed it', async () => {
    const place = await capturedShop();
    const { orders, id } = place;
    await orders.refund(id, { amount: '300', key: 'r' });
    place.clock.advance(120_000);
    const settle = (as: 'refunded' | 'not-refunded') => orders.settle(id, { as, refund: 'r', ...PERSON });
    const refunded = async () => (await orders.shopView(id))!.refunded;
    await settle('refunded');
    await expect(settle('refunded')).rejects.toThrow('refund is done already');
    await settle('not-refunded');
    expect(await refunded()).toBe('0');
    await settle('refunded');
    expect(await refunded()).toBe('300');
    // The capture that the gateway has answered is no decision.
    await expect(orders.settle(id, { as: 'not-captured', capture: 'parcel', ...PERSON })).rejects.toThrow(
      'capture is done already',
    );
    expect(kindsAt(place)).toEqual(['multisettle', 'rebate']);
  });

  it('a void without a result was not carried out when the gateway shows a refund', async () => {
    const place = await cardShop({ pause: never });
    const { orders } = place.backend;
    const { id } = place;
    intercept(place, lostRequest);
    await orders.cancel(id, { key: 'own', by: 'Ada' });
    afterBatch(place);
    await refundElsewhere(place, '700');
    place.clock.advance(60_000);
    await orders.lookUp(id);
    await expect(orders.settle(id, { as: 'voided', cancel: 'own', ...PERSON })).rejects.toThrow(
      'is of a payment that the gateway has refunded: settle it as not-voided',
    );
    await orders.settle(id, { as: 'not-voided', cancel: 'own', ...PERSON });
    await orders.settle(id, { as: 'refunded-elsewhere', amount: '700', key: 'form', ...PERSON });
    await expect(orders.settle(id, { as: 'voided', cancel: 'own', ...PERSON })).rejects.toThrow(
      'settle it as not-voided',
    );
    expect(await orders.shopView(id)).toMatchObject({ state: 'partly-refunded', refunded: '700', flags: [] });
  });

  it('a refund of a payment that was voided was not carried out', async () => {
    const place = await cardShop({ pause: never });
    const { orders } = place.backend;
    const { id } = place;
    afterBatch(place);
    intercept(place, lostRequest);
    await orders.refund(id, { amount: '300', key: 'own' });
    place.clock.advance(120_000);
    await orders.settle(id, { as: 'not-refunded', refund: 'own', ...PERSON });
    await orders.settle(id, { as: 'voided-elsewhere', amount: '1999', ...PERSON });
    await expect(orders.settle(id, { as: 'refunded', refund: 'own', ...PERSON })).rejects.toThrow(
      'is of a payment that was voided: settle it as not-refunded',
    );
    expect(await orders.shopView(id)).toMatchObject({ state: 'voided', refunded: '0' });
  });

  it('a refund of the back office that was taken for that of the shop gets its own record', async () => {
    const place = await cardShop({ pause: never });
    const { orders } = place.backend;
    const { id } = place;
    afterBatch(place);
    // Staff refund a part after the query of the backend and before its request, which never arrives.
    intercept(place, async (...request) => {
      await refundElsewhere(place, '300');
      return lostRequest(...request);
    });
    await orders.refund(id, { amount: '700', key: 'own' });
    place.clock.advance(60_000);
    await orders.lookUp(id);
    expect(await orders.shopView(id)).toMatchObject({ refunded: '700', refunds: [{ state: 'done', by: 'leg' }] });
    await orders.settle(id, { as: 'not-refunded', refund: 'own', ...PERSON });
    const flagged = [{ kind: 'changed-elsewhere', operationKind: 'refund' }];
    expect(await orders.shopView(id)).toMatchObject({ state: 'paid', refunded: '0', flags: flagged });
    await orders.settle(id, { as: 'refunded-elsewhere', amount: '300', key: 'form', ...PERSON });
    intercept(place, (_text, pass) => pass());
    expect(await orders.refund(id, { amount: '700', key: 'again' })).toMatchObject({ state: 'done' });
    await orders.lookUp(id);
    expect(await orders.shopView(id)).toMatchObject({ refunded: '1000', flags: [] });
    // The gateway has answered this one.
    await expect(orders.settle(id, { as: 'not-refunded', refund: 'again', ...PERSON })).rejects.toThrow(
      'is done already',
    );
  });

  it('the only capture stays while the rest has a record as voided, and the field of another decision is ignored', async () => {
    const { orders, id } = await lostCaptureShop();
    const decide = (as: 'captured' | 'not-captured') =>
      orders.settle(id, { as, capture: 'parcel', refund: undefined, cancel: undefined, ...PERSON } as SettleInput);
    await decide('captured');
    await orders.settle(id, { as: 'voided-elsewhere', amount: '1499', key: 'rest', ...PERSON });
    await expect(decide('not-captured')).rejects.toThrow('Correct the void of the rest first: its key is rest');
    expect(await orders.shopView(id)).toMatchObject({ state: 'paid', captured: '500' });
    await orders.settle(id, { as: 'not-voided', cancel: 'rest', ...PERSON });
    await decide('not-captured');
    expect(await orders.shopView(id)).toMatchObject({ state: 'authorized', captured: '0', capturable: '1999' });
    await expect(orders.settle(id, { as: 'voided', cancel: 'rest', ...PERSON })).rejects.toThrow(
      'cancel is of 1499, and only 1999 can be voided now',
    );
  });

  it('nothing of a voided payment is captured by a decision, or by a record that the gateway does not ask for', async () => {
    const { orders, id } = await lostCaptureShop();
    await orders.settle(id, { as: 'not-captured', capture: 'parcel', ...PERSON });
    await orders.settle(id, { as: 'voided-elsewhere', amount: '1999', ...PERSON });
    await expect(orders.settle(id, { as: 'captured', capture: 'parcel', ...PERSON })).rejects.toThrow(
      'capture is of a payment that was voided',
    );
    await expect(orders.settle(id, { as: 'captured-elsewhere', amount: '1', ...PERSON })).rejects.toThrow(
      'order is voided: nothing of it can be captured',
    );
    expect(await orders.shopView(id)).toMatchObject({ state: 'voided', captured: '0', capturable: '0' });
  });

  it('a record that a person has taken back takes no leg from a capture of the shop', async () => {
    const place = await cardShop({ autosettle: 'multi', pause: never });
    const { orders } = place.backend;
    const { id } = place;
    await orders.settle(id, { as: 'captured-elsewhere', amount: '500', key: 'form', ...PERSON });
    await orders.settle(id, { as: 'not-captured', capture: 'form', ...PERSON });
    intercept(place, lost);
    await orders.capture(id, { amount: '500', key: 'parcel' });
    place.clock.advance(60_000);
    await orders.lookUp(id);
    expect(await orders.shopView(id)).toMatchObject({ captured: '500', captures: [{}, { state: 'done' }] });
  });

  it('a void that is lost after the rest had a record is read from the gateway', async () => {
    const place = await cardShop({ autosettle: 'multi', pause: never });
    const { orders } = place.backend;
    const { id } = place;
    await orders.capture(id, { amount: '500', key: 'parcel' });
    await orders.settle(id, { as: 'voided-elsewhere', amount: '1499', key: 'rest', ...PERSON });
    intercept(place, lost);
    expect(await orders.cancel(id, { key: 'c' })).toMatchObject({ way: 'voided', state: 'unresolved' });
    place.clock.advance(60_000);
    expect(await orders.lookUp(id)).toMatchObject({ state: 'voided', flags: [] });
  });

  it('a capture stays while a refund needs it, or while a call of another kind has no result', async () => {
    const place = await cardShop({ autosettle: 'multi', pause: never });
    const { orders } = place.backend;
    const { id } = place;
    const notCaptured = () => orders.settle(id, { as: 'not-captured', capture: 'form', ...PERSON });
    await orders.settle(id, { as: 'captured-elsewhere', amount: '500', key: 'form', ...PERSON });
    await callElsewhere(place, 'capture', '500');
    afterBatch(place);
    intercept(place, lostRequest);
    await orders.refund(id, { amount: '1', key: 'r' });
    await expect(notCaptured()).rejects.toMatchObject({ code: 'operation-under-way' });
    place.clock.advance(120_000);
    await orders.settle(id, { as: 'refunded', refund: 'r', ...PERSON });
    await expect(notCaptured()).rejects.toThrow('capture has refunds that need it: correct those first');
    await orders.settle(id, { as: 'not-refunded', refund: 'r', ...PERSON });
    await notCaptured();
    expect(await orders.shopView(id)).toMatchObject({ state: 'authorized' });
  });

  it('a refund of a redirect payment is not corrected to refunded when another one has taken its amount', async () => {
    const store = memoryOrderStore();
    await store.insert(refundedOrder(refundOf({ amount: '1500' }), refundOf({ key: 'other', amount: '600' })));
    const { orders } = shop({ store }).backend;
    const settle = (as: 'refunded' | 'not-refunded', refund: string) => orders.settle('A', { as, refund, ...PERSON });
    await settle('not-refunded', 'refund');
    await settle('refunded', 'other');
    await expect(settle('refunded', 'refund')).rejects.toThrow('refund must be of at most 1399');
    await settle('not-refunded', 'other');
    expect(await orders.shopView('A')).toMatchObject({ state: 'paid', refundable: '1999' });
    expect((await settle('refunded', 'refund')).state).toBe('partly-refunded');
  });
});
