import { BackendError, fetchBackend } from '../../../src/payment.js';
import type { BackendClient } from '../../../src/payment.js';
import { GatewayError, type Gateway } from '../../../src/server.js';
import { camelName, renamed } from '../../../src/protocol/values/camel-case.js';
import { answerWithCard } from '../../../src/payment/backend-client/answer-with-card.js';
import * as sample from '../../protocol/samples.js';
import { AUTHENTICATION, AUTHORIZATION, DAY, NUMBER } from '../../server/gateway/sample-calls.js';
import { gatewayAnswering, hashOf } from '../../server/gateway/scripted-fetch.js';
import { shortAnswer, signedAnswer, signedMethodAnswer, TIMESTAMP } from '../../server/gateway/xml-answers.js';
import {
  asText,
  expectRefusal,
  expectThat,
  member,
  numberOf,
  textOf,
  type Input,
  type InputObject,
  type Target,
} from '../engine/target.js';

/** Answers as a server may send them: status, headers and any body. */
function responseOf(input: Input, body: string): Response {
  const status = 200 + numberOf(input, 'status', 399);
  const retryAfter = textOf(input, 'retryAfter').replaceAll(/[^\x20-\x7e]/g, '');
  const headers = retryAfter === '' ? {} : { 'retry-after': retryAfter };
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
}

/** Signs a document over the texts of its elements, so that also answers with a correct hash are changed. */
function resigned(xml: string): string {
  const element = (name: string) => new RegExp(`<${name}>([^<&]*)</${name}>`).exec(xml)?.[1] ?? '';
  const last = xml.includes('<paymentmethod>') ? element('paymentmethod') : element('authcode');
  const fields = [
    TIMESTAMP,
    'scudo',
    element('orderid'),
    element('result'),
    element('message'),
    element('pasref'),
    last,
  ];
  return xml.replace(/<sha1hash>[^<]*</, () => `<sha1hash>${hashOf(fields)}<`);
}

const METHOD = {
  orderId: 'A1',
  amount: '1999',
  currency: 'EUR',
  method: 'testpay',
  returnUrl: 'https://shop.example/return',
  statusUrl: 'https://shop.example/status',
};
const CREDIT = { orderId: 'A1', pasref: '16898444372586159', amount: '1', currency: 'EUR', method: 'testpay' };

type GatewayCall = (gateway: Gateway) => Promise<unknown>;
interface AnsweredCall {
  readonly call: GatewayCall;
  /** True when the call sends the card, which no result may contain. */
  readonly hasCard?: true;
  /** Answers that are accepted, or typical refusals. */
  readonly bodies: readonly (object | Promise<string>)[];
}

const text = (answer: () => Response) => answer().text();
const error = sample.ERROR_BODY;

