import * as z from '../../../protocol/zod.js';
import {
  currencyCodeSchema,
  exponentOf,
  minorUnitsSchema,
  signedMinorUnitsSchema,
  withoutLeadingZeros,
  type OrderLine,
} from '../../../protocol/values/amount.js';
import type { Exponents } from '../input/exponents.js';
import { authenticationExtrasSchema } from '../../../protocol/three-d-secure/authentication-extras.js';
import { addressSchema, payerDetailSchema } from '../../../protocol/three-d-secure/authentication-request.js';
import { MessageError, WRONG_TYPE, type FieldIssue } from '../../../protocol/values/field-issue.js';
import { fieldSchemas } from '../../../protocol/redirect/payment-method.js';
import type { RedirectValues } from '../../../protocol/redirect/redirect-fields.js';
import {
  challengeRequestIndicatorSchema,
  exemptStatusSchema,
  type ChallengeRequestIndicator,
  type ExemptStatus,
} from '../../../protocol/three-d-secure/three-d-secure-values.js';
import { personText } from '../../../protocol/values/plain-text.js';
import { textLike } from '../../../protocol/values/text.js';
import { camelName } from '../../../protocol/values/camel-case.js';
import { fromWire, parseInput, toWire } from '../../util/wire-names.js';
import { field, inputObject, key, refuseUnknownFields, shopText } from '../../util/call-input.js';
import { MAX_ORDER_ID_LENGTH } from '../identifiers/gateway-order-id.js';
import { isPlainObject } from '../../util/plain-object.js';
import { ORDER_STATE_TABLE } from './order-state.table.js';
import { RECORD_VERSION, withEntry, type OrderRecord } from './order-record.js';
import { withoutUndefined, type Given } from '../../util/with-defaults.js';
import type { Address, AuthenticationExtras, Payer } from '../input/payer.js';
import { withDefaultBrands, type MethodOffer } from '../input/method-offer.js';
import { methodOffersSchema } from '../input/method-offer.schema.js';
import type { Policies } from '../input/policies.js';
import { chosenPoliciesSchema } from '../input/policies.schema.js';

/** A new order. `orders.update` changes it until it is paid. */
export interface NewOrder extends RedirectValues {
  /**
   * Idempotency key: a repeated call with it and the same fields returns the order of the first one. Other fields are
   * refused. At most 255 characters. Without a key, each call creates an order. So does a repeated call after a change
   * of the option `fingerprintKey`, or of the gateway's secret, from which that key is derived by default.
   */
  readonly key?: string | undefined;
  /**
   * Needs the option `ownOrderIds: true`; at most 39 letters, digits, `_` and `-`. An order's id is what a page needs
   * to read and pay it. Default: from `randomUuid`.
   */
  readonly id?: string | undefined;
  /**
   * The shop's own number for the order, at most 100 characters. The page shows it to the shopper, who never sees the
   * id. Not sent to the gateway. It need not be unique.
   */
  readonly reference?: string | undefined;
  /**
   * Minor units, as a string of digits: `1999` is 19.99 EUR, and 1999 JPY. Decimals are those of ISO 4217 or of the
   * option `exponents`. Optional for an add-card order.
   */
  readonly amount?: string | undefined;
  /** Alphabetic code (ISO 4217). */
  readonly currency: string;
  /** The shop's text about the order, which the page shows. */
  readonly description?: string | undefined;
  /**
   * The parts of the amount, at most 100, which the page shows on request. Their amounts add up to that of the order. A
   * discount is negative. `null` is no lines, for `orders.update`.
   */
  readonly lines?: readonly OrderLine[] | null | undefined;
  /** Payer data that the shop has. The page asks for the rest. */
  readonly payer?: Payer | undefined;
  /** Payment methods in the order in which the page shows them. Default: the backend's `methods`. */
  readonly methods?: readonly MethodOffer[] | undefined;
  /** Text on the shopper's proof of payment. Default: the description. */
  readonly descriptor?: string | undefined;
  /** Sent with payment-set. */
  readonly comments?: readonly string[] | undefined;
  /** The address to which goods are sent, for the authentication request. */
  readonly shippingAddress?: Address | undefined;
  /** Default: NO_PREFERENCE. Requesting an exemption with it loses the liability shift. */
  readonly challengeRequestIndicator?: ChallengeRequestIndicator | undefined;
  /** The exemption that the merchant requests. */
  readonly exemptStatus?: ExemptStatus | undefined;
  /** Policies of this order, instead of those of the backend's options. */
  readonly policies?: Given<Policies> | undefined;
  /** Further fields of the authentication request. */
  readonly authentication?: AuthenticationExtras | undefined;
  /**
   * Time from which no payment begins, by the store's clock, as a Date or an ISO date-time with its zone. An order that
   * is not paid then ends as `cancelled`. A challenge that was begun before has ten minutes. `null` is never, for
   * `orders.update`. Default: never.
   */
  readonly expiresAt?: Date | string | null | undefined;
  /**
   * `add-card` confirms a card without charging it, for a card that is to be stored. The order ends as
   * `authenticated`. Default: `pay`.
   */
  readonly purpose?: 'pay' | 'add-card' | undefined;
}

