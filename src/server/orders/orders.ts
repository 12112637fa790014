import * as z from 'zod/mini';
import { currencyCode, minorUnits } from '../../protocol/amount.js';
import { address, payerDetail } from '../../protocol/authentication-request.js';
import { parseMessage } from '../../protocol/field-issue.js';
import { accountHolderName, countryLetters, paymentMethodCode } from '../../protocol/payment-method.js';
import { authenticationExtras, type AuthenticationExtras } from '../../protocol/authentication-extras.js';
import {
  challengeRequestIndicator,
  exemptStatus,
  type ChallengeRequestIndicator,
  type ExemptStatus,
} from '../../protocol/three-d-secure-values.js';
import type { Address, PayerDetail } from '../../protocol/authentication-request.js';
import type { OrderState, OutcomeMessage } from '../../protocol/outcome.js';
import type { StoredPayment } from '../card/stored-payment.js';
import { upToDate, withEntry, type HistoryEntry, type OrderRecord, type RefundEntry } from './order-record.js';
import type { OrderStore } from '../store/order-store.js';
import type { MethodOffer } from './payment-methods.js';
import { refundableRest, type RefundAnswer, type RefundInput } from '../refunds/refund.js';
import type { Policies } from './policies.js';

/** A new order. What it costs is said here, and nowhere else. */
export interface NewOrder {
  /** Default: a random one, which nobody can guess. Letters, digits, `_` and `-`, at most 45. */
  readonly id?: string;
  /** Minor units, as a string. May be left out of an order to add a card. */
  readonly amount?: string;
  /** Alphabetic code (ISO 4217). */
  readonly currency: string;
  readonly description?: string;
  /** What the shop knows of the payer, with the interface's names: the rest is asked for. */
  readonly payer?: PayerDetail;
  /** How it may be paid, in the order in which the page shows it. Default: the backend's `methods`. */
  readonly methods?: readonly MethodOffer[];
  /** For methods that the shopper is sent to; asked for where it is not given. */
  readonly accountHolderName?: string;
  /** Two letters; asked for where it is not given. */
  readonly country?: string;
  /** What the shopper sees on a proof of payment. Default: the description. */
  readonly descriptor?: string;
  /** Notes of the shop's own, sent with payment-set. */
  readonly comments?: readonly string[];
  readonly shippingAddress?: Address;
  /** Default: NO_PREFERENCE. Asking for an exemption by it loses the shift of liability (spec: 8). */
  readonly challengeRequestIndicator?: ChallengeRequestIndicator;
  readonly exemptStatus?: ExemptStatus;
  readonly policies?: Partial<Policies>;
  /** Further fields of the authentication request (spec: optional fields), with the interface's names. */
  readonly authentication?: AuthenticationExtras;
  /**
   * `add-card` confirms a card without charging it, for a card that is stored: the order ends as
   * `authenticated`, and nothing is authorized. Its amount may be left out. Default: `pay`.
   */
  readonly purpose?: 'pay' | 'add-card';
}

/** The shop's own view of an order (design: Outcomes and order states). */
export interface ShopView {
  readonly id: string;
  readonly state: OrderState;
  readonly amount: string;
  readonly currency: string;
  readonly liability_shift: boolean | null;
  readonly authentication: {
    readonly status?: string;
    readonly eci?: string;
    readonly version?: string;
    readonly server_trans_id?: string;
    readonly whitelist_status?: string;
  } | null;
  /** The method of the last payment: `card`, or that of a redirect; null before any. */
  readonly method: string | null;
  readonly refunds: readonly {
    readonly at: string;
    readonly amount: string;
    readonly state: RefundEntry['state'];
    readonly message?: string;
  }[];
  /** What could still be refunded, in minor units. */
  readonly refundable: string;
  /** Messages of the gateway that contradict what was final: somebody has to look. */
  readonly contradiction: boolean;
  readonly history: readonly HistoryEntry[];
}

/** The merchant's own hands on the orders. */
export interface Orders {
  /** @throws {MessageError} naming the field that is wrong, or `id` when it is taken. */
  create(order: NewOrder): Promise<OrderRecord>;
  read(id: string): Promise<OrderRecord | undefined>;
  shopView(id: string): Promise<ShopView | undefined>;
  /** Newest first; 50 at a time by default. */
  list(options?: { readonly limit?: number; readonly offset?: number }): Promise<readonly OrderRecord[]>;
  /** Asks the gateway what became of an order in doubt; settles it where the gateway knows. */
  lookUp(id: string): Promise<OrderRecord>;
  /** Pays an order with a stored card, without the shopper: merchant-initiated, recurring. */
  payStored(id: string, payment: StoredPayment): Promise<OutcomeMessage>;
  /**
   * Refunds a redirect payment, whole or in part.
   * @throws {MessageError} naming `amount` with what is left, or `order` where there is nothing to refund.
   */
  refund(id: string, input?: RefundInput): Promise<RefundAnswer>;
}

