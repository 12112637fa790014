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
  'paymentmethoddetails.country': 'country',
  'paymentmethoddetails.accountholdername': 'accountHolderName',
  accountholdername: 'accountHolderName',
};

/** Numbers the comments from 1; undefined where there are none. */
export function commentsOf(texts: readonly string[]) {
  return texts.length === 0
    ? undefined
    : { comment: texts.map((text, index) => ({ '@id': String(index + 1), '#text': text })) };
}
