import * as z from 'zod/mini';
import { currencyCode, minorUnits } from '../protocol/amount.js';
import { address, payerDetail } from '../protocol/authentication-request.js';
import { parseMessage } from '../protocol/field-issue.js';
import { challengeRequestIndicator, exemptStatus, type ChallengeRequestIndicator, type ExemptStatus } from '../protocol/three-d-secure-values.js';
import type { Address, PayerDetail } from '../protocol/authentication-request.js';
import type { OrderState } from '../protocol/outcome.js';
import { withEntry, type AuthenticationExtras, type HistoryEntry, type OrderRecord } from './order-record.js';
import type { OrderStore } from './order-store.js';
import type { Policies } from './policies.js';

/** A new order. What it costs is said here, and nowhere else. */
export interface NewOrder {
  /** Default: a random one, which nobody can guess. Letters, digits, `_` and `-`, at most 45. */
  readonly id?: string;
  /** Minor units, as a string. */
  readonly amount: string;
  /** Alphabetic code (ISO 4217). */
  readonly currency: string;
  readonly description?: string;
  /** What the shop knows of the payer, with the interface's names: the rest is asked for. */
  readonly payer?: PayerDetail;
  readonly shippingAddress?: Address;
  /** Default: NO_PREFERENCE. Asking for an exemption by it loses the shift of liability (spec: 8). */
  readonly challengeRequestIndicator?: ChallengeRequestIndicator;
  readonly exemptStatus?: ExemptStatus;
  readonly policies?: Partial<Policies>;
  /** Further fields of the authentication request. */
  readonly authentication?: AuthenticationExtras;
}

/** The shop's own view of an order (design: Outcomes and order states). */
export interface ShopView {
  readonly id: string;
  readonly state: OrderState;
  readonly amount: string;
  readonly currency: string;
  readonly liability_shift: boolean | null;
  readonly authentication: { readonly status?: string; readonly eci?: string; readonly version?: string; readonly server_trans_id?: string } | null;
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
}

const policy = z.optional(z.enum(['authorize', 'refuse']));
const newOrder = z.object({
  // Room for the attempts' suffix within the gateway's 50 characters.
  id: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,45}$/, 'letters, digits, _ and -, at most 45'))),
  amount: minorUnits.check(z.regex(/[1-9]/, 'more than zero')),
  currency: currencyCode,
  description: z.optional(z.string().check(z.maxLength(500))),
  payer: z.optional(payerDetail),
  shippingAddress: z.optional(address),
  challengeRequestIndicator: z.optional(challengeRequestIndicator),
  exemptStatus: z.optional(exemptStatus),
  policies: z.optional(z.object({ notEnrolled: policy, attempted: policy, couldNotBePerformed: policy })),
  authentication: z.optional(z.record(z.string(), z.unknown())),
});

export function createOrders(store: OrderStore, now: () => Date, randomUuid: () => string): Orders {
  return {
    async create(order) {
      const { id = randomUuid(), payer = {}, challengeRequestIndicator: indicator = 'NO_PREFERENCE', ...rest } = parseMessage('order', newOrder, order);
      const record = withEntry(
        {
          ...rest,
          id,
          payer,
          challengeRequestIndicator: indicator,
          createdAt: now().toISOString(),
          state: 'open',
          attempts: 0,
          authentications: [],
          liabilityShift: null,
          answers: {},
          history: [],
        } as OrderRecord,
        now(),
        'created',
      );
      if (!(await store.insert(record))) parseMessage('order', z.object({ id: z.undefined('an id that is not taken') }), { id });
      return record;
    },
    read: async (id) => (await store.read(id))?.record,
    async shopView(id) {
      const found = await store.read(id);
      return found && shopView(found.record);
    },
    list: ({ limit = 50, offset = 0 } = {}) => store.list({ limit, offset }),
  };
}

function shopView({ id, state, amount, currency, liabilityShift, authentications, authorizedWith, history }: OrderRecord): ShopView {
  // What the money was asked for with; before that the last one, of which a version check alone is none.
  const last = authentications.findLast(({ stage, serverTransId }) => (state === 'open' ? stage !== 'checked' : serverTransId === (authorizedWith ?? '')));
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
        }
      : null,
    history,
  };
}
