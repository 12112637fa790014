import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { runCertify, type CertifyParts } from '../../../src/command/certify/certify.js';
import { createSandbox, TEST_CARDS, type SandboxOptions } from '../../../src/sandbox.js';
import { createGateway, type GatewayOptions } from '../../../src/server.js';
import { hashOf } from '../../sandbox/sandbox-client.js';

const SECRET = 'the-secret-of-a-test-account';
const HOST = 'https://test.gateway.example';
const ACCOUNT = {
  merchantId: 'certifiedshop',
  accountId: 'internet',
  secret: SECRET,
  refundPassword: 'password-of-returns',
};
const env = {
  SCUDO_GATEWAY_URL: HOST,
  SCUDO_MERCHANT_ID: ACCOUNT.merchantId,
  SCUDO_ACCOUNT_ID: ACCOUNT.accountId,
  SCUDO_SECRET: SECRET,
  SCUDO_REFUND_PASSWORD: ACCOUNT.refundPassword,
};

const closing: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

/** Changes a request on its way to the gateway, or answers in its place. */
type OnRequest = (request: Request) => Request | Response | Promise<Request | Response>;
/** Changes an answer. */
type OnAnswer = (text: string, request: Request) => string;

interface Deviation {
  readonly sandbox?: SandboxOptions;
  readonly request?: OnRequest;
  readonly answer?: OnAnswer;
}

/** A gateway that deviates: a proxy in front of the sandbox. */
function deviatingGateway({ sandbox: options = {}, request: onRequest, answer: onAnswer }: Deviation = {}) {
  const sandbox = createSandbox({
    baseUrl: HOST,
    ...ACCOUNT,
    fetch: async () => new Response(null),
    ...options,
  });
  closing.push(sandbox.close);
  const hosts = new Set<string>();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const sent = new Request(input, init);
    hosts.add(new URL(sent.url).hostname);
    const changed = onRequest ? await onRequest(sent.clone() as Request) : sent;
    if (changed instanceof Response) return changed;
    const response = await sandbox.fetch(changed);
    const text = await response.clone().text();
    return onAnswer ? new Response(onAnswer(text, sent) || null, response) : response;
  };
  return { sandbox, fetch, hosts };
}

async function certify(gateway: ReturnType<typeof deviatingGateway>, parts: CertifyParts = {}, ...args: string[]) {
  const lines: string[] = [];
  const reports: string[] = [];
  const code = await runCertify(['--test-host', 'test.gateway.example', ...args], (line) => lines.push(line), {
    env,
    fetch: gateway.fetch,
    pause: (ms) => gateway.sandbox.clock.advance(ms / 1000),
    now: gateway.sandbox.clock.now,
    writeReport: (_path, text) => reports.push(text),
    ...parts,
  });
  const report = JSON.parse(reports[0] ?? '{}') as {
    complete: boolean;
    options: string;
    findings: { id: string; verdict: string; detail: string }[];
  };
  const rows = Object.fromEntries(report.findings.map(({ id, verdict, detail }) => [id, { verdict, detail }]));
  const unlike = report.findings.filter(({ verdict }) => verdict !== 'confirmed');
  return { code, printed: lines.join('\n'), report, text: reports.join(), rows, unlike };
}

/** Every payment that the sandbox holds is void, or refunded in full. */
async function moneyLeft({ sandbox }: ReturnType<typeof deviatingGateway>) {
  const { authorizations, payments, refunds } = (await sandbox.snapshot()) as unknown as {
    authorizations: { result: string; movements: { kind: string }[] }[];
    payments: { orderId: string; amount: string; answer?: unknown }[];
    refunds: { orderId: string; amount: string }[];
  };
  const reserved = authorizations.filter(
    ({ result, movements }) => result === '00' && !movements.some(({ kind }) => kind === 'void'),
  );
  const kept = payments.filter(({ answer, orderId, amount }) => {
    const back = refunds.filter((one) => one.orderId === orderId).reduce((sum, one) => sum + Number(one.amount), 0);
    return answer !== undefined && back !== Number(amount);
  });
  return [...reserved, ...kept];
}

