import type { OrderState } from '../../../protocol/adapter/outcome-codes.js';
import { Problem } from '../problems/problem.js';
import type { Attempt, CardAttempt, RedirectAttempt, RefundAttempt } from '../record/attempts.js';
import type { HistoryEntry } from '../record/history.js';
import { RECORD_VERSION, type AuthenticationRecord, type OrderRecord, type Payment } from '../record/order-record.js';
import { CARD_ONLY } from '../input/method-offer.js';
import { camelName } from '../../../protocol/values/camel-case.js';
import { fromWire } from '../../gateway/wire-names.js';
import { authenticationExtrasSchema } from '../../../protocol/three-d-secure/authentication-extras.js';
import { addressSchema, payerDetailSchema } from '../../../protocol/three-d-secure/authentication-request.js';

/**
 * A record as this version works with it. Records of 0.1.0, which have no version, are migrated; the
 * next write stores the new form.
 * @throws {Problem} record-newer for a record that a newer version of the package wrote.
 */
export function currentRecord(stored: OrderRecord): OrderRecord {
  const { version } = stored as { version?: number };
  if (version === undefined) return migrated(stored as unknown as FirstRecord);
  if (version > RECORD_VERSION) throw new Problem('record-newer');
  return stored;
}

/** The parts of a 0.1.0 record that have another form today. */
interface FirstRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly amount: string;
  readonly currency: string;
  readonly state: OrderState;
  readonly purpose?: OrderRecord['purpose'];
  readonly methods?: OrderRecord['methods'];
  readonly attempts: number;
  readonly authentications: readonly (Omit<AuthenticationRecord, 'cardFingerprint'> & { readonly cardMark: string })[];
  readonly authorizedWith?: string | null;
  readonly payment?: Omit<Payment, 'method'> & { readonly method?: string };
  readonly redirects?: readonly FirstRedirect[];
  readonly refunds?: readonly FirstRefund[];
  readonly contradiction?: boolean;
  readonly history: readonly FirstEntry[];
  readonly payer: object;
  readonly shippingAddress?: object;
  readonly authentication?: object;
}

interface FirstRedirect {
  readonly at: string;
  readonly gatewayOrderId: string;
  readonly method: string;
  readonly pasref: string;
  readonly redirectUrl: string;
  readonly heard: boolean;
  readonly result?: '00' | '101';
}

interface FirstRefund {
  readonly key: string;
  readonly at: string;
  readonly amount: string;
  readonly state: 'sent' | 'done' | 'pending' | 'refused' | 'in-doubt';
  readonly pasref?: string;
  readonly message?: string;
}

interface FirstEntry {
  readonly at: string;
  readonly event: string;
  readonly state: OrderState;
  readonly detail?: Readonly<Record<string, string | boolean>>;
}

function migrated(first: FirstRecord): OrderRecord {
  const { redirects, refunds, contradiction, authorizedWith, purpose, payment, attempts: _count, ...others } = first;
  const { payer, shippingAddress, authentication, authentications, ...rest } = others;
  const lastAt = first.history.at(-1)?.at ?? first.createdAt;
  return {
    ...(rest as unknown as OrderRecord),
    version: RECORD_VERSION,
    updatedAt: lastAt,
    purpose: purpose ?? 'pay',
    methods: first.methods ?? CARD_ONLY,
    payer: fromWire(payerDetailSchema, payer),
    ...(shippingAddress ? { shippingAddress: fromWire(addressSchema, shippingAddress) } : {}),
    ...(authentication ? { authentication: fromWire(authenticationExtrasSchema, authentication) } : {}),
    authentications: authentications.map(({ cardMark, ...one }) => ({ ...one, cardFingerprint: cardMark })),
    attempts: [
      ...cardAttempts(first, authorizedWith ?? null),
      ...(redirects ?? []).map((one) => redirectAttempt(first, one)),
      ...(refunds ?? []).map((one) => refundAttempt(first, one)),
    ],
    ...(payment ? { payment: { ...payment, method: payment.method ?? 'card' } } : {}),
    earlyRefundMessages: first.history.flatMap(earlyRefundMessage),
    flags: contradiction ? [{ kind: 'contradiction', at: lastAt, attempt: payment?.gatewayOrderId ?? first.id }] : [],
    changes: [],
    changeCount: 0,
    history: first.history.map(historyEntry),
  } as OrderRecord;
}

