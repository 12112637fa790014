import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { createGateway } from '../dist/server.js';
import { freePort } from '../dist/playwright.js';
import { figure, median } from './support/figures.mjs';
import { profiled } from './support/profile.mjs';
import { BROWSER, CARD } from './support/samples.mjs';
import { pay, shopWith } from './support/shop.mjs';
import { withStores } from './support/stores.mjs';

/**
 * Measures the CPU time of each call of the gateway client, and of the backend with its waits for store and gateway.
 */
export const title = 'Gateway calls and store';

/** `cold` and `warm`: payments before the calls are measured. After `warm` ones Node has compiled the code. */
const WHOLE = { calls: 1_000, payments: 300, cold: 50, warm: 2_000 };
const SHORT = { calls: 60, payments: 20, cold: 10, warm: 60 };
const ROUNDS = 20;

/** The sandbox in a process of its own, so that its CPU time does not count. */
async function startSandbox() {
  const port = await freePort();
  const sandbox = spawn(process.execPath, ['dist/command.js', 'sandbox', '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(sandbox.stdout, 'data');
  sandbox.stdout.resume();
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(sandbox, 'exit');
      sandbox.kill();
      await ended;
    },
  };
}

/** The calls of a card payment in their order, each with the answers of the calls before it. */
const CALLS = {
  'version check': (gateway) => gateway.versionCheck({ number: CARD.number, scheme: 'VISA' }),
  authentication: (gateway, { check, id }) =>
    gateway.authentications.create({
      authenticationSource: 'BROWSER',
      authenticationRequestType: 'PAYMENT_TRANSACTION',
      messageCategory: 'PAYMENT_AUTHENTICATION',
      messageVersion: check.messageVersion,
      serverTransId: check.serverTransId,
      cardDetail: cardDetail(),
      payer: { mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' } },
      order: { id, amount: '1999', currency: 'EUR', dateTimeCreated: '2026-11-20T12:00:00.000000' },
      challengeNotificationUrl: 'https://shop.example/c',
      merchantContactUrl: 'https://shop.example/',
      methodUrlCompletion: 'YES',
      browserData: browserData(),
    }),
  'result of an authentication': (gateway, { check }) => gateway.authentications.get(check.serverTransId),
  authorization: (gateway, { id, authentication }) =>
    gateway.cardAuthorizations.create({
      orderId: id,
      amount: '1999',
      currency: 'EUR',
      card: { ...cardDetail(), securityCode: CARD.security_code },
      autosettle: true,
      mpi: {
        eci: authentication.eci,
        dsTransId: authentication.dsTransId,
        authenticationValue: authentication.authenticationValue,
        messageVersion: '2.2.0',
      },
    }),
  'look-up of an authorization': (gateway, { id }) => gateway.cardAuthorizations.query(id),
};

const cardDetail = () => ({
  number: CARD.number,
  scheme: 'VISA',
  expiryMonth: CARD.expiry_month,
  expiryYear: CARD.expiry_year,
  fullName: CARD.full_name,
});

const browserData = () => ({
  acceptHeader: '*/*',
  ip: '127.0.0.1',
  ...Object.fromEntries(
    Object.entries(BROWSER).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()),
      value,
    ]),
  ),
});

/** CPU milliseconds of one call, the median of some rounds. */
async function cpuPerCall(calls) {
  const rounds = [];
  const each = Math.ceil(calls.length / ROUNDS);
  for (let at = 0; at < calls.length; at += each) {
    const some = calls.slice(at, at + each);
    const before = process.cpuUsage();
    for (const call of some) await call();
    rounds.push(cpuSince(before) / some.length);
  }
  return median(rounds);
}