it('certify confirms every assumption at the sandbox, and leaves no money there', async () => {
  const gateway = deviatingGateway();
  const { code, printed, text, unlike, report } = await certify(gateway);
  expect(unlike).toEqual([]);
  expect({ code, options: report.options, complete: report.complete }).toEqual({
    code: 0,
    options: '',
    complete: true,
  });
  expect(report.findings.length).toBeGreaterThan(60);
  expect(await moneyLeft(gateway)).toEqual([]);
  for (const shown of [printed, text]) {
    for (const value of [SECRET, ACCOUNT.merchantId, ACCOUNT.refundPassword, 'Test Card'])
      expect(shown).not.toContain(value);
    for (const { number } of TEST_CARDS) expect(shown).not.toContain(number);
  }
});

const elementOf = (name: string, xml: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
const attributeOf = (name: string, xml: string) => new RegExp(`${name}="([^"]*)"`).exec(xml)?.[1] ?? '';
const shortAnswer = (result: string, message: string, request: string) =>
  new Response(
    `<response timestamp="20261129080000"><orderid>${elementOf('orderid', request)}</orderid><result>${result}</result><message>${message}</message></response>`,
  );

/** Signs an answer with other fields. */
const resigned = (answer: string, names: readonly string[]) => {
  const texts = names.map((name) => (name === 'timestamp' ? attributeOf(name, answer) : elementOf(name, answer)));
  return answer.replace(
    /<(sha1|sha256)hash>[^<]*/,
    (_hash, name: 'sha1' | 'sha256') => `<${name}hash>${hashOf(texts, SECRET, name)}`,
  );
};

/** Serves a path under another name, and nothing under its own. */
const moved =
  (from: string, to: string): OnRequest =>
  (request) => {
    const url = new URL(request.url);
    if (url.pathname === from) return new Response(null, { status: 404 });
    return url.pathname === to ? new Request(`${url.origin}${from}${url.search}`, request) : request;
  };

/** Demands a hash of a report over other fields than the sandbox. */
const reportHash =
  (path: string, own: readonly string[], planted: readonly string[]): OnRequest =>
  (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== path) return request;
    const hash = (names: readonly string[]) =>
      `SHA1 ${hashOf(
        names.map((name) => searchParams.get(name) ?? ''),
        SECRET,
      )}`;
    if (request.headers.get('authorization') !== hash(planted)) return new Response('{}', { status: 401 });
    return new Request(request, { headers: { ...Object.fromEntries(request.headers), authorization: hash(own) } });
  };

const REFUND_FIELDS = [
  'timestamp',
  'merchantId',
  'accountId',
  'orderId',
  'merchantTransactionId',
  'startDateTime',
  'endDateTime',
];

/** Changes the JSON body of a request. */
const withBody = async (request: Request, change: (body: Record<string, unknown>) => object) => {
  if (!request.url.endsWith('/search')) return request;
  return new Request(request, { body: JSON.stringify(change((await request.json()) as Record<string, unknown>)) });
};

