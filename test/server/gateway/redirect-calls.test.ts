import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MessageError, type PaymentCredit, type PaymentSet } from '../../../src/server.js';
import { failureOf, gatewayAnswering, hashOf } from './scripted-fetch.js';
import { shortAnswer, signedMethodAnswer } from './xml-answers.js';

const SET: PaymentSet = {
  orderId: 'A1',
  amount: '0001999',
  currency: 'EUR',
  method: 'testpay',
  returnUrl: 'https://shop.example/r',
  statusUrl: 'https://shop.example/s',
  descriptor: 'Order A1',
  country: 'GB',
  accountHolderName: 'Ada Lovelace',
  comments: ['one', 'two'],
};
const CREDIT: PaymentCredit = {
  orderId: 'A1',
  pasref: '16898444372586159',
  amount: '0500',
  currency: 'EUR',
  method: 'testpay',
};
const DETAILS = { paymentmethoddetails: '<redirecturl>https://bank.example/?a=1&amp;b=2</redirecturl>' };
const set = (answer: () => Response, options = {}) => gatewayAnswering(answer, options).gateway.paymentSets.create(SET);
const credit = (answer: () => Response, options = {}) =>
  gatewayAnswering(answer, { refundPassword: 'refund', ...options }).gateway.paymentCredits.create(CREDIT);

describe('a payment-set', () => {
  it('sends its elements in the document’s order, with the hash of the published clients', async () => {
    const { gateway, sent } = gatewayAnswering(signedMethodAnswer(DETAILS));
    await gateway.paymentSets.create(SET);
    expect(sent[0]?.text).toBe(
      '<request type="payment-set" timestamp="20261120222410"><merchantid>scudo</merchantid>' +
        '<amount currency="EUR">1999</amount><autosettle flag="1"></autosettle><orderid>A1</orderid>' +
        '<paymentmethod>testpay</paymentmethod><paymentmethoddetails><returnurl>https://shop.example/r</returnurl>' +
        '<statusupdateurl>https://shop.example/s</statusupdateurl><descriptor>Order A1</descriptor>' +
        '<country>GB</country><accountholdername>Ada Lovelace</accountholdername></paymentmethoddetails>' +
        '<comments><comment id="1">one</comment><comment id="2">two</comment></comments>' +
        '<accountholdername>Ada Lovelace</accountholdername>' +
        `<sha1hash>${hashOf(['20261120222410', 'scudo', 'A1', '1999', 'EUR', 'testpay'])}</sha1hash></request>`,
    );
  });

  it('asks for no settlement with autosettle false', async () => {
    const { gateway, sent } = gatewayAnswering(signedMethodAnswer(DETAILS));
    await gateway.paymentSets.create({ ...SET, autosettle: false });
    expect(sent[0]?.text).toContain('<autosettle flag="0"></autosettle>');
  });

  it.each(['01', '00'])('resolves with the redirect URL for a signed %s', async (result) => {
    expect(await set(signedMethodAnswer({ ...DETAILS, result }))).toEqual({
      redirectUrl: 'https://bank.example/?a=1&b=2',
      pasref: '16898444372586159',
      result,
      message: 'PENDING',
    });
  });

  it.each([201, 202, 203, 206])('resolves for a signed acceptance with HTTP status %i', async (status) => {
    const answer = () => new Response(signedMethodAnswer(DETAILS)().body, { status });
    expect(await set(answer)).toMatchObject({ redirectUrl: 'https://bank.example/?a=1&b=2', result: '01' });
  });

  it('returns the merchant transaction id when the answer has one', async () => {
    const answer = signedMethodAnswer({ ...DETAILS, merchanttransactionid: 'f3f3' });
    expect(await set(answer)).toMatchObject({ merchantTransactionId: 'f3f3' });
  });

  it.each([
    ['sha1hash', 'a wrong hash', signedMethodAnswer({ ...DETAILS, sha1hash: 'a'.repeat(40) })],
    ['sha1hash', 'a hash of SHA-256', signedMethodAnswer(DETAILS, 'sha256')],
    ['sha1hash', 'no hash', shortAnswer({ result: '01', pasref: '1', ...DETAILS })],
    ['orderid', 'another order', signedMethodAnswer({ ...DETAILS, orderid: 'B2' })],
    ['pasref', 'no reference', signedMethodAnswer({ ...DETAILS, pasref: '' })],
    ['paymentmethoddetails.redirecturl', 'no address', signedMethodAnswer({})],
    [
      'paymentmethoddetails.redirecturl',
      'an unsafe address',
      signedMethodAnswer({ paymentmethoddetails: '<redirecturl>http://bank.example/</redirecturl>' }),
    ],
  ])('names %s for an acceptance with %s', async (field, _what, answer) => {
    expect((await failureOf(set(answer))).failure).toMatchObject({ kind: 'bad-answer', issues: [{ field }] });
  });

  it.each([
    [200, { kind: 'refused', result: '508', message: 'x' }],
    [400, { kind: 'refused', result: '508', message: 'x' }],
    [401, { kind: 'unauthorized', message: 'x' }],
    [500, { kind: 'internal', message: 'x' }],
  ])('fails for a refusal with HTTP status %i as %j', async (status, failure) => {
    const answer = () => new Response(shortAnswer({ result: '508', message: 'x' })().body, { status });
    expect((await failureOf(set(answer))).failure).toEqual(failure);
  });

  it.each([
    [
      400,
      { code: '400', message: 'country is missing' },
      { kind: 'refused', result: '400', message: 'country is missing' },
    ],
    [400, { message: 'country is missing' }, { kind: 'refused', result: '400', message: 'country is missing' }],
    [401, { code: 401, message: 'not enabled' }, { kind: 'unauthorized', message: 'not enabled' }],
    [500, { code: 'E-1', message: 'try later', more: [1] }, { kind: 'internal', message: 'try later' }],
    [400, { message: 'card 4111111111111111' }, { kind: 'refused', result: '400', message: 'card 411111******1111' }],
    [400, {}, { kind: 'invalid' }],
    [400, ['no'], { kind: 'invalid' }],
    [400, 'no', { kind: 'invalid' }],
  ])('keeps the text of a refusal with HTTP status %i in the JSON %j', async (status, body, failure) => {
    expect((await failureOf(set(() => Response.json(body, { status })))).failure).toEqual(failure);
  });

  it('fails as invalid for HTTP 400 without a document', async () => {
    expect((await failureOf(set(() => new Response('', { status: 400 })))).failure).toEqual({ kind: 'invalid' });
  });

  it('names wrong input as the caller wrote it', async () => {
    const { gateway } = gatewayAnswering(signedMethodAnswer(DETAILS));
    await expect(
      gateway.paymentSets.create({ ...SET, country: 'GBR', accountHolderName: 'A', method: '' }),
    ).rejects.toMatchObject({
      issues: [
        { field: 'method' },
        { field: 'country' },
        { field: 'accountHolderName' },
        { field: 'accountHolderName' },
      ],
    });
  });

  it('reads the redirect URL from the element and over the hash that are configured', async () => {
    const answer = shortAnswer({
      orderid: 'A1',
      result: '01',
      pasref: '1',
      method: '<url>https://bank.example/</url>',
      sha1hash: hashOf(['20261120222411', 'A1', '01']),
    });
    const options = {
      names: { redirectUrl: 'method.url' },
      hashFields: {
        paymentSetAnswer: (fields: { timestamp: string; orderid: string; result: string }) => [
          fields.timestamp,
          fields.orderid,
          fields.result,
        ],
      },
    };
    expect(await set(answer, options)).toMatchObject({ redirectUrl: 'https://bank.example/' });
  });
});

