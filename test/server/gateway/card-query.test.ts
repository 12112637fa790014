import { describe, expect, it } from 'vitest';
import { failureOf, gatewayAnswering, hashOf } from './scripted-fetch.js';
import { shortAnswer, signedAnswer } from './xml-answers.js';

const query = (answer: () => Response) => gatewayAnswering(answer).gateway.cardAuthorizations.query('A1');

describe('the query for an authorization', () => {
  it('sends the order id with a hash whose amount, currency and card are empty', async () => {
    const { gateway, sent } = gatewayAnswering(signedAnswer({}), { accountId: 'internet' });
    await gateway.cardAuthorizations.query('A1');
    expect(sent[0]?.text).toBe(
      '<request type="query" timestamp="20261120222410"><merchantid>scudo</merchantid><account>internet</account>' +
        `<orderid>A1</orderid><sha1hash>${hashOf(['20261120222410', 'scudo', 'A1', '', '', ''])}</sha1hash></request>`,
    );
  });

  // The real gateway signs query answers in a way that is not published (docs/reference/gateway.md#card-query).
  it.each([
    ['signed in an unknown way', { sha1hash: '5d1c0f2a9b8e7d6c5b4a39281706f5e4d3c2b1a0' }],
    ['with a hash of no known form', { sha1hash: 'unknown' }],
    ['with an empty hash', { sha1hash: '' }],
  ])('returns the content of an answer that is %s', async (_how, hash) => {
    expect(await query(signedAnswer({ ...hash }))).toMatchObject({
      orderId: 'A1',
      result: '00',
      message: 'AUTHORISED',
      pasref: '16898444372586159',
      authcode: '071757',
      hashMatches: false,
    });
  });

  it('notes that an answer has the hash of an authorization answer', async () => {
    expect(await query(signedAnswer({ result: '101' }))).toMatchObject({ result: '101', hashMatches: true });
  });

  it.each<[string, object]>([
    ['<amount currency="EUR">1999</amount>', { amount: '1999', currency: 'EUR' }],
    ['<amount>1999</amount>', { amount: '1999' }],
    ['<amount currency="EUR"></amount>', { currency: 'EUR' }],
    ['', {}],
    // In another form they contradict nothing.
    ...['19.99', '1,999', 'EUR 1999', '+1999', 'N/A', '١٩٩٩', '1'.repeat(16)].map((amount): [string, object] => [
      `<amount currency="EUR">${amount}</amount>`,
      { currency: 'EUR' },
    ]),
    ...['978', '€', 'Euro'].map((currency): [string, object] => [
      `<amount currency="${currency}">1999</amount>`,
      { amount: '1999' },
    ]),
  ])('returns amount and currency of %s', async (element, expected) => {
    const text = (await signedAnswer({})().text()).replace('<batchid></batchid>', element);
    const { amount, currency } = (await query(() => new Response(text)))!;
    expect({ ...(amount ? { amount } : {}), ...(currency ? { currency } : {}) }).toEqual(expected);
  });

  it.each([
    'Original transaction not found.',
    'ORIGINAL TRANSACTION NOT FOUND',
    '\n    Original\u00A0transaction\n    not  found.\n  ',
  ])('resolves with undefined for 508 “%s”, with and without a hash', async (message) => {
    expect(await query(shortAnswer({ result: '508', message, orderid: 'A1' }))).toBeUndefined();
    expect(await query(shortAnswer({ result: '508', message }))).toBeUndefined();
    expect(await query(signedAnswer({ result: '508', message, sha1hash: 'a'.repeat(40) }))).toBeUndefined();
  });

  it.each([
    ['508', 'Invalid characters in order id'],
    ['505', 'sha1hash incorrect'],
    ['503', 'not allowed'],
    ['301', 'x'],
  ])('fails as refused for the short document %s “%s”', async (result, message) => {
    expect((await failureOf(query(shortAnswer({ result, message })))).failure).toEqual({
      kind: 'refused',
      result,
      message,
    });
  });

  it('fails for an answer about another order', async () => {
    expect((await failureOf(query(signedAnswer({ orderid: 'B2' })))).failure).toMatchObject({
      kind: 'bad-answer',
      issues: [{ field: 'orderid', missing: false }],
    });
  });

  it('fails for an answer that does not name its order', async () => {
    expect((await failureOf(query(shortAnswer({ result: '00', message: 'x', pasref: '1' })))).failure).toMatchObject({
      kind: 'bad-answer',
      issues: [{ field: 'orderid', missing: true }],
    });
  });

  it('fails for an HTTP status other than 200', async () => {
    expect((await failureOf(query(() => new Response('', { status: 500 })))).failure).toEqual({
      kind: 'http',
      status: 500,
    });
  });
});
