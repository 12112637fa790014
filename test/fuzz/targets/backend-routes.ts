import { PAGE_PROBLEMS } from '../../../src/protocol/adapter/problem-document.js';
import * as sample from '../../protocol/samples.js';
import { BROWSER, card, CARDS, prepare, shop, type Shop } from '../../server/scripted-gateway.js';
import { statusPairs } from '../../server/signed-messages.js';
import { memoryOrderStore } from '../../server/adapters/store/memory-order-store.js';
import {
  asText,
  CARD_NUMBERS,
  expectNoCard,
  expectThat,
  member,
  textOf,
  type Input,
  type InputObject,
  type Target,
} from '../engine/target.js';

const SHOP = 'https://shop.example/scudo';
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** An order, and a transaction of each of two cards. */
interface FuzzedShop {
  readonly place: Shop;
  readonly problems: string[];
  readonly names: Readonly<Record<string, string>>;
}

async function openShop(): Promise<FuzzedShop> {
  const problems: string[] = [];
  const place = shop({
    store: memoryOrderStore(),
    pages: ['https://shop.example'],
    fieldsScript: async () => 'fields()',
    methods: [{ code: 'card' }, { code: 'testpay' }],
    diagnostics: { token: 'a token of sixteen' },
    authenticationFieldsFromPage: ['order.deliveryTimeframe'],
    patience: 0,
    onProblem: (problem) => void problems.push(JSON.stringify(problem)),
  });
  const order = await place.order({ id: 'A1' });
  const [frictionless = '', challenge = ''] = [
    await prepare(place, order, CARDS.success),
    await prepare(place, order, CARDS.challenge),
  ];
  return { place, problems, names: { '{frictionless}': frictionless, '{challenge}': challenge } };
}

const withNames = (text: string, names: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{(frictionless|challenge)\}/g, (name) => names[name] ?? name);

/** A request as any client may send it. Characters that `Request` itself refuses in a header are left out. */
function requestOf(method: string, path: string, input: Input, names: FuzzedShop['names']): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(Object(member(input, 'headers') ?? {}) as InputObject)) {
    if (/^[a-z\d-]+$/i.test(name)) headers.append(name, asText(value).replaceAll(/[^\x20-\x7e]/g, ''));
  }
  const address = `${SHOP}/${path}${withNames(textOf(input, 'suffix'), names)}`;
  const body = withNames(asText(member(input, 'body') ?? ''), names);
  return new Request(address, method === 'GET' ? { headers } : { method, headers, body });
}

/** Answers of the backend: never an internal error, with the headers of every answer, and without card data. */
async function checkAnswer(response: Response, path: string, address: string): Promise<void> {
  const body = await response.text();
  expectThat(
    response.status < 500 || [502, 503].includes(response.status),
    `${path} answers ${response.status}: ${body}`,
  );
  expectThat(response.headers.get('x-content-type-options') === 'nosniff', `${path} has no nosniff`);
  // The address of the shop's page repeats the order's id of the client's own address.
  if (!CARD_NUMBERS.some((number) => address.includes(number)))
    expectNoCard(`${body} ${JSON.stringify([...response.headers])}`, `the answer of ${path}`);
  const location = response.headers.get('location');
  if (location !== null) expectThat(new URL(location).origin === 'https://shop.example', `leads to ${location}`);
  if (response.headers.get('content-type')?.includes('problem+json')) {
    const { code } = JSON.parse(body) as { code: unknown };
    expectThat(Object.hasOwn(PAGE_PROBLEMS, String(code)), `an unknown code: ${String(code)}`);
  }
}

/** Compares the order with the books of the sandbox afterwards. */
async function checkOrder({ place, problems }: FuzzedShop): Promise<void> {
  await place.settled();
  const record = await place.backend.orders.read('A1');
  expectNoCard(JSON.stringify(record), 'the order');
  expectNoCard(problems.join('\n'), 'the reported problems');
  expectThat(
    !problems.some((problem) => problem.includes('"internal-error"')),
    `an internal error: ${problems.join()}`,
  );
  const isCharged = place.sandbox.messages
    .list()
    .some(({ kind, response }) => kind === 'auth' && (response as { result?: string } | null)?.result === '00');
  if (record?.state === 'paid') expectThat(isCharged, 'paid, and the gateway has no authorization');
  expectThat(Object.keys(Object.prototype).length === 0, 'a property of all objects');
}

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly type?: string;
  readonly bodies?: readonly Input[];
  readonly suffixes?: readonly string[];
}

const authentication = (transaction: string, number: string): Input => ({
  server_trans_id: transaction,
  card: card(number),
  browser_data: BROWSER,
  method_url_completion: 'YES',
});
const form = (pairs: Iterable<readonly [string, string]>) =>
  new URLSearchParams([...pairs].map(([name, value]): [string, string] => [name, value])).toString();
