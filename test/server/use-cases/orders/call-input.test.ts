import { describe, expect, it } from 'vitest';
import { MessageError, type MerchantHandler, type OrderStore } from '../../../../src/server.js';
import { CARDS, PAYER, shop } from '../../scripted-gateway.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';

const PERSON = { by: 'Grace', reason: 'The shopper called' };
const CARD = { number: CARDS.success, expiryMonth: '12', expiryYear: '28', fullName: 'Ada Lovelace' };
const DAY = 86_400_000;

type Orders = MerchantHandler['orders'];

/** A shop with one order, and the names of the calls of its store since then. */
async function openShop() {
  const calls: string[] = [];
  const store: OrderStore = memoryOrderStore((call) => Promise.resolve(calls.push(call)));
  const place = shop({ store });
  const id = await place.order({ methods: [{ code: 'card' }, { code: 'testpay' }] });
  calls.length = 0;
  return { ...place, id, calls };
}

/** A call with an input that a language without types can give. */
type Call = (orders: Orders, id: string, input: never) => Promise<unknown>;

const CALLS = {
  create: (orders, _id, input) => orders.create(input),
  read: (orders, _id, input) => orders.read(input),
  shopView: (orders, _id, input) => orders.shopView(input),
  lookUp: (orders, _id, input) => orders.lookUp(input),
  list: (orders, _id, input) => orders.list(input),
  count: (orders, _id, input) => orders.count(input),
  export: (orders, _id, input) => orders.export(input).next(),
  erase: (orders, id, input) => orders.erase(id, input),
  settle: (orders, id, input) => orders.settle(id, input),
  reopen: (orders, id, input) => orders.reopen(id, input),
  capture: (orders, id, input) => orders.capture(id, input),
  cancel: (orders, id, input) => orders.cancel(id, input),
  refund: (orders, id, input) => orders.refund(id, input),
  prune: (orders, _id, input) => orders.prune(input),
  suspend: (orders, _id, input) => orders.suspend(input),
  reconcile: (orders, _id, input) => orders.reconcile(input),
  balance: (orders, _id, input) => orders.balance(input),
  resend: (orders, _id, input) => orders.resend(input),
  payStored: (orders, id, input) => orders.payStored(id, input),
  update: (orders, id, input) => orders.update(id, input),
} satisfies Readonly<Record<keyof Orders, Call>>;

const ORDER = { amount: '1999', currency: 'EUR', payer: PAYER };
const SETTLED = { as: 'paid', ...PERSON };
const REFUNDED = { as: 'refunded', refund: 'key-1', ...PERSON };

