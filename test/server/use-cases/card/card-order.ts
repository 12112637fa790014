import type { CardAttempt } from '../../../../src/server/domain/record/attempts.js';
import { cardAttempt, type OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';

/** The gateway order id of the authorization. */
export const SENT = 'A-0123456789';

/** The time at which the authorization was sent. */
export const SENT_AT = '2026-11-20T12:00:00.000Z';

/** The time that many milliseconds after the authorization was sent. */
export const after = (ms: number) => new Date(Date.parse(SENT_AT) + ms);

/** An authorization of 19.99 that waits for its answer. */
export function cardAttemptOf(change: Partial<CardAttempt> = {}): CardAttempt {
  return {
    kind: 'card',
    gatewayOrderId: SENT,
    amount: '1999',
    currency: 'EUR',
    sentAt: SENT_AT,
    deadline: '2026-11-20T12:00:10.000Z',
    card: '422200******5344',
    serverTransId: null,
    progress: { step: 'sent' },
    ...change,
  };
}

/** An order that is in doubt with these authorizations. */
export function orderInDoubt(...attempts: readonly CardAttempt[]): OrderRecord {
  return sampleRecord('A', { state: 'in-doubt', attempts });
}

export const progressOf = (record: OrderRecord, id = SENT) => cardAttempt(record, id)?.progress;
