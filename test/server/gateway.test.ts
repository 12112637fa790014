import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createGateway, type Gateway, type GatewayOptions } from '../../src/server.js';
import * as sample from '../protocol/samples.js';
import { AUTHENTICATION } from './gateway/sample-calls.js';
import { failureOf } from './gateway/scripted-fetch.js';
import { authorizationAnswer } from './scripted-gateway.js';

interface Sent {
  readonly request: Request;
  readonly text: string;
}

function gatewayAnswering(
  answer: () => Response | Promise<Response>,
  options: Partial<GatewayOptions> = {},
): { gateway: Gateway; sent: Sent[] } {
  const sent: Sent[] = [];
  const gateway = createGateway({
    // The documents’ sample has a critical one.
    messageExtensions: ['A1'],
    baseUrl: 'https://gateway.localhost',
    merchantId: 'scudo',
    accountId: 'internet',
    secret: 'secret',
    now: () => new Date('2026-11-20T22:24:10.123Z'),
    fetch: async (input, init) => {
      const request = new Request(input as string, init);
      sent.push({ request, text: await request.clone().text() });
      return Promise.race([
        answer(),
        new Promise<never>((_r, reject) => {
          const abort = () => reject(request.signal.reason as Error);
          if (request.signal.aborted) abort();
          else request.signal.addEventListener('abort', abort, { once: true });
        }),
      ]);
    },
    ...options,
  });
  return { gateway, sent };
}

const jsonAnswer =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status });
const hashOf = (fields: string[], algorithm = 'sha1') => {
  const pass = (text: string) => createHash(algorithm).update(text).digest('hex');
  return pass(`${pass(fields.join('.'))}.secret`);
};
const CHECK = { number: '4222000006285344', scheme: 'VISA', methodNotificationUrl: 'https://shop.example/n' } as const;
const AUTHORIZATION = {
  orderId: 'A1',
  amount: '1999',
  currency: 'EUR',
  autosettle: true,
  card: {
    number: '5354560000000004',
    scheme: 'MASTERCARD',
    expiryMonth: '12',
    expiryYear: '28',
    securityCode: '987',
    fullName: 'Ada & <Co>',
  },
  mpi: { eci: '02', dsTransId: 'ds', authenticationValue: 'value', messageVersion: '2.2.0', exemptStatus: 'LOW_VALUE' },
} as const;

