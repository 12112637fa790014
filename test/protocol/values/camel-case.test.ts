import { describe, expect, it } from 'vitest';
import { camelName, renamed, wireName } from '../../../src/protocol/values/camel-case.js';

describe('names of the wire', () => {
  it.each([
    ['number', 'number'],
    ['server_trans_id', 'serverTransId'],
    ['purchase_count_last_6months', 'purchaseCountLast6months'],
  ])('the wire name %s is %s in the JavaScript API', (wire, camel) => {
    expect(camelName(wire)).toBe(camel);
  });

  it.each([
    ['number', 'number'],
    ['nextTry', 'next_try'],
    ['serverTransId', 'server_trans_id'],
  ])('the name %s is %s on the wire', (camel, wire) => {
    expect(wireName(camel)).toBe(wire);
  });
});

describe('a message with other names', () => {
  it('fields are renamed in objects and in lists, at every depth', () => {
    const message = { card_detail: { expiry_month: '12' }, phone_list: [{ country_code: '44' }, 'text', null] };
    expect(renamed(message, camelName)).toEqual({
      cardDetail: { expiryMonth: '12' },
      phoneList: [{ countryCode: '44' }, 'text', null],
    });
  });

  it.each(['text', 7, true, null, undefined])('the value %j stays as it is', (value) => {
    expect(renamed(value, camelName)).toBe(value);
  });

  it('names inside a field that is data stay as they are', () => {
    const message = { message_extension: [{ extension_data: { a_key: 1 } }], merchant_data: [{ a_key: 1 }] };
    const isNested = (name: string) => !name.endsWith('_data');
    expect(renamed(message, camelName, isNested)).toEqual({
      messageExtension: [{ extensionData: { a_key: 1 } }],
      merchantData: [{ a_key: 1 }],
    });
  });
});