/** The names of the details were snake_case, and one event had another name. */
function historyEntry({ event, detail, ...entry }: FirstEntry): HistoryEntry {
  const names = Object.entries(detail ?? {}).map(([name, value]) => [camelName(name), value]);
  return {
    ...entry,
    event: event === 'status-not-believed' ? 'status-rejected' : event,
    ...(detail ? { detail: Object.fromEntries(names) as unknown } : {}),
  } as HistoryEntry;
}

/** 0.1.0 kept authorizations in its history only. An attempt without an answer stays unresolved. */
function cardAttempts(first: FirstRecord, serverTransId: string | null): readonly CardAttempt[] {
  const sent = first.history.filter(({ event }) => event === 'authorization-sent');
  return sent.map((entry, index): CardAttempt => {
    const gatewayOrderId = String(entry.detail?.['order_id'] ?? first.id);
    const paid = first.payment?.gatewayOrderId === gatewayOrderId;
    const isLast = index === sent.length - 1;
    return {
      kind: 'card',
      gatewayOrderId,
      amount: first.amount,
      currency: first.currency,
      sentAt: entry.at,
      deadline: entry.at,
      card: String(entry.detail?.['card'] ?? ''),
      serverTransId: isLast ? serverTransId : null,
      progress: paid
        ? { step: 'succeeded', at: entry.at, ...references(first.payment) }
        : isLast && first.state === 'in-doubt'
          ? { step: 'unresolved', cause: 'no-answer' }
          : { step: 'ended', at: entry.at, code: 'payment-not-completed' },
    };
  });
}

function references(payment: FirstRecord['payment']) {
  return {
    ...(payment?.pasref ? { pasref: payment.pasref } : {}),
    ...(payment?.authcode ? { authcode: payment.authcode } : {}),
  };
}

function redirectAttempt(first: FirstRecord, redirect: FirstRedirect): RedirectAttempt {
  const { at, heard, result, ...known } = redirect;
  return {
    ...known,
    kind: 'redirect',
    amount: first.amount,
    currency: first.currency,
    sentAt: at,
    deadline: at,
    messages: heard ? ['return-01'] : [],
    progress:
      result === undefined
        ? { step: 'awaiting-result' }
        : { step: result === '00' ? 'succeeded' : 'failed', at, confirmedBy: 'message' },
  };
}

function refundAttempt(first: FirstRecord, refund: FirstRefund): RefundAttempt {
  const { at, state, message, key, amount, pasref } = refund;
  const text = message === undefined ? {} : { message };
  return {
    kind: 'refund',
    key,
    gatewayOrderId: first.payment?.gatewayOrderId ?? first.id,
    amount,
    currency: first.currency,
    sentAt: at,
    deadline: at,
    ...(pasref ? { pasref } : {}),
    progress: refundProgress(state, at, text),
  };
}

function refundProgress(
  state: FirstRefund['state'],
  at: string,
  text: { readonly message?: string },
): Attempt['progress'] & RefundAttempt['progress'] {
  switch (state) {
    case 'sent':
    case 'in-doubt':
      return { step: 'unresolved', ...text };
    case 'pending':
      return { step: 'pending', ...text };
    case 'done':
    case 'refused':
      return { step: state, at, ...text };
  }
}

function earlyRefundMessage({ event, at, detail }: FirstEntry): OrderRecord['earlyRefundMessages'] {
  const { pasref, result } = detail ?? {};
  if (event !== 'refund-status-early' || typeof pasref !== 'string') return [];
  return result === '00' || result === '101' || result === '01' ? [{ pasref, result, at }] : [];
}
