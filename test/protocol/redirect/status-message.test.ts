import { describe, expect, it } from 'vitest';
import { STATUS_FIELDS, statusFields, statusMessageSchema } from '../../../src/protocol/redirect/status-message.js';
import { STATUS_MESSAGE } from '../samples.js';

describe('the pairs of a status message', () => {
  it('the pairs of a status message are read under one spelling each', () => {
    const pairs = [
      ['Amount', '1999'],
      ['fundsstatus', 'RECEIVED'],
      ['result', '00'],
      ['unknown', 'x'],
    ] as const;
    expect(statusFields(pairs)).toEqual({ amount: '1999', fundstatus: 'RECEIVED', result: '00', unknown: 'x' });
  });

  it('the pairs of a status message with equal names count once, by the first', () => {
    const query = new URLSearchParams('result=00&result=101&Amount=1&amount=2&fundstatus=A&fundsstatus=B&fundstatus=C');
    expect(statusFields(query)).toEqual({ result: '00', amount: '1', fundstatus: 'A' });
    expect(statusFields([['toString', 'x']])).toEqual({ toString: 'x' });
    expect(statusFields([])).toEqual({});
  });

  it('the fields of a status message are written with the hash first, and those that can be cut off last', () => {
    expect(STATUS_FIELDS.join(' ')).toBe(
      'sha1hash timestamp merchantid account merchanttransactionid orderid result amount message paymentpurpose ' +
        'paymentmethod fundstatus pasref country',
    );
  });
});

describe('a status message', () => {
  it('a status message needs no more than its timestamp, order id and result', () => {
    const least = { timestamp: '20261120222410', orderid: 'A1', result: '01' };
    expect(statusMessageSchema.parse(least)).toEqual(least);
    for (const field of ['timestamp', 'orderid', 'result'])
      expect(statusMessageSchema.safeParse({ ...least, [field]: undefined }).success).toBe(false);
  });

  it.each(['-a', 'a.b', ' a', 'ä', 'a\n'])(
    'a status message has no payments reference “%s”, because the hash joins fields by dots',
    (pasref) => {
      expect(statusMessageSchema.safeParse({ ...STATUS_MESSAGE, pasref }).success).toBe(false);
    },
  );

  it.each(['', 'a', '7', 'A b 9', 'a-b', '_a', '1689-8444:37', 'x'.repeat(100)])(
    'a status message can have the payments reference “%s”',
    (pasref) => {
      expect(statusMessageSchema.parse({ ...STATUS_MESSAGE, pasref }).pasref).toBe(pasref);
    },
  );
});