const DEVIATIONS: readonly (readonly [title: string, Deviation, rows: readonly string[], options: string])[] = [
  [
    'another order of the hash of payment-set',
    {
      answer: (text) =>
        text.includes('redirecturl')
          ? resigned(text, ['timestamp', 'merchantid', 'orderid', 'pasref', 'result', 'message', 'paymentmethod'])
          : text,
    },
    ['payment-set'],
    'paymentSetAnswer: (message) => [message.timestamp, message.merchantid, message.orderid, message.pasref, ',
  ],
  [
    'another element of the address',
    { answer: (text) => text.replaceAll('redirecturl', 'location') },
    ['payment-set'],
    "names: { redirectUrl: 'paymentmethoddetails.location' }",
  ],
  [
    'JPY with two decimals',
    {
      request: async (request) => {
        const text = await request.clone().text();
        return text.includes('currency="JPY"') && !text.includes('00</amount>')
          ? shortAnswer('508', 'Zero, negative or insufficient amount specified.', text)
          : request;
      },
    },
    ['exponent'],
    'exponents: { JPY: 2 }',
  ],
  [
    'another path of the XML interface',
    { request: moved('/epage-remote.cgi', '/test/xml') },
    ['authorization'],
    "xml: '/test/xml'",
  ],
  ['another path of the 3-D Secure server', { request: pathPrefix }, ['version-check'], "threeDSecure: '/api/3ds2'"],
  [
    'another path of a report',
    { request: moved('/payments', '/openbanking/payments') },
    ['payments-report'],
    "payments: '/openbanking/payments'",
  ],
  [
    'SHA-256 of JSON calls',
    {
      request: (request) =>
        /^securehash \w{40}$/.test(request.headers.get('authorization') ?? '')
          ? new Response(null, { status: 401 })
          : request,
    },
    ['version-check'],
    "hashAlgorithms: { json: 'sha256' }",
  ],
  [
    'another order of the hash of the refunds report',
    {
      request: reportHash('/refunds', REFUND_FIELDS, [
        'timestamp',
        'orderId',
        'merchantId',
        'accountId',
        ...REFUND_FIELDS.slice(4),
      ]),
    },
    ['refunds-report'],
    'refundReport: (message) => [message.timestamp, message.orderId, message.merchantId, ',
  ],
  [
    'another filter of the search',
    {
      request: (request) =>
        withBody(request, ({ order_id: _ignored, order_reference: order_id, ...body }) => ({ ...body, order_id })),
    },
    ['search-orderId'],
    "names: { orderId: 'order_reference' }",
  ],
  [
    'another list in a report',
    { answer: (text, { url }) => (url.includes('/payments?') ? text.replace('"payments":', '"items":') : text) },
    ['payments-report'],
    "names: { payments: 'items' }",
  ],
  [
    'no element for a missing security code',
    {
      request: async (request) => {
        const text = await request.clone().text();
        return text.includes('<presind>4') ? shortAnswer('506', 'cvn', text) : request;
      },
    },
    ['no-security-code'],
    "missingSecurityCode: 'omit'",
  ],
];

function pathPrefix(request: Request): Request | Response {
  const { origin, pathname, search } = new URL(request.url);
  if (pathname.startsWith('/3ds2')) return new Response(null, { status: 404 });
  return new Request(`${origin}${pathname.replace('/api/3ds2', '/3ds2')}${search}`, request);
}

it.each(DEVIATIONS)(
  'certify finds a planted deviation, and its options make payments pass: %s',
  async (_title, deviation, rows, options) => {
    const gateway = deviatingGateway(deviation);
    const { code, report, unlike, printed } = await certify(gateway, {}, '--path', '/test/xml');
    expect(unlike.map(({ id, verdict }) => [id, verdict])).toEqual(rows.map((id) => [id, 'differs']));
    expect(
      { code, hasCode: report.options.includes(options), isPrinted: printed.includes(report.options) },
      report.options,
    ).toEqual({
      code: 1,
      hasCode: true,
      isPrinted: true,
    });
    expect(await moneyLeft(gateway)).toEqual([]);
    const pasted = runInNewContext(`({ ${report.options} })`) as { gateway?: Partial<GatewayOptions> };
    const repeated = createGateway({ baseUrl: HOST, ...ACCOUNT, ...pasted.gateway, fetch: gateway.fetch });
    const started = {
      orderId: 'A1',
      amount: '100',
      currency: 'EUR',
      method: 'testpay',
      country: 'GB',
      accountHolderName: 'Test Card',
    };
    const urls = { returnUrl: 'http://localhost/return', statusUrl: 'http://localhost/status' };
    await expect(repeated.paymentSets.create({ ...started, ...urls })).resolves.toHaveProperty('result', '01');
    await expect(repeated.versionCheck({ number: '4222000006285344', scheme: 'VISA' })).resolves.toHaveProperty(
      'enrolled',
      true,
    );
    await expect(repeated.refunds.page({ orderId: 'A1' })).resolves.toHaveProperty('records', []);
    await expect(repeated.cardAuthorizations.query('A2')).resolves.toBeUndefined();
  },
);

