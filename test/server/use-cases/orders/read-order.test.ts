import { heldRequest } from '../../../held-request.js';
import { describe, expect, it } from 'vitest';
import { json, pay, shop } from '../../scripted-gateway.js';

const ADDRESS = { line1: 'Damrak 1', city: 'Amsterdam', postalCode: '1012 LG' };

describe('GET orders/{id}', () => {
  it('returns only the fields that the page may see', async () => {
    const place = shop();
    const id = await place.order({ description: 'One fine coin' });
    const response = await place.call(`orders/${id}`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      id,
      amount: '1999',
      currency: 'EUR',
      exponent: 2,
      description: 'One fine coin',
      state: 'open',
      revision: '1',
      purpose: 'pay',
      methods: [{ code: 'card' }],
      ask: [],
      notification_origin: 'https://shop.example',
      now: place.clock.now().toISOString(),
    });
  });

  it.each([
    [[], ['mobile_phone'], []],
    [
      ['email', 'billing_address'],
      ['email', 'billing_address', 'mobile_phone'],
      ['email', 'billing_address'],
    ],
    [['mobile_phone'], ['mobile_phone'], ['mobile_phone']],
  ] as const)(
    'asks for the fields %j of the option ask, and for a phone number that the order does not have',
    async (...fields) => {
      const [ask, withoutPhone, withPhone] = fields;
      const place = shop({ ask: () => ask });
      const asked = async (order?: object) => (await json(await place.call(`orders/${await place.order(order)}`))).ask;
      expect([await asked({ payer: {} }), await asked()]).toEqual([withoutPhone, withPhone]);
    },
  );

  it.each([
    ['of the order', { country: 'NL' }],
    ['of the billing address', { payer: { billingAddress: { ...ADDRESS, country: '528' } } }],
    ['of the shipping address', { shippingAddress: { ...ADDRESS, country: '528' } }],
  ])('returns the country %s in two letters, for the fields of the page', async (_case, order) => {
    const place = shop();
    expect(await json(await place.call(`orders/${await place.order(order)}`))).toMatchObject({ country: 'NL' });
  });

  it('answers a call with wait when the state has changed', async () => {
    const place = shop();
    const id = await place.order();
    const waiting = place.call(`orders/${id}?wait=30`);
    await pay(place, id);
    // The order is in doubt while the authorization runs, which is a change as well.
    expect(['in-doubt', 'paid']).toContain((await json(await waiting)).state);
    expect(await json(await place.call(`orders/${id}?wait=30&state=open`))).toMatchObject({ state: 'paid' });
  });

  it('answers a call with wait when the page has gone, and at once for 0 seconds', async () => {
    const place = shop();
    const id = await place.order();
    expect(await json(await place.call(`orders/${id}?wait=0`))).toMatchObject({ state: 'open' });
    const leaving = new AbortController();
    const waiting = place.backend.fetch(
      heldRequest(`https://shop.example/scudo/orders/${id}?wait=30`, { signal: leaving.signal }),
    );
    leaving.abort();
    expect((await waiting).status).toBe(200);
  });
});
