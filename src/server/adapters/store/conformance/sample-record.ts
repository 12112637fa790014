import { RECORD_VERSION, type OrderRecord } from '../../../domain/record/order-record.js';

/** Noon of a day in November 2026. */
export function day(number: number): string {
  return new Date(Date.UTC(2026, 10, number, 12)).toISOString();
}

/** An open order, as `orders.create` stores it. */
export function sampleRecord(id: string, change: Partial<OrderRecord> = {}): OrderRecord {
  const createdAt = change.createdAt ?? day(20);
  return {
    version: RECORD_VERSION,
    id,
    createdAt,
    updatedAt: createdAt,
    amount: '1999',
    currency: 'EUR',
    exponent: 2,
    purpose: 'pay',
    state: 'open',
    payer: {},
    challengeRequestIndicator: 'NO_PREFERENCE',
    attempts: [],
    authentications: [],
    methods: [{ code: 'card' }],
    liabilityShift: null,
    earlyRefundMessages: [],
    flags: [],
    answers: {},
    changes: [],
    changeCount: 0,
    history: [],
    ...change,
  };
}
