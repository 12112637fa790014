import type { OrderState } from 'scudo-checkout/payment';

/** The texts of the thank-you page for an order. */
export interface OrderNotice {
  readonly title: string;
  /** The shop's thanks, the link to the checkout, or the title alone. */
  readonly below: 'thanks' | 'checkout' | 'nothing';
}

const UNPAID = { title: 'This order is not paid yet', below: 'checkout' } as const;
const PAID = { title: 'Thank you', below: 'thanks' } as const;

/** The thank-you page by the state of its order. A link to the checkout is there while the order can be paid. */
export const ORDER_NOTICES: Readonly<Record<OrderState, OrderNotice>> = {
  open: UNPAID,
  failed: UNPAID,
  pending: { title: 'We wait for the confirmation of your payment', below: 'nothing' },
  'in-doubt': { title: 'We are checking your payment. Please do not pay again', below: 'nothing' },
  authorized: PAID,
  'partly-captured': PAID,
  paid: PAID,
  'partly-refunded': { title: 'We have refunded a part of your payment', below: 'nothing' },
  refunded: { title: 'We have refunded your payment', below: 'nothing' },
  voided: { title: 'We have cancelled your payment', below: 'nothing' },
  cancelled: { title: 'This order was cancelled', below: 'nothing' },
  authenticated: { title: 'Your bank has confirmed your card', below: 'nothing' },
};

export const NO_ORDER: OrderNotice = { title: 'There is no such order', below: 'checkout' };
/** The backend does not answer. */
export const UNREAD_ORDER: OrderNotice = {
  title: 'Your order cannot be read. Please reload this page',
  below: 'nothing',
};
