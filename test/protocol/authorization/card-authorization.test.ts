import { describe, expect, it } from 'vitest';
import { checkMessage } from '../../../src/protocol/values/field-issue.js';
import {
  CARD_TYPES,
  cardAuthorizationRequestSchema,
  cardQueryRequestSchema,
  cardQueryResponseSchema,
} from '../../../src/protocol/authorization/card-authorization.js';
import { CARD_AUTHORIZATION } from '../samples.js';

const QUERY = {
  '@type': 'query',
  '@timestamp': '20261120222410',
  merchantid: 'scudo',
  account: 'internet',
  orderid: 'A1',
  sha1hash: 'a'.repeat(40),
  sha256hash: 'b'.repeat(64),
};
const ANSWER = { '@timestamp': '20261120222410', result: '00', cvnresult: 'M', batchid: '7' };

const fieldsOf = ({ issues }: ReturnType<typeof checkMessage>) => issues?.map(({ field }) => field);

describe('a query of a card authorization', () => {
  it('a query of a card authorization is read with all its fields, of which account and hash are optional', () => {
    expect(cardQueryRequestSchema.parse(QUERY)).toEqual(QUERY);
    for (const field of ['account', 'sha1hash', 'sha256hash'])
      expect(checkMessage(cardQueryRequestSchema, { ...QUERY, [field]: undefined }).issues).toBeUndefined();
    for (const field of ['@type', '@timestamp', 'merchantid', 'orderid'])
      expect(fieldsOf(checkMessage(cardQueryRequestSchema, { ...QUERY, [field]: undefined }))).toEqual([field]);
  });

  it.each([
    ['@type', 'auth'],
    ['@timestamp', '2026'],
    ['merchantid', 'a b'],
    ['account', 'a b'],
    ['orderid', 'a b'],
    ['sha1hash', 'x'],
    ['sha256hash', 'x'],
  ])('a query of a card authorization with a wrong %s is refused by that name', (field, wrong) => {
    expect(fieldsOf(checkMessage(cardQueryRequestSchema, { ...QUERY, [field]: wrong }))).toEqual([field]);
  });

  it.each(['1999', { '@currency': 'EUR', '#text': '1999' }, { '#text': '1999' }, { '@currency': 'EUR' }, undefined])(
    'the answer to a query of a card authorization can have the amount %j',
    (amount) => {
      const answer = amount === undefined ? ANSWER : { ...ANSWER, amount };
      const read = typeof amount === 'string' ? { ...ANSWER, amount: { '#text': amount } } : answer;
      expect(cardQueryResponseSchema.parse(answer)).toEqual(read);
    },
  );

  it('an amount of another form in the answer to a query of a card authorization counts as absent', () => {
    const amounts = [1999, { '#text': { value: '1999' } }, [{ '@currency': 'EUR', '#text': '1999' }, '2000']];
    expect(amounts.map((amount) => cardQueryResponseSchema.parse({ ...ANSWER, amount }).amount)).toEqual([
      undefined,
      {},
      { '@currency': 'EUR', '#text': '1999' },
    ]);
  });
});

describe('a card in an authorization', () => {
  it('a card in an authorization has the type of its scheme, which is MC for Mastercard', () => {
    const types = ['VISA', 'MASTERCARD', 'AMEX', 'DINERS', 'DISCOVER', 'JCB'].map((scheme) => [
      scheme,
      CARD_TYPES[scheme as keyof typeof CARD_TYPES],
    ]);
    expect(types).toEqual([
      ['VISA', 'VISA'],
      ['MASTERCARD', 'MC'],
      ['AMEX', 'AMEX'],
      ['DINERS', 'DINERS'],
      ['DISCOVER', 'DISCOVER'],
      ['JCB', 'JCB'],
    ]);
  });

  it.each(['VISA', 'MC', 'MASTERCARD', 'AMEX', 'DINERS', 'DISCOVER', 'JCB'])(
    'a card in an authorization can have the type %s',
    (type) => {
      const message = { ...CARD_AUTHORIZATION, card: { ...CARD_AUTHORIZATION.card, type } };
      expect(cardAuthorizationRequestSchema.parse(message).card.type).toBe(type);
    },
  );

  it('a card in an authorization needs no security code, and an authorization no authentication', () => {
    const { mpi: _mpi, card, ...rest } = CARD_AUTHORIZATION;
    const { cvn: _cvn, ...without } = card;
    const message = { ...rest, card: without };
    expect(cardAuthorizationRequestSchema.parse(message)).toEqual(message);
    const empty = { ...message, card: { ...without, cvn: { presind: '4' } }, mpi: {} };
    expect(cardAuthorizationRequestSchema.parse(empty)).toEqual(empty);
  });
});
