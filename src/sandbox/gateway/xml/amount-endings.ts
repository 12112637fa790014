import type { AuthorizationResult } from '../../cards/behaviours.js';
import type { RefundCourse } from '../../testpay/model.js';

/**
 * Amounts in minor units whose last three digits select a result, whatever the card and its
 * authentication: 5101 (€51.01) is declined. No ending is usual for prices.
 */
export const AUTHORIZATION_ENDINGS: Readonly<Record<string, AuthorizationResult | 'unanswered'>> = {
  '101': '101',
  '102': '102',
  '103': '103',
  '111': '111',
  '205': '205',
  '408': 'unanswered',
};

/**
 * Amounts of a payment-set in minor units whose last three digits select an unusual answer:
 *
 * - `408`: the payment is initiated, and the answer is lost.
 * - `501`: an internal server error (500). Prices end in 500, so the error has the number beside it.
 */
export const PAYMENT_SET_ENDINGS: Readonly<Record<string, 'error' | 'unanswered'>> = {
  '408': 'unanswered',
  '501': 'error',
};

/**
 * The same for a payment-credit:
 *
 * - `101`: the refund is declined, with a signed 101.
 * - `202`: pending (01); completes later (INITIATION_COMPLETED).
 * - `203`: pending (01); is rejected later (INITIATION_REJECTED).
 * - `204`: pending (01); fails later (INITIATION_FAILED).
 * - `206`: pending (01), and stays in INITIATION_PROCESSING.
 * - `408`: the money is refunded, and the answer is lost.
 * - `512`: refused, with a short document without hash.
 *
 * A pending refund is in INITIATION_PENDING for the first half of the option `refundDelay` and in
 * INITIATION_PROCESSING for the second half. When it ends, the sandbox sends a status message to the
 * `statusupdateurl` of the payment-credit.
 */
export const PAYMENT_CREDIT_ENDINGS: Readonly<Record<string, RefundCourse>> = {
  '101': 'declined',
  '202': 'completes-later',
  '203': 'rejected-later',
  '204': 'fails-later',
  '206': 'stays-pending',
  '408': 'unanswered',
  '512': 'refused',
};

/** Descriptions for the sandbox's home page. */
export const ENDING_TEXTS = {
  'payment-set': { error: 'internal server error (500)', unanswered: 'initiated, and the answer is lost' },
  'payment-credit': {
    declined: 'declined (101)',
    'completes-later': 'pending (01), completes later',
    'rejected-later': 'pending (01), rejected later',
    'fails-later': 'pending (01), fails later',
    'stays-pending': 'pending (01), without an end',
    unanswered: 'refunded, and the answer is lost',
    refused: 'refused (512, unsigned)',
  },
} as const;

export const endingOf = (amount: string) => amount.slice(-3);