const LINES = 'a list of 1 to 100 lines';

const linesSchema = z
  .array(
    z.object(
      {
        text: shopText(200),
        quantity: z.optional(field('a whole number from 1 to 999999', isQuantity)),
        amount: signedMinorUnitsSchema,
      },
      "an object such as { text: 'Ticket', amount: '1999' }",
    ),
  )
  .check(z.minLength(1, LINES), z.maxLength(100, LINES));

function isQuantity(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 999_999;
}

/** The nested objects have the names of the authentication request. */
const newOrderSchema = inputObject({
  key: z.optional(key),
  id: textLike(MAX_ORDER_ID_LENGTH, /^[\w-]+$/, `letters, digits, _ and -, at most ${MAX_ORDER_ID_LENGTH}`),
  reference: z.optional(shopText(100)),
  amount: minorUnitsSchema,
  currency: currencyCodeSchema,
  description: z.optional(shopText(500)),
  lines: z.optional(z.nullable(linesSchema)),
  methods: methodOffersSchema,
  ...fieldSchemas((name) => camelName(name)),
  descriptor: z.optional(personText(255, 0)),
  comments: z.optional(z.array(personText(255, 0))),
  payer: payerDetailSchema,
  shippingAddress: z.optional(addressSchema),
  challengeRequestIndicator: challengeRequestIndicatorSchema,
  exemptStatus: z.optional(exemptStatusSchema),
  policies: z.optional(chosenPoliciesSchema),
  authentication: z.optional(authenticationExtrasSchema),
  purpose: z.enum(['pay', 'add-card']),
  expiresAt: z.optional(
    z.nullable(field('a Date, or an ISO date-time with its zone', (value) => dateOf(value) !== undefined)),
  ),
});

interface NewOrderDefaults {
  readonly methods: readonly MethodOffer[];
  /** Default: none. */
  readonly exponents?: Exponents | undefined;
  readonly randomUuid: () => string;
  /** True when an order may have an id of the shop. */
  readonly ownOrderIds: boolean;
}

/**
 * Returns the record of a new order.
 * @throws {MessageError} naming every field that is unknown, or every field that is missing or wrong
 */
export function newOrder(
  order: NewOrder,
  { methods, exponents = {}, randomUuid, ownOrderIds }: NewOrderDefaults,
  at: Date,
): OrderRecord {
  if (!isPlainObject(order)) throw orderFieldError('', 'must be an object');
  refuseUnknownFields('order', newOrderSchema, order, camelName);
  const { payer = {}, shippingAddress, authentication, purpose = 'pay' } = order;
  const expiresAt = dateOf(order.expiresAt);
  const isZero = typeof order.amount === 'string' && /^0+$/.test(order.amount);
  const found: readonly (readonly [isFound: boolean, field: string, message: string])[] = [
    [order.id !== undefined && !ownOrderIds, 'id', OWN_ID],
    [
      order.key !== undefined && order.id !== undefined,
      'key',
      'must not be given with an id, which belongs to one order only',
    ],
    [purpose === 'pay' && isZero, 'amount', 'must be more than zero'],
    [expiresAt !== undefined && expiresAt <= at, 'expiresAt', 'must be later than now'],
  ];
  const {
    payer: wirePayer,
    shippingAddress: wireAddress,
    authentication: wireExtras,
    expiresAt: _expiresAt,
    key: _key,
    lines,
    ...checked
  } = parsed(
    {
      methods,
      challengeRequestIndicator: 'NO_PREFERENCE',
      ...withoutUndefined(order),
      id: order.id ?? randomUuid(),
      purpose,
      amount: order.amount === undefined && purpose === 'add-card' ? '0' : order.amount,
      payer: toWire(payerDetailSchema, payer),
      shippingAddress: shippingAddress && toWire(addressSchema, shippingAddress),
      authentication: authentication && toWire(authenticationExtrasSchema, authentication),
    },
    found.flatMap(([isFound, name, message]) => (isFound ? orderFieldError(name, message).issues : [])),
  );
  const created = at.toISOString();
  const record: OrderRecord = {
    ...(withoutUndefined(checked) as unknown as Pick<
      OrderRecord,
      'id' | 'amount' | 'currency' | 'purpose' | 'methods'
    > &
      Pick<OrderRecord, 'challengeRequestIndicator'>),
    amount: withoutLeadingZeros(checked.amount),
    exponent: exponents[checked.currency] ?? exponentOf(checked.currency),
    methods: withDefaultBrands(checked.methods as readonly MethodOffer[], methods),
    ...(lines ? { lines: lines as readonly OrderLine[] } : {}),
    payer: fromWire(payerDetailSchema, wirePayer),
    ...(wireAddress ? { shippingAddress: fromWire(addressSchema, wireAddress) } : {}),
    ...(wireExtras ? { authentication: fromWire(authenticationExtrasSchema, wireExtras) } : {}),
    ...(expiresAt ? { expiresAt: expiresAt.toISOString(), dueAt: expiresAt.toISOString() } : {}),
    version: RECORD_VERSION,
    createdAt: created,
    updatedAt: created,
    state: ORDER_STATE_TABLE.initial,
    authentications: [],
    attempts: [],
    liabilityShift: null,
    earlyRefundMessages: [],
    flags: [],
    answers: {},
    changes: [],
    changeCount: 0,
    history: [],
  };
  return withEntry(record, at, 'created', undefined);
}

