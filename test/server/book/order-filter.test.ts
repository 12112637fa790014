import { expect, it } from 'vitest';
import { searchTerms } from '../../../src/server/book/order-filter.js';
import { sampleRecord } from '../../../src/server/adapters/store/conformance/sample-record.js';
import { CARDS, PAYER, shop } from '../scripted-gateway.js';

it('the search terms of a paid and partly refunded order are its numbers and flags, each once', async () => {
  const place = shop();
  const reference = 'SO-4711/β';
  const id = await place.order({ reference, payer: PAYER, description: 'A gift', methods: [{ code: 'card' }] });
  const card = { number: CARDS.success, expiryMonth: '12', expiryYear: '28', fullName: 'Ada Lovelace' };
  expect(await place.backend.orders.payStored(id, { card })).toMatchObject({ status: 'paid' });
  const record = (await place.backend.orders.read(id))!;
  const [attempt] = record.attempts;
  const terms = searchTerms({
    ...record,
    flags: [
      { kind: 'second-payment', at: record.createdAt, attempt: 'x' },
      { kind: 'second-payment', at: record.createdAt, attempt: 'y' },
    ],
  });
  const { pasref } = record.payment!;
  expect(terms).toEqual([
    `reference:${reference}`,
    `gatewayOrderId:${attempt!.gatewayOrderId}`,
    ...(pasref === undefined ? [] : [`pasref:${pasref}`]),
    'flag:second-payment',
  ]);
  for (const filter of [{ reference }, { gatewayOrderId: attempt!.gatewayOrderId }, ...(pasref ? [{ pasref }] : [])]) {
    expect((await place.backend.orders.list(filter)).orders.map((order) => order.id)).toEqual([id]);
    expect(await place.backend.orders.count(filter)).toBe(1);
    expect(await place.backend.orders.count({ ...filter, states: ['open'] })).toBe(0);
  }
});

it('the search terms have every payments reference of an order, without characters that are not visible', () => {
  const record = sampleRecord('A', {
    reference: 'a\u0000\u202eb\ud800',
    earlyRefundMessages: [{ pasref: '3', result: '00', at: '2026-11-20T12:00:00.000Z' }],
  });
  expect(searchTerms(record)).toEqual(['reference:ab', 'pasref:3']);
  expect(searchTerms(sampleRecord('A'))).toEqual([]);
  expect(searchTerms(sampleRecord('A', { suspended: true }))).toEqual(['suspended:true']);
});
