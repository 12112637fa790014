import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it, vi } from 'vitest';
import { webFormOf } from '../../../src/command/certify/web-forms.js';
import { runCertify, type CertifyParts } from '../../../src/command/certify/certify.js';
import { ROWS } from '../../../src/command/certify/rows.js';
import { createSandbox, TEST_CARDS, type SandboxOptions } from '../../../src/sandbox.js';
import { createGateway, formatAmount, type MerchantBackendOptions } from '../../../src/server.js';
import { hashOf } from '../../sandbox/sandbox-client.js';
import { pay, shop } from '../../server/scripted-gateway.js';

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

const REPORT = join(tmpdir(), `certify-report-${process.pid}.json`);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(closing.splice(0).map((close) => close()));
});

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
  const requests: Request[] = [];
  const held = new Map<string, { currency: string; amount: number }>();
  /** The largest sum of each currency that the gateway held of cards at one time. */
  const most: Record<string, number> = {};
  const noteMoney = (request: string, answer: string) => {
    if (!answer.includes('<result>00<')) return;
    const type = attributeOf('type', request);
    const key = elementOf('orderid', request);
    if (type === 'void') held.delete(key);
    if (type !== 'auth') return;
    const [, currency = '', amount] = /<amount currency="(\w+)">(\d+)</.exec(request) ?? [];
    held.set(key, { currency, amount: Number(amount) });
    const sum = [...held.values()].reduce((total, one) => total + (one.currency === currency ? one.amount : 0), 0);
    most[currency] = Math.max(most[currency] ?? 0, sum);
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const sent = new Request(input, init);
    hosts.add(new URL(sent.url).hostname);
    requests.push(sent.clone() as Request);
    const changed = onRequest ? await onRequest(sent.clone() as Request) : sent;
    if (changed instanceof Response) return changed;
    const response = await sandbox.fetch(changed);
    const text = await response.clone().text();
    noteMoney(await requests.at(-1)!.clone().text(), text);
    return onAnswer ? new Response(onAnswer(text, sent) || null, response) : response;
  };
  return { sandbox, fetch, hosts, requests, most };
}

async function certify(gateway: ReturnType<typeof deviatingGateway>, parts: CertifyParts = {}, ...args: string[]) {
  const lines: string[] = [];
  const reports: string[] = [];
  const code = await runCertify(
    ['--test-host', 'test.gateway.example', '--report', REPORT, ...args],
    (line) => lines.push(line),
    {
      env,
      fetch: gateway.fetch,
      pause: (ms) => gateway.sandbox.clock.advance(ms / 1000),
      now: gateway.sandbox.clock.now,
      writeReport: (_path, text) => text.startsWith('{') && reports.push(text),
      ...parts,
    },
  );
  const report = JSON.parse(reports[0] ?? '{"findings":[]}') as {
    complete: boolean;
    options?: string;
    open: string[];
    findings: { id: string; title: string; verdict: string; detail: string }[];
  };
  // `--help` names the limits.
  expect(gateway.most['EUR'] ?? 0).toBeLessThanOrEqual(1000);
  expect(gateway.most['JPY'] ?? 0).toBeLessThanOrEqual(701);
  const rows = Object.fromEntries(report.findings.map(({ id, verdict, detail }) => [id, { verdict, detail }]));
  if (reports.length > 0) {
    const listed = report.findings.filter(({ id }) => !/^(left-.*|failure|unanswered|leg-rebate)$/.test(id));
    expect(listed.map(({ id }) => id).sort()).toEqual([...ROWS.keys()].sort());
    for (const { id, title } of listed) if (id !== 'settle') expect(title).toBe(ROWS.get(id));
  }
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
  expect(new Set(report.findings.map(({ title }) => title)).size).toBe(report.findings.length);
  expect(existsSync(REPORT)).toBe(false);
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
    const { options: found = '' } = report;
    expect({ code, hasCode: found.includes(options), isPrinted: printed.includes(found) }, found).toEqual({
      code: 1,
      hasCode: true,
      isPrinted: true,
    });
    expect(printed.includes('they need createMerchantBackend')).toBe(found.includes('hashFields'));
    expect(await moneyLeft(gateway)).toEqual([]);
    const pasted = runInNewContext(`({ ${found} })`) as Partial<MerchantBackendOptions>;
    const { sandbox, fetch } = gateway;
    const account = { baseUrl: HOST, ...ACCOUNT, ...pasted.gateway, now: sandbox.clock.now, fetch };
    const place = shop({ ...pasted, gateway: account, now: account.now }, {}, { sandbox });
    const currency = options.includes('JPY') ? 'JPY' : 'EUR';
    const order = await place.order({ amount: '700', currency });
    expect(await (await pay(place, order)).json()).toMatchObject({ outcome: { status: 'paid' } });
    expect(formatAmount((await place.backend.orders.shopView(order))!, 'en')).toMatch(/^\D7\.00$/);
    const repeated = createGateway(account);
    const number = '4222000006285344';
    const card = { number, scheme: 'VISA', expiryMonth: '12', expiryYear: '38', fullName: 'Ada' } as const;
    const withoutCode = { orderId: 'A3', amount: '100', currency: 'EUR', card, autosettle: false } as const;
    await expect(repeated.cardAuthorizations.create(withoutCode)).resolves.toHaveProperty('result', '00');
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
    await expect(repeated.versionCheck(card)).resolves.toHaveProperty('enrolled', true);
    await expect(repeated.refunds.page({ orderId: 'A1' })).resolves.toHaveProperty('records', []);
    await expect(repeated.cardAuthorizations.query('A2')).resolves.toBeUndefined();
  },
);