const GATEWAY_CALLS: Readonly<Record<string, AnsweredCall>> = {
  'version-check': {
    call: (gateway) => gateway.versionCheck({ number: NUMBER, scheme: 'VISA' }),
    hasCard: true,
    bodies: [sample.VERSION_CHECK_RESPONSE, { enrolled: 'N' }, error],
  },
  authentication: {
    call: (gateway) =>
      gateway.authentications.create({
        ...AUTHENTICATION,
        cardDetail: { ...AUTHENTICATION.cardDetail, number: NUMBER },
      }),
    hasCard: true,
    bodies: [sample.FRICTIONLESS, sample.CHALLENGE, { eos_reason: `Card ${NUMBER}` }, error],
  },
  'authentication-data': {
    call: (gateway) => gateway.authentications.get(sample.ID),
    bodies: [sample.FRICTIONLESS, error],
  },
  'authentication-search': {
    call: (gateway) => gateway.authentications.searchPage(DAY),
    bodies: [sample.SEARCH_RESULT, error],
  },
  authorization: {
    call: (gateway) => gateway.cardAuthorizations.create(AUTHORIZATION),
    hasCard: true,
    bodies: [
      text(signedAnswer({})),
      text(signedAnswer({ result: '101', message: `DECLINED ${NUMBER} 9876`, authcode: '' })),
      text(shortAnswer({ result: '501', message: 'already processed' })),
    ],
  },
  'authorization-query': {
    call: (gateway) => gateway.cardAuthorizations.query('A1', { card: { number: NUMBER } } as never),
    bodies: [text(signedAnswer({})), text(shortAnswer({ result: '508', message: 'Original transaction not found.' }))],
  },
  'payment-set': {
    call: (gateway) => gateway.paymentSets.create(METHOD),
    bodies: [
      text(
        signedMethodAnswer({
          paymentmethoddetails: '<redirecturl>https://pay.example/1?a=1&amp;b=2</redirecturl>',
        }),
      ),
      text(shortAnswer({ result: '505', message: 'no' })),
    ],
  },
  'payment-credit': {
    call: (gateway) => gateway.paymentCredits.create(CREDIT),
    bodies: [
      text(signedMethodAnswer({ result: '00', message: 'REFUNDED' })),
      text(shortAnswer({ result: '512', message: 'no' })),
    ],
  },
  'payments-report': {
    call: (gateway) => gateway.payments.page(DAY),
    bodies: [sample.PAYMENTS_REPORT, sample.REPORT_ERROR],
  },
  'refunds-report': {
    call: (gateway) => gateway.refunds.page(DAY),
    bodies: [sample.REFUNDS_REPORT, sample.REPORT_ERROR],
  },
};

async function gatewayTarget([name, { call, bodies, hasCard }]: [string, AnsweredCall]): Promise<Target> {
  const seeds: Input[] = [];
  for (const body of await Promise.all(bodies.map(async (one) => one))) {
    for (const status of [0, 2, 200]) seeds.push({ status, signed: 1, body: body as Input });
  }
  return {
    name: `gateway-${name}`,
    holds: 'GatewayError without card number, or a result without the card that was sent',
    seeds,
    share: 2,
    steps: [40_000, 600],
    async run(input) {
      const body = asText(member(input, 'body') ?? null);
      const answer = numberOf(input, 'signed', 1) === 1 ? resigned(body) : body;
      const { gateway } = gatewayAnswering(() => responseOf(input, answer), { refundPassword: 'refund-password' });
      try {
        const result = JSON.stringify(await call(gateway)) ?? '';
        if (hasCard) expectThat(!result.includes(NUMBER), `the card is in the result: ${result}`);
      } catch (error) {
        expectRefusal(error, [GatewayError]);
      }
    },
  };
}

const { card, browser_data: browserData } = sample.PAYMENT_REQUEST;
const CARD = { ...(renamed(card, camelName) as { number: string }) };
const signal = new AbortController().signal;
const money = { signal, idempotencyKey: 'fuzzed-key' };
const PAGE_CALLS: Readonly<Record<string, readonly [(backend: BackendClient) => Promise<unknown>, readonly object[]]>> =
  {
    order: [
      (backend) => backend.readOrder('A1', { signal }),
      [{ id: 'A1', amount: '1999', currency: 'EUR', state: 'open', methods: [{ code: 'card' }], ask: [] }],
    ],
    'version-check': [
      (backend) => backend.checkVersion('A1', NUMBER, { signal }),
      [{ enrolled: true, server_trans_id: sample.ID, method: { url: 'https://acs.example', data: 'e30' } }],
    ],
    authentication: [
      (backend) =>
        backend.authenticate(
          'A1',
          { card: CARD, payer: {}, browserData: renamed(browserData, camelName), methodUrlCompletion: 'YES' } as never,
          money,
        ),
      [
        {
          result: 'outcome',
          outcome: { code: 'authorized', status: 'paid', order: { id: 'A1', state: 'paid' }, retryable: false },
        },
        { result: 'challenge', server_trans_id: sample.ID, acs_url: 'https://acs.example', encoded_creq: 'e30' },
        { result: 'decoupled', timeout: 60 },
      ],
    ],
    redirect: [
      (backend) => backend.redirect('A1', { method: 'testpay' }, money),
      [{ result: 'redirect', redirect_url: 'https://pay.example/1' }],
    ],
  };