function cpuSince(before) {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** CPU milliseconds of a request of Node's fetch, with the body of a small call and an answer without one. */
function fetchCost(baseUrl, count) {
  const request = async () => {
    const response = await fetch(`${baseUrl}/nothing`, { method: 'POST', body: JSON.stringify(cardDetail()) });
    await response.text();
  };
  return cpuPerCall(Array.from({ length: count }, () => request));
}

/** Payments whose calls have not been made, each with an order id of its own. */
const newPayments = (count) => Array.from({ length: count }, (_, place) => ({ id: `B${Date.now()}-${place}` }));

/** Makes a call of a payment, and keeps the answer for the calls after it. */
async function make(name, gateway, payment) {
  const answer = await CALLS[name](gateway, payment);
  if (name === 'version check') payment.check = answer;
  if (name === 'authentication') payment.authentication = answer;
}

async function clientCosts(gateway, count) {
  const payments = newPayments(count);
  const rows = [];
  for (const name of Object.keys(CALLS)) {
    rows.push({ name, cpu: await cpuPerCall(payments.map((payment) => () => make(name, gateway, payment))) });
  }
  return rows;
}

const CLIENT = 'the client with its schemas, hash and XML, and their libraries';
/** Parts of a call in the profile, by the name or the file of a function. The rest is Node's own. */
const PARTS = [
  [/^\(garbage/, 'garbage collection'],
  [/\/dist\//, CLIENT],
];
const REST = 'Node’s fetch, streams and sockets';

/** CPU milliseconds of each call, after some payments that are not measured. */
async function costsAfter(payments, { gateway, baseUrl, calls }) {
  await fetchCost(baseUrl, payments);
  await clientCosts(gateway, payments);
  const bare = { name: 'fetch alone', cpu: await fetchCost(baseUrl, calls) };
  return [bare, ...(await clientCosts(gateway, calls))];
}

/** Profile of a call: CPU milliseconds of one by part. The calls before it are made as well, and not profiled. */
async function profileOf(gateway, count, name) {
  const payments = newPayments(count);
  const names = Object.keys(CALLS);
  for (const before of names.slice(0, names.indexOf(name))) {
    for (const payment of payments) await make(before, gateway, payment);
  }
  const parts = await profiled(
    async () => {
      for (const payment of payments) await make(name, gateway, payment);
    },
    ({ url, functionName }) => (PARTS.find(([place]) => place.test(functionName) || place.test(url)) ?? ['', REST])[1],
  );
  return [...parts].map(([part, ms]) => [part, ms / count]).sort(([, one], [, other]) => other - one);
}

/** A store, or a fetch, that adds up its calls and the time that they take. */
function counted(wait, call) {
  return async (...input) => {
    const begun = performance.now();
    try {
      return await call(...input);
    } finally {
      wait.ms += performance.now() - begun;
      wait.calls += 1;
    }
  };
}

/** CPU of a whole payment in the backend, and the time for which it waits for the store and for the gateway. */
async function paymentCosts({ store, gatewayFetch, baseUrl, count }) {
  const [storeWait, gatewayWait] = [
    { ms: 0, calls: 0 },
    { ms: 0, calls: 0 },
  ];
  const shop = shopWith(
    Object.fromEntries(
      Object.entries(store).map(([name, call]) => [name, name === 'close' ? call : counted(storeWait, call)]),
    ),
    { baseUrl, fetch: counted(gatewayWait, gatewayFetch) },
  );
  for (let warmUp = 0; warmUp < 20; warmUp++) await pay(shop);
  for (const wait of [storeWait, gatewayWait]) Object.assign(wait, { ms: 0, calls: 0 });
  const [before, begun] = [process.cpuUsage(), performance.now()];
  for (let payment = 0; payment < count; payment++) await pay(shop);
  return {
    total: (performance.now() - begun) / count,
    cpu: cpuSince(before) / count,
    storeMs: storeWait.ms / count,
    storeCalls: storeWait.calls / count,
    gatewayMs: gatewayWait.ms / count,
    gatewayCalls: gatewayWait.calls / count,
  };
}

export async function run({ print, short }) {
  const { calls, payments, cold, warm } = short ? SHORT : WHOLE;
  const sandbox = await startSandbox();
  try {
    const { baseUrl } = sandbox;
    const gateway = createGateway({ baseUrl, merchantId: 'scudo', accountId: 'internet', secret: 'secret' });
    const coldCosts = await costsAfter(cold, { gateway, baseUrl, calls: 2 * cold });
    const costs = (await costsAfter(warm, { gateway, baseUrl, calls })).map((cost, index) => ({
      ...cost,
      coldCpu: coldCosts[index].cpu,
    }));
    const profile = await profileOf(gateway, calls, 'authorization');
    for (const { name, cpu, coldCpu } of costs)
      print(`${name.padEnd(28)} ${figure(cpu, 2)} ms of CPU, ${figure(coldCpu, 2)} ms after ${cold} payments`);
    for (const [part, ms] of profile) print(`${figure(ms, 2)} ms of an authorization: ${part}`);
    const whole = [];
    await withStores(async ({ name, open }) => {
      const { store } = await open();
      const row = { name, ...(await paymentCosts({ store, gatewayFetch: fetch, baseUrl, count: payments })) };
      whole.push(row);
      print(
        `${name.padEnd(10)} a payment: ${figure(row.total, 1)} ms, of it ${figure(row.cpu, 1)} ms of CPU, store ` +
          `${figure(row.storeMs, 1)} ms in ${figure(row.storeCalls, 1)} calls, gateway ${figure(row.gatewayMs, 1)} ms in ` +
          `${figure(row.gatewayCalls, 1)} calls`,
      );
    });
    return report({ costs, whole, profile, cold, warm });
  } finally {
    await sandbox.stop();
  }
}

/** The section of the document, from the raw figures of a whole run. */
export function report({ costs, whole, profile, cold = WHOLE.cold, warm = WHOLE.warm }) {
  const [bare, ...gatewayCalls] = costs;
  const most = Math.max(...gatewayCalls.map(({ cpu }) => cpu));
  const client = profile.find(([part]) => part === CLIENT)[1];
  return {
    about:
      'CPU time of the process for one call of the gateway client, with all that it takes: schemas, hash, HTTP, ' +
      `garbage collection; measured once after ${cold} payments, while Node still compiles the code, and once after ` +
      `${figure(warm)} more, for which the goal is. The first row is a request of fetch to a path that the sandbox ` +
      'does not have. The sandbox is another process. The second table is the profile of an authorization on the main ' +
      'thread, of other calls than the first one, which the profiler makes slower: compare its parts with each other. The ' +
      'first row of the first table sends no body. Below, a ' +
      'payment in the backend, one at a time: CPU time, and time from the beginning to the end of the calls to the ' +
      `store and to the gateway. A figure of the first table is the median of ${ROUNDS} rounds, each of which is the ` +
      'mean of its calls. The other figures are means. CPU time and waits overlap: a call of SQLite and the sending ' +
      'of a request use the CPU while they are waited for.',
    goals: [
      {
        text: `CPU time of a gateway call after ${figure(warm)} payments`,
        value: `${figure(most, 2)} ms`,
        limit: '≤ 1 ms',
        met: most <= 1,
        why:
          `A request of fetch alone takes ${figure(bare.cpu, 2)} ms. In the profile of an authorization ${figure(client, 2)} ms are of the ` +
          'client with its schemas, hash and XML; the rest is Node’s, and garbage collection.',
      },
    ],
    tables: [
      {
        columns: ['call', `CPU, after ${figure(warm)} payments`, `CPU, after ${cold} payments`],
        rows: costs.map(({ name, cpu, coldCpu }) => [name, `${figure(cpu, 2)} ms`, `${figure(coldCpu, 2)} ms`]),
      },
      {
        columns: ['profile of an authorization', 'CPU'],
        rows: profile.map(([part, ms]) => [part, `${figure(ms, 2)} ms`]),
      },
      {
        columns: [
          'store',
          'a payment',
          'CPU',
          'waits for the store',
          'store calls',
          'waits for the gateway',
          'gateway calls',
        ],
        rows: whole.map((row) => [
          row.name,
          `${figure(row.total, 1)} ms`,
          `${figure(row.cpu, 1)} ms`,
          `${figure(row.storeMs, 1)} ms`,
          figure(row.storeCalls, 1),
          `${figure(row.gatewayMs, 1)} ms`,
          figure(row.gatewayCalls, 1),
        ]),
      },
    ],
    charts: [],
    raw: { costs, whole, profile, cold, warm },
  };
}
