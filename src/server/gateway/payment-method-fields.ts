import { camelName } from '../../protocol/values/camel-case.js';
import { fieldsInDocument } from '../../protocol/redirect/redirect-fields.js';

/** The elements of payment-set and payment-credit under the names of the caller's input. */
export const PAYMENT_METHOD_INPUT_NAMES: Readonly<Record<string, string>> = {
  merchantid: 'merchantId',
  account: 'accountId',
  orderid: 'orderId',
  'amount.#text': 'amount',
  'amount.@currency': 'currency',
  paymentmethod: 'method',
  'paymentmethoddetails.returnurl': 'returnUrl',
  'paymentmethoddetails.statusupdateurl': 'statusUrl',
  'paymentmethoddetails.descriptor': 'descriptor',
  ...Object.fromEntries(
    fieldsInDocument().map(([name, { element }]) => [`paymentmethoddetails.${element}`, camelName(name)]),
  ),
  accountholdername: 'accountHolderName',
};

/** Numbers the comments from 1; undefined where there are none. */
export function commentsOf(texts: readonly string[]) {
  return texts.length === 0
    ? undefined
    : { comment: texts.map((text, index) => ({ '@id': String(index + 1), '#text': text })) };
}
