import { describe, expect, it } from 'vitest';
import { MessageError } from '../../../src/server.js';
import { AUTHORIZATION, NUMBER } from './sample-calls.js';
import { failureOf, gatewayAnswering, hashOf } from './scripted-fetch.js';
import { shortAnswer, signedAnswer } from './xml-answers.js';

const authorize = (answer: () => Response, options = {}) =>
  gatewayAnswering(answer, options).gateway.cardAuthorizations.create(AUTHORIZATION);

describe('the request', () => {
  it.each([
    ['VISA', 'VISA'],
    ['MASTERCARD', 'MC'],
    ['AMEX', 'AMEX'],
    ['DINERS', 'DINERS'],
    ['DISCOVER', 'DISCOVER'],
    ['JCB', 'JCB'],
  ] as const)('the authorization request has %s as %s', async (scheme, type) => {
    const { gateway, sent } = gatewayAnswering(signedAnswer({}));
    await gateway.cardAuthorizations.create({ ...AUTHORIZATION, card: { ...AUTHORIZATION.card, scheme } });
    expect(sent[0]?.text).toContain(`<type>${type}</type>`);
  });

  it.each(['sha1', 'sha256'] as const)(
    'the authorization request has its elements in the document’s order and no account when the merchant has none, with %s',
    async (hashAlgorithm) => {
      const { gateway, sent } = gatewayAnswering(signedAnswer({}, hashAlgorithm), { hashAlgorithm });
      await gateway.cardAuthorizations.create({
        ...AUTHORIZATION,
        mpi: {
          exemptStatus: 'LOW_VALUE',
          messageVersion: '2.1.0',
          authenticationValue: 'AJk=',
          dsTransId: 'd',
          eci: '05',
        },
      });
      expect(sent[0]?.text).toBe(
        '<request type="auth" timestamp="20261120222410"><merchantid>scudo</merchantid><orderid>A1</orderid>' +
          '<amount currency="EUR">1999</amount><card><number>4222000006285344</number><expdate>1228</expdate>' +
          '<chname>Ada Lovelace</chname><type>VISA</type><cvn><number>9876</number><presind>1</presind></cvn></card>' +
          '<autosettle flag="1"></autosettle><mpi><eci>05</eci><ds_trans_id>d</ds_trans_id>' +
          '<authentication_value>AJk=</authentication_value><message_version>2.1.0</message_version>' +
          '<exempt_status>LOW_VALUE</exempt_status></mpi>' +
          `<${hashAlgorithm}hash>${hashOf(['20261120222410', 'scudo', 'A1', '1999', 'EUR', NUMBER], hashAlgorithm)}</${hashAlgorithm}hash></request>`,
      );
    },
  );

  it.each([
    ['0001999', 'EUR', '1999'],
    // A currency without decimals has its plain amount, as the document says of minor units.
    ['1999', 'JPY', '1999'],
    ['000', 'EUR', '0'],
  ])('sends and hashes the amount %s %s as %s', async (amount, currency, plain) => {
    const { gateway, sent } = gatewayAnswering(signedAnswer({}));
    await gateway.cardAuthorizations.create({ ...AUTHORIZATION, amount, currency });
    expect(sent[0]?.text).toContain(`<amount currency="${currency}">${plain}</amount>`);
    expect(sent[0]?.text).toContain(hashOf(['20261120222410', 'scudo', 'A1', plain, currency, NUMBER]));
  });

  it('says that the security code was not requested when there is none, or omits the element', async () => {
    const { securityCode: _code, ...card } = AUTHORIZATION.card;
    const first = gatewayAnswering(signedAnswer({}));
    await first.gateway.cardAuthorizations.create({ ...AUTHORIZATION, card });
    expect(first.sent[0]?.text).toContain('<cvn><presind>4</presind></cvn>');
    const second = gatewayAnswering(signedAnswer({}), { missingSecurityCode: 'omit' });
    await second.gateway.cardAuthorizations.create({ ...AUTHORIZATION, card });
    expect(second.sent[0]?.text).not.toContain('cvn');
  });

  it('the authorization request is not sent with wrong input, which is named as the caller wrote it', async () => {
    const { gateway, sent } = gatewayAnswering(signedAnswer({}));
    const failure = await gateway.cardAuthorizations
      .create({
        ...AUTHORIZATION,
        orderId: 'an order',
        amount: '19.99',
        currency: 'Euro',
        card: { ...AUTHORIZATION.card, number: '1', expiryMonth: '13', fullName: '', securityCode: '12345' },
        mpi: { eci: 'five', exemptStatus: 'OTHER' as never },
      })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MessageError);
    expect((failure as MessageError).issues.map(({ field }) => field).sort()).toEqual(
      [
        'orderId',
        'amount',
        'currency',
        'card.number',
        'card.expiryMonth',
        'card.fullName',
        'card.securityCode',
        'mpi.eci',
        'mpi.exemptStatus',
      ].sort(),
    );
    expect(sent).toHaveLength(0);
  });
});

