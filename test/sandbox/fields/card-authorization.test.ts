import { expect, it } from 'vitest';
import { CARD_AUTHORIZATION_REQUEST } from '../../protocol/fields/card-authorization.js';
import { withValue } from '../../protocol/fields/field-value.js';
import type { FieldRule } from '../../protocol/fields/rule.js';
import {
  elementPath,
  sandboxFor,
  sendXml,
  signed,
  wrongTexts,
  wrongContents,
  type Element,
  type XmlAnswer,
} from './xml-client.js';

const { sample, fields } = CARD_AUTHORIZATION_REQUEST;
const HASHED = ['@timestamp', 'merchantid', 'orderid', 'amount.#text', 'amount.@currency', 'card.number'];
/** Dates that the format allows and the calendar does not. */
const IMPOSSIBLE: Readonly<Record<string, readonly string[]>> = { '@timestamp': ['20269999999999', '20260230000000'] };

/** An empty element counts as absent. An empty attribute is a wrong value. */
const EMPTY = [/^(400|50[2368])$/, ''] as const;

/**
 * The result that a wrong field is answered with (docs/reference/gateway.md#result-codes), and the words that name it.
 */
function refusalOf({ field }: FieldRule): readonly [result: RegExp, message: string] {
  switch (field) {
    case '@type':
      return [/^(400|50[23])$/, ''];
    case '@timestamp':
      return [/^50[68]$/, 'timestamp'];
    case 'orderid':
      return [/^508$/, 'order id'];
    case 'amount.#text':
      return [/^50[28]$/, 'amount'];
    case 'sha1hash':
    case 'sha256hash':
      return [/^505$/, 'hash'];
    default:
      return [/^506$/, elementPath(field)];
  }
}

const authorize = (field: string, value: unknown): Promise<XmlAnswer> => {
  const message = signed(withValue(sample as Element, field, value), HASHED, field);
  return sendXml(sandboxFor(message), message);
};

it.each(fields.map((rule) => [rule.field, rule] as const))(
  'a card authorization is processed with each right %s, and refused with each wrong one by its name',
  async (field, rule) => {
    const faults: string[] = [];
    // A right hash is that of the message: other tests recompute it.
    for (const value of field.endsWith('hash') ? [] : rule.right) {
      const { result, message } = await authorize(field, value);
      if (result !== '00') faults.push(`${JSON.stringify(value)} is answered ${result} ${message}`);
    }
    for (const value of [...wrongTexts(rule), ...wrongContents(field), ...(IMPOSSIBLE[field] ?? [])]) {
      const [expected, name] = value === '' ? EMPTY : refusalOf(rule);
      const { result, message } = await authorize(field, value);
      if (!expected.test(result) || !message.includes(name))
        faults.push(`${JSON.stringify(value)} is answered ${result} ${message}`);
    }
    expect(faults.join('\n')).toBe('');
  },
);
