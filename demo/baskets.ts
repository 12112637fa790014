import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { MessageError, Problem, type MerchantHandler, type NewOrder } from 'scudo-checkout/server';

interface Shop {
  /** Minor units of one piece. */
  readonly prices: Readonly<Record<string, number>>;
  /** Delivery, and discounts as negative amounts. */
  readonly extras: readonly number[];
  readonly country: string;
  readonly order: Omit<NewOrder, 'amount' | 'shippingAddress'>;
}

/** Products of the demo's shops. Prices are the server's: a page sends products and quantities only. */
const SHOPS: Readonly<Record<string, Shop>> = {
  fashion: {
    prices: { coat: 189_000, scarf: 31_000 },
    extras: [],
    country: '250',
    order: {
      currency: 'EUR',
      description: 'Maison Aurel',
      payer: { email: 'ada@example.com', mobilePhone: { countryCode: '44', subscriberNumber: '7400123456' } },
    },
  },
  delivery: {
    prices: { pizza: 990, salad: 650, lemonade: 320 },
    extras: [190, -400],
    country: '826',
    order: { currency: 'EUR', description: 'Nonna’s Kitchen', payer: { email: 'ada@example.com' } },
  },
};

interface BasketBody {
  readonly reference?: string;
  readonly items?: Readonly<Record<string, unknown>>;
  readonly address?: { readonly line1: string; readonly postal_code: string; readonly city: string };
}

/** Amounts in minor units. */
interface PricedBasket {
  readonly lines: Readonly<Record<string, string>>;
  readonly total: string;
}

const LARGEST_QUANTITY = 9;

/** Creates the API of the shops' baskets: a basket becomes an order, and a change of it changes its order. */
export function baskets({ orders }: MerchantHandler): Hono {
  const api = new Hono();
  api.onError((error, context) => {
    if (error instanceof MessageError || error instanceof BasketError)
      return context.json({ title: error.message }, 400);
    if (error instanceof Problem) return context.json({ title: error.message }, 409);
    return context.json({ title: 'Internal server error.' }, 500);
  });
  api.use('/baskets/*', bodyLimit({ maxSize: 16_384 }));

  api.post('/baskets/:shop', async (context) => {
    const shop = shopOf(context.req.param('shop'));
    const body = await context.req.json<BasketBody>();
    const priced = pricesOf(shop, body);
    const { id } = await orders.create({
      ...shop.order,
      ...(body.reference === undefined ? {} : { reference: body.reference }),
      ...changeOf(shop, body, priced),
    });
    return context.json({ id, ...priced }, 201);
  });

  api.put('/baskets/:shop/:order', async (context) => {
    const shop = shopOf(context.req.param('shop'));
    const body = await context.req.json<BasketBody>();
    const priced = pricesOf(shop, body);
    const { id } = await orders.update(context.req.param('order'), changeOf(shop, body, priced));
    return context.json({ id, ...priced });
  });

  return api;
}

/** A basket that a shop cannot sell. */
class BasketError extends Error {}

function shopOf(name: string): Shop {
  const shop = Object.hasOwn(SHOPS, name) ? SHOPS[name] : undefined;
  if (!shop) throw new BasketError(`There is no shop "${name}". The shops are ${Object.keys(SHOPS).join(' and ')}.`);
  return shop;
}

function pricesOf({ prices, extras }: Shop, { items = {} }: BasketBody): PricedBasket {
  const lines = Object.entries(items).map(([product, quantity]): [string, number] => {
    const price = Object.hasOwn(prices, product) ? prices[product] : undefined;
    if (price === undefined) throw new BasketError(`The shop has no product "${product}".`);
    if (!Number.isInteger(quantity) || (quantity as number) < 0 || (quantity as number) > LARGEST_QUANTITY)
      throw new BasketError(`The quantity of "${product}" must be 0 to ${LARGEST_QUANTITY}.`);
    return [product, price * (quantity as number)];
  });
  const goods = lines.reduce((sum, [, amount]) => sum + amount, 0);
  if (goods === 0) throw new BasketError('The basket is empty.');
  return {
    lines: Object.fromEntries(lines.map(([product, amount]) => [product, String(amount)])),
    total: String(extras.reduce((sum, amount) => sum + amount, goods)),
  };
}

function changeOf({ country }: Shop, { address }: BasketBody, { total }: PricedBasket) {
  if (!address) return { amount: total };
  const { line1, postal_code: postalCode, city } = address;
  return { amount: total, shippingAddress: { line1, postalCode, city, country } };
}
