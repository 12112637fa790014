import type { OrderState } from '../../../src/protocol/adapter/outcome-codes.js';
import { sampleRecord } from '../../../src/server/adapters/store/conformance/sample-record.js';
import type {
  Attempt,
  CardAttempt,
  RedirectAttempt,
  RefundAttempt,
} from '../../../src/server/domain/record/attempts.js';
import type { OrderRecord } from '../../../src/server/domain/record/order-record.js';

/** Noon of the day on which the attempts of these orders were sent. */
export const NOON = '2026-11-20T12:00:00.000Z';

/** A time after noon. */
export const afterNoon = (ms: number) => new Date(Date.parse(NOON) + ms);

/** Gateway order ids of the order `A`. */
export const FIRST = 'A-0000000001';
export const SECOND = 'A-0000000002';
export const THIRD = 'A-0000000003';

const sent = { amount: '1999', currency: 'EUR', sentAt: NOON, deadline: '2026-11-20T12:00:35.000Z' };

/** A card authorization that was sent at noon, and is not answered yet. */
export function cardAttempt(change: Partial<CardAttempt> = {}): CardAttempt {
  return {
    kind: 'card',
    gatewayOrderId: FIRST,
    ...sent,
    card: '422200******5344',
    serverTransId: 'transaction-1',
    progress: { step: 'sent' },
    ...change,
  };
}

/** A redirect payment that was sent at noon, and waits for its result. */
export function redirectAttempt(change: Partial<RedirectAttempt> = {}): RedirectAttempt {
  return {
    kind: 'redirect',
    gatewayOrderId: FIRST,
    ...sent,
    method: 'testpay',
    pasref: '5',
    redirectUrl: 'https://pay.example/5',
    messages: [],
    progress: { step: 'awaiting-result', at: NOON },
    ...change,
  };
}

/** A refund of 5.00 of the first payment, which was sent at noon. */
export function refundAttempt(change: Partial<RefundAttempt> = {}): RefundAttempt {
  return {
    kind: 'refund',
    key: 'refund-1',
    gatewayOrderId: FIRST,
    ...sent,
    amount: '500',
    progress: { step: 'sent' },
    ...change,
  };
}

/** Ends of payments. */
export const CARD_SUCCEEDED = { step: 'succeeded', at: NOON, pasref: '7', authcode: '12345' } as const;
export const REDIRECT_SUCCEEDED = { step: 'succeeded', at: NOON, confirmedBy: 'report' } as const;
export const REDIRECT_FAILED = { step: 'failed', at: NOON, confirmedBy: 'report' } as const;

/** The order `A` with these attempts. */
export const orderOf = (state: OrderState, attempts: readonly Attempt[], change: Partial<OrderRecord> = {}) =>
  sampleRecord('A', { state, attempts, ...change });

export const eventsOf = ({ history }: OrderRecord) => history.map(({ event, detail }) => [event, detail]);
export const flagsOf = ({ flags }: OrderRecord) => flags.map(({ kind, attempt }) => [kind, attempt]);
