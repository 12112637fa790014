import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createSqliteOrderStore } from '../dist/server.js';
import { figure } from './support/figures.mjs';
import { BROWSER, CARD, ORDER } from './support/samples.mjs';
import { shopWith } from './support/shop.mjs';

/** The time for which the worst request of each route blocks the process, beside a normal request of that route. */
export const title = 'Blocking: the worst request of each route, as a ratio to a normal one';

const RUNS = 5;

/** Largest body that the backend parses, in bytes (src/server/adapters/http/limited-body.ts). */
const MAX_BODY = 65_536;

/** Texts of a length that are slow for expressions that backtrack. */
const HOSTILE = [
  (length) => `a@${'.'.repeat(length)}@`,
  (length) => `${'a.'.repeat(length / 2)}@`,
  (length) => `${'='.repeat(length)}x`,
  (length) => `${' '.repeat(length)}x`,
  (length) => `${'1'.repeat(length)}x`,
  (length) => `${'1 '.repeat(length / 2)}x`,
  (length) => `${'-'.repeat(length)}/`,
  (length) => '\u0000'.repeat(length),
  (length) => '['.repeat(length),
];

const payment = {
  server_trans_id: '11111111-1111-4111-8111-111111111111',
  card: CARD,
  payer: { email: 'ada@example.org', mobile_phone: { country_code: '44', subscriber_number: '2079460000' } },
  browser_data: BROWSER,
  method_url_completion: 'YES',
};

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** A normal body of each route, and the way in which it is sent. */
const ROUTES = [
  { path: (id) => `orders/${id}/protocol-versions`, type: json, body: { number: CARD.number } },
  { path: (id) => `orders/${id}/authentications`, type: json, body: payment },
  {
    path: (id) => `orders/${id}/authorizations`,
    type: json,
    body: { server_trans_id: payment.server_trans_id, card: CARD, ended: 'notified', cres: 'e30' },
  },
  {
    path: (id) => `orders/${id}/redirects`,
    type: json,
    body: { method: 'none', account_holder_name: 'Ada Lovelace', country: 'GB' },
  },
  { path: () => 'notifications/method', type: form, body: { threeDSMethodData: 'e30' } },
  { path: () => 'notifications/challenge', type: form, body: { cres: 'e30', threeDSSessionData: 'e30' } },
  {
    path: (id) => `return/${id}`,
    type: form,
    body: { timestamp: '20261121120000', merchantid: 'scudo', orderid: 'x', result: '00', message: 'm', pasref: '1' },
  },
  {
    path: () => 'status',
    type: form,
    body: { timestamp: '20261121120000', merchantid: 'scudo', orderid: 'x', result: '00', message: 'm', pasref: '1' },
  },
];

export async function run({ print }) {
  const folder = await mkdtemp(join(tmpdir(), 'scudo-bench-'));
  const store = createSqliteOrderStore({ path: join(folder, 'orders.db') });
  const shop = shopWith(store);
  try {
    for (const { path, type, body } of ROUTES) {
      const { id } = await shop.backend.orders.create(ORDER);
      const time = (text) => blockedFor(() => shop.call(path(id), text, { type }), path('{id}'));
      await time(encoded(body, type));
      const normal = await time(encoded(body, type));
      const worst = { ms: 0, field: '' };
      for (const field of fieldsOf(body)) {
        for (const textOf of HOSTILE) {
          const ms = await time(largest((length) => encoded(withField(body, field, textOf(length)), type)));
          if (ms > worst.ms) Object.assign(worst, { ms, field: field.join('.') });
        }
      }
      print(
        `${path('{id}').padEnd(32)} ${figure(normal, 2)} ms; worst ${figure(worst.ms, 2)} ms (${worst.field}): ` +
          `ratio ${figure(worst.ms / normal, 1)}`,
      );
    }
  } finally {
    await store.close?.();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Paths of the string fields of a body. */
function fieldsOf(body, before = []) {
  return Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' ? [[...before, name]] : fieldsOf(value, [...before, name]),
  );
}

function withField(body, [name, ...rest], text) {
  return { ...body, [name]: rest.length === 0 ? text : withField(body[name], rest, text) };
}

function encoded(body, type) {
  return type === json ? JSON.stringify(body) : new URLSearchParams(body).toString();
}

/** The longest body up to the limit. A character takes one byte in some encodings, and six in others. */
function largest(bodyOf) {
  let [low, high] = [0, MAX_BODY];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (Buffer.byteLength(bodyOf(middle)) <= MAX_BODY) low = middle;
    else high = middle - 1;
  }
  return bodyOf(low);
}

/** Processor time of the call in milliseconds, the fastest of some runs. */
async function blockedFor(call, path) {
  const times = [];
  for (let round = 0; round < RUNS; round++) {
    const before = process.cpuUsage();
    const begun = performance.now();
    const response = await call();
    await response.text();
    const { user, system } = process.cpuUsage(before);
    times.push(Math.min((user + system) / 1000, performance.now() - begun));
    if (response.status === 413)
      throw new Error(
        `${path} refused a body as too large. MAX_BODY of bench/blocking.mjs must be the backend's limit.`,
      );
  }
  return Math.min(...times);
}