describe('a call of orders', () => {
  it.each<[keyof typeof CALLS, unknown, string]>([
    ['create', undefined, ''],
    ['create', null, ''],
    ['create', 'order', ''],
    ['create', { ...ORDER, refrence: 'SO-1' }, 'refrence'],
    ['create', { ...ORDER, shipping_address: {} }, 'shipping_address'],
    ['create', { ...ORDER, payer: { emial: 'ada@example.com' } }, 'payer.emial'],
    ['create', { ...ORDER, lines: [{ text: 'Coin', amuont: '1999' }] }, 'lines.0.amuont'],
    ['create', { ...ORDER, lines: [{ text: 'Coin', quantity: 0, amount: '1999' }] }, 'lines.0.quantity'],
    ['create', { ...ORDER, lines: [{ text: CARD.number, amount: '1999' }] }, 'lines.0.text'],
    ['create', { ...ORDER, lines: [] }, 'lines'],
    ['create', { ...ORDER, lines: [{ text: 'Coin', amount: '2000' }] }, 'lines'],
    ['create', { ...ORDER, payer: { mobile_phone: { countryCode: '44' } } }, 'payer.mobile_phone'],
    ['create', { ...ORDER, payer: { mobilePhone: { ...PAYER.mobilePhone, ext: '1' } } }, 'payer.mobilePhone.ext'],
    ['create', { ...ORDER, authentication: { order: { giftcard: 1 } } }, 'authentication.order.giftcard'],
    ['create', { ...ORDER, methods: [{ code: 'card' }, { code: 'testpay', label: 'T' }] }, 'methods.1.label'],
    ['create', { ...ORDER, methods: [] }, 'methods'],
    ['create', { ...ORDER, methods: ['card'] }, 'methods.0'],
    ['create', { ...ORDER, policies: { attemted: 'refuse' } }, 'policies.attemted'],
    ['create', { ...ORDER, comments: ['fine', 2] }, 'comments.1'],
    ['read', undefined, 'id'],
    ['read', 4711, 'id'],
    ['shopView', null, 'id'],
    ['lookUp', { id: 'A' }, 'id'],
    ['resend', undefined, 'id'],
    ['create', { ...ORDER, policies: new Map([['attempted', 'refuse']]) }, 'policies'],
    ['list', null, ''],
    ['list', new Date(0), ''],
    ['list', { state: ['paid'] }, 'state'],
    ['list', { states: 'paid' }, 'states'],
    ['list', { states: ['paid', 'payed'] }, 'states.1'],
    ['list', { updatedBefore: '2026-11-20' }, 'updatedBefore'],
    ['list', { updatedBefore: new Date(NaN) }, 'updatedBefore'],
    ['list', { limit: '20' }, 'limit'],
    ['list', { limit: 1001 }, 'limit'],
    ['list', { reference: ' ' }, 'reference'],
    ['list', { reference: 4711 }, 'reference'],
    ['list', { gatewayOrderId: '' }, 'gatewayOrderId'],
    ['list', { pasref: 'x'.repeat(256) }, 'pasref'],
    ['list', { flag: 'second' }, 'flag'],
    ['list', { flags: ['second-payment'] }, 'flags'],
    ['list', { createdFrom: '2026-11-20' }, 'createdFrom'],
    ['list', { createdBefore: new Date(NaN) }, 'createdBefore'],
    ['list', { updatedFrom: 0 }, 'updatedFrom'],
    ['export', null, ''],
    ['export', { personal: 'yes' }, 'personal'],
    ['export', { limit: 10 }, 'limit'],
    ['export', { flag: 'no-flag' }, 'flag'],
    ['erase', null, ''],
    ['erase', { by: 'Grace', reason: 7 }, 'reason'],
    ['erase', { by: ' ', reason: 'asked' }, 'by'],
    ['erase', { ...PERSON, personal: true }, 'personal'],
    ['count', { limit: 10 }, 'limit'],
    ['count', null, ''],
    ['count', { states: ['payed'] }, 'states.0'],
    ['list', { after: 7 }, 'after'],
    ['list', { after: 'next' }, 'after'],
    ['cancel', undefined, ''],
    ['cancel', {}, 'key'],
    ['cancel', { key: '' }, 'key'],
    ['cancel', { key: 'k', by: 7 }, 'by'],
    ['cancel', { key: 'k', states: ['payed'] }, 'states.0'],
    ['cancel', { key: 'k', states: 'paid' }, 'states'],
    ['update', undefined, ''],
    ['update', { id: 'B' }, 'id'],
    ['update', { purpose: 'add-card' }, 'purpose'],
    ['update', { amount: '0' }, 'amount'],
    ['update', { amount: '12.50' }, 'amount'],
    ['update', { currency: 'euro' }, 'currency'],
    ['update', { descriptio: 'x' }, 'descriptio'],
    ['settle', undefined, ''],
    ['settle', { as: 'payed', ...PERSON }, 'as'],
    ['settle', PERSON, 'as'],
    ['settle', { ...SETTLED, reason: ' ' }, 'reason'],
    ['settle', { ...SETTLED, by: 'x'.repeat(501) }, 'by'],
    ['settle', { ...SETTLED, atempt: 'A' }, 'atempt'],
    ['settle', { ...SETTLED, attempt: 7 }, 'attempt'],
    ['settle', { ...SETTLED, refund: 'key-1' }, 'refund'],
    ['settle', { ...REFUNDED, refund: undefined }, 'refund'],
    ['settle', { ...REFUNDED, attempt: 'A' }, 'attempt'],
    ['reopen', undefined, ''],
    ['reopen', { by: 'Grace' }, 'reason'],
    ['reopen', { ...PERSON, as: 'paid' }, 'as'],
    ['settle', { ...PERSON, as: 'captured' }, 'capture'],
    ['settle', { ...PERSON, as: 'voided' }, 'cancel'],
    ['settle', { ...PERSON, as: 'refunded-elsewhere' }, 'amount'],
    ['settle', { ...PERSON, as: 'paid', amount: '500' }, 'amount'],
    ['settle', { ...PERSON, as: 'paid', key: 'form-1' }, 'key'],
    ['capture', {}, 'key'],
    ['capture', { key: 'parcel', amount: '0' }, 'amount'],
    ['capture', { key: 'parcel', final: 'yes' }, 'final'],
    ['cancel', { key: ' ' }, 'key'],
    // A letter with a combining accent, a no-break space, an invisible character, a line separator, full width.
    // Then a blank of Braille, another hyphen, another minus, two spaces.
    ...['e\u0301', 'a\u00a0b', 'a\u034f', 'a\u2028b', '\uff11', '\u2800a', 'a\u20101', 'a\u22121', 'a  b'].map(
      (key): [keyof typeof CALLS, unknown, string] => ['capture', { key }, 'key'],
    ),
    ['cancel', { key: 'cancel', reson: 'x' }, 'reson'],
    ['refund', null, ''],
    ['refund', { amount: 500 }, 'amount'],
    ['refund', { amount: '0' }, 'amount'],
    ['refund', { amount: '5.00' }, 'amount'],
    ['refund', { ammount: '500' }, 'ammount'],
    ['refund', { key: '' }, 'key'],
    ['refund', { comment: 1 }, 'comment'],
    ['prune', undefined, ''],
    ['prune', {}, 'olderThan'],
    ['prune', { olderThan: DAY - 1 }, 'olderThan'],
    ['prune', { olderThan: String(DAY) }, 'olderThan'],
    ['prune', { olderThan: Infinity }, 'olderThan'],
    ['prune', { olderThan: DAY, states: ['paid'] }, 'states'],
    ['suspend', undefined, ''],
    ['suspend', {}, 'createdBefore'],
    ['suspend', { createdBefore: '2026-11-20' }, 'createdBefore'],
    ['suspend', { createdBefore: new Date(NaN) }, 'createdBefore'],
    ['balance', undefined, ''],
    ['balance', {}, 'day'],
    ['balance', { day: '2026-02-30' }, 'day'],
    ['balance', { day: new Date() }, 'day'],
    ['balance', { day: '2026-11-20', withoutReports: 'yes' }, 'withoutReports'],
    ['reconcile', { limit: 0 }, 'limit'],
    ['reconcile', { limit: -1 }, 'limit'],
    ['reconcile', { olderThan: NaN }, 'olderThan'],
    ['reconcile', { older: 1 }, 'older'],
    ['payStored', undefined, ''],
    ['payStored', {}, 'card'],
    ['payStored', { card: { ...CARD, securityCode: '123' } }, 'card.securityCode'],
    ['payStored', { card: { ...CARD, expiryMonth: '13' } }, 'card.expiryMonth'],
    ['payStored', { card: CARD, source: 'BROWSER' }, 'source'],
    ['payStored', { card: CARD, requestType: 'MONTHLY' }, 'requestType'],
    ['payStored', { card: CARD, type: 'RECURRING_TRANSACTION' }, 'type'],
  ])(
    'the call %s refuses %j with a MessageError for the field “%s”, and writes nothing',
    async (name, input, field) => {
      const { backend, id, calls, sent } = await openShop();
      const call: Call = CALLS[name];
      const error: unknown = await call(backend.orders, id, input as never).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(MessageError);
      expect((error as MessageError).issues.map((issue) => issue.field)).toEqual([field]);
      expect(calls).toEqual([]);
      expect(sent).toEqual([]);
    },
  );

  it.each(['settle', 'reopen', 'refund', 'payStored'] as const)(
    'the call %s refuses an id that is not a text',
    async (name) => {
      const { backend, calls } = await openShop();
      const call: Call = CALLS[name];
      const input = { settle: SETTLED, reopen: PERSON, refund: {}, payStored: { card: CARD } }[name];
      await expect(call(backend.orders, undefined as never, input as never)).rejects.toMatchObject({
        name: 'MessageError',
        issues: [{ field: 'id', missing: true }],
      });
      expect(calls).toEqual([]);
    },
  );

  it('names every unknown field, with the field that is probably meant', async () => {
    const { backend } = await openShop();
    const input = { ...ORDER, refrence: 'SO-1', payer: { mobile_phone: {}, shoeSize: 43 } };
    const error = await backend.orders.create(input as never).catch((reason: unknown) => reason);
    expect(String(error)).toContain('refrence is not a field. Did you mean reference?');
    expect(String(error)).toContain('payer.mobile_phone is not a field. Did you mean mobilePhone?');
    expect(String(error)).toContain(
      'payer.shoeSize is not a field. The fields are email, billingAddress, mobilePhone,',
    );
  });

  it.each([
    [{ ...ORDER, '4222 0000 0628 5344': 1 }, '4222 00** **** 5344 is not a field'],
    [{ ...ORDER, payer: { '4222000006285344': 1 } }, 'payer.422200******5344 is not a field'],
    [{ ...ORDER, [`${'x'.repeat(70)}4222000006285344`]: 1 }, `${'x'.repeat(70)}422200****… is not a field`],
  ])('masks a card number in the name of an unknown field, input %#', async (input, words) => {
    const { backend } = await openShop();
    const error = await backend.orders.create(input as never).catch((reason: unknown) => reason);
    expect(String(error)).toContain(words);
  });

  it('masks a card number in the name of a wrong field, where a field may have any name', async () => {
    const { backend } = await openShop();
    const messageExtension = [{ name: 'n', id: 'i', criticalityIndicator: 'false', data: { '4222000006285344\n': 1 } }];
    const input = { ...ORDER, authentication: { messageExtension } };
    const error = await backend.orders.create(input as never).catch((reason: unknown) => reason);
    expect(String(error)).toContain('authentication.messageExtension.0.data.422200******5344');
  });

  it('accepts fields that are undefined', async () => {
    const { backend, id } = await openShop();
    const { orders } = backend;
    const nothing = undefined as never;
    await orders.create({ ...ORDER, description: nothing, methods: nothing, shoeSize: undefined } as never);
    expect((await orders.list({ states: nothing, after: nothing, limit: nothing })).orders).toHaveLength(2);
    expect(await orders.reconcile({ limit: nothing })).toMatchObject({ orders: 0 });
    expect(await orders.prune({ olderThan: DAY })).toEqual({ pruned: 0 });
    await expect(orders.refund(id, { amount: nothing })).rejects.toMatchObject({ issues: [{ field: 'order' }] });
    await expect(orders.settle(id, { ...SETTLED, attempt: nothing, refund: nothing } as never)).rejects.toMatchObject({
      issues: [{ field: 'order' }],
    });
    expect(await orders.payStored(id, { card: CARD, source: nothing })).toMatchObject({ status: 'paid' });
  });

  it('accepts names of a message extension that no document describes', async () => {
    const { backend } = await openShop();
    const data = { A000000802: { any_name: 1 } };
    const messageExtension = [{ name: 'Loyalty', id: 'A000000802', criticalityIndicator: false, data }];
    const order = await backend.orders.create({ ...ORDER, authentication: { messageExtension } });
    expect(order.authentication?.messageExtension?.[0]).toMatchObject({ data });
  });
});

it.each<[unknown, string]>([
  [19.99, '19.99'],
  ['19.99', '"19.99"'],
  ['4222000006285344', 'a value of the type string'],
  [4222000006285344, 'a value of the type number'],
  [{}, 'a value of the type object'],
])('orders.create shows a right amount, and a wrong one that cannot be a card number: %j', async (amount, came) => {
  const { backend } = await openShop();
  const created = backend.orders.create({ ...ORDER, amount: amount as string });
  await expect(created).rejects.toThrow(
    `Bad order: amount must be an amount in minor units as a text of at most 12 digits, such as '1999' for €19.99; got ${came}`,
  );
});