it.each<[string, string, string, string]>([
  ['another order id', 'confirmed', 'the order id of the payment, no amount', '<orderid>'],
  ['the amount', 'confirmed', 'its own order id, its amount', '<amount currency="EUR">60</amount><orderid>_settle_'],
  ['another amount', 'differs', 'The answer has the amount 99 instead of 60.', '<amount>99</amount><orderid>_settle_'],
])('certify reads %s in the answer to a query for a capture: %s, %s', async (_title, verdict, detail, element) => {
  const gateway = deviatingGateway({ answer: (text) => text.replace('<orderid>_settle_', element) });
  const { rows } = await certify(gateway);
  expect(rows['leg-settle']).toEqual({ verdict, detail: expect.stringContaining(detail) as string });
});

/** Words of each unknown in docs/reference/gateway.md, and the steps that decide it or the words of its open row. */
const UNKNOWNS: readonly (readonly [words: string, ...rows: string[]])[] = [
  ['payment-set answer', 'payment-set'],
  ['payment-credit answer', 'payment-credit'],
  ['refund search', 'refunds-report', 'refund-record'],
  ['query answer', 'query-hash'],
  ['The identifier in the hash', 'payment-identifier'],
  ['SHA-256 in the header of JSON calls', 'version-check'],
  ["fields of the reports' records", 'payment-record'],
  ['the filters', 'search-bin', 'search-dsTransId', 'search-orderId'],
  ['the digits of the BIN filter', 'digits of the BIN filter'],
  ['the paging', 'search-page-size', 'search-page'],
  ['status_reason 22 to 26', 'names of status_reason 22 to 26'],
  ['further values', 'further values of open lists'],
  ['acs_rendering_type', 'acs_rendering_type'],
  ['The mandatory fields', 'mandatory fields of an authentication'],
  ['the unit of decouple_flow_timeout', 'unit of decouple_flow_timeout'],
  ["The status after the challenge's 30 seconds", 'status after the 30 seconds'],
  ['The order id in the answer to a query for a capture, a void or a refund', 'leg-settle', 'leg-void'],
  ['The amount in such an answer', 'leg-settle'],
  ['after a version check alone', 'data-early'],
  ['AUTHENTICATION_COULD_NOT_BE_PERFORMED', 'data-not-performed'],
  ['contradicts the version check', 'method-completion'],
  ['scheme of another card', 'scheme'],
  ['The status message of an asynchronous refund', 'that of an asynchronous refund'],
  ['which unsigned results', 'unsigned results'],
  ['how long a report', 'time by which the reports are behind'],
  ['how often a status message', 'how often one is repeated'],
];

