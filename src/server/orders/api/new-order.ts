import * as z from '../../../protocol/zod.js';
import { currencyCodeSchema, minorUnitsSchema, withoutLeadingZeros } from '../../../protocol/values/amount.js';
import { authenticationExtrasSchema } from '../../../protocol/three-d-secure/authentication-extras.js';
import { addressSchema, payerDetailSchema } from '../../../protocol/three-d-secure/authentication-request.js';
import { MessageError } from '../../../protocol/values/field-issue.js';
import { accountHolderNameSchema, countryLettersSchema } from '../../../protocol/redirect/payment-method.js';
import {
  challengeRequestIndicatorSchema,
  exemptStatusSchema,
  type ChallengeRequestIndicator,
  type ExemptStatus,
} from '../../../protocol/three-d-secure/three-d-secure-values.js';
import { plainText } from '../../../protocol/values/plain-text.js';
import { textLike } from '../../../protocol/values/text.js';
import { camelName } from '../../../protocol/values/camel-case.js';
import { fromWire, parseInput, toWire } from '../../gateway/wire-names.js';
import { inputObject, refuseUnknownFields } from '../../options/call-input.js';
import { MAX_ORDER_ID_LENGTH } from '../identifiers/gateway-order-id.js';
import { isPlainObject } from '../../options/plain-object.js';
import { ORDER_STATE_TABLE } from '../states/order-state.table.js';
import { RECORD_VERSION, withEntry, type OrderRecord } from '../record/order-record.js';
import type { Given } from '../../options/with-defaults.js';
import type { Address, AuthenticationExtras, Payer } from '../input/payer.js';
import { withDefaultBrands, type MethodOffer } from '../input/method-offer.js';
import { methodOffersSchema } from '../input/method-offer.schema.js';
import type { Policies } from '../input/policies.js';
import { chosenPoliciesSchema } from '../input/policies.schema.js';

/** A new order. Its amount cannot change later. */
export interface NewOrder {
  /**
   * Needs the option `ownOrderIds: true`; at most 39 letters, digits, `_` and `-`. An order's id is what a page needs
   * to read and pay it. Default: from `randomUuid`.
   */
  readonly id?: string | undefined;
  /**
   * The shop's own number for the order, at most 100 characters. Shown in `orders.list` and `orders.shopView`, and not
   * sent to the page or the gateway. It need not be unique.
   */
  readonly reference?: string | undefined;
  /** Minor units, as a string of digits. Optional for an add-card order. */
  readonly amount?: string | undefined;
  /** Alphabetic code (ISO 4217). */
  readonly currency: string;
  /** The shop's text about the order, which the page shows. */
  readonly description?: string | undefined;
  /** Payer data that the shop has. The page asks for the rest. */
  readonly payer?: Payer | undefined;
  /** Payment methods in the order in which the page shows them. Default: the backend's `methods`. */
  readonly methods?: readonly MethodOffer[] | undefined;
  /** For redirect payment methods. The page asks for it when it is absent. */
  readonly accountHolderName?: string | undefined;
  /** Two-letter code (ISO 3166-1). The page asks for it when it is absent. */
  readonly country?: string | undefined;
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
   * `add-card` confirms a card without charging it, for a card that is to be stored. The order ends as
   * `authenticated`. Default: `pay`.
   */
  readonly purpose?: 'pay' | 'add-card' | undefined;
}

/** The nested objects have the names of the authentication request. */
const newOrderSchema = inputObject({
  id: textLike(MAX_ORDER_ID_LENGTH, /^[\w-]+$/, `letters, digits, _ and -, at most ${MAX_ORDER_ID_LENGTH}`),
  reference: z.optional(plainText(100, 0)),
  amount: minorUnitsSchema,
  currency: currencyCodeSchema,
  description: z.optional(plainText(500, 0)),
  methods: methodOffersSchema,
  accountHolderName: z.optional(accountHolderNameSchema),
  country: z.optional(countryLettersSchema),
  descriptor: z.optional(plainText(255, 0)),
  comments: z.optional(z.array(plainText(255, 0))),
  payer: payerDetailSchema,
  shippingAddress: z.optional(addressSchema),
  challengeRequestIndicator: challengeRequestIndicatorSchema,
  exemptStatus: z.optional(exemptStatusSchema),
  policies: z.optional(chosenPoliciesSchema),
  authentication: z.optional(authenticationExtrasSchema),
  purpose: z.enum(['pay', 'add-card']),
});

