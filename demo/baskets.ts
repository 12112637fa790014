import { Hono, type HonoRequest } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import {
  MessageError,
  Problem,
  type MerchantHandler,
  type NewOrder,
  type OrderLine,
  type OrderRecord,
} from 'scudo-checkout/server';
import { LARGEST_QUANTITY, type Address, type Basket, type PricedBasket } from './basket-api.js';

interface Shop {
  /** Start of the references of the shop's orders. No other shop has it. */
  readonly prefix: string;
  /** Products with the minor units of one piece. */
  readonly products: Readonly<Record<string, { readonly text: string; readonly price: number }>>;
  /** Delivery and discounts. */
  readonly extras: readonly OrderLine[];
  readonly country: string;
  readonly order: Omit<NewOrder, 'amount' | 'lines' | 'reference' | 'shippingAddress'>;
}

/** Products of the demo's shops. Prices are the server's: a page sends products and quantities only. */
const SHOPS: Readonly<Record<string, Shop>> = {
  fashion: {
    prefix: 'MA-',
    products: {
      coat: { text: 'Double-breasted coat', price: 189_000 },
      scarf: { text: 'Carré in silk twill', price: 31_000 },
    },
    extras: [],
    country: '250',
    order: {
      currency: 'EUR',
      description: 'Maison Aurel',
      payer: { email: 'ada@example.com', mobilePhone: { countryCode: '44', subscriberNumber: '7400123456' } },
    },
  },
  delivery: {
    prefix: 'TO-',
    products: {
      pizza: { text: 'Burrata pizza', price: 990 },
      salad: { text: 'Rocket salad, no nuts', price: 650 },
      lemonade: { text: 'Lemonade, 1 l', price: 320 },
    },
    extras: [
      { text: 'Delivery', amount: '190' },
      { text: 'Friends of Tomo', amount: '-400' },
    ],
    country: '826',
    order: { currency: 'EUR', description: 'Nonna’s Kitchen', payer: { email: 'ada@example.com' } },
  },
  supplies: {
    prefix: 'HS-',
    products: {
      gloves: { text: 'Nitrile gloves, 100 pairs', price: 2990 },
      goggles: { text: 'Safety goggles, clear', price: 1290 },
      drill: { text: 'Core drill bit, 52 mm', price: 14_600 },
    },
    extras: [
      { text: 'Freight', amount: '1800' },
      { text: 'Contract discount', amount: '-2500' },
    ],
    country: '276',
    order: {
      currency: 'EUR',
      description: 'Purchase order 4500-118',
      methods: [{ code: 'card', brands: ['visa', 'mastercard', 'amex'] }],
      payer: { email: 'ada@example.com', mobilePhone: { countryCode: '49', subscriberNumber: '15112345678' } },
    },
  },
  soda: {
    prefix: 'ZI-',
    products: { yuzu: { text: 'Yuzu pop', price: 890 }, berry: { text: 'Berry fizz', price: 890 } },
    extras: [{ text: 'Delivery by bike', amount: '250' }],
    country: '528',
    order: {
      currency: 'EUR',
      description: 'Zizz!',
      payer: { email: 'ada@example.com', mobilePhone: { countryCode: '31', subscriberNumber: '612345678' } },
    },
  },
};

