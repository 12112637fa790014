import type { OrderMethod, Order } from '../../payment/backend-client/backend-client.js';
import type { Localize } from '../i18n/messages.js';

/** The name and image of a payment method. */
export interface MethodDisplay {
  /** The name that the shopper reads. Default: a message of the element's language for a card, else the code. */
  readonly name?: string;
  /**
   * The address of an image, which the page's `img-src` must allow. Screen readers ignore it, because the name is
   * beside it.
   */
  readonly mark?: string;
}

/**
 * Names and images of payment methods by their code. A code that is not in the list is shown with a capital letter. The
 * name of a card is a message of the element's language, and a name in the order replaces all others.
 *
 * @example
 * import { PAYMENT_METHODS } from 'scudo-checkout';
 *
 * PAYMENT_METHODS.mybank = { name: 'My Bank', mark: '/my-bank.svg' };
 */
export const PAYMENT_METHODS: Record<string, MethodDisplay> = {
  ideal: { name: 'iDEAL' },
  mybank: { name: 'MyBank' },
  p24: { name: 'Przelewy24' },
  paypal: { name: 'PayPal' },
  postfinance: { name: 'PostFinance' },
  unionpay: { name: 'UnionPay' },
  wechatpay: { name: 'WeChat Pay' },
};

/**
 * Returns the name of a method: from the order, from PAYMENT_METHODS, from the language for a card, or from the code.
 */
export function methodName({ code, name }: OrderMethod, localize: Localize): string {
  const known = Object.hasOwn(PAYMENT_METHODS, code) ? PAYMENT_METHODS[code]?.name : undefined;
  return name ?? known ?? (code === 'card' ? localize('card') : code.charAt(0).toUpperCase() + code.slice(1));
}

/** Returns the name of a method of an order. */
export function methodNameIn(order: Order | undefined, code: string | undefined, localize: Localize): string {
  return code
    ? methodName(order?.methods.find((method) => method.code === code) ?? { code }, localize)
    : localize('payment-service');
}

export function methodMark({ code }: OrderMethod): string | undefined {
  return Object.hasOwn(PAYMENT_METHODS, code) ? PAYMENT_METHODS[code]?.mark : undefined;
}