it('certify has a step or an open row for each unknown of the gateway reference', async () => {
  const { report } = await certify(deviatingGateway());
  const ids = new Set(report.findings.map(({ id }) => id));
  const [, section = ''] = readFileSync('docs/reference/gateway.md', 'utf8').split('\n## Unknowns\n');
  const text = section
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`/g, '')
    .replace(/\s+/g, ' ');
  for (const [words, ...rows] of UNKNOWNS) {
    expect(text).toContain(words);
    for (const row of rows) expect(ids.has(row) || report.open.some((one) => one.includes(row)), row).toBe(true);
  }
  const [, ...bullets] = text.trim().split(' - ');
  const sentences = bullets.flatMap((bullet) => bullet.split(/(?<=\.) (?=[A-Z])/));
  const without = sentences.filter((sentence) => !UNKNOWNS.some(([words]) => sentence.includes(words)));
  expect(without.filter((sentence) => !/^The (client|sandbox) /.test(sentence))).toEqual([]);
});

it('certify reports a request type that the account does not allow, and needs no option for it', async () => {
  const gateway = deviatingGateway({ sandbox: { cardRequests: ['settle', 'void', 'rebate'] } });
  const { code, unlike } = await certify(gateway);
  expect({ code, unlike }).toMatchObject({ code: 0, unlike: [{ id: 'multisettle', verdict: 'not-allowed' }] });
  expect(await moneyLeft(gateway)).toEqual([]);
});

it.each<[string, OnRequest]>([
  ['search', (request) => (request.url.endsWith('/search') ? new Response('{}', { status: 401 }) : request)],
  ['an authorization', (request) => answering(/type="auth"/, '503', 'Not enabled')(request)],
  ['a query', (request) => answering(/type="query"/, '503', 'Not enabled')(request)],
  ['a capture', (request) => answering(/type="settle"/, '503', 'Not enabled')(request)],
  ['reports', (request) => (/payments|refunds/.test(request.url) ? new Response('', { status: 404 }) : request)],
])('certify counts the rows that it did not reach as not checked after a refusal of %s', async (_title, request) => {
  const { printed, unlike } = await certify(deviatingGateway({ request }));
  const unchecked = unlike.filter(({ verdict }) => verdict === 'not-checked');
  expect(unchecked.some(({ detail }) => detail.startsWith('A row above, which it needs, did not pass'))).toBe(true);
  expect(printed).toContain(`Rows that are not checked: ${unchecked.length}.`);
});

it('certify certifies an account for cards only that has a refund password', async () => {
  const gateway = deviatingGateway({ request: answering(/type="payment-set"/, '503', 'Not enabled') });
  const { code, report, unlike } = await certify(gateway);
  expect(unlike.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['payment-set', 'not-allowed'],
    ['return-message', 'not-checked'],
    ['payment-record', 'not-checked'],
    ['payment-credit', 'not-checked'],
    ['payment-identifier', 'not-checked'],
    ['refund-record', 'not-checked'],
    ['redirect-payment', 'not-checked'],
  ]);
  expect([code, report.options]).toEqual([0, '']);
});

it.each([
  ['401', () => new Response('', { status: 401 })],
  ['404', () => new Response('', { status: 404 })],
])('certify says that an account may have no reports when all of them answer %s', async (_status, refused) => {
  const isAt = (place: RegExp) => (request: Request) => place.test(new URL(request.url).pathname);
  const isReport = isAt(/\/(payments|refunds)\b/);
  const cardsOnly = answering(/type="payment-set"/, '503', 'Not enabled');
  const reports = ['payments-report', 'refunds-report'];
  for (const [request, verdict, code] of [
    [(one: Request) => (isReport(one) ? refused() : cardsOnly(one)), 'not-allowed', 0],
    [(one: Request) => (isReport(one) ? refused() : one), 'differs', 1],
  ] as const) {
    const { rows, code: ended } = await certify(deviatingGateway({ request }));
    for (const id of reports)
      expect(rows[id]).toMatchObject({ verdict, detail: expect.stringContaining('--without-reports') });
    expect(ended).toBe(code);
  }
  // The refunds report shows that the account has reports.
  const isPayments = isAt(/\/payments\b/);
  const one = deviatingGateway({ request: (sent) => (isPayments(sent) ? refused() : cardsOnly(sent)) });
  const { rows, code } = await certify(one);
  expect([rows['payments-report']?.verdict, rows['refunds-report']?.verdict, code]).toEqual([
    'differs',
    'confirmed',
    1,
  ]);
});

it('certify returns the capture of an account that allows one refund for each payment', async () => {
  const amounts: string[] = [];
  const gateway = deviatingGateway({
    sandbox: { multipleRebates: false },
    request: async (request) => {
      const text = await request.clone().text();
      if (!text.includes('type="rebate"')) return request;
      // The first refund comes after the batch.
      if (amounts.length === 0)
        await gateway.sandbox.fetch(new Request(`${HOST}/portal`, { method: 'POST', body: new URLSearchParams() }));
      amounts.push(/<amount currency="EUR">(\d+)</.exec(text)?.[1] ?? '');
      return request;
    },
  });
  const { rows } = await certify(gateway);
  expect([rows['rebate']?.verdict, rows['leg-rebate']?.verdict]).toEqual(['confirmed', 'confirmed']);
  expect([Object.keys(rows).filter((id) => id.startsWith('left-')), amounts]).toEqual([[], ['60']]);
});

it('certify blames no gateway for a leg that it had no time to show', async () => {
  const stopping = new AbortController();
  const request: OnRequest = async (sent) => {
    if ((await sent.clone().text()).includes('<orderid>_void_')) stopping.abort();
    return withoutLegs(sent);
  };
  const { rows } = await certify(deviatingGateway({ request }), { stop: stopping.signal });
  expect(rows['leg-void']).toEqual({
    verdict: 'not-checked',
    detail: 'The command ended before the gateway showed the leg.',
  });
});

it('certify asks five times, a second apart, for a leg that does not appear', async () => {
  let asked = 0;
  const request: OnRequest = async (sent) => {
    if ((await sent.clone().text()).includes('<orderid>_void_')) asked++;
    return withoutLegs(sent);
  };
  await certify(deviatingGateway({ request }));
  expect(asked).toBe(5);
});

it('certify confirms no challenge that did not happen', async () => {
  const answer: NonNullable<Deviation['answer']> = (text) =>
    text.replace('"CHALLENGE_REQUIRED"', '"AUTHENTICATION_FAILED"');
  const { code, rows } = await certify(deviatingGateway({ answer }));
  expect(rows['challenge']).toEqual({
    verdict: 'not-checked',
    detail: 'AUTHENTICATION_FAILED: the gateway asked for no challenge.',
  });
  expect(code).toBe(1);
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

it.each<[NodeJS.Signals, string]>([
  ['SIGINT', 'auth'],
  ['SIGTERM', 'auth'],
  ['SIGINT', 'settle'],
  ['SIGTERM', 'multisettle'],
  ['SIGINT', 'void'],
  ['SIGTERM', 'rebate'],
  ['SIGINT', 'payment-set'],
  ['SIGTERM', 'payment-credit'],
  ['SIGHUP', 'auth'],
])('certify returns what it moved after %s in the middle of the step that sends %s', async (signal, type) => {
  const before = new Set(process.listeners(signal));
  const gateway = deviatingGateway({
    request: async (request) => {
      if ((await request.clone().text()).includes(`type="${type}"`))
        for (const listener of process.listeners(signal)) if (!before.has(listener)) listener(signal);
      return request;
    },
  });
  const { code, report, printed } = await certify(gateway);
  expect([code, report.complete]).toEqual([1, false]);
  expect(printed).not.toContain('the calls above failed');
  expect('options' in report).toBe(false);
  expect(printed).toMatch(/No options were found: the command was interrupted\.|Found so far, not tried by a payment/);
  expect(await moneyLeft(gateway)).toEqual([]);
  expect(process.listeners(signal)).toEqual([...before]);
});

it.each<[string, string, Record<string, string | undefined>?]>([
  [
    '--test-host https://test.example',
    '--test-host must be a host; got "https://test.example". Example: --test-host test.gateway.example',
  ],
  ['--test-host other.example', 'test.gateway.example is not named by --test-host. Nothing was sent.'],
  [
    '',
    'live.example is not named by --test-host. Nothing was sent.',
    // This machine needs no --test-host.
    { SCUDO_GATEWAY_URL: 'http://127.0.0.1:4174', SCUDO_XML_URL: 'https://live.example' },
  ],
  ['--path payments', '--path must be a path; got "payments". Example: --path /test/payments'],
  ['--name no/name', '--name must be a name; got "no/name". Example: --name obTransId'],
  ['--currency eur', '--currency must be a code of ISO 4217 in upper case; got "eur". Example: --currency EUR'],
  ['--currency XYZ', '--currency must be a code of ISO 4217 in upper case; got "XYZ". Example: --currency EUR'],
  [
    '--test-host test.gateway.example --report /nonexistent/x.json',
    '--report names a file that cannot be written: ENOENT: no such file or directory',
  ],
  ['--code', '--code has no value. It must be letters and digits. Example: --code 123456'],
  ['', 'SCUDO_SECRET is missing. It must be a text in one line. Example: SCUDO_SECRET=', { SCUDO_SECRET: undefined }],
  ['', 'SCUDO_GATEWAY_URL must be ', { SCUDO_GATEWAY_URL: 'gateway' }],
])('certify sends nothing with a wrong option or setting: %s', async (words, message, settings = {}) => {
  const run = runCertify(words.split(' ').filter(Boolean), () => undefined, {
    env: { ...env, ...settings },
    fetch: () => expect.fail('nothing is sent'),
  });
  await expect(run).rejects.toThrow(message);
  await expect(run).rejects.toHaveProperty('usage', expect.stringContaining('scudo-checkout certify'));
});

it('certify writes its report through no symbolic link', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scudo-certify-'));
  const [target, link] = [join(folder, 'target'), join(folder, 'link')];
  writeFileSync(target, 'kept');
  symlinkSync(target, link);
  const run = runCertify(['--test-host', 'test.gateway.example', '--report', link], () => undefined, { env });
  await expect(run).rejects.toThrow('it is a symbolic link');
  expect(readFileSync(target, 'utf8')).toBe('kept');
  rmSync(folder, { recursive: true });
});

// Pages of a gateway on another machine must not reach services of this one.
it.each(['live.example', '127.0.0.1', 'localhost'])(
  'certify does not call %s, which --test-host does not name',
  async (host) => {
    const gateway = deviatingGateway({ answer: (text) => text.replaceAll(`${HOST}/`, `https://${host}/`) });
    const { code, rows, unlike, printed } = await certify(gateway);
    expect(rows['challenge']).toEqual({ verdict: 'not-checked', detail: `${host} is not named by --test-host.` });
    expect(unlike.filter(({ verdict }) => verdict !== 'not-checked')).toEqual([]);
    expect([code, printed.split('\n').at(-1)]).toEqual([
      1,
      `Report: ${REPORT}. Rows that are not checked: ${unlike.length}.`,
    ]);
    expect([...gateway.hosts]).toEqual(['test.gateway.example']);
  },
);