/**
 * Compares the lines of an order with its amount.
 * @throws {MessageError} naming `lines` when their sum differs
 */
export function checkLines({ lines, amount }: Pick<OrderRecord, 'lines' | 'amount'>): void {
  const sum = String(lines?.reduce((total, line) => total + Number(line.amount), 0));
  if (lines && sum !== amount)
    throw orderFieldError(
      'lines',
      `must add up to the amount ${amount}; they add up to ${sum}. Another amount needs other lines, or lines: null`,
    );
}

/** A date-time with its zone (ISO 8601). */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

function dateOf(value: unknown): Date | undefined {
  const date = typeof value === 'string' && DATE_TIME.test(value) ? new Date(value) : value;
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date : undefined;
}

const OWN_ID = 'needs the option ownOrderIds: true; the shop’s own number of an order goes into reference';
const AMOUNT = "must be an amount in minor units as a text of at most 12 digits, such as '1999' for €19.99";
const CURRENCY = "must be an alphabetic currency code (ISO 4217) in upper case, such as 'EUR'";
const LINE_AMOUNT = "must be minor units as a text of at most 12 digits, such as '1999', or '-500' for a discount";
const PHONE = "must be an object such as { countryCode: '44', subscriberNumber: '2079460000' }, digits only";
const ADDRESS = "must be an object such as { line1: 'Damrak 1', city: 'Amsterdam', country: '528' }";

/** The forms of fields whose wrong values are shown. */
const FORMS: Readonly<Record<string, string>> = {
  amount: AMOUNT,
  currency: CURRENCY,
  'lines.amount': LINE_AMOUNT,
};

/** The right shapes of fields that are often given as a text. */
const SHAPES: Readonly<Record<string, string>> = {
  payer: "must be an object such as { email: 'ada@example.com' }",
  mobilePhone: PHONE,
  homePhone: PHONE,
  workPhone: PHONE,
  billingAddress: ADDRESS,
  shippingAddress: ADDRESS,
  comments: "must be a list of texts, such as ['For Ada']",
  lines: "must be a list such as [{ text: 'Ticket', quantity: 1, amount: '1999' }]",
  text: 'must be a text',
  reference: 'must be a text',
  description: 'must be a text',
};

/**
 * Checks the fields of an order.
 * @param found mistakes that the schema does not find
 * @throws {MessageError} naming each wrong field, with its right shape
 */
function parsed(input: object, found: readonly FieldIssue[]): z.output<typeof newOrderSchema> {
  try {
    const data = parseInput('order', newOrderSchema, input);
    if (found.length === 0) return data;
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    throw new MessageError('order', [...error.issues.map((issue) => withShape(issue, input)), ...found]);
  }
  throw new MessageError('order', found);
}

function withShape(mistake: FieldIssue, input: object): FieldIssue {
  const path = mistake.field.split('.');
  const names = path.filter((part) => !/^\d+$/.test(part));
  const form = mistake.missing ? undefined : FORMS[names.join('.')];
  if (form !== undefined) {
    const value = path.reduce<unknown>((inner, part) => (inner as Readonly<Record<string, unknown>>)[part], input);
    return { ...mistake, message: `${form}; got ${came(value)}` };
  }
  const shape = mistake.message === WRONG_TYPE ? SHAPES[names.at(-1) ?? ''] : undefined;
  return shape === undefined ? mistake : { ...mistake, message: shape };
}

/** A value is shown up to this length, so that no card number is. */
const LONGEST_SHOWN = 11;

function came(value: unknown): string {
  const shown = typeof value === 'string' ? `"${value}"` : String(value);
  const isShown = ['string', 'number'].includes(typeof value) && shown.length <= LONGEST_SHOWN;
  return isShown ? shown : `a value of the type ${typeof value}`;
}

/** An error that names one field of an order. */
export function orderFieldError(field: string, message: string): MessageError {
  return new MessageError('order', [{ field, message, missing: false }]);
}
