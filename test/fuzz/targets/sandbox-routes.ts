import { createHash } from 'node:crypto';
import { createSandbox } from '../../../src/sandbox.js';
import * as sample from '../../protocol/samples.js';
import {
  authenticateCard,
  authenticationBody,
  BASE,
  CARDS,
  hashOf,
  START,
  timestampOf,
  versionCheckBody,
} from '../../sandbox/sandbox-client.js';
import { compact, paymentSet } from '../../sandbox/method-client.js';
import {
  asText,
  expectNoCard,
  expectThat,
  member,
  textOf,
  type Input,
  type InputObject,
  type Target,
} from '../engine/target.js';
import { unlessInvalid } from './backend-routes.js';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const XML_TYPE = 'text/xml';

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly type?: string;
  /** Query or body, and paths behind `path`. */
  readonly contents: readonly Input[];
  readonly suffixes?: readonly string[];
  /** Names of the members of a body or query that its hash covers. */
  readonly hashed?: readonly string[];
  /** The scheme of the authorization header. */
  readonly scheme?: 'securehash' | 'sha1hash';
}

/** Hashes the values of a body, so that also requests with a correct hash are changed. */
function authorizationOf({ hashed = [], scheme = 'securehash' }: Route, content: Input): string {
  const values = hashed.map((path) => {
    const value = path
      .split('.')
      .reduce<Input | undefined>((inner, name) => (inner === undefined ? undefined : member(inner, name)), content);
    return typeof value === 'string' ? value : '';
  });
  return `${scheme} ${hashOf(values)}`;
}

/** Signs an XML request over the texts of its elements. */
function signedXml(xml: string): string {
  const element = (name: string) => new RegExp(`<${name}(?: [^>]*)?>([^<&]*)</${name}>`).exec(xml)?.[1] ?? '';
  const attribute = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(xml)?.[1] ?? '';
  const isCard = attribute('type') === 'auth';
  const fields = [
    attribute('timestamp'),
    element('merchantid'),
    element('orderid'),
    element('amount'),
    attribute('currency'),
  ];
  const last = isCard ? element('number') : element('paymentmethod');
  return xml.replace(/<sha1hash>[^<]*</, () => `<sha1hash>${hashOf([...fields, last])}<`);
}

const AT = compact(START);
const HASHED = ['request_timestamp', 'merchant_id'];
const report = (more: object): Input => ({
  timestamp: AT,
  merchantId: 'scudo',
  accountId: 'internet',
  startDateTime: '20261101000000',
  endDateTime: AT,
  ...more,
});
const REPORT_HASH = ['timestamp', 'merchantId', 'accountId', 'merchantTransactionId', 'startDateTime', 'endDateTime'];
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const element = (name: string, content: string) => `<${name}>${content}</${name}>`;
const CARD_XML =
  `<request type="auth" timestamp="${AT}">${element('merchantid', 'scudo')}${element('account', 'internet')}` +
  `${element('orderid', 'A1')}<amount currency="EUR">1999</amount>` +
  element(
    'card',
    element('number', CARDS.success) +
      element('expdate', '1228') +
      element('chname', 'Ada Lovelace') +
      element('type', 'VISA') +
      element('cvn', element('number', '123') + element('presind', '1')),
  ) +
  `<autosettle flag="1"/>${element('sha1hash', '0'.repeat(40))}</request>`;
const QUERY_XML = CARD_XML.replace('type="auth"', 'type="query"').replace(/<amount.*<autosettle flag="1"\/>/, '');
const CREDIT_XML = paymentSet()
  .replace('payment-set', 'payment-credit')
  .replace('<paymentmethod>', '<pasref>16898444372586159</pasref><paymentmethod>')
  .replace('</request>', `${element('refundhash', createHash('sha1').update('refund').digest('hex'))}</request>`);

