import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import {
  compactDateTimeSchema,
  hashSchema,
  orderIdSchema,
  timestampTextSchema,
  xmlAnswerSchema,
} from '../../../src/protocol/values/xml-values.js';

const messagesOf = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

const EXPECTED = 'a date and time YYYYMMDDHHMMSS';

describe('a timestamp', () => {
  it('the timestamp of a message is checked by its form only, because it is hashed as it came', () => {
    expect(messagesOf(timestampTextSchema, '20261120222410')).toBeUndefined();
    expect(messagesOf(timestampTextSchema, '99999999999999')).toBeUndefined();
    for (const text of ['', '2026112022241', '202611202224100', '2026112022241x', 'x0261120222410', '2026-11-20T22:'])
      expect(messagesOf(timestampTextSchema, text), text).toEqual([EXPECTED]);
  });

  it('the date and time of a field exist', () => {
    for (const text of ['20280229235959', '20261120222410'])
      expect(messagesOf(compactDateTimeSchema, text), text).toBeUndefined();
    for (const text of [
      '',
      '99999999999999',
      '20260230000000',
      '20270229000000',
      '20261120222460',
      '202611202224',
      '202611202224100',
    ])
      expect(messagesOf(compactDateTimeSchema, text), text).toEqual([EXPECTED]);
  });
});

describe('a hash', () => {
  it.each(['a'.repeat(40), '0123456789abcdefABCDEF'.padEnd(40, '0'), 'F'.repeat(64)])('the hash %s passes', (hash) => {
    expect(messagesOf(hashSchema, hash)).toBeUndefined();
  });

  it.each(['', 'a'.repeat(39), 'a'.repeat(41), 'a'.repeat(63), 'a'.repeat(65), `g${'a'.repeat(39)}`, 'z'.repeat(64)])(
    'the hash “%s” does not pass, because it is no SHA-1 or SHA-256 in hex',
    (hash) => {
      expect(messagesOf(hashSchema, hash)).toEqual(['a SHA-1 or SHA-256 hash']);
    },
  );
});

describe('an order id', () => {
  it.each(['A', 'a_b-C9', '-', 'x'.repeat(50)])('the order id %s passes', (id) => {
    expect(messagesOf(orderIdSchema, id)).toBeUndefined();
  });

  it.each(['', 'a b', ' a', 'a ', 'ä', 'a.b', 'a/b', 'x'.repeat(51)])('the order id “%s” does not pass', (id) => {
    expect(messagesOf(orderIdSchema, id)).toEqual(['an order id']);
  });
});

describe('an answer in XML', () => {
  it('an answer in XML needs only its result, and keeps each text as it came', () => {
    const least = { result: '00' };
    expect(xmlAnswerSchema.parse(least)).toEqual(least);
    const all = {
      ...least,
      '@timestamp': '20261120222410',
      merchantid: ' scudo ',
      account: 'internet',
      orderid: 'A1',
      authcode: '12345',
      message: '[ test system ] AUTH CODE 12345 ',
      pasref: '16898444372586159',
      paymentmethod: 'testpay',
      sha1hash: 'no hash',
      sha256hash: '',
    };
    expect(xmlAnswerSchema.parse({ ...all, unknown: 'x' })).toEqual(all);
    expect(messagesOf(xmlAnswerSchema, { '@timestamp': '20261120222410' })).toHaveLength(1);
  });

  it.each(['00', '101', ' 00', '00\n', '\t\r\n 508 \n'])('an answer in XML can have the result %j', (result) => {
    expect(xmlAnswerSchema.parse({ '@timestamp': '20261120222410', result }).result).toBe(result);
  });

  it.each(['', '0', '1234', 'x00', '00x', '0 0', 'OK', ' '.repeat(50) + '00'])(
    'an answer in XML cannot have the result %j',
    (result) => {
      expect(messagesOf(xmlAnswerSchema, { '@timestamp': '20261120222410', result })).toEqual(['a result code']);
    },
  );
});