const isPage = ({ url }: Request) => /\/(testpay\/|acs\/challenge)/.test(url);
const unreachable = () => {
  throw Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED', syscall: 'connect' } });
};

it.each<[string, OnRequest]>([
  ['cannot be reached', (request) => (isPage(request) ? unreachable() : request)],
  [
    'never answers',
    (request) => {
      if (!isPage(request)) return request;
      return new Promise((_resolve, reject) => request.signal.aborted && reject(request.signal.reason as Error));
    },
  ],
])('certify names the page that it cannot open and returns the money: a page that %s', async (_title, request) => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('late', 'TimeoutError')));
  const gateway = deviatingGateway({ request });
  const { rows, unlike } = await certify(gateway);
  const reason = 'test.gateway.example cannot be reached, or does not answer within 20 s.';
  expect(rows['challenge']).toEqual({ verdict: 'not-checked', detail: reason });
  expect(rows['return-message']).toEqual({ verdict: 'not-checked', detail: `${reason} Pay with testpay in the shop.` });
  expect(unlike.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
  expect(await moneyLeft(gateway)).toEqual([]);
});

it('certify refunds a redirect payment whose form was posted, also when the page after it fails', async () => {
  const gateway = deviatingGateway({
    answer: (text, request) => (isPage(request) && request.method === 'POST' ? unreachable() : text),
  });
  const { rows } = await certify(gateway);
  expect(rows['return-message']?.verdict).toBe('not-checked');
  expect(await moneyLeft(gateway)).toEqual([]);
});

it('certify refunds a redirect payment that was paid without a form, and returned to a host that is not named', async () => {
  const gateway = deviatingGateway({
    request: async (request) => {
      if (request.method !== 'GET' || !request.url.includes('/testpay/')) return request;
      const page = await (await gateway.sandbox.fetch(request)).text();
      const { action, fields } = webFormOf(page, request.url, '123456')!;
      await gateway.sandbox.fetch(new Request(action, { method: 'POST', body: fields }));
      return new Response(null, { status: 302, headers: { location: 'https://wallet.example/thanks' } });
    },
  });
  const { rows } = await certify(gateway);
  expect(rows['return-message']?.detail).toContain('wallet.example is not named by --test-host.');
  expect(await moneyLeft(gateway)).toEqual([]);
});

it('certify names a payment without an answer, which the gateway may process after the query for it', async () => {
  let orderId: string | undefined;
  const gateway = deviatingGateway({
    request: async (request) => {
      const text = await request.clone().text();
      if (orderId !== undefined || !text.includes('type="auth"')) return request;
      orderId = elementOf('orderid', text);
      throw new TypeError('terminated');
    },
  });
  // The mask of card numbers hides digits in a row, and the operator needs the id.
  const { code, rows } = await certify(gateway, { randomUuid: () => '42220000-0628-4344-8000-000000000000' });
  expect([code, rows[`left-${orderId}`]?.detail]).toEqual([
    1,
    `1.00 EUR of ${orderId} may have been authorized: look it up in the gateway's back office.`,
  ]);
});