const ROUTES: Readonly<Record<string, Route>> = {
  'version-check': {
    method: 'POST',
    path: '/3ds2/protocol-versions',
    contents: [versionCheckBody(CARDS.success), versionCheckBody('4000000000000051')],
    hashed: [...HASHED, 'number'],
  },
  authentication: {
    method: 'POST',
    path: '/3ds2/authentications',
    contents: [
      authenticationBody(CARDS.challenge, '{transaction}') as never,
      { ...sample.AUTHENTICATION, server_trans_id: '{transaction}' },
    ],
    hashed: [...HASHED, 'card_detail.number', 'server_trans_id'],
  },
  search: {
    method: 'POST',
    path: '/3ds2/authentications/search',
    contents: [{ ...sample.SEARCH, request_timestamp: timestampOf(), start_timestamp: timestampOf(START - 3_600_000) }],
    hashed: [...HASHED, 'start_timestamp'],
  },
  'authentication-data': {
    method: 'GET',
    path: '/3ds2/authentications/',
    suffixes: ['{transaction}', sample.ID],
    contents: [{ request_timestamp: timestampOf(), merchant_id: 'scudo', server_trans_id: '{transaction}' }],
    hashed: [...HASHED, 'server_trans_id'],
  },
  'card-authorization': { method: 'POST', path: '/epage-remote.cgi', type: XML_TYPE, contents: [CARD_XML, QUERY_XML] },
  'payment-set': { method: 'POST', path: '/epage-remote.cgi', type: XML_TYPE, contents: [paymentSet(), CREDIT_XML] },
  'payments-report': {
    method: 'GET',
    path: '/payments',
    contents: [
      report({ returnPii: 'true', pageSize: '10' }),
      report({ transactionState: 'SUCCEEDED', pageNumber: '1' }),
    ],
    hashed: [...REPORT_HASH, 'returnPii'],
    scheme: 'sha1hash',
  },
  'refunds-report': {
    method: 'GET',
    path: '/refunds',
    contents: [report({ orderId: 'A1', merchantRefundID: 'R1' })],
    hashed: [
      'timestamp',
      'merchantId',
      'accountId',
      'orderId',
      'merchantTransactionId',
      'startDateTime',
      'endDateTime',
    ],
    scheme: 'sha1hash',
  },
  messages: { method: 'GET', path: '/messages', contents: [{ order: 'A1' }, {}] },
  clock: { method: 'POST', path: '/clock', contents: [{ advance: 60 }, { advance: 0.5 }] },
  method: {
    method: 'POST',
    path: '/acs/method',
    type: FORM_TYPE,
    contents: [{ threeDSMethodData: encoded(sample.METHOD_DATA) }, { threeDSMethodData: 'e30', profile: '{}' }],
    suffixes: ['', '/profile'],
  },
  challenge: {
    method: 'POST',
    path: '/acs/challenge',
    type: FORM_TYPE,
    contents: [
      { creq: encoded({ ...sample.CREQ, acsTransID: '{acs}' }), threeDSSessionData: 'e30' },
      { creq: '{creq}' },
    ],
  },
  'challenge-answer': {
    method: 'POST',
    path: '/acs/challenge/answer',
    type: FORM_TYPE,
    contents: [
      { acsTransID: '{acs}', code: '123456', action: 'confirm' },
      { acsTransID: '{acs}', action: 'cancel' },
    ],
  },
  testpay: {
    method: 'POST',
    path: '',
    type: FORM_TYPE,
    suffixes: ['{testpay}'],
    contents: [{ response: 'success', delay: '0' }, { response: 'failure' }],
  },
  pages: { method: 'GET', path: '/', contents: [{}], suffixes: ['', 'acs/acs.js', 'testpay/x', 'x'] },
};