describe('a payment-credit', () => {
  it('sends its elements in the document’s order, with the hash before the refund hash', async () => {
    const { gateway, sent } = gatewayAnswering(signedMethodAnswer({ result: '00' }), { refundPassword: 'refund' });
    await gateway.paymentCredits.create(CREDIT);
    expect(sent[0]?.text).toBe(
      '<request type="payment-credit" timestamp="20261120222410"><merchantid>scudo</merchantid>' +
        '<amount currency="EUR">500</amount><orderid>A1</orderid><pasref>16898444372586159</pasref>' +
        '<paymentmethod>testpay</paymentmethod>' +
        `<sha1hash>${hashOf(['20261120222410', 'scudo', 'A1', '500', 'EUR', 'testpay'])}</sha1hash>` +
        `<refundhash>${createHash('sha1').update('refund').digest('hex')}</refundhash></request>`,
    );
  });

  it.each(['00', '01', '101', '508'])('resolves with a signed %s', async (result) => {
    expect(await credit(signedMethodAnswer({ result, message: 'x', pasref: '7' }))).toEqual({
      trust: 'signed',
      result,
      message: 'x',
      pasref: '7',
    });
  });

  it.each([201, 202, 203, 206])('resolves with a signed 00 that has HTTP status %i', async (status) => {
    const answer = () => new Response(signedMethodAnswer({ result: '00' })().body, { status });
    expect(await credit(answer)).toMatchObject({ trust: 'signed', result: '00' });
  });

  it('resolves with a refusal that is not signed', async () => {
    expect(await credit(shortAnswer({ result: '508', message: 'FAILED' }))).toEqual({
      trust: 'unsigned',
      result: '508',
      message: 'FAILED',
    });
  });

  it('resolves with a wrongly signed answer', async () => {
    expect(await credit(signedMethodAnswer({ result: '00', sha1hash: 'a'.repeat(40) }))).toMatchObject({
      trust: 'wrong-hash',
      result: '00',
    });
  });

  it.each([
    [400, { kind: 'refused', result: '400', message: '' }],
    [401, { kind: 'refused', result: '401', message: '' }],
    [402, { kind: 'http', status: 402 }],
    [500, { kind: 'http', status: 500 }],
  ])('fails with the meaning of HTTP status %i', async (status, failure) => {
    expect((await failureOf(credit(() => new Response('', { status })))).failure).toEqual(failure);
  });

  it.each([
    [401, { code: '401', message: 'hash mismatch' }, { kind: 'refused', result: '401', message: 'hash mismatch' }],
    [400, { message: 'amount is missing' }, { kind: 'refused', result: '400', message: 'amount is missing' }],
    [401, { orderid: 'another', message: 'x' }, { kind: 'http', status: 401 }],
    [400, { result: '00', message: 'x' }, { kind: 'http', status: 400 }],
    [503, { message: 'x' }, { kind: 'http', status: 503 }],
  ])('fails for a refusal with HTTP status %i in the JSON %j as in XML', async (status, body, failure) => {
    expect((await failureOf(credit(() => Response.json(body, { status })))).failure).toEqual(failure);
  });

  it('requires the refund password', async () => {
    await expect(credit(signedMethodAnswer({}), { refundPassword: undefined })).rejects.toThrow('refundPassword');
  });

  it('names wrong input as the caller wrote it', async () => {
    const { gateway } = gatewayAnswering(signedMethodAnswer({}), { refundPassword: 'refund' });
    const failure = await gateway.paymentCredits
      .create({ ...CREDIT, pasref: 'a/ä', amount: 'x' })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MessageError);
    expect((failure as MessageError).issues.map(({ field }) => field)).toEqual(['amount', 'pasref']);
  });
});