it('certify ends its steps after three calls in a row without an answer', async () => {
  const lost: string[] = [];
  const gateway = deviatingGateway({
    request: async (request) => {
      const text = await request.clone().text();
      if (lost.length === 0 && !text.includes('type="settle"')) return request;
      lost.push(/ type="(\w+)"/.exec(text)?.[1] ?? request.url);
      throw new TypeError('terminated');
    },
  });
  const { code, report, rows } = await certify(gateway);
  expect([code, report.complete, rows['unanswered']?.detail]).toEqual([
    1,
    false,
    'The gateway did not answer 3 calls in a row. No further call was sent. Repeat the command later.',
  ]);
  expect(lost.slice(0, 3)).toEqual(['settle', 'auth', `${HOST}/3ds2/protocol-versions`]);
  expect(lost.slice(3).filter((type) => !['void', 'rebate', 'query'].includes(type))).toEqual([]);
});

it('certify names what is open, and ends, at a second signal while it returns the money', async () => {
  const before = new Set(process.listeners('SIGINT'));
  const interrupt = () => {
    for (const listener of process.listeners('SIGINT')) if (!before.has(listener)) listener('SIGINT');
  };
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const ends: number[] = [];
  let endsAtOnce = 0;
  let isInterrupted = false;
  const gateway = deviatingGateway({
    request: async (request) => {
      const text = await request.clone().text();
      if (text.includes('type="settle"')) {
        isInterrupted = true;
        // Npx repeats the signal of the terminal at once.
        for (let signals = 0; signals < 2; signals++) interrupt();
        endsAtOnce = ends.length;
      } else if (isInterrupted && text.includes('type="void"')) {
        clock.mockReturnValue(1000);
        interrupt();
      }
      return request;
    },
  });
  const { printed } = await certify(gateway, { exit: (code) => ends.push(code) });
  expect([endsAtOnce, ends[0]]).toEqual([0, 1]);
  expect(printed.split('Interrupted again.')[1]).toContain('1.00 EUR of certify-');
});

it('certify confirms the decimals of JPY that SCUDO_EXPONENTS sets', async () => {
  const request: OnRequest = async (sent) => {
    const text = await sent.clone().text();
    const isWhole = !text.includes('currency="JPY"') || text.includes('00</amount>');
    return isWhole ? sent : shortAnswer('508', 'Zero, negative or insufficient amount specified.', text);
  };
  const gateway = deviatingGateway({ request });
  const { code, rows } = await certify(gateway, { env: { ...env, SCUDO_EXPONENTS: 'JPY:2' } });
  expect([code, rows['exponent']?.verdict]).toEqual([0, 'confirmed']);
});

it('certify prints options that no payment has tried under a heading of their own', async () => {
  const stop = new AbortController();
  const move = moved('/epage-remote.cgi', '/remote');
  const gateway = deviatingGateway({
    request: async (request) => {
      if ((await request.clone().text()).includes('type="settle"')) stop.abort();
      return move(request);
    },
  });
  const { report, printed } = await certify(gateway, { stop: stop.signal });
  expect(report.options).toBeUndefined();
  expect(printed).not.toContain('to paste');
  expect(printed.split('\nFound so far, not tried by a payment:')[1]).toContain("xml: '/remote'");
});

it('certify distinguishes the address of the shop from one that only begins like it', async () => {
  const request: OnRequest = (sent) =>
    sent.method === 'GET' && sent.url.includes('/testpay/')
      ? new Response(null, { status: 302, headers: { location: 'http://localhost:3000/scudo-other' } })
      : sent;
  const { rows } = await certify(deviatingGateway({ request }));
  expect(rows['return-message']?.detail).toContain('localhost is not named');
});

it('certify returns what it moved, and writes the report, when a step throws', async () => {
  const gateway = deviatingGateway();
  let pauses = 0;
  const { code, rows, report } = await certify(gateway, {
    pause: async (ms) => {
      if (++pauses === 2) throw new Error('The timer is broken.');
      await gateway.sandbox.clock.advance(ms / 1000);
    },
  });
  expect([code, report.complete, rows['failure']?.detail]).toEqual([
    1,
    false,
    'The command failed: [20 characters]. Send the report to the project.',
  ]);
  expect(await moneyLeft(gateway)).toEqual([]);
});

it.each<[string, string, Record<string, string>, OnRequest?]>([
  ['a wrong secret', 'SCUDO_MERCHANT_ID or SCUDO_SECRET is wrong', { SCUDO_SECRET: 'the-secret-of-another-account' }],
  ['a wrong merchant', 'SCUDO_MERCHANT_ID or SCUDO_SECRET is wrong', { SCUDO_MERCHANT_ID: 'another' }],
  ['a wrong account', 'SCUDO_ACCOUNT_ID', { SCUDO_ACCOUNT_ID: 'another' }],
  ['a wrong address', 'SCUDO_GATEWAY_URL', {}, () => new Response('Not found', { status: 404 })],
  ['a refusal of this machine', 'of this machine (HTTP 403)', {}, () => new Response('', { status: 403 })],
  ['a server that fails', 'SCUDO_GATEWAY_URL', {}, () => new Response('', { status: 503 })],
  ['an address without server', 'SCUDO_GATEWAY_URL', {}, unreachable],
])('certify ends after its first call and names the setting: %s', async (_title, name, settings, request) => {
  const gateway = deviatingGateway(request ? { request } : {});
  const { code, report, printed } = await certify(gateway, { env: { ...env, ...settings } });
  expect(report.findings.slice(0, 1).map(({ id, verdict }) => [id, verdict])).toEqual([['version-check', 'differs']]);
  expect(report.findings[0]?.detail).toContain(name);
  expect(printed.split(name)).toHaveLength(2);
  expect(printed).not.toMatch(/No option covers it|default options fit/);
  expect(printed).toContain('No options were found: the calls above failed.');
  expect([code, report.complete, 'options' in report]).toEqual([1, false, false]);
  expect(gateway.requests.length).toBeLessThan(6);
});

