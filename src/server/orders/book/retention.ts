import { withoutFingerprint } from '../identifiers/keyed-request.js';
import type { OrderState } from '../../../protocol/adapter/outcome-codes.js';
import type { OrderCounts, OrderRecord } from '../record/order-record.js';

/** States of an order that takes no further payment. */
export const FINAL_STATES: readonly OrderState[] = ['paid', 'partly-refunded', 'refunded', 'authenticated'];

/**
 * The record without data that nothing needs any more (docs/data.md). Once the order takes no further payment, it has
 * no fingerprint of a card, a frame or a page. Once its changes were delivered as well, it has no personal data of the
 * payer. Applied to every write, so that a late call cannot bring the data back.
 */
export function withoutUnneededData(record: OrderRecord): OrderRecord {
  if (!FINAL_STATES.includes(record.state)) return record;
  const settled = withoutFingerprints(record);
  return record.changes.length === 0 ? withoutPayer(settled) : settled;
}

/** Every field that holds a fingerprint belongs here. */
function withoutFingerprints(record: OrderRecord): OrderRecord {
  const { authentications, answers, counts } = record;
  return {
    ...record,
    ...(counts ? { counts: countsWithoutFingerprints(counts) } : {}),
    authentications: authentications.map(({ frameKey: _frame, page: _page, ...one }) => ({
      ...one,
      cardFingerprint: '',
    })),
    answers: Object.fromEntries(
      Object.entries(answers).map(([key, answer]) => [key, { ...answer, request: withoutFingerprint(answer.request) }]),
    ),
  };
}

function countsWithoutFingerprints({ pageKeys: _pageKeys, ...counts }: OrderCounts): OrderCounts {
  return { ...counts, cardFingerprints: [] };
}

/** A refund needs the country of the order. */
function withoutPayer(record: OrderRecord): OrderRecord {
  const {
    accountHolderName: _name,
    comments: _comments,
    shippingAddress: _address,
    authentication: _further,
    ...rest
  } = record;
  return { ...rest, payer: {} };
}
