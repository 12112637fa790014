import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { formatAmount, type MerchantBackendOptions } from '../../src/server.js';
import { CARDS, GATEWAY, json, newKey, pay, shop, virtualClock } from './scripted-gateway.js';
import { memoryOrderStore } from './adapters/store/memory-order-store.js';

type Exponents = NonNullable<MerchantBackendOptions['exponents']>;

const METHODS = [{ code: 'card' }, { code: 'testpay' }];
const HOLDER = { accountHolderName: 'Ada Lovelace', country: 'GB' };

/** A shop whose account at the gateway counts with these exponents. */
function shopWith(exponents: Exponents) {
  const clock = virtualClock();
  const sandbox = createSandbox({ baseUrl: GATEWAY, now: clock.now, merchantHosts: ['shop.example'], exponents });
  return shop({ exponents, methods: METHODS }, {}, { clock, sandbox });
}

/** The page of the sandbox at an address, as one line of text. */
async function pageAt(place: ReturnType<typeof shop>, address: string, form?: Record<string, string>) {
  const request = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
  const page = await (await place.sandbox.fetch(new Request(address, request))).text();
  return page.replace(/\s/gu, ' ');
}

describe('the option exponents', () => {
  it.each<[currency: string, exponents: Exponents, amount: string, text: string]>([
    ['HUF', { HUF: 0 }, '199900', 'HUF 199,900'],
    ['HUF', {}, '199900', 'HUF 1,999.00'],
    ['RSD', { HUF: 0 }, '5', 'RSD 0.05'],
    ['ISK', { ISK: 2 }, '199900', 'ISK 1,999.00'],
    ['KWD', { KWD: 2, CLF: 0 }, '1999', 'KWD 19.99'],
    ['UYW', {}, '19990', 'UYW 1.9990'],
  ])(
    'page, back office, issuer and simulator show the same amount in %s with %j, and the gateway gets its minor units',
    async (currency, exponents, amount, text) => {
      const place = shopWith(exponents);
      const id = await place.order({ amount, currency, ...HOLDER });
      const seen = async (order: Promise<unknown>) =>
        formatAmount((await order) as { amount: string; currency: string }, 'en').replace(/\s/gu, ' ');
      expect(await seen(place.call(`orders/${id}`).then(json))).toBe(text);
      expect(await seen(place.backend.orders.shopView(id))).toBe(text);

      const challenge = await json(await pay(place, id, CARDS.challenge));
      expect(await pageAt(place, challenge.acs_url, { creq: challenge.encoded_creq })).toContain(`<dd>${text}</dd>`);
      const authentication = place.sent.find(({ path }) => path === '/3ds2/authentications')!;
      expect(JSON.parse(authentication.text)).toMatchObject({ order: { amount, currency } });

      const other = await place.order({ amount, currency, ...HOLDER });
      const key = { 'idempotency-key': newKey() };
      const { redirect_url: page } = await json(
        await place.call(`orders/${other}/redirects`, { method: 'testpay' }, key),
      );
      expect(await pageAt(place, page)).toContain(`<dd>${text}</dd>`);
      const set = place.sent.find((call) => call.text.includes('payment-set'))!;
      expect(set.text).toContain(`<amount currency="${currency}">${amount}</amount>`);
    },
  );

  it('an order keeps the exponent of its creation when the option changes', async () => {
    const store = memoryOrderStore();
    const before = shop({ store, exponents: { HUF: 0 } });
    const after = shop({ store, exponents: { HUF: 3, RSD: 0 } }, {}, before);
    const order = { amount: '199900', currency: 'HUF' };
    const [old, plain] = [await before.order(order), await before.order({ ...order, currency: 'RSD' })];
    for (const [id, exponent] of [
      [old, 0],
      [plain, 2],
      [await after.order(order), 3],
    ] as const) {
      expect(await json(await after.call(`orders/${id}`))).toMatchObject({ exponent });
      expect(await after.backend.orders.shopView(id)).toMatchObject({ exponent });
    }
  });

  it.each([
    { description: 'Tea' },
    { reference: 'SO-1', payer: { email: 'ada@example.com' } },
    { lines: [{ text: 'Tea', amount: '199900' }] },
  ])(
    'an update of %j keeps the exponent of an amount that stays, and a new amount has that of the option',
    async (update) => {
      const store = memoryOrderStore();
      const before = shop({ store, exponents: { HUF: 0 } });
      const { orders } = shop({ store }, {}, before).backend;
      const id = await before.order({ amount: '199900', currency: 'HUF' });
      expect(await orders.update(id, update)).toMatchObject({ amount: '199900', exponent: 0 });
      expect(await orders.update(id, { amount: '5000', lines: null })).toMatchObject({ amount: '5000', exponent: 2 });
    },
  );

  it.each([
    [{ huf: 0 }, 'exponents.huf'],
    [{ HUF: 5 }, 'exponents.HUF'],
    [{ RSD: -1 }, 'exponents.RSD'],
    [{ CLF: '2' }, 'exponents.CLF'],
  ])('the sandbox refuses the exponents %j by name', (exponents, name) => {
    expect(() => createSandbox({ exponents: exponents as Exponents })).toThrow(name);
  });
});
