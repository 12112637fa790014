import { describe, expect, it } from 'vitest';
import type { FieldIssue } from '../../../../src/protocol/values/field-issue.js';
import { newOrder, orderFieldError, type NewOrder } from '../../../../src/server/domain/record/new-order.js';
import { NOON } from '../../orders/attempts.js';

const UUID = '3f1c1f0e-0000-4000-8000-000000000001';
const METHODS = [{ code: 'card' }];
const ORDER: NewOrder = { amount: '1999', currency: 'EUR' };

const create = (order: NewOrder, { ownOrderIds = true } = {}) =>
  newOrder(order, { methods: METHODS, randomUuid: () => UUID, ownOrderIds }, new Date(NOON));

/** The wrong fields of an order that is refused. */
function issuesOf(order: unknown, options?: { ownOrderIds: boolean }): readonly FieldIssue[] {
  try {
    create(order as NewOrder, options);
    return [];
  } catch (error) {
    expect(error).toMatchObject({ name: 'MessageError', what: 'order' });
    return (error as { readonly issues: readonly FieldIssue[] }).issues;
  }
}
const fieldsOf = (order: unknown) => issuesOf(order).map(({ field }) => field);

describe('a new order', () => {
  it('a new order has a random id, its amount, and the defaults of the documentation', () => {
    expect(create(ORDER)).toStrictEqual({
      version: 1,
      id: UUID,
      createdAt: NOON,
      updatedAt: NOON,
      amount: '1999',
      currency: 'EUR',
      exponent: 2,
      purpose: 'pay',
      state: 'open',
      methods: METHODS,
      payer: {},
      challengeRequestIndicator: 'NO_PREFERENCE',
      authentications: [],
      attempts: [],
      liabilityShift: null,
      earlyRefundMessages: [],
      flags: [],
      answers: {},
      changes: [],
      changeCount: 0,
      history: [{ at: NOON, event: 'created', state: 'open' }],
    });
  });

  it('a new order has what the merchant gives, with the names of the API', () => {
    const given: NewOrder = {
      ...ORDER,
      id: 'Order_4711-a',
      reference: 'Order 4711/β',
      description: 'One fine coin',
      methods: [{ code: 'testpay', name: 'Pay by test' }],
      accountHolderName: 'Ada Lovelace',
      country: 'GB',
      descriptor: 'COINS',
      comments: ['For Ada'],
      payer: { email: 'ada@example.com', mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' } },
      shippingAddress: { line1: 'Damrak 1', city: 'Amsterdam', postalCode: '1012 LG', country: '528' },
      challengeRequestIndicator: 'CHALLENGE_MANDATED',
      exemptStatus: 'LOW_VALUE',
      policies: { notEnrolled: 'authorize' },
      authentication: { order: { deliveryEmail: 'ada@example.com' } },
      purpose: 'add-card',
    };
    expect(create(given)).toMatchObject(given);
  });

  it('a new order has no field that is undefined', () => {
    const { id: _id, ...nothing } = { id: undefined, reference: undefined, payer: undefined, methods: undefined };
    const more = { shippingAddress: undefined, authentication: undefined, purpose: undefined, exemptStatus: undefined };
    expect(create({ ...ORDER, ...nothing, ...more })).toStrictEqual(create(ORDER));
  });

  it('a new order has an amount without leading zeros', () => {
    expect(create({ ...ORDER, amount: '0001999' }).amount).toBe('1999');
  });

  it('a new order has no amount when it is for a card that is to be stored', () => {
    expect(create({ currency: 'EUR', purpose: 'add-card' })).toMatchObject({ amount: '0', purpose: 'add-card' });
    expect(create({ ...ORDER, amount: '5', purpose: 'add-card' }).amount).toBe('5');
    expect(create({ ...ORDER, amount: '000', purpose: 'add-card' }).amount).toBe('0');
  });
});

/** The longest texts that the documentation allows, and one character more. */
const LENGTHS: Readonly<Record<string, number>> = {
  id: 39,
  reference: 100,
  description: 500,
  descriptor: 255,
  accountHolderName: 100,
};

describe('the field of a new order', () => {
  it.each(Object.entries(LENGTHS))('%s has at most %i characters', (field, most) => {
    expect(issuesOf({ ...ORDER, [field]: 'x'.repeat(most) })).toEqual([]);
    expect(fieldsOf({ ...ORDER, [field]: 'x'.repeat(most + 1) })).toEqual([field]);
  });

  it.each(['reference', 'description', 'descriptor'])('%s may be empty, and is cleaned', (field) => {
    expect(issuesOf({ ...ORDER, [field]: '' })).toEqual([]);
    expect(create({ ...ORDER, [field]: '\u200fone\n\u00adtwo\u202c' })).toMatchObject({
      [field]: 'one two',
    });
  });

  it.each([
    [{ id: '' }, 'id'],
    [{ id: 'a b' }, 'id'],
    [{ id: ' a' }, 'id'],
    [{ id: 'a ' }, 'id'],
    [{ accountHolderName: 'A' }, 'accountHolderName'],
    [{ country: 'gb' }, 'country'],
    [{ country: 'GBR' }, 'country'],
    [{ currency: 'eur' }, 'currency'],
    [{ currency: undefined }, 'currency'],
    [{ comments: 'For Ada' }, 'comments'],
    [{ comments: ['', 'x'.repeat(256)] }, 'comments.1'],
    [{ methods: [] }, 'methods'],
    [{ purpose: 'store-card' }, 'purpose'],
    [{ policies: { attempted: 'maybe' } }, 'policies.attempted'],
    [{ exemptStatus: 'NONE' }, 'exemptStatus'],
    [{ challengeRequestIndicator: 'X' }, 'challengeRequestIndicator'],
    [
      { payer: { mobilePhone: { countryCode: '+44', subscriberNumber: '2079460000' } } },
      'payer.mobilePhone.countryCode',
    ],
    [{ shippingAddress: { line1: 'Damrak 1', city: 'Amsterdam', country: 'NL' } }, 'shippingAddress.country'],
    [{ authentication: { order: { deliveryEmail: 'ada' } } }, 'authentication.order.deliveryEmail'],
    [{ refrence: '4711' }, 'refrence'],
    [{ shipping_address: {} }, 'shipping_address'],
  ])('the field of a new order is named when it is wrong: %j', (wrong, field) => {
    expect(fieldsOf({ ...ORDER, ...wrong })).toEqual([field]);
  });

  it('says which id a merchant may choose, and that it needs an option', () => {
    expect(issuesOf({ ...ORDER, id: 'a b' })[0]?.message).toContain('letters, digits, _ and -, at most 39');
    const [issue, ...others] = issuesOf({ ...ORDER, id: 'A' }, { ownOrderIds: false });
    expect([issue?.field, issue?.missing, others]).toEqual(['id', false, []]);
    expect(issue?.message).toContain('needs the option ownOrderIds: true');
    expect(create(ORDER, { ownOrderIds: false }).id).toBe(UUID);
  });

  it.each([undefined, null, 'order', 7, [], new Date(0)])(
    'the field of a new order is not asked for when %j is no order',
    (order) => {
      expect(issuesOf(order)).toEqual([{ field: '', message: 'must be an object', missing: false }]);
    },
  );
});

describe('the message of a wrong field of a new order', () => {
  it.each([
    [{ currency: 'eur' }, 'currency', 'in upper case, such as \'EUR\'; got "eur"'],
    [{ currency: 'Euro' }, 'currency', 'got "Euro"'],
    [{ currency: 978 }, 'currency', 'got 978'],
    [{ currency: '4222000006285344' }, 'currency', 'got a value of the type string'],
    [{ payer: { mobilePhone: '+442079460000' } }, 'payer.mobilePhone', "{ countryCode: '44', subscriberNumber: '2079"],
    [{ payer: { workPhone: 442079460000 } }, 'payer.workPhone', "{ countryCode: '44', subscriberNumber: '2079"],
    [{ payer: { billingAddress: 'Damrak 1' } }, 'payer.billingAddress', "{ line1: 'Damrak 1', city: 'Amsterdam'"],
    [{ shippingAddress: 'Damrak 1' }, 'shippingAddress', "{ line1: 'Damrak 1', city: 'Amsterdam', country: '528' }"],
    [{ payer: 'ada@example.com' }, 'payer', "{ email: 'ada@example.com' }"],
    [{ comments: 'For Ada' }, 'comments', "such as ['For Ada']"],
  ])('the message of a wrong field of a new order shows the right form: %j', (wrong, field, words) => {
    const [issue, ...others] = issuesOf({ ...ORDER, ...wrong });
    expect([issue?.field, others]).toEqual([field, []]);
    expect(issue?.message).toContain(words);
    expect(issue?.message).not.toContain('4222000006285344');
  });
});

describe('the exponent of a new order', () => {
  it.each([
    ['EUR', undefined, 2],
    ['HUF', {}, 2],
    ['HUF', { HUF: 0 }, 0],
    ['JPY', { HUF: 0 }, 0],
    ['JPY', { JPY: 2, HUF: undefined }, 2],
    ['UYW', { CLF: 0 }, 4],
  ])('the exponent of a new order in %s with the option %j is %i', (currency, exponents, exponent) => {
    const options = { methods: METHODS, exponents, randomUuid: () => UUID, ownOrderIds: false };
    expect(newOrder({ amount: '1999', currency }, options, new Date(NOON))).toMatchObject({ amount: '1999', exponent });
  });
});

describe('the amount of a new order', () => {
  it.each([
    [19.99, '19.99'],
    [1999, '1999'],
    ['19.99', '"19.99"'],
    ['-1', '"-1"'],
    ['123456789', undefined],
    ['1234567890123', 'a value of the type string'],
    ['12345678x', '"12345678x"'],
    ['123456789x', 'a value of the type string'],
    [1234567890.5, 'a value of the type number'],
    [12345678.25, '12345678.25'],
    [true, 'a value of the type boolean'],
    [null, 'a value of the type object'],
    [1999n, 'a value of the type bigint'],
  ])('the amount of a new order is shown when it is wrong and no card number: %s', (amount, shown) => {
    const message = `must be an amount in minor units as a text of at most 12 digits, such as '1999' for €19.99; got ${shown}`;
    const issues = shown === undefined ? [] : [{ field: 'amount', message, missing: false }];
    expect(issuesOf({ ...ORDER, amount })).toEqual(issues);
  });

  it('the amount of a new order is more than zero for a payment, and not absent', () => {
    const issues = [{ field: 'amount', message: 'must be more than zero', missing: false }];
    for (const amount of ['0', '000']) expect(issuesOf({ ...ORDER, amount })).toEqual(issues);
    expect(issuesOf({ currency: 'EUR' })).toMatchObject([{ field: 'amount', missing: true }]);
  });
});

it.each<[object, Readonly<Record<string, string>>]>([
  [
    { amount: '19.99', currency: 'eu', expiresAt: 'tomorrow', description: 5 },
    {
      amount: 'amount in minor units as a text of at most 12 digits, such as \'1999\' for €19.99; got "19.99"',
      currency: 'must be an alphabetic currency code (ISO 4217) in upper case, such as \'EUR\'; got "eu"',
      expiresAt: 'must be a Date, or an ISO date-time with its zone',
      description: 'must be a text',
    },
  ],
  [
    { amount: '0', expiresAt: new Date(NOON), id: 'A', currency: undefined },
    {
      amount: 'must be more than zero',
      expiresAt: 'must be later than now',
      id: 'needs the option ownOrderIds',
      currency: 'is missing',
    },
  ],
  [{ lines: [] }, { lines: 'must be a list of 1 to 100 lines' }],
  [{ lines: 'Ticket' }, { lines: 'must be a list such as [{' }],
  [
    { lines: [{ text: 'a', amount: 1999 }, 'Ticket', { text: 7, amount: '1,50' }] },
    {
      'lines.0.amount':
        "must be minor units as a text of at most 12 digits, such as '1999', or '-500' for a discount; got 1999",
      'lines.1': "must be an object such as { text: 'Ticket', amount: '1999' }",
      'lines.2.text': 'must be a text',
      'lines.2.amount': 'got "1,50"',
    },
  ],
])('names every wrong field of a new order, with the right form: %j', (order, messages) => {
  const issues = issuesOf({ ...ORDER, ...order }, { ownOrderIds: false });
  expect(issues.map(({ field }) => field).sort()).toEqual(Object.keys(messages).sort());
  for (const { field, message } of issues) expect(message).toContain(messages[field]);
});

it('an error that names one field of an order says so', () => {
  expect(orderFieldError('id', 'is the id of another order')).toMatchObject({
    name: 'MessageError',
    message: 'Bad order: id is the id of another order',
    issues: [{ field: 'id', message: 'is the id of another order', missing: false }],
  });
});
