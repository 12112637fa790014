import { describe, expect, it } from 'vitest';
import { withValue } from '../../protocol/fields/field-value.js';
import { PAYMENT_CREDIT_REQUEST, PAYMENT_SET_REQUEST } from '../../protocol/fields/payment-methods.js';
import type { FieldRule } from '../../protocol/fields/rule.js';
import {
  elementPath,
  refundHash,
  sandboxFor,
  sendXml,
  signed,
  wrongContents,
  wrongTexts,
  type Element,
  type XmlAnswer,
} from './xml-client.js';

const HASHED = ['@timestamp', 'merchantid', 'orderid', 'amount.#text', 'amount.@currency', 'paymentmethod'];
const IMPOSSIBLE = ['20269999999999', '20260230000000'];
const ADDRESSES = ['shop.example', '/return', 'ftp://shop.example/', 'javascript:alert(1)'];
/** Values that only the route refuses: the schema serves the client as well. */
const FURTHER_WRONG: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'payment-set': {
    '@timestamp': IMPOSSIBLE,
    'paymentmethoddetails.returnurl': ADDRESSES,
    'paymentmethoddetails.statusupdateurl': ADDRESSES,
    'amount.#text': ['0', '000'],
  },
  'payment-credit': { '@timestamp': IMPOSSIBLE, 'amount.#text': ['0', '000'] },
};

function initiate(field: string, value: unknown): Promise<XmlAnswer> {
  const message = signed(withValue(PAYMENT_SET_REQUEST.sample as Element, field, value), HASHED, field);
  return sendXml(sandboxFor(message), message);
}

/** A refund of a payment that succeeded with the same account, order, amount and method. */
async function refund(field: string, value: unknown): Promise<XmlAnswer> {
  const given = withValue({ ...PAYMENT_CREDIT_REQUEST.sample, refundhash: refundHash() } as Element, field, value);
  const sandbox = sandboxFor(given);
  const shared = Object.fromEntries(
    ['merchantid', 'account', 'amount', 'orderid', 'paymentmethod', '@timestamp'].map((name) => [name, given[name]]),
  );
  const payment = signed({ ...PAYMENT_SET_REQUEST.sample, ...shared }, HASHED);
  const { redirect, pasref } = await sendXml(sandbox, payment);
  if (redirect) {
    const body = new URLSearchParams({ response: 'Succeeded', delay: 'No delay' });
    await sandbox.fetch(new Request(redirect, { method: 'POST', body }));
  }
  const message = field === 'pasref' ? given : { ...given, pasref: pasref || '1' };
  return sendXml(sandbox, signed(message, HASHED, field));
}

/** 400 with the field's path; a wrong hash is 401, and another type is another request. */
function isRefused({ field, namedAs = field }: FieldRule, { status, result, message }: XmlAnswer): boolean {
  if (field === '@type') return /^50[23]$/.test(result) || status === 400;
  if (/^sha\d+hash$/.test(field)) return status === 401 && result === '401';
  return status === 400 && result === '400' && message.includes(elementPath(namedAs));
}

const wrongValues = (type: string, rule: FieldRule): unknown[] => [
  ...wrongTexts(rule),
  ...(FURTHER_WRONG[type]?.[rule.field] ?? []),
  ...(rule.field.startsWith('comments') ? [] : wrongContents(rule.field)),
];

/** A right hash or reference is that of the message or the payment: other tests recompute it. */
const rightValues = ({ field, right }: FieldRule) => (/hash$|^pasref$/.test(field) ? [] : right);

describe.each([
  ['payment-set', PAYMENT_SET_REQUEST.fields, initiate, '01'],
  ['payment-credit', PAYMENT_CREDIT_REQUEST.fields, refund, '00'],
] as const)('%s', (type, fields, send, success) => {
  it.each(fields.map((rule) => [rule.field, rule] as const))(
    `a ${type} is carried out with each right %s, and refused with each wrong one by its name`,
    async (field, rule) => {
      const faults: string[] = [];
      for (const value of rightValues(rule)) {
        const { result, message } = await send(field, value);
        if (result !== success) faults.push(`${JSON.stringify(value)} is answered ${result} ${message}`);
      }
      for (const value of wrongValues(type, rule)) {
        const answer = await send(field, value);
        if (!isRefused(rule, answer))
          faults.push(`${JSON.stringify(value)} is answered ${answer.result} ${answer.message}`);
      }
      expect(faults.join('\n')).toBe('');
    },
  );
});