describe('the answer', () => {
  // The published hash vectors of the vendor’s clients (docs/reference/gateway.md#card-authorization-response).
  it.each([
    ['00', 'Successful', '368df010076481d47a21e777871012b62b976339'],
    ['101', 'Bank Error', '0ad8a9f121c4041b4b832ae8069e80674269e22f'],
  ])(
    'the answer to an authorization with result %s is signed when it has the published hash',
    async (result, message, hash) => {
      const bytes =
        '<?xml version="1.0" encoding="UTF-8"?>\n<response timestamp="20120926112654">\n  <merchantid>thestore</merchantid>\n' +
        '  <account>internet</account>\n  <orderid>ORD453-11</orderid>\n  <authcode>79347</authcode>\n' +
        `  <result>${result}</result>\n  <cvnresult>M</cvnresult>\n  <batchid></batchid>\n  <message>${message}</message>\n` +
        '  <pasref>3737468273643</pasref>\n  <timetaken>1</timetaken>\n  <cardissuer>\n    <bank>bank</bank>\n    <country>Ireland</country>\n' +
        `  </cardissuer>\n  <sha1hash>${hash}</sha1hash>\n</response>\n`;
      const { gateway } = gatewayAnswering(() => new Response(bytes), {
        baseUrl: 'https://gateway.localhost',
        merchantId: 'thestore',
        secret: 'mysecret',
      });
      expect(await gateway.cardAuthorizations.create({ ...AUTHORIZATION, orderId: 'ORD453-11' })).toMatchObject({
        trust: 'signed',
        result,
        message,
        pasref: '3737468273643',
        authcode: '79347',
      });
    },
  );

  it('the answer to an authorization is signed with SHA-256 when that is configured, with unknown elements', async () => {
    const answer = signedAnswer({ srd: 'x', cardissuer: '<bank>B</bank><country>C</country>' }, 'sha256');
    expect(await authorize(answer, { hashAlgorithm: 'sha256' })).toMatchObject({
      trust: 'signed',
      result: '00',
      message: 'AUTHORISED',
      pasref: '16898444372586159',
      authcode: '071757',
    });
  });

  it.each([
    ['sha256', 'sha1'],
    ['sha1', 'sha256'],
  ] as const)(
    'the answer to an authorization with a correct %s hash is wrongly signed when %s is configured',
    async (used, hashAlgorithm) => {
      expect(await authorize(signedAnswer({}, used), { hashAlgorithm })).toMatchObject({ trust: 'wrong-hash' });
    },
  );

  it('the answer to an authorization with both hashes is signed when the configured one is correct', async () => {
    const both = { sha1hash: 'a'.repeat(40) };
    expect(await authorize(signedAnswer(both, 'sha256'), { hashAlgorithm: 'sha256' })).toMatchObject({
      trust: 'signed',
    });
    expect(await authorize(signedAnswer(both, 'sha256'))).toMatchObject({ trust: 'wrong-hash' });
  });

  it('the answer to an authorization is hashed with its empty elements', async () => {
    expect(await authorize(signedAnswer({ result: '101', message: '', pasref: '', authcode: '' }))).toMatchObject({
      trust: 'signed',
      result: '101',
      message: '',
    });
  });

  it.each(['AUTH CODE 12345 ', ' REFUSED', 'two  spaces\nand a line', ' '])(
    'the answer to an authorization is hashed with the white space of its message “%s”',
    async (message) => {
      expect(await authorize(signedAnswer({ message }))).toMatchObject({ trust: 'signed', message });
    },
  );

  it.each([
    ['result', '00'],
    ['message', 'X'],
    ['pasref', '1'],
    ['authcode', '1'],
  ])('the answer to an authorization is wrongly signed when its %s was changed on the way', async (name, value) => {
    const original = await signedAnswer({ result: '101' })().text();
    const changed = original.replace(new RegExp(`<${name}>[^<]*<`), `<${name}>${value}<`);
    expect(changed).not.toBe(original);
    expect(await authorize(() => new Response(changed))).toMatchObject({ trust: 'wrong-hash' });
  });

  it.each(['00', '01', '101', '200', '301', '502', '505', '508', '561'])(
    'the answer to an authorization with result %s is unsigned without a hash and with an empty one',
    async (result) => {
      const unsigned = { trust: 'unsigned', result, message: 'x' };
      expect(await authorize(shortAnswer({ result, message: 'x', orderid: 'A1' }))).toEqual(unsigned);
      expect(await authorize(shortAnswer({ result, message: 'x', sha1hash: '' }))).toEqual(unsigned);
    },
  );

  it.each(['x', 'a'.repeat(40), 'a'.repeat(64)])(
    'the answer to an authorization with the hash %s is wrongly signed',
    async (sha1hash) => {
      expect(await authorize(shortAnswer({ result: '505', sha1hash }))).toMatchObject({ trust: 'wrong-hash' });
    },
  );

  it.each([
    ['result', shortAnswer({ result: 'OK', message: 'x' })],
    ['result', shortAnswer({ message: 'x' })],
    ['orderid', shortAnswer({ result: '505', message: 'x', orderid: 'B2' })],
    ['orderid', signedAnswer({ orderid: 'B2' })],
    ['result', shortAnswer({ result: '00</result><result>101' })],
    ['', () => new Response('<request></request>')],
    ['', () => new Response('x')],
    [
      '',
      () =>
        new Response(
          '<!DOCTYPE a [<!ENTITY b "c">]><response timestamp="20261120222411"><result>505</result></response>',
        ),
    ],
  ])('the answer to an authorization that is wrong in “%s” is a bad answer', async (field, answer) => {
    expect((await failureOf(authorize(answer))).failure).toMatchObject({ kind: 'bad-answer', issues: [{ field }] });
  });

  it.each([201, 202, 203, 206])(
    'the signed answer to an authorization with HTTP status %i, which a proxy on the way may write, counts',
    async (status) => {
      for (const result of ['00', '101']) {
        const answer = () => new Response(signedAnswer({ result })().body, { status });
        expect(await authorize(answer)).toMatchObject({ trust: 'signed', result });
      }
      const html = () => new Response('<html></html>', { status });
      expect((await failureOf(authorize(html))).failure).toMatchObject({ kind: 'bad-answer' });
    },
  );

  it('the answer to an authorization with HTTP status 204, which has no body, is a bad answer', async () => {
    const answer = () => new Response(null, { status: 204 });
    expect((await failureOf(authorize(answer))).failure).toMatchObject({
      kind: 'bad-answer',
      options: ['xmlBaseUrl', 'paths'],
    });
  });

  it.each([302, 400, 401, 500, 502])(
    'the answer to an authorization with HTTP status %i fails as http',
    async (status) => {
      const answer = () => new Response(shortAnswer({ result: '505' })().body, { status });
      expect((await failureOf(authorize(answer))).failure).toEqual({ kind: 'http', status });
    },
  );
});