const policy = z.optional(z.enum(['authorize', 'refuse']));
const newOrder = z.object({
  // Room for the attempts' suffix within the gateway's 50 characters.
  id: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,45}$/, 'letters, digits, _ and -, at most 45'))),
  amount: minorUnits,
  currency: currencyCode,
  description: z.optional(z.string().check(z.maxLength(500))),
  methods: z.optional(
    z
      .array(
        z.object({
          code: z.union([z.literal('card'), paymentMethodCode]),
          name: z.optional(z.string().check(z.maxLength(100))),
        }),
      )
      .check(z.minLength(1)),
  ),
  accountHolderName: z.optional(accountHolderName),
  country: z.optional(countryLetters),
  descriptor: z.optional(z.string().check(z.maxLength(255))),
  comments: z.optional(z.array(z.string().check(z.maxLength(255)))),
  payer: z.optional(payerDetail),
  shippingAddress: z.optional(address),
  challengeRequestIndicator: z.optional(challengeRequestIndicator),
  exemptStatus: z.optional(exemptStatus),
  policies: z.optional(z.object({ notEnrolled: policy, attempted: policy, couldNotBePerformed: policy })),
  authentication: z.optional(authenticationExtras),
  purpose: z.optional(z.enum(['pay', 'add-card'])),
});

export interface OrdersOptions {
  readonly store: OrderStore;
  readonly now: () => Date;
  readonly randomUuid: () => string;
  readonly methods: readonly MethodOffer[];
}

/** Only a card that is merely confirmed costs nothing. */
const positiveAmount = z.object({ amount: z.string().check(z.regex(/[1-9]/, 'more than zero')) });

export function createOrders({
  store,
  now,
  randomUuid,
  methods: usual,
}: OrdersOptions): Omit<Orders, 'refund' | 'lookUp' | 'payStored'> {
  const read = async (id: string) => {
    const found = await store.read(id);
    return found && upToDate(found.record);
  };

  return {
    async create(order) {
      const {
        id = randomUuid(),
        payer = {},
        challengeRequestIndicator: indicator = 'NO_PREFERENCE',
        methods = usual,
        ...rest
      } = parseMessage('order', newOrder, {
        ...order,
        amount: order.amount ?? (order.purpose === 'add-card' ? '0' : undefined),
      });
      if (rest.purpose !== 'add-card') parseMessage('order', positiveAmount, rest);
      const record = withEntry(
        {
          ...rest,
          id,
          payer,
          methods,
          challengeRequestIndicator: indicator,
          createdAt: now().toISOString(),
          state: 'open',
          attempts: 0,
          authentications: [],
          redirects: [],
          refunds: [],
          liabilityShift: null,
          answers: {},
          history: [],
        } as OrderRecord,
        now(),
        'created',
      );
      if (!(await store.insert(record)))
        parseMessage('order', z.object({ id: z.undefined('an id that is not taken') }), { id });
      return record;
    },
    read,
    async shopView(id) {
      const found = await read(id);
      return found && shopView(found);
    },
    list: async ({ limit = 50, offset = 0 } = {}) => (await store.list({ limit, offset })).map(upToDate),
  };
}

function shopView(record: OrderRecord): ShopView {
  const {
    id,
    state,
    amount,
    currency,
    liabilityShift,
    authentications,
    authorizedWith,
    payment,
    redirects,
    refunds,
    history,
  } = record;
  // What the money was asked for with; before that the last one, of which a version check alone is none.
  const last = authentications.findLast(({ stage, serverTransId }) =>
    state === 'open' || state === 'failed' ? stage !== 'checked' : serverTransId === (authorizedWith ?? ''),
  );
  return {
    id,
    state,
    amount,
    currency,
    liability_shift: liabilityShift,
    authentication: last
      ? {
          ...(last.status ? { status: last.status } : {}),
          ...(last.eci ? { eci: last.eci } : {}),
          ...(last.messageVersion ? { version: last.messageVersion } : {}),
          ...(last.serverTransId ? { server_trans_id: last.serverTransId } : {}),
          ...(last.whitelistStatus ? { whitelist_status: last.whitelistStatus } : {}),
        }
      : null,
    method: payment
      ? (payment.method ?? 'card')
      : (redirects.at(-1)?.method ?? (authentications.length > 0 ? 'card' : null)),
    refunds: refunds.map(({ at, amount: refunded, state: how, message }) => ({
      at,
      amount: refunded,
      state: how,
      ...(message ? { message } : {}),
    })),
    refundable: String(refundableRest(record)),
    contradiction: record.contradiction ?? false,
    history,
  };
}
