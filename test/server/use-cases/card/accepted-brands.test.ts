import { describe, expect, it } from 'vitest';
import { BRAND_CODES, type BrandCode } from '../../../../src/protocol/values/card-scheme.js';
import type { MethodOffer } from '../../../../src/server.js';
import { codeOf } from '../../code-of.js';
import { BROWSER, card, CARDS, json, newKey, pay, prepare, shop, type Shop } from '../../scripted-gateway.js';
import { redirectShop, sentAway } from '../../signed-messages.js';

/** A card of each brand. */
const NUMBERS: Readonly<Record<BrandCode, string>> = {
  visa: CARDS.success,
  mastercard: '5100270000000023',
  amex: '374101000000608',
  diners: '36256000000725',
  discover: '6011000000000087',
  jcb: '3566000000000000',
};

const taking = (...brands: BrandCode[]): MethodOffer[] => [{ code: 'card', brands }, { code: 'testpay' }];
const check = (place: Shop, id: string, number: string) => place.call(`orders/${id}/protocol-versions`, { number });
const stored = (number: string) => ({ number, expiryMonth: '12', expiryYear: '28', fullName: 'Ada Lovelace' });
const methodsIn = async (place: Shop, id: string) => (await json(await place.call(`orders/${id}`))).methods as unknown;

describe('the brands of an order', () => {
  it.each([[['visa', 'mastercard']], [['jcb']], [['amex', 'visa', 'diners']]] as const)(
    'only cards of the brands %j reach the gateway, by the page and by payStored',
    async (brands) => {
      const place = shop();
      for (const brand of BRAND_CODES) {
        const isTaken = (brands as readonly BrandCode[]).includes(brand);
        const id = await place.order({ methods: taking(...brands) });
        const number = NUMBERS[brand];
        if (isTaken) {
          expect(await codeOf(check(place, id, number))).not.toBe('card-not-supported');
          expect(place.sent.splice(0)).not.toEqual([]);
          continue;
        }
        const answer = await check(place, id, number);
        expect(answer.status).toBe(501);
        expect(await json(answer)).toMatchObject({ code: 'card-not-supported', category: 'shopper', retryable: false });
        // A card without a version check is one that is not enrolled.
        expect(await codeOf(pay(place, id, number, { serverTransId: undefined }))).toBe('card-not-supported');
        await expect(place.backend.orders.payStored(id, { card: stored(number) })).rejects.toMatchObject({
          code: 'card-not-supported',
        });
        expect([brand, place.sent]).toEqual([brand, []]);
        const { state, counts, authentications, attempts } = (await place.backend.orders.read(id))!;
        expect({ state, counts, authentications, attempts }).toEqual({
          state: 'open',
          counts: undefined,
          authentications: [],
          attempts: [],
        });
      }
    },
  );

  it.each<[string, MethodOffer[]]>([
    ['of another brand', taking('visa')],
    ['at an order without cards', [{ code: 'testpay' }]],
  ])('a refused card %s leaves the redirect payment of the order as it is', async (_which, methods) => {
    const place = redirectShop({ methods });
    const away = await sentAway(place);
    place.clock.advance(60_000);
    const [before, sent] = [await place.backend.orders.read(away.id), place.sent.length];
    const body = { number: NUMBERS.mastercard, replaces: away.orderid };
    expect(await codeOf(place.call(`orders/${away.id}/protocol-versions`, body))).toBe('card-not-supported');
    expect(place.sent).toHaveLength(sent);
    expect(await place.backend.orders.read(away.id)).toEqual(before);
  });

  it('a card that is not taken cannot use the transaction of a card that is', async () => {
    const place = shop();
    const id = await place.order({ methods: taking('visa') });
    const serverTransId = await prepare(place, id, NUMBERS.visa);
    const sent = place.sent.length;
    expect(await codeOf(pay(place, id, NUMBERS.amex, { serverTransId }))).toBe('card-not-supported');
    const report = { server_trans_id: serverTransId, card: card(NUMBERS.amex), ended: 'notified' };
    const headers = { 'idempotency-key': newKey() };
    expect((await place.call(`orders/${id}/authorizations`, report, headers)).status).toBeGreaterThan(400);
    expect(place.sent).toHaveLength(sent);
    const body = { server_trans_id: serverTransId, card: card(NUMBERS.visa), browser_data: BROWSER };
    const paid = place.call(
      `orders/${id}/authentications`,
      { ...body, method_url_completion: 'YES' },
      { 'idempotency-key': newKey() },
    );
    expect(await codeOf(paid)).toBe('authorized');
  });

  it('an order that does not offer the method card takes no card', async () => {
    const place = shop();
    const id = await place.order({ methods: [{ code: 'testpay' }] });
    expect(await codeOf(check(place, id, CARDS.success))).toBe('card-not-supported');
    expect(place.sent).toEqual([]);
  });

  it('the brands of a card payment come from the order, then from the backend, and the page reads them', async () => {
    const place = shop({ methods: taking('visa', 'discover') });
    const card = { code: 'card', brands: ['visa', 'discover'] };
    const testpay = { code: 'testpay', ask: ['account_holder_name', 'country'] };
    expect(await methodsIn(place, await place.order())).toEqual([card, testpay]);
    const renamed = await place.order({ methods: [{ code: 'card', name: 'Bank card' }] });
    expect(await methodsIn(place, renamed)).toEqual([{ ...card, name: 'Bank card' }]);
    const own = await place.order({ methods: taking('jcb') });
    expect(await methodsIn(place, own)).toEqual([{ code: 'card', brands: ['jcb'] }, testpay]);
    expect(await codeOf(check(place, own, NUMBERS.visa))).toBe('card-not-supported');
  });

  it('an order without brands takes all six, and the page reads none', async () => {
    const place = shop();
    const id = await place.order();
    expect(await methodsIn(place, id)).toEqual([{ code: 'card' }]);
    for (const number of Object.values(NUMBERS))
      expect(await codeOf(check(place, id, number))).not.toBe('card-not-supported');
  });

  it.each([
    [{ methods: [{ code: 'card', brands: ['visa', 'visa'] }] }, 'methods.0.brands'],
    [{ methods: [{ code: 'card', brands: [] }] }, 'methods.0.brands'],
    [{ methods: [{ code: 'card', brands: ['maestro'] }] }, 'methods.0.brands.0'],
    [{ methods: [{ code: 'testpay', brands: ['visa'] }] }, 'methods.0.brands'],
  ])('an order with %j is refused, and the field %s is named', async (order, field) => {
    const place = shop();
    await expect(place.order(order as object)).rejects.toMatchObject({ name: 'MessageError', issues: [{ field }] });
  });
});