it('certify reports a request type that the account does not allow, and needs no option for it', async () => {
  const gateway = deviatingGateway({ sandbox: { cardRequests: ['settle', 'void', 'rebate'] } });
  const { code, unlike } = await certify(gateway);
  expect({ code, unlike }).toMatchObject({ code: 0, unlike: [{ id: 'multisettle', verdict: 'not-allowed' }] });
  expect(await moneyLeft(gateway)).toEqual([]);
});

it('certify names the fields of a hash that no option covers, and what to do', async () => {
  const fields = ['timestamp', 'merchantid', 'result', 'orderid', 'message', 'pasref', 'authcode'];
  const gateway = deviatingGateway({
    answer: (text) => (text.includes('<avspostcoderesponse>') ? resigned(text, fields) : text),
  });
  const { code, rows } = await certify(gateway);
  expect(code).toBe(1);
  expect(rows['authorization']).toEqual({
    verdict: 'differs',
    detail: `The hash of the answer covers ${fields.join(', ')}. No option covers it. Send the report to the project before you go live.`,
  });
});

it('certify returns what it moved after a signal in the middle of any step', async () => {
  const before = new Set(process.listeners('SIGTERM'));
  for (const type of ['auth', 'settle', 'payment-set']) {
    const gateway = deviatingGateway({
      request: async (request) => {
        if ((await request.clone().text()).includes(`type="${type}"`))
          for (const listener of process.listeners('SIGTERM')) if (!before.has(listener)) listener('SIGTERM');
        return request;
      },
    });
    const { code, report } = await certify(gateway);
    expect([code, report.complete]).toEqual([1, false]);
    expect(await moneyLeft(gateway)).toEqual([]);
  }
  expect(process.listeners('SIGTERM')).toEqual([...before]);
});

it.each<[string, string, Record<string, string | undefined>?]>([
  [
    '--test-host https://test.example',
    '--test-host must be a host; got "https://test.example". Example: --test-host test.gateway.example',
  ],
  ['--test-host other.example', 'test.gateway.example is not named by --test-host. Nothing was sent.'],
  ['--path payments', '--path must be a path; got "payments". Example: --path /test/payments'],
  ['--name no/name', '--name must be a name; got "no/name". Example: --name obTransId'],
  ['--currency eur', '--currency must be an alphabetic code in upper case; got "eur". Example: --currency EUR'],
  ['--code', "Option '--code <value>' argument missing"],
  ['', 'SCUDO_SECRET is missing. It must be a text. Example: SCUDO_SECRET=', { SCUDO_SECRET: undefined }],
  ['', 'SCUDO_GATEWAY_URL must be ', { SCUDO_GATEWAY_URL: 'gateway' }],
])('certify sends nothing with a wrong option or setting: %s', async (words, message, settings = {}) => {
  const run = runCertify(words.split(' ').filter(Boolean), () => undefined, {
    env: { ...env, ...settings },
    fetch: () => expect.fail('nothing is sent'),
  });
  await expect(run).rejects.toThrow(message);
});

it('certify calls no host but those that --test-host names', async () => {
  const gateway = deviatingGateway({ answer: (text) => text.replaceAll(`${HOST}/`, 'https://live.example/') });
  const { rows } = await certify(gateway);
  expect(rows['challenge']).toEqual({ verdict: 'not-checked', detail: 'live.example is not named by --test-host.' });
  expect([...gateway.hosts]).toEqual(['test.gateway.example']);
});