describe('bytes on the wire', () => {
  it('a version check is sent as JSON with version header and hash', async () => {
    const { gateway, sent } = gatewayAnswering(jsonAnswer(sample.VERSION_CHECK_RESPONSE));
    expect(await gateway.versionCheck(CHECK)).toMatchObject({ enrolled: true, serverTransId: sample.ID });
    const [{ request, text }] = sent as [Sent];
    expect(`${request.method} ${request.url}`).toBe('POST https://gateway.localhost/3ds2/protocol-versions');
    expect(Object.fromEntries(request.headers)).toMatchObject({
      'content-type': 'application/json',
      'x-gp-version': '2.2.0',
      authorization: `securehash ${hashOf(['2026-11-20T22:24:10.123000', 'scudo', CHECK.number])}`,
    });
    expect(JSON.parse(text)).toEqual({
      request_timestamp: '2026-11-20T22:24:10.123000',
      merchant_id: 'scudo',
      account_id: 'internet',
      number: CHECK.number,
      scheme: 'VISA',
      method_notification_url: 'https://shop.example/n',
    });
  });

  it('an authentication is sent with the configured hash, paths and version header', async () => {
    const { gateway, sent } = gatewayAnswering(jsonAnswer(sample.FRICTIONLESS), {
      hashAlgorithm: 'sha256',
      versionHeader: { name: 'X-ZZ-VERSION', value: '9' },
      paths: { threeDSecure: '/other' },
    });
    await gateway.authentications.create(AUTHENTICATION);
    const [{ request, text }] = sent as [Sent];
    expect(request.url).toBe('https://gateway.localhost/other/authentications');
    expect(request.headers.get('x-zz-version')).toBe('9');
    expect(request.headers.get('authorization')).toBe(
      `securehash ${hashOf(['2026-11-20T22:24:10.123000', 'scudo', '4222000006285344', sample.ID], 'sha256')}`,
    );
    expect(JSON.parse(text)).toEqual({ ...sample.AUTHENTICATION, request_timestamp: '2026-11-20T22:24:10.123000' });
  });

  it('authentication data is requested by GET with merchant, timestamp and hash', async () => {
    const { gateway, sent } = gatewayAnswering(jsonAnswer(sample.FRICTIONLESS));
    await gateway.authentications.get(sample.ID);
    const [{ request }] = sent as [Sent];
    expect(request.method).toBe('GET');
    expect(new URL(request.url).pathname).toBe(`/3ds2/authentications/${sample.ID}`);
    expect(Object.fromEntries(new URL(request.url).searchParams)).toEqual({
      merchant_id: 'scudo',
      request_timestamp: '2026-11-20T22:24:10.123000',
    });
    expect(request.headers.get('authorization')).toBe(
      `securehash ${hashOf(['2026-11-20T22:24:10.123000', 'scudo', sample.ID])}`,
    );
  });

  it.each([
    ['sha1', 'sha1hash'],
    ['sha256', 'sha256hash'],
  ] as const)('a card authorization is sent in the document’s order, with %s', async (hashAlgorithm, element) => {
    const { gateway, sent } = gatewayAnswering(
      () => authorizationAnswer({ orderid: 'A1', result: '00', authcode: '7' }),
      { hashAlgorithm },
    );
    expect(await gateway.cardAuthorizations.create(AUTHORIZATION)).toEqual({
      // The answer is signed with SHA-1, which counts only when SHA-1 is configured.
      trust: hashAlgorithm === 'sha1' ? 'signed' : 'wrong-hash',
      result: '00',
      message: 'MESSAGE',
      pasref: '12345',
      authcode: '7',
    });
    const [{ request, text }] = sent as [Sent];
    expect(`${request.method} ${request.url} ${request.headers.get('content-type') ?? ''}`).toBe(
      'POST https://gateway.localhost/epage-remote.cgi text/xml',
    );
    const hash = hashOf(['20261120222410', 'scudo', 'A1', '1999', 'EUR', '5354560000000004'], hashAlgorithm);
    expect(text).toBe(
      '<request type="auth" timestamp="20261120222410"><merchantid>scudo</merchantid><account>internet</account><orderid>A1</orderid><amount currency="EUR">1999</amount>' +
        '<card><number>5354560000000004</number><expdate>1228</expdate><chname>Ada &amp; &lt;Co&gt;</chname><type>MC</type><cvn><number>987</number><presind>1</presind></cvn></card>' +
        '<autosettle flag="1"></autosettle>' +
        '<mpi><eci>02</eci><ds_trans_id>ds</ds_trans_id><authentication_value>value</authentication_value><message_version>2.2.0</message_version><exempt_status>LOW_VALUE</exempt_status></mpi>' +
        `<${element}>${hash}</${element}></request>`,
    );
  });

  it('an authorization without authentication has no mpi and the autosettle flag of its input', async () => {
    const { gateway, sent } = gatewayAnswering(() => authorizationAnswer({ orderid: 'A1', result: '00' }));
    const { mpi: _mpi, ...plain } = AUTHORIZATION;
    await gateway.cardAuthorizations.create({ ...plain, autosettle: false });
    expect(sent[0]?.text).toContain('<autosettle flag="0">');
    expect(sent[0]?.text).not.toContain('<mpi>');
  });
});