interface NewOrderDefaults {
  readonly methods: readonly MethodOffer[];
  readonly randomUuid: () => string;
  /** True when an order may have an id of the shop. */
  readonly ownOrderIds: boolean;
}

/**
 * Returns the record of a new order.
 * @throws {MessageError} naming the field that is wrong
 */
export function newOrder(
  order: NewOrder,
  { methods, randomUuid, ownOrderIds }: NewOrderDefaults,
  at: Date,
): OrderRecord {
  if (!isPlainObject(order)) throw orderFieldError('', 'must be an object');
  refuseUnknownFields('order', newOrderSchema, order, camelName);
  if (order.id !== undefined && !ownOrderIds) {
    throw orderFieldError(
      'id',
      'needs the option ownOrderIds: true; the shop’s own number of an order goes into reference',
    );
  }
  if (isWrongAmount(order.amount)) throw orderFieldError('amount', amountMessage(order.amount));
  const { payer = {}, shippingAddress, authentication, purpose = 'pay' } = order;
  const {
    payer: wirePayer,
    shippingAddress: wireAddress,
    authentication: wireExtras,
    ...checked
  } = parseInput('order', newOrderSchema, {
    methods,
    challengeRequestIndicator: 'NO_PREFERENCE',
    ...withoutUndefined(order),
    id: order.id ?? randomUuid(),
    purpose,
    amount: order.amount ?? (purpose === 'add-card' ? '0' : undefined),
    payer: toWire(payerDetailSchema, payer),
    shippingAddress: shippingAddress && toWire(addressSchema, shippingAddress),
    authentication: authentication && toWire(authenticationExtrasSchema, authentication),
  });
  if (purpose === 'pay' && Number(checked.amount) === 0) throw orderFieldError('amount', 'must be more than zero');
  const created = at.toISOString();
  const record: OrderRecord = {
    ...(withoutUndefined(checked) as unknown as Pick<
      OrderRecord,
      'id' | 'amount' | 'currency' | 'purpose' | 'methods'
    > &
      Pick<OrderRecord, 'challengeRequestIndicator'>),
    amount: withoutLeadingZeros(checked.amount),
    methods: withDefaultBrands(checked.methods as readonly MethodOffer[], methods),
    payer: fromWire(payerDetailSchema, wirePayer),
    ...(wireAddress ? { shippingAddress: fromWire(addressSchema, wireAddress) } : {}),
    ...(wireExtras ? { authentication: fromWire(authenticationExtrasSchema, wireExtras) } : {}),
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

/** True for an amount that is present and not in minor units, such as a number or `19.99`. */
function isWrongAmount(amount: unknown): boolean {
  return amount !== undefined && !minorUnitsSchema.safeParse(amount).success;
}

/** A value is shown up to this length, so that no card number is. */
const LONGEST_SHOWN = 11;

function amountMessage(amount: unknown): string {
  const shown = typeof amount === 'string' ? `"${amount}"` : String(amount);
  const isShown = ['string', 'number'].includes(typeof amount) && shown.length <= LONGEST_SHOWN;
  const came = isShown ? shown : `a value of the type ${typeof amount}`;
  return `must be an amount in minor units as a text, such as '1999' for €19.99; got ${came}`;
}

/** An error that names one field of an order. */
export function orderFieldError(field: string, message: string): MessageError {
  return new MessageError('order', [{ field, message, missing: false }]);
}

function withoutUndefined<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<Value>;
}
