import { heldRequest } from '../../../held-request.js';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { cardAuthorizationResponseSchema } from '../../../../src/protocol/authorization/card-authorization.js';
import type { Sandbox } from '../../../../src/sandbox.js';
import {
  authenticateCard,
  BASE,
  CARDS,
  cardTypeOf,
  drivenSandbox,
  hashOf,
  messagesOf,
  readAuthentication,
  START,
} from '../../sandbox-client.js';

const compact = (time: number) => new Date(time).toISOString().slice(0, 19).replace(/\D/g, '');

interface AuthOptions {
  readonly number?: string;
  readonly amount?: string;
  readonly orderid?: string;
  readonly merchantid?: string;
  readonly account?: string;
  readonly timestamp?: string;
  readonly mpi?: string;
  readonly secret?: string;
  readonly algorithm?: 'sha1' | 'sha256';
  /** Last changes to the document. */
  readonly edit?: (xml: string) => string;
}

/** The request in the document's element order. */
function authRequest({
  number = CARDS.success,
  amount = '1999',
  orderid = 'A1',
  merchantid = 'scudo',
  account = 'internet',
  timestamp = compact(START),
  mpi = '',
  secret,
  algorithm = 'sha1',
  edit = (xml) => xml,
}: AuthOptions = {}): string {
  const hash = hashOf([timestamp, merchantid, orderid, amount, 'EUR', number], secret, algorithm);
  return edit(
    `<request type="auth" timestamp="${timestamp}"><merchantid>${merchantid}</merchantid><account>${account}</account><orderid>${orderid}</orderid><amount currency="EUR">${amount}</amount>` +
      `<card><number>${number}</number><expdate>1229</expdate><chname>Ada Lovelace</chname><type>${cardTypeOf(number)}</type><cvn><number>123</number><presind>1</presind></cvn></card>` +
      `<autosettle flag="1"/>${mpi}<${algorithm}hash>${hash}</${algorithm}hash></request>`,
  );
}

/** The answer's elements that tests name; a short document has no more than result and message. */
type AuthDocument = Record<'result' | 'message' | 'pasref' | 'authcode' | 'sha1hash' | 'sha256hash', string>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
});

async function send(sandbox: Sandbox, xml: string, type = 'text/xml', signal?: AbortSignal) {
  const response = await sandbox.fetch(
    heldRequest(`${BASE}/epage-remote.cgi`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: xml,
      signal: signal ?? null,
    }),
  );
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/xml; charset=UTF-8']);
  const text = await response.text();
  const { response: document } = parser.parse(text) as { response: AuthDocument };
  return { ...document, text };
}

const authorize = (sandbox: Sandbox, options: AuthOptions = {}) => send(sandbox, authRequest(options));
const fresh = () => drivenSandbox().sandbox;