describe('failures', () => {
  it.each([
    [401, 'unauthorized'],
    [404, 'not-found'],
    [405, 'method'],
    [415, 'media-type'],
    [500, 'internal'],
    [501, 'card-not-supported'],
    [502, 'downstream'],
    [503, 'internal'],
  ])('HTTP status %i fails as %s', async (status, kind) => {
    const { gateway } = gatewayAnswering(() => new Response(null, { status }));
    expect((await failureOf(gateway.versionCheck(CHECK))).failure.kind).toBe(kind);
  });

  it('HTTP status 400 fails as invalid, with its body if there is one', async () => {
    const named = await failureOf(gatewayAnswering(jsonAnswer(sample.ERROR_BODY, 400)).gateway.versionCheck(CHECK));
    expect(named.failure).toMatchObject({
      kind: 'invalid',
      body: { errorDetail: 'message_version', errorCode: '201' },
    });
    expect(named.message).toContain('message_version');
    expect(
      (await failureOf(gatewayAnswering(() => new Response(null, { status: 400 })).gateway.versionCheck(CHECK)))
        .failure,
    ).toEqual({ kind: 'invalid' });
  });

  it.each([
    ['ECONNREFUSED', false],
    ['ENOTFOUND', false],
    ['ECONNRESET', true],
    ['UND_ERR_SOCKET', true],
  ])('a connection that ends with %s fails as unanswered with sent %s', async (code, sentMaybe) => {
    const { gateway } = gatewayAnswering(() =>
      Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) })),
    );
    expect((await failureOf(gateway.versionCheck(CHECK))).failure).toEqual({ kind: 'unanswered', sent: sentMaybe });
  });

  const caused = (cause: unknown) => new TypeError('fetch failed', { cause });
  const coded = (code: string, syscall?: string) =>
    Object.assign(new Error('x'), { code, ...(syscall === undefined ? {} : { syscall }) });
  const connecting = (code: string) => coded(code, 'connect');
  it.each([
    ['bad port', caused(new Error('bad port')), false],
    ['an address that is none', Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL' }), false],
    ['no trust in the certificate', caused(Object.assign(new Error('x'), { code: 'CERT_HAS_EXPIRED' })), false],
    ['a certificate of another host', caused(connecting('ERR_TLS_CERT_ALTNAME_INVALID')), false],
    ['a time limit of the connection', caused(connecting('ETIMEDOUT')), false],
    ['two tries to connect', caused(new AggregateError([connecting('EHOSTUNREACH'), connecting('ETIMEDOUT')])), false],
    ['a try that was connected', caused(new AggregateError([connecting('ECONNREFUSED'), new Error('reset')])), true],
    ['a time limit after the connection', caused(Object.assign(new Error('x'), { code: 'ETIMEDOUT' })), true],
    ['a broken TLS connection', caused(Object.assign(new Error('x'), { code: 'ERR_SSL_BAD_RECORD' })), true],
    ['a TLS record of another version', caused(coded('ERR_SSL_WRONG_VERSION_NUMBER')), true],
    ['a TLS record that is too long', caused(coded('ERR_SSL_PACKET_LENGTH_TOO_LONG')), true],
    ['a route that is lost while the answer is read', caused(coded('EHOSTUNREACH', 'read')), true],
    ['a network that is lost while the answer is read', caused(coded('ENETUNREACH', 'read')), true],
    ['a refusal while the request is written', caused(coded('ECONNREFUSED', 'write')), true],
    ['no route and an unknown system call', caused(coded('EHOSTUNREACH')), true],
    ['a name that is not found', caused(coded('ENOTFOUND', 'getaddrinfo')), false],
    ['no network to connect to', caused(coded('ENETUNREACH', 'connect')), false],
    ['an unexpected redirect', caused(new Error('unexpected redirect')), true],
    ['no reason', new TypeError('fetch failed'), true],
  ])('a call that fails with %s says if it was sent, and not that it may have charged', async (_what, reason, sent) => {
    const { gateway } = gatewayAnswering(() => Promise.reject(reason));
    const error = await failureOf(gateway.versionCheck(CHECK));
    expect(error.failure).toEqual({ kind: 'unanswered', sent });
    expect(error.message).toContain(sent ? 'no answer. Repeat the call later.' : 'could not be sent.');
  });

  it('a call whose caller has left before sends nothing', async () => {
    const { gateway, sent } = gatewayAnswering(() => Response.json({}));
    const error = await failureOf(gateway.versionCheck(CHECK, { signal: AbortSignal.abort() }));
    expect(error.failure).toEqual({ kind: 'unanswered', sent: false });
    expect(sent).toEqual([]);
  });

  it('a call without an answer in time fails as unanswered and sent', async () => {
    const { gateway } = gatewayAnswering(() => new Promise<Response>(() => undefined), { timeout: 1 });
    expect((await failureOf(gateway.versionCheck(CHECK))).failure).toEqual({ kind: 'unanswered', sent: true });
  });

  it.each([
    ['status', { ...sample.FRICTIONLESS, status: 'BRAND_NEW' }],
    ['eci', { ...sample.FRICTIONLESS, eci: undefined }],
    ['authentication_value', { ...sample.FRICTIONLESS, authentication_value: undefined }],
    ['challenge_request_url', { ...sample.CHALLENGE, challenge_request_url: 'javascript:alert(1)' }],
    ['encoded_creq', { ...sample.CHALLENGE, encoded_creq: undefined }],
    ['server_trans_id', { ...sample.FRICTIONLESS, server_trans_id: '3f1c1f0e-0000-4000-8000-00000000000f' }],
  ])('an authentication with a bad %s is a bad answer that names the field', async (field, body) => {
    const { failure, message } = await failureOf(
      gatewayAnswering(jsonAnswer(body)).gateway.authentications.create(AUTHENTICATION),
    );
    expect(failure).toMatchObject({ kind: 'bad-answer', issues: [{ field }] });
    expect(message).toContain(field);
  });

  it('an error contains neither card data nor the secret', async () => {
    const answers = [
      jsonAnswer({ nonsense: CHECK.number }),
      jsonAnswer(sample.ERROR_BODY, 400),
      () => new Response(null, { status: 401 }),
      () => Promise.reject(new TypeError('x')),
    ];
    for (const answer of answers) {
      const { gateway } = gatewayAnswering(answer, { secret: 'a-very-secret-secret' });
      for (const call of [() => gateway.versionCheck(CHECK), () => gateway.cardAuthorizations.create(AUTHORIZATION)]) {
        const error = await failureOf(call());
        expect(`${error.message} ${error.stack} ${JSON.stringify(error.failure)}`).not.toMatch(
          /4222000006285344|5354560000000004|987|a-very-secret/,
        );
      }
    }
  });
});