/** A sandbox with a redirect payment and an open challenge, and names for them. */
async function openSandbox() {
  const errors: unknown[] = [];
  let [ids, time] = [0, START];
  const sandbox = createSandbox({
    merchantHosts: ['shop.example', 'localhost'],
    now: () => new Date(time),
    randomUuid: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    drivableClock: true,
    fetch: () => Promise.resolve(new Response('')),
    reportError: (error) => void errors.push(error),
    messageExtensions: ['A1'],
  });
  const set = new Request(`${BASE}/epage-remote.cgi`, {
    method: 'POST',
    headers: { 'content-type': XML_TYPE },
    body: paymentSet({ elements: { orderid: 'P1' } }),
  });
  const answer = await (await sandbox.fetch(set)).text();
  const { body } = await authenticateCard(sandbox, CARDS.challenge);
  const page = /<redirecturl>([^<]*)</.exec(answer)?.[1] ?? '';
  const names: Readonly<Record<string, string>> = {
    '{transaction}': body.server_trans_id,
    '{acs}': body.acs_trans_id,
    '{creq}': body.encoded_creq,
    '{testpay}': URL.canParse(page) ? new URL(page).pathname : '/testpay/x',
  };
  return { sandbox, errors, names, advance: () => (time += 1_000) };
}

function contentOf(type: string, content: Input): string {
  if (type === XML_TYPE) return signedXml(asText(content));
  if (type === JSON_TYPE || typeof content !== 'object' || content === null) return asText(content);
  return new URLSearchParams(
    Object.entries(content).map(([name, value]): [string, string] => [name, asText(value as Input)]),
  ).toString();
}

function routeTarget([name, route]: [string, Route]): Target {
  const { method, path, type = method === 'GET' ? FORM_TYPE : JSON_TYPE, contents, suffixes = [''] } = route;
  const headers = { 'content-type': type, 'x-gp-version': '2.2.0' };
  return {
    name: `sandbox-${name}`,
    holds: 'no internal error, no card number in the log, no property of all objects',
    seeds: contents.flatMap((content) =>
      suffixes.map((suffix) => [
        { suffix, headers, content },
        { suffix, headers, content },
      ]),
    ) as Input[],
    share: 0.25,
    steps: [200_000, 2_000],
    async run(input) {
      const { sandbox, errors, names } = await openSandbox();
      const known = (text: string) =>
        text.replaceAll(/\{(transaction|acs|creq|testpay)\}/g, (one) => names[one] ?? one);
      for (const one of Array.isArray(input) ? (input as readonly Input[]).slice(0, 4) : [input]) {
        const content = JSON.parse(known(JSON.stringify(member(one, 'content') ?? ''))) as Input;
        const given = Object.entries(Object(member(one, 'headers') ?? {}) as InputObject).filter(([key]) =>
          /^[a-z\d-]+$/i.test(key),
        );
        const text = contentOf(type, content);
        const suffix = known(textOf(one, 'suffix'));
        const request = unlessInvalid(() => {
          const sent = new Headers(
            given.map(([key, value]): [string, string] => [key, asText(value).replaceAll(/[^\x20-\x7e]/g, '')]),
          );
          if (!sent.has('authorization')) sent.set('authorization', authorizationOf(route, content));
          const address = `${BASE}${path}${suffix}`;
          return method === 'GET'
            ? new Request(`${address}${text === '' || address.includes('?') ? '' : `?${text}`}`, { headers: sent })
            : new Request(address, { method, headers: sent, body: text });
        });
        if (!request) continue;
        const response = await sandbox.fetch(request);
        expectThat(
          response.status < 500 || [501, 502].includes(response.status),
          `answers ${response.status}: ${String((errors[0] as Error | undefined)?.stack)}`,
        );
        await response.text();
      }
      expectThat(errors.length === 0, `an internal error: ${String((errors[0] as Error | undefined)?.stack)}`);
      expectNoCard(JSON.stringify(sandbox.messages.list()), 'the log');
      expectThat(Object.keys(Object.prototype).length === 0, 'a property of all objects');
      await sandbox.close();
    },
  };
}

/** Every route of the sandbox. */
export const SANDBOX_TARGETS: readonly Target[] = Object.entries(ROUTES).map(routeTarget);