const STATUS = (['00', '101', '01'] as const).map((result) =>
  form(statusPairs({ orderid: 'A1-0123456789', pasref: '16898444372586159', result })),
);
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const ROUTES: Readonly<Record<string, Route>> = {
  'read-order': { method: 'GET', path: 'orders/A1', suffixes: ['', '?wait=0&state=open', '?wait=1&state=paid'] },
  'unknown-order': { method: 'GET', path: 'orders/', suffixes: ['A1', 'A2', '%00', 'A1/protocol-versions'] },
  'version-check': {
    method: 'POST',
    path: 'orders/A1/protocol-versions',
    bodies: [{ number: CARDS.success }, { number: CARDS.notEnrolled, frame_key: sample.ID }],
  },
  authentication: {
    method: 'POST',
    path: 'orders/A1/authentications',
    bodies: [
      authentication('{frictionless}', CARDS.success),
      authentication('{challenge}', CARDS.challenge),
      {
        ...sample.PAYMENT_REQUEST,
        server_trans_id: '{frictionless}',
        authentication: { order: { delivery_timeframe: 'ELECTRONIC_DELIVERY' } },
      },
    ],
  },
  authorization: {
    method: 'POST',
    path: 'orders/A1/authorizations',
    bodies: [
      { server_trans_id: '{challenge}', card: card(CARDS.challenge), ended: 'cancelled' },
      { server_trans_id: '{frictionless}', card: card(CARDS.success), ended: 'notified', cres: encoded(sample.CRES) },
    ],
  },
  redirect: {
    method: 'POST',
    path: 'orders/A1/redirects',
    bodies: [{ method: 'testpay', account_holder_name: 'Ada Lovelace', country: 'GB' }],
  },
  'return-query': { method: 'GET', path: 'return/A1', suffixes: STATUS.map((pairs) => `?${pairs}`) },
  'return-form': { method: 'POST', path: 'return/A1', type: FORM_TYPE, bodies: STATUS },
  status: { method: 'POST', path: 'status', type: FORM_TYPE, bodies: STATUS, suffixes: ['', '/A1'] },
  'method-notification': {
    method: 'POST',
    path: 'notifications/method',
    type: FORM_TYPE,
    bodies: [form([['threeDSMethodData', encoded({ threeDSServerTransID: sample.ID })]])],
  },
  'challenge-notification': {
    method: 'POST',
    path: 'notifications/challenge/A1',
    type: FORM_TYPE,
    bodies: [
      form([
        ['cres', encoded(sample.CRES)],
        ['threeDSSessionData', 'e30'],
      ]),
    ],
  },
  diagnostics: { method: 'GET', path: 'diagnostics' },
  ready: { method: 'GET', path: 'ready' },
  pages: { method: 'GET', path: '', suffixes: ['frame', 'frame.js', 'notification.js', 'fields', 'x', '/..'] },
};

function routeTarget([name, route]: [string, Route]): Target {
  const { method, path, type = JSON_TYPE, bodies = [''], suffixes = [''] } = route;
  const headers = { 'content-type': type, 'idempotency-key': 'fuzzed-key', origin: 'https://shop.example' };
  const more = name === 'diagnostics' ? { authorization: 'Bearer a token of sixteen' } : {};
  return {
    name: `backend-${name}`,
    holds: 'no internal error, no card data outside, no redirect to another site, paid only if charged',
    // Two requests each, so that cases repeat a call, with the same key or another one.
    seeds: bodies.flatMap((body) =>
      suffixes.map((suffix) => [
        { suffix, headers: { ...headers, ...more }, body },
        { suffix, headers: { ...headers, 'idempotency-key': 'other-key-1' }, body },
      ]),
    ),
    share: 0.25,
    steps: [400_000, 2_000],
    async run(input) {
      const fuzzed = await openShop();
      const requests = Array.isArray(input) ? (input as readonly Input[]).slice(0, 4) : [input];
      for (const one of requests) {
        const request = unlessInvalid(() => requestOf(method, path, one, fuzzed.names));
        if (request)
          await checkAnswer(await fuzzed.place.backend.fetch(request, { ip: '203.0.113.7' }), path, request.url);
      }
      await checkOrder(fuzzed);
      await fuzzed.place.backend.close({ within: 0 });
      await fuzzed.place.sandbox.close();
    },
  };
}

/** A request that the platform's own class refuses never reaches the backend. */
export function unlessInvalid(make: () => Request): Request | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Every route of the backend's handler. */
export const BACKEND_TARGETS: readonly Target[] = Object.entries(ROUTES).map(routeTarget);