it.each<[string, () => Response]>([
  ['cannot be reached', unreachable],
  ['is not there', () => new Response(null, { status: 404 })],
  ['refuses the caller', () => new Response(null, { status: 401 })],
])('certify names no money and no options when the XML interface %s', async (_title, answer) => {
  const gateway = deviatingGateway({ request: (request) => (request.url.includes('/3ds2') ? request : answer()) });
  const { code, report, printed } = await certify(gateway);
  expect(report.findings.filter(({ id }) => id.startsWith('left-'))).toEqual([]);
  expect([code, 'options' in report, printed.includes('default options fit')]).toEqual([1, false, false]);
  expect(report.findings.filter(({ detail }) => /gateway options? \w.*No option covers it/.test(detail))).toEqual([]);
});

/** Answers XML requests whose text matches. */
const answering =
  (pattern: RegExp, result: string, message: string): OnRequest =>
  async (request) => {
    const text = await request.clone().text();
    return pattern.test(text) ? shortAnswer(result, message, text) : request;
  };

/** Answers a path with a redirect. */
const redirected =
  (path: string): OnRequest =>
  (request) =>
    new URL(request.url).pathname === path
      ? new Response(null, { status: 302, headers: { location: `${HOST}/moved${path}` } })
      : request;

/** Answers queries for legs as if there were none. */
const withoutLegs = answering(/<orderid>_(settle|void|rebate)_/, '508', 'Original transaction not found.');

it.each<[string, Deviation, string, string, string]>([
  ['503 for void', { request: answering(/type="void"/, '503', 'Not enabled') }, 'void', 'not-allowed', 'not enabled'],
  ['legs that never appear', { request: withoutLegs }, 'leg-void', 'differs', 'does not know the leg after 5 s'],
  [
    'another pasref than that of the payment',
    { request: answering(/type="settle"/, '508', 'Unknown pasref.') },
    'settle',
    'differs',
    '508: [15 characters: pasref]. No option covers it.',
  ],
  [
    'two swapped fields of a hash',
    {
      answer: (text) =>
        text.includes('redirecturl')
          ? resigned(text, ['timestamp', 'message', 'orderid', 'result', 'merchantid', 'pasref', 'paymentmethod'])
          : text,
    },
    'payment-set',
    'differs',
    'Set gateway.hashFields.paymentSetAnswer',
  ],
  [
    'a redirect of the 3-D Secure server',
    { request: redirected('/3ds2/protocol-versions') },
    'version-check',
    'differs',
    'answered with HTTP status 302. Check the gateway options baseUrl, xmlBaseUrl and paths.',
  ],
  [
    'a redirect of a report',
    { request: redirected('/payments') },
    'payments-report',
    'differs',
    'gateway.paths.payments',
  ],
  ['a capture without an answer', { request: lateCapture }, 'settle', 'not-checked', 'no answer'],
])('certify finds a deviation, also when no option covers it: %s', async (_title, deviation, id, verdict, detail) => {
  const { code, rows } = await certify(deviatingGateway(deviation));
  expect(rows[id]).toEqual({ verdict, detail: expect.stringContaining(detail) as string });
  expect(code).toBe(1);
});

async function lateCapture(request: Request): Promise<Request> {
  if ((await request.clone().text()).includes('type="settle"')) throw new DOMException('late', 'TimeoutError');
  return request;
}

it('certify names the money that is left with the decimals of its currency', async () => {
  const gateway = deviatingGateway({ request: answering(/type="(void|rebate)"/, '508', 'Not now') });
  const { report } = await certify(gateway);
  const left = report.findings.filter(({ id }) => id.startsWith('left-'));
  const texts = left.map(({ detail }) => detail.replace(/ of certify-\w+-\d+/, ''));
  const advice = "was authorized and could not be returned. Void or refund it in the gateway's back office.";
  expect([...new Set(texts)].sort()).toEqual([`1.00 EUR ${advice}`, `7 JPY ${advice}`]);
});

/** Answers each query for a transaction that no authentication has named. */
function answerEarly(body: string, status: number): OnRequest {
  const named = new Set<string | undefined>();
  return async (request) => {
    if (!request.url.includes('/3ds2/authentications')) return request;
    if (request.method === 'POST') named.add(/"server_trans_id":"([^"]+)"/.exec(await request.clone().text())?.[1]);
    const isEarly = request.method === 'GET' && !named.has(new URL(request.url).pathname.split('/').at(-1));
    return isEarly ? new Response(body, { status }) : request;
  };
}