/** Creates the API of the shops' baskets: a basket becomes an order, and a change of it changes its order. */
export function baskets({ orders }: MerchantHandler): Hono {
  const api = new Hono();
  api.onError((error, context) => {
    if (error instanceof BasketError) return context.json({ title: error.message }, error.status);
    // The messages of the package are for developers.
    if (error instanceof MessageError) {
      const isOrder = error.issues.some(({ field }) => field === 'order');
      return isOrder
        ? context.json({ title: 'This order cannot be changed any more.' }, 409)
        : context.json({ title: 'Please check the address.' }, 400);
    }
    if (error instanceof Problem) return context.json({ title: 'A payment of this order is under way.' }, 409);
    return context.json({ title: 'Internal server error.' }, 500);
  });
  api.use('/baskets/*', bodyLimit({ maxSize: 16_384 }));

  /** Reads an order. With the prices of another shop, the shopper would choose the amount. */
  async function orderOf({ prefix }: Shop, id: string): Promise<OrderRecord> {
    const order = await orders.read(id);
    if (!order?.reference?.startsWith(prefix)) throw new BasketError('The shop has no such order.', 404);
    return order;
  }

  api.post('/baskets/:shop', async ({ req, json }) => {
    const shop = shopOf(req.param('shop'));
    const reference = `${shop.prefix}${Math.floor(1000 + Math.random() * 9000)}`;
    const fields = fieldsOf(shop, await basketOf(req));
    return json(pricedBasket(shop, await orders.create({ ...shop.order, reference, ...fields })), 201);
  });

  api.get('/baskets/:shop/:order', async ({ req, json }) => {
    const shop = shopOf(req.param('shop'));
    return json(pricedBasket(shop, await orderOf(shop, req.param('order'))));
  });

  api.put('/baskets/:shop/:order', async ({ req, json }) => {
    const shop = shopOf(req.param('shop'));
    const fields = fieldsOf(shop, await basketOf(req));
    const { id } = await orderOf(shop, req.param('order'));
    return json(pricedBasket(shop, await orders.update(id, fields)));
  });

  return api;
}

/** A basket that a shop cannot sell, or an order that it does not have. */
class BasketError extends Error {
  constructor(
    message: string,
    readonly status: 400 | 404 = 400,
  ) {
    super(message);
  }
}

function shopOf(name: string): Shop {
  const shop = Object.hasOwn(SHOPS, name) ? SHOPS[name] : undefined;
  if (!shop) throw new BasketError(`There is no shop "${name}". The shops are ${Object.keys(SHOPS).join(', ')}.`);
  return shop;
}

/** @throws {BasketError} for a body that is no basket. Products and quantities are not checked yet */
async function basketOf(request: HonoRequest): Promise<Basket> {
  const body: unknown = await request.json().catch(() => undefined);
  const { items, address } = isObject(body) ? body : {};
  if (!isObject(items)) throw new BasketError('The field items must have quantities by product, such as {"scarf":1}.');
  if (!isAddress(address)) throw new BasketError('The field address must have line1, postal_code and city.');
  return { items: items as Basket['items'], address };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAddress(value: unknown): value is Address {
  return isObject(value) && ['line1', 'postal_code', 'city'].every((name) => typeof value[name] === 'string');
}

/**
 * Returns the fields of an order for its basket.
 * @throws {BasketError} for an unknown product, a wrong quantity or an empty basket
 */
function fieldsOf({ products, extras, country }: Shop, { items, address }: Basket) {
  const goods = Object.entries(items).flatMap(([product, quantity]): OrderLine[] => {
    const sold = Object.hasOwn(products, product) ? products[product] : undefined;
    if (!sold) throw new BasketError(`The shop has no product "${product}".`);
    if (!Number.isInteger(quantity) || quantity < 0 || quantity > LARGEST_QUANTITY)
      throw new BasketError(`The quantity of "${product}" must be 0 to ${LARGEST_QUANTITY}.`);
    return quantity === 0 ? [] : [{ text: sold.text, quantity, amount: String(sold.price * quantity) }];
  });
  if (goods.length === 0) throw new BasketError('The basket is empty.');
  const lines = [...goods, ...extras];
  const amount = String(lines.reduce((sum, line) => sum + Number(line.amount), 0));
  const { line1, postal_code: postalCode, city } = address;
  return { amount, lines, shippingAddress: { line1, postalCode, city, country } };
}

/** The basket of an order. A paid order has no lines any more (docs/data.md). */
function pricedBasket({ products }: Shop, { id, amount: total, lines }: OrderRecord): PricedBasket {
  const rows = Object.entries(lines ? products : {}).map(
    ([product, { text }]) => [product, lines?.find((line) => line.text === text)] as const,
  );
  return {
    id,
    quantities: Object.fromEntries(rows.map(([product, line]) => [product, line?.quantity ?? 0])),
    amounts: Object.fromEntries(rows.map(([product, line]) => [product, line?.amount ?? '0'])),
    total,
  };
}