describe('POST /epage-remote.cgi', () => {
  test('a card authorization is answered with a signed document', async () => {
    const response = await authorize(fresh());
    expect(response).toMatchObject({
      '@timestamp': compact(START),
      merchantid: 'scudo',
      account: 'internet',
      orderid: 'A1',
      result: '00',
      message: '[ test system ] AUTHORISED',
      cvnresult: 'M',
      authcode: expect.stringMatching(/^\d{6}$/),
      pasref: expect.stringMatching(/^\d{17}$/),
      batchid: '-1',
      cardissuer: { bank: expect.any(String) },
    });
    expect(response.sha1hash).toBe(
      hashOf([compact(START), 'scudo', 'A1', '00', '[ test system ] AUTHORISED', response.pasref, response.authcode]),
    );
    expect(cardAuthorizationResponseSchema.safeParse(response).success).toBe(true);
  });

  test('the answer to a card authorization is signed with SHA-256 when the request was', async () => {
    const response = await authorize(fresh(), { algorithm: 'sha256' });
    expect(response).not.toHaveProperty('sha1hash');
    expect(response.sha256hash).toBe(
      hashOf(
        [compact(START), 'scudo', 'A1', '00', response.message, response.pasref, response.authcode],
        'secret',
        'sha256',
      ),
    );
  });

  test('a card authorization may have elements in any order, CDATA, a declaration, and empty or unknown elements', async () => {
    const hash = hashOf([compact(START), 'scudo', 'A1', '1999', 'EUR', CARDS.mastercard]);
    const php = `<request timestamp="${compact(START)}" type="auth"><merchantid>scudo</merchantid><account>internet</account><channel>ECOM</channel><amount currency="EUR">1999</amount><autosettle flag="1"/><orderid>A1</orderid>
      <card><number>${CARDS.mastercard}</number><expdate>1229</expdate><chname>Ada</chname><type>MC</type><cvn><number>123</number><presind>4</presind></cvn></card><sha1hash>${hash}</sha1hash><comments><comment id="1">x</comment></comments>
      <mpi><eci/><cavv/><xid/><ds_trans_id></ds_trans_id><authentication_value></authentication_value><message_version></message_version><exempt_status/></mpi></request>`;
    expect((await send(fresh(), php)).result).toBe('00');
    const node = `<?xml version="1.0" encoding="UTF-8"?>\n${authRequest({ edit: (xml) => xml.replace(/>([^<>]+)</g, '><![CDATA[$1]]><') })}`;
    expect(node).toContain('<![CDATA[scudo]]>');
    expect((await send(fresh(), node, 'application/xml; charset=UTF-8')).result).toBe('00');
    const bare = authRequest({
      edit: (xml) =>
        xml
          .replace(/<cvn>.*<\/cvn>/, '')
          .replace('<account>internet</account>', '')
          .replace('</sha1hash>', '</sha1hash><mpi/>'),
    });
    expect(await send(fresh(), bare)).toMatchObject({ result: '00', account: 'internet', cvnresult: 'U' });
  });

  test.each([
    ['4000120000001154', '101'],
    ['5114610000004778', '101'],
    ['4000130000001724', '102'],
    ['5114630000009791', '102'],
    ['4000160000004147', '103'],
    ['5121220000006921', '103'],
    ['4009830000001985', '200'],
    ['5135020000005871', '200'],
    ['4242420000000091', '111'],
    ['5100000000000131', '111'],
  ])('card %s: %s, in a full document that is signed', async (number, result) => {
    const { sandbox } = drivenSandbox();
    expect((await authenticateCard(sandbox, number)).body.status).toBe('AUTHENTICATION_SUCCESSFUL');
    const response = await authorize(sandbox, { number });
    expect(response).toMatchObject({ result, authcode: '', batchid: '' });
    expect(response.text).toContain('<batchid></batchid>');
    expect(response.sha1hash).toBe(
      hashOf([compact(START), 'scudo', 'A1', result, response.message, response.pasref, '']),
    );
  });

  test.each([
    ['5101', '101'],
    ['101', '101'],
    ['1102', '102'],
    ['1103', '103'],
    ['1111', '111'],
    ['1205', '205'],
    ['1999', '00'],
    ['1200', '00'],
    ['10100', '00'],
  ])('amount %s: %s, whatever the card', async (amount, result) => {
    expect((await authorize(fresh(), { amount })).result).toBe(result);
  });

  test('an amount whose request is never answered is charged', async () => {
    const sandbox = fresh();
    const aborting = new AbortController();
    const asked = sandbox.fetch(
      heldRequest(`${BASE}/epage-remote.cgi`, {
        method: 'POST',
        body: authRequest({ amount: '1408' }),
        signal: aborting.signal,
      }),
    );
    await expect
      .poll(() => messagesOf(sandbox, 'A1'))
      .toMatchObject([{ kind: 'auth', request: { orderid: 'A1' }, response: null }]);
    expect((await authorize(sandbox, { amount: '1408' })).result).toBe('501');
    aborting.abort();
    expect((await asked).status).toBe(499);
  });

  describe('what is wrong is answered with a short document without hash', () => {
    const short = async (options: AuthOptions, sandbox = fresh()) => {
      const { text: _text, ...response } = await authorize(sandbox, options);
      expect(
        Object.keys(response)
          .filter((key) => key !== 'orderid')
          .sort(),
      ).toEqual(['@timestamp', 'message', 'result']);
      return response;
    };

    test.each([
      ['autosettle', (xml: string) => xml.replace('<autosettle flag="1"/>', ''), '[/request/autosettle]'],
      ['the flag of it', (xml: string) => xml.replace(' flag="1"', ''), '[/request/autosettle]'],
      ['merchantid', (xml: string) => xml.replace(/<merchantid>.*<\/merchantid>/, ''), '[/request/merchantid]'],
      ['orderid', (xml: string) => xml.replace(/<orderid>.*<\/orderid>/, ''), '[/request/orderid]'],
      ['amount', (xml: string) => xml.replace(/<amount.*<\/amount>/, ''), '[/request/amount]'],
      ['currency', (xml: string) => xml.replace(' currency="EUR"', ''), '[/request/amount/@currency]'],
      ['card', (xml: string) => xml.replace(/<card>.*<\/card>/, ''), '[/request/card]'],
      [
        'number and expdate',
        (xml: string) => xml.replace(/<card><number>\d+<\/number><expdate>1229<\/expdate>/, '<card>'),
        '[/request/card/number, /request/card/expdate]',
      ],
      ['hash', (xml: string) => xml.replace(/<sha1hash>.*<\/sha1hash>/, ''), '[/request/sha1hash]'],
      ['timestamp', (xml: string) => xml.replace(/ timestamp="\d+"/, ''), '[/request/@timestamp]'],
      ['type', (xml: string) => xml.replace(' type="auth"', ''), '[/request/@type]'],
    ])('a card authorization is answered with 502 without %s', async (_, edit, fields) => {
      expect(await short({ edit })).toMatchObject({ result: '502', message: `Mandatory Fields missing: ${fields}` });
    });

    test('a card authorization is answered with 503 for another type', async () => {
      expect(await short({ edit: (xml) => xml.replace('type="auth"', 'type="offline"') })).toMatchObject({
        result: '503',
        orderid: 'A1',
      });
    });

    test('a card authorization is answered with 505 for a wrong hash, a wrong secret and an unknown merchant', async () => {
      for (const options of [
        { secret: 'wrong' },
        { merchantid: 'stranger' },
        { edit: (xml: string) => xml.replace(/hash>\w+</, 'hash>x<') },
        { edit: (xml: string) => xml.replace('>1999<', '>999<') },
      ]) {
        expect(await short(options)).toMatchObject({
          result: '505',
          message: 'sha1hash incorrect - check your code and the Developers Documentation',
        });
      }
    });

    test('a card authorization is answered with 506 for another document', async () => {
      for (const xml of ['', 'x', '<request', '<other/>', '<!DOCTYPE request [<!ENTITY a "a">]><request/>'])
        expect((await send(fresh(), xml)).result).toBe('506');
      expect(await short({ edit: (xml) => xml.replace('<expdate>1229', '<expdate>1329') })).toMatchObject({
        result: '506',
        message: 'XML violates the schema: [/request/card/expdate]',
      });
      for (const [number, type] of [
        [CARDS.success, 'AMEX'],
        [CARDS.success, 'MC'],
        [CARDS.mastercard, 'VISA'],
        ['378282246310005', 'JCB'],
      ] as const)
        expect(await short({ number, edit: (xml) => xml.replace(/<type>\w+</, `<type>${type}<`) })).toMatchObject({
          result: '506',
          message: 'XML violates the schema: [/request/card/type]',
        });
      expect(await short({ mpi: '<mpi><exempt_status>PLEASE</exempt_status></mpi>' })).toMatchObject({
        result: '506',
        message: 'XML violates the schema: [/request/mpi/exempt_status]',
      });
      expect(
        await short({ edit: (xml) => xml.replace('<orderid>', '<merchantid>scudo</merchantid><orderid>') }),
      ).toMatchObject({ result: '506' });
    });

    test('a card authorization is answered with 508 for bad data: order id, amount, timestamp, account', async () => {
      expect(await short({ orderid: 'A 1' })).toMatchObject({
        result: '508',
        message: 'Invalid characters in order id',
      });
      for (const amount of ['0', '-1', '19.99'])
        expect(await short({ amount })).toMatchObject({
          result: '508',
          message: 'Zero, negative or insufficient amount specified.',
        });
      for (const timestamp of [compact(START - 86_401_000), compact(START + 86_401_000), '20260230120000'])
        expect(await short({ timestamp })).toMatchObject({ result: '508' });
      expect((await authorize(fresh(), { timestamp: compact(START - 86_400_000) })).result).toBe('00');
      expect(await short({ account: 'elsewhere' })).toMatchObject({ result: '508' });
    });

    test('a card authorization is answered with 501 for a repeated order id, also of two at once and after a decline', async () => {
      const sandbox = fresh();
      const results = (await Promise.all([authorize(sandbox), authorize(sandbox)])).map(({ result }) => result);
      expect(results.sort()).toEqual(['00', '501']);
      expect((await authorize(sandbox, { orderid: 'B', amount: '5101' })).result).toBe('101');
      expect(await short({ orderid: 'B' }, sandbox)).toMatchObject({ result: '501' });
      expect((await authorize(sandbox, { orderid: 'B-2' })).result).toBe('00');
    });

    test('a refused authorization has not used its order id', async () => {
      const sandbox = fresh();
      await authorize(sandbox, { secret: 'wrong' });
      expect((await authorize(sandbox)).result).toBe('00');
    });
  });

  describe('the authentication result', () => {
    const mpiOf = ({ eci, ds_trans_id, authentication_value }: Record<string, unknown>) =>
      `<mpi><eci>${(eci as string | undefined) ?? ''}</eci><ds_trans_id>${(ds_trans_id as string | undefined) ?? ''}</ds_trans_id><authentication_value>${(authentication_value as string | undefined) ?? ''}</authentication_value><message_version>2.1.0</message_version></mpi>`;

    test('the issued authentication result is accepted, with the ECI in one digit or two', async () => {
      const { sandbox } = drivenSandbox();
      const { body } = await authenticateCard(sandbox, CARDS.success);
      expect((await authorize(sandbox, { mpi: mpiOf(body) })).result).toBe('00');
      expect((await authorize(sandbox, { orderid: 'A2', mpi: mpiOf({ ...body, eci: '5' }) })).result).toBe('00');
    });

    test.each([
      ['eci', { eci: '06' }],
      ['authentication_value', { authentication_value: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }],
      ['authentication_value', { authentication_value: '' }],
      ['ds_trans_id', { ds_trans_id: '00000000-0000-4000-8000-0000000000ff' }],
    ])('an authentication result that differs from the issued one is refused: %s', async (what, change) => {
      const { sandbox } = drivenSandbox();
      const { body } = await authenticateCard(sandbox, CARDS.success);
      expect(await authorize(sandbox, { mpi: mpiOf({ ...body, ...change }) })).toMatchObject({
        result: '508',
        message: expect.stringContaining(what),
      });
    });

    test('the authentication result of another card is refused', async () => {
      const { sandbox } = drivenSandbox();
      const { body } = await authenticateCard(sandbox, CARDS.success);
      expect(await authorize(sandbox, { number: '4111111111111111', mpi: mpiOf(body) })).toMatchObject({
        result: '508',
      });
    });

    test.each([
      ['failed', '4222000002144131'],
      ['failed, Mastercard', '5540010585397800'],
      ['rejected', '4222000007275799'],
      ['open challenge', CARDS.challenge],
    ])('an authorization with an authentication that did not succeed is declined with 111: %s', async (_, number) => {
      const { sandbox } = drivenSandbox();
      const { body } = await authenticateCard(sandbox, number);
      expect(await authorize(sandbox, { number, mpi: mpiOf(body) })).toMatchObject({ result: '111', authcode: '' });
      expect((await authorize(sandbox, { number, mpi: mpiOf(body) })).result).toBe('501');
    });

    test('an authorization after a challenge that ended without success is declined with 111', async () => {
      const { sandbox, clock } = drivenSandbox();
      const { body } = await authenticateCard(sandbox, CARDS.challenge);
      clock.pass(31_000);
      const { body: ended } = await readAuthentication(sandbox, body.server_trans_id, clock.time);
      expect(ended.status).toBe('AUTHENTICATION_FAILED');
      expect((await authorize(sandbox, { number: CARDS.challenge, mpi: mpiOf(ended) })).result).toBe('111');
    });

    test.each([
      ['attempted', '4222000005218627'],
      ['could not be performed', '4222000008880910'],
    ])('an authorization with an authentication that the merchant may accept is processed: %s', async (_, number) => {
      const { sandbox } = drivenSandbox();
      const { body } = await authenticateCard(sandbox, number);
      expect((await authorize(sandbox, { number, mpi: mpiOf(body) })).result).toBe('00');
    });

    test('the authentication result of an open challenge has no value yet', async () => {
      const { sandbox } = drivenSandbox();
      const { body } = await authenticateCard(sandbox, CARDS.challenge);
      expect(
        await authorize(sandbox, {
          number: CARDS.challenge,
          mpi: mpiOf({ ...body, eci: '05', authentication_value: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }),
        }),
      ).toMatchObject({ result: '508' });
    });

    test('an authentication result of another 3-D Secure server is accepted, as is an exemption', async () => {
      expect(
        (
          await authorize(fresh(), {
            mpi: mpiOf({
              eci: '05',
              ds_trans_id: 'c272b04f-6e7b-43a2-bb78-90f4fb94aa25',
              authentication_value: 'ODQzNjgwNjU0ZjM3N2JmYTg0NTM=',
            }),
          })
        ).result,
      ).toBe('00');
      expect((await authorize(fresh(), { mpi: '<mpi><exempt_status>LOW_VALUE</exempt_status></mpi>' })).result).toBe(
        '00',
      );
    });
  });

  test('the references of payments do not look like card numbers', async () => {
    const { sandbox, clock } = drivenSandbox();
    // A time whose fourth digit is Visa's, so that a part of the reference may pass for a card.
    clock.time = 1_794_000_000_000;
    for (let count = 0; count < 200; count++) {
      clock.pass(7);
      await send(sandbox, authRequest({ orderid: `A${count}`, timestamp: compact(clock.time) }));
    }
    const references = (await messagesOf(sandbox)).map(({ response }) => response.pasref as string);
    expect(new Set(references).size).toBe(200);
    for (const reference of references) expect(reference).toMatch(/^\d{17}$/);
  });

  test('the log has request and response, without card data and hashes', async () => {
    const sandbox = fresh();
    const { sha1hash, ...response } = await authorize(sandbox);
    const [message] = await messagesOf(sandbox, 'A1');
    expect(message).toMatchObject({
      kind: 'auth',
      request: {
        '@type': 'auth',
        '@timestamp': compact(START),
        orderid: 'A1',
        amount: { '#text': '1999', '@currency': 'EUR' },
        card: { number: '422200******5344', cvn: { number: '***', presind: '1' } },
        autosettle: { '@flag': '1' },
      },
      response: { result: '00', pasref: response.pasref },
    });
    for (const secret of [
      CARDS.success,
      sha1hash,
      '>123<',
      '"123"',
      hashOf([compact(START), 'scudo', 'A1', '1999', 'EUR', CARDS.success]),
    ])
      expect(JSON.stringify(message)).not.toContain(secret);
  });

  test('GET /epage-remote.cgi is answered with 405', async () => {
    expect((await fresh().fetch(new Request(`${BASE}/epage-remote.cgi`))).status).toBe(405);
  });
});