it.each<[string, string, string, OnRequest]>([
  ['scheme', 'not-checked', 'a refusal of the hash', (request) => otherScheme(request, 401)],
  ['scheme', 'not-checked', 'an internal error', (request) => otherScheme(request, 500)],
  ['data-early', 'differs', 'a refusal of the account', answerEarly('{"error_detail":"account_id"}', 400)],
  ['data-early', 'differs', 'an answer without any field', answerEarly('[]', 200)],
  ['exponent', 'not-checked', 'a refusal of the hash', answering(/currency="JPY"/, '505', 'sha1hash incorrect')],
  ['exponent', 'not-checked', 'a minimum amount', answering(/currency="JPY">\d{1,2}</, '508', 'Amount too small')],
  ['exponent', 'not-checked', 'a refused void', answering(/currency="JPY">\d{1,2}<|type="void"/, '508', 'Not now')],
  ['exponent', 'not-checked', 'a decline', answering(/currency="JPY"/, '101', 'Declined')],
  ['exponent', 'not-allowed', 'a refusal of the currency', answering(/currency="JPY"/, '508', 'Unknown currency')],
  ['lost-answer', 'not-checked', 'a payment that is refused', answering(/type="auth"/, '508', 'Not now')],
])(
  'certify counts only refusals that name what it tests: row %s is %s after %s',
  async (id, verdict, _why, request) => {
    const { rows } = await certify(deviatingGateway({ request }));
    expect(rows[id]?.verdict).toBe(verdict);
  },
);

async function otherScheme(request: Request, status: number): Promise<Request | Response> {
  return (await request.clone().text()).includes('"MASTERCARD"') && request.url.endsWith('/protocol-versions')
    ? new Response('{}', { status })
    : request;
}

it('certify returns both payments of a gateway that accepts one order id twice', async () => {
  const seen = new Set<string>();
  let isReturned = false;
  const gateway = deviatingGateway({
    request: async (request) => {
      const text = await request.clone().text();
      const orderId = elementOf('orderid', text);
      const body = '<pasref>15011597872195765</pasref><authcode>12345</authcode>';
      if (text.includes('type="auth"') && seen.size === seen.add(orderId).size) {
        const answer = await shortAnswer('00', 'Authorised', text).text();
        return new Response(answer.replace('</response>', `${body}</response>`));
      }
      if (!text.includes('<pasref>15011597872195765<')) return request;
      isReturned ||= text.includes('type="void"');
      return shortAnswer('00', 'Voided', text);
    },
  });
  const { rows } = await certify(gateway);
  expect(rows['repeated']).toMatchObject({
    verdict: 'differs',
    detail: expect.stringContaining('accepts it') as string,
  });
  expect({ isReturned, left: Object.keys(rows).filter((id) => id.startsWith('left-')) }).toEqual({
    isReturned: true,
    left: [],
  });
  expect(await moneyLeft(gateway)).toEqual([]);
});

it('certify masks the account in texts of the gateway, and keeps its own sentences', async () => {
  const [merchantId, accountId] = ['options', 'gateway'];
  const request: OnRequest = (sent) => {
    if (sent.url.includes('/refunds')) return new Response('{}', { status: 401 });
    return answering(/type="multisettle"/, '503', 'No options for gateway')(sent);
  };
  const { rows } = await certify(deviatingGateway({ sandbox: { merchantId, accountId }, request }), {
    env: { ...env, SCUDO_MERCHANT_ID: merchantId, SCUDO_ACCOUNT_ID: accountId },
  });
  expect(rows['refunds-report']?.detail).toContain('Check the gateway options secret, merchantId and accountId.');
  expect(rows['multisettle']?.detail).toBe(
    "503: [22 characters]. Do not use autosettle: 'multi', or ask the gateway to enable multisettle.",
  );
});

it('certify finds its payment behind a hundred others of the same hour in the report', async () => {
  const gateway = deviatingGateway();
  const { sandbox } = gateway;
  const earlier = createGateway({
    ...ACCOUNT,
    baseUrl: HOST,
    now: sandbox.clock.now,
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  });
  const card = {
    number: '4222000006285344',
    scheme: 'VISA',
    expiryMonth: '12',
    expiryYear: '30',
    fullName: 'Test Card',
  };
  for (let count = 0; count < 101; count++)
    await earlier.cardAuthorizations.create({
      orderId: `earlier-${count}`,
      amount: '1',
      currency: 'EUR',
      card: { ...card, scheme: 'VISA' },
      autosettle: true,
    });
  const { rows } = await certify(gateway);
  const ids = ['payment-record', 'payment-identifier', 'refund-record'];
  expect(ids.map((id) => rows[id]?.verdict)).toEqual(ids.map(() => 'confirmed'));
});

it('certify starts no redirect payment that it cannot refund', async () => {
  const sent: string[] = [];
  const request: OnRequest = async (one) => (sent.push(await one.clone().text()), one);
  const gateway = deviatingGateway({ sandbox: { queryHash: 'authorization' }, request });
  const { code, printed, unlike } = await certify(gateway, { env: { ...env, SCUDO_REFUND_PASSWORD: undefined } });
  expect(unlike.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['rebate', 'not-checked'],
    ['payment-set', 'not-checked'],
    ['return-message', 'not-checked'],
    ['payment-record', 'not-checked'],
    ['payment-credit', 'not-checked'],
    ['payment-identifier', 'not-checked'],
    ['refund-record', 'not-checked'],
    ['redirect-payment', 'not-checked'],
  ]);
  expect(sent.filter((text) => text.includes('"payment-set"'))).toEqual([]);
  expect([code, printed.includes('not-checked')]).toEqual([0, false]);
});