const PROBLEM = {
  title: 'Wrong',
  code: 'invalid-request',
  retryable: false,
  detail: 'Wrong.',
  fields: [{ field: 'card.number', message: 'is wrong' }],
};

function pageTarget([name, [call, bodies]]: [string, (typeof PAGE_CALLS)[string]]): Target {
  return {
    name: `page-answer-${name}`,
    holds: 'BackendError without the card that was sent, or a result',
    seeds: [
      ...bodies.map((body) => ({ status: 0, body: body as Input })),
      { status: 200, retryAfter: '3', body: PROBLEM },
      { status: 229, retryAfter: 'soon', body: '<html>' },
    ],
    async run(input) {
      const body = asText(member(input, 'body') ?? null);
      // The texts of a problem document are the backend's own, which contain no card number.
      if (body.replaceAll(/[\s-]/g, '').includes(NUMBER)) return;
      const backend = fetchBackend('https://shop.example/scudo', {
        fetch: () => Promise.resolve(responseOf(input, body)),
      });
      try {
        await call(backend);
      } catch (error) {
        expectRefusal(error, [BackendError], [NUMBER]);
      }
    },
  };
}

/** The frame of isolated card fields passes an answer on, unless it contains the card number. */
const heldCard: Target = {
  name: 'card-frame-answer',
  holds: 'no answer that contains the card number; never rejects',
  seeds: [
    { status: 0, body: { result: 'challenge-open' }, path: 'authentications' },
    { status: 0, body: `{"a":"${NUMBER}"}`, path: 'protocol-versions' },
  ],
  async run(input) {
    const answer = await answerWithCard(
      { path: textOf(input, 'path') as never, reference: 'r', body: {}, idempotencyKey: 'key' },
      {
        base: 'https://shop.example/scudo/',
        order: textOf(input, 'order'),
        held: () => ({ number: NUMBER, card: CARD as never }),
        frameKey: sample.ID,
        fetch: () => Promise.resolve(responseOf(input, asText(member(input, 'body') ?? null))),
        signal,
      },
    );
    expectThat(!answer.body.replaceAll(/[\s-]/g, '').includes(NUMBER), 'the answer contains the card number');
  },
};

/** Return and status messages: the hash decides. */
const statusHash: Target = {
  name: 'status-hash',
  holds: 'valid only with the hash of exactly these fields',
  seeds: [{ ...sample.STATUS_MESSAGE, known: 'testpay' }],
  async run(input) {
    const { gateway } = gatewayAnswering(() => new Response());
    const field = (name: string) => textOf(input, name);
    const fields = ['timestamp', 'merchantid', 'orderid', 'result', 'message', 'pasref', 'paymentmethod'].map(field);
    const isMerchant = field('merchantid') === 'scudo';
    const texts = Object.entries(Object(input) as InputObject).filter(([, value]) => typeof value === 'string');
    const message = { ...Object.fromEntries(texts), sha256hash: undefined };
    const right = { ...message, sha1hash: hashOf(fields) } as never;
    const wrong = { ...message, sha1hash: hashOf([...fields, 'x']) } as never;
    const trust = async (one: never) => gateway.verifyStatusMessage(one, { method: field('known') || undefined });
    const isWhole = fields.every((one, index) => index > 3 || one !== '');
    if (isWhole && isMerchant) expectThat((await trust(right)) === 'valid', 'a correct hash is refused');
    expectThat((await trust(wrong)) === 'invalid', 'a wrong hash is accepted');
  },
};

export const ANSWER_TARGETS: readonly Target[] = [
  ...(await Promise.all(Object.entries(GATEWAY_CALLS).map(gatewayTarget))),
  ...Object.entries(PAGE_CALLS).map(pageTarget),
  heldCard,
  statusHash,
];
