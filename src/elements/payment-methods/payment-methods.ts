import type { OfferedMethod, Order } from '../../payment/backend-client/backend-client.js';
import type { Say } from '../i18n/messages.js';

/** How a method is shown. */
export interface MethodLook {
  readonly name: string;
  /** Address of an image, which the page's policy must allow. It says nothing that the name does not. */
  readonly mark?: string;
}

/**
 * Names of methods by their code, where that is no name already. Data that a page may extend:
 * `PAYMENT_METHODS.mybank = { name: 'My Bank', mark: '/my-bank.svg' }`. The card's name is a word of
 * the element's language; an order's own name for a method comes first.
 */
export const PAYMENT_METHODS: Record<string, MethodLook> = {
  ideal: { name: 'iDEAL' },
  mybank: { name: 'MyBank' },
  p24: { name: 'Przelewy24' },
  paypal: { name: 'PayPal' },
  postfinance: { name: 'PostFinance' },
  unionpay: { name: 'UnionPay' },
  wechatpay: { name: 'WeChat Pay' },
};

/** The name that a shopper reads: the order's, the data's, the language's for a card, or the code's. */
export function methodName({ code, name }: OfferedMethod, say: Say): string {
  const look = Object.hasOwn(PAYMENT_METHODS, code) ? PAYMENT_METHODS[code]?.name : undefined;
  return name ?? look ?? (code === 'card' ? say('card') : code.charAt(0).toUpperCase() + code.slice(1));
}

/** The name of one of an order's methods. */
export function methodNameIn(order: Order | undefined, code: string | undefined, say: Say): string {
  return code
    ? methodName(order?.methods.find((method) => method.code === code) ?? { code }, say)
    : say('payment-service');
}

export function methodMark({ code }: OfferedMethod): string | undefined {
  return Object.hasOwn(PAYMENT_METHODS, code) ? PAYMENT_METHODS[code]?.mark : undefined;
}