it('certify returns what it moved when the gateway refuses the rate of its last calls', async () => {
  let refused = 0;
  const gateway = deviatingGateway({
    request: async (request) => {
      const isReturn = /type="(void|payment-credit)"/.test(await request.clone().text());
      return isReturn && ++refused % 4 !== 0 ? new Response('', { status: 429 }) : request;
    },
  });
  const { rows } = await certify(gateway);
  expect(refused).toBeGreaterThan(12);
  expect(Object.keys(rows).filter((id) => id.startsWith('left-'))).toEqual([]);
  expect(await moneyLeft(gateway)).toEqual([]);
});

/** A name, an address, a card and the secret, as texts of a gateway may have them. */
const PERSON = `Ada Lovelace, 12 Saint James Square, ada@lovelace.example, 4222000006285344, ${SECRET}`;
const LEAKS = /Ada|Lovelace|James|4222000006285344|the-secret/i;
it.each<[string, Deviation]>([
  [
    'refusals',
    {
      request: (request) =>
        /search|payments|refunds/.test(request.url)
          ? Response.json({ error_code: PERSON, error_detail: PERSON, error_description: PERSON }, { status: 400 })
          : request,
    },
  ],
  ['refusals of XML', { request: (sent) => answering(/type="(settle|rebate|multisettle)"/, '508', PERSON)(sent) }],
  [
    'reasons of a block',
    {
      request: (sent) =>
        sent.method === 'POST' && sent.url.endsWith('/authentications')
          ? Response.json({ eos_reason: PERSON }, { status: 202 })
          : sent,
    },
  ],
  [
    'names of lists',
    { answer: (text) => text.replace('"payments":', '"adaLovelace":').replace('"refunds":', '"Ada Lovelace":') },
  ],
  ['names of elements', { answer: (text) => text.replaceAll('redirecturl', 'adalovelace') }],
  [
    'hosts',
    {
      answer: (text) =>
        text.replaceAll(/https:\/\/test\.gateway\.example\/(acs|testpay)/g, `https://${SECRET}.example/$1`),
    },
  ],
])('certify prints no person, card or secret of the gateway: %s', async (_title, deviation) => {
  const { printed, text, report } = await certify(deviatingGateway(deviation));
  expect(report.findings.length).toBeGreaterThan(0);
  expect([LEAKS.exec(printed)?.[0], LEAKS.exec(text)?.[0]]).toEqual([undefined, undefined]);
});

it('certify tries a list that it does not know when --name has it', async () => {
  const answer: OnAnswer = (text, { url }) =>
    url.includes('/payments?') ? text.replace('"payments":', '"betalningar":') : text;
  const [unnamed, named] = [
    await certify(deviatingGateway({ answer })),
    await certify(deviatingGateway({ answer }), {}, '--name', 'betalningar'),
  ];
  expect(unnamed.rows['payments-report']?.verdict).toBe('differs');
  expect(unnamed.text).not.toContain('betalningar');
  expect(named.report.options).toContain("names: { payments: 'betalningar' }");
});

it('certify keeps the length of a refusal, and the names of the request in it', async () => {
  const request = answering(
    /type="multisettle"/,
    '503',
    'Ask Ada: the merchant 77 is not enabled for orderid (SHA1HASH of cafés).',
  );
  const { rows } = await certify(deviatingGateway({ request }));
  expect(rows['multisettle']?.detail).toContain('503: [72 characters: orderid, sha1hash, not enabled].');
});

it('certify writes each payment to the report file before its request', async () => {
  let journal = '';
  const unnamed: string[] = [];
  const gateway = deviatingGateway({
    request: async (request) => {
      const text = await request.clone().text();
      const isPaying = text.includes('type="auth"') || (request.method === 'POST' && request.url.includes('/testpay/'));
      const [id = request.url] = /certify-\w+-\d+/.exec(text) ?? [];
      if (text.includes('type="auth"') && !journal.includes(`  ${id}  card  `)) unnamed.push(id);
      if (isPaying && !journal.startsWith('scudo-checkout certify has not ended.')) unnamed.push(request.url);
      return request;
    },
  });
  const reports: string[] = [];
  const writeReport = (_path: string, text: string, options?: object) => {
    if (text.startsWith('{')) reports.push(text);
    else journal = options ? journal + text : text;
  };
  await certify(gateway, { writeReport });
  expect([unnamed, reports.length]).toEqual([[], 1]);
  const begun = journal.match(/^\d+(?=  .*may be at the gateway$)/gm)!;
  expect(begun.length).toBeGreaterThan(10);
  expect(journal).toContain('  redirect  100 EUR');
  const ended = journal.match(/^\d+(?=  .*nothing is left of it$)/gm)!;
  expect(ended.map(Number).sort((one, other) => one - other)).toEqual(begun.map(Number));
});

it('certify sends no payment that it cannot write to the report file', async () => {
  const gateway = deviatingGateway();
  const writeReport = () => {
    throw new Error('disk full');
  };
  const { code } = await certify(gateway, { writeReport });
  const texts = await Promise.all(gateway.requests.map((request) => request.clone().text()));
  expect([code, texts.filter((text) => text.includes('type="auth"'))]).toEqual([1, []]);
});

it('certify does not start while its report names payments of a command that was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scudo-certify-'));
  const report = join(folder, 'report.json');
  const text =
    'scudo-checkout certify has not ended. Void or refund each payment below that has no line "nothing is left of it".\n';
  writeFileSync(report, text);
  const run = runCertify(['--test-host', 'test.gateway.example', '--report', report], () => undefined, {
    env,
    fetch: () => expect.fail('nothing is sent'),
  });
  await expect(run).rejects.toThrow(
    `--report ${report} is the file of a run that did not end. Void or refund the payments in it, then remove it.`,
  );
  expect(readFileSync(report, 'utf8')).toBe(text);
  rmSync(folder, { recursive: true });
});
