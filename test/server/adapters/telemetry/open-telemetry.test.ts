import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../../src/sandbox.js';
import type { Authorization } from '../../../../src/sandbox/authorizations/model.js';
import { createSqliteOrderStore, type AttemptReport, type BackendEvent } from '../../../../src/server.js';
import { PROBLEM_LEVELS } from '../../../../src/server/adapters/log/problem-levels.js';
import { METRICS, type MetricName } from '../../../../src/server/adapters/telemetry/metrics.table.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import { orderTimes } from '../../../../src/server/domain/record/order-due.js';
import { isOpen } from '../../../../src/server/domain/record/operation.table.js';
import { operationAttempts } from '../../../../src/server/domain/record/order-record.js';
import { FLAG_KINDS } from '../../../../src/server/domain/record/history.js';
import { cardBrand } from '../../../../src/protocol/values/card-scheme.js';
import { endPayment, redirectShop, sentAway } from '../../signed-messages.js';
import {
  answerChallenge,
  CARDS,
  isXml,
  json,
  newKey,
  pay,
  prepare,
  report,
  seededRandom,
  shop,
  type Shop,
} from '../../scripted-gateway.js';
import { telemetryRecorder } from '../../telemetry-recorder.js';
import { cardAttempt } from '../../orders/attempts.js';
import { virtualClock } from '../../virtual-clock.js';

const MINUTE = 60_000;
const USED = /^(success|attempted|failed|rejected|challenge|not-enrolled|declined-10[123])$/;

/** Adds the values of a metric by the given attributes. */
function totals({ values }: ReturnType<typeof telemetryRecorder>, name: MetricName, ...by: readonly string[]) {
  const sums: Record<string, number> = {};
  for (const { metric, value, attributes } of values) {
    const group = by.map((attribute) => attributes[attribute]).join(' ');
    if (metric === name) sums[group] = (sums[group] ?? 0) + value;
  }
  return sums;
}

function counted(names: readonly string[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const name of names) sums[name] = (sums[name] ?? 0) + 1;
  return sums;
}

/** Pays an order. The shopper answers a challenge, and now and then cancels it. */
async function payOnce(place: Shop, number: string, isCancelled: boolean): Promise<void> {
  const id = await place.order({ policies: { notEnrolled: 'authorize', attempted: 'authorize' } });
  const serverTransId = await prepare(place, id, number);
  const answer = await json(await pay(place, id, number, { serverTransId }));
  if (answer.result !== 'challenge') return;
  // The ACS waits 30 s for its first message.
  place.clock.advance(MINUTE / 6);
  if (!isCancelled) await answerChallenge(place, answer as { encoded_creq: string; acs_url: string });
  await report(place, id, serverTransId ?? '', { number, ended: isCancelled ? 'cancelled' : 'notified' });
}

interface Books {
  readonly authorizations: readonly { readonly result: string; readonly maskedNumber: string }[];
  readonly transactions: readonly {
    readonly progress: {
      readonly authentication?: { readonly verdict: { readonly status: string }; readonly challenge?: object };
    };
  }[];
}

it('the metrics of a day with lost answers equal the books of the sandbox', async () => {
  const recorder = telemetryRecorder();
  const random = seededRandom(20_261_131);
  let received = 0;
  const onOrderChanged = () => {
    place.clock.advance(2_000);
    if (received++ === 0) throw new Error('The shop is down.');
  };
  const place = shop({ patience: 0, onEvent: recorder.onEvent, onOrderChanged });
  const cards = place.sandbox.testCards.filter(
    ({ behaviour }) => typeof behaviour === 'string' && USED.test(behaviour),
  );
  const draw = (below: number) => (random.bytes(1)[0] ?? 0) % below;
  for (let payments = 0; payments < 60; payments++) {
    const isLost = draw(6) === 0;
    place.intercept = async (path, _text, pass) => {
      const answer = await pass();
      if (isLost && isXml(path)) throw new TypeError('socket closed');
      return answer;
    };
    await payOnce(place, cards[draw(cards.length)]!.number, draw(3) === 0);
    place.clock.advance(2 * MINUTE);
    await place.backend.orders.reconcile();
    place.intercept = undefined;
  }
  place.clock.advance(10 * MINUTE);
  await place.backend.orders.reconcile();

  const { authorizations, transactions } = (await place.sandbox.snapshot()) as unknown as Books;
  const approved = authorizations.filter(({ result }) => result === '00');
  const brandsOf = (list: Books['authorizations']) =>
    counted(list.map(({ maskedNumber }) => (cardBrand(maskedNumber)?.scheme ?? '').toLowerCase()));
  const paid = {
    ...recorder,
    values: recorder.values.filter(({ attributes }) => attributes['outcome'] === 'authorized'),
  };
  expect(approved.length).toBeGreaterThan(20);
  expect(totals(paid, 'scudo.payments', 'brand')).toEqual(brandsOf(approved));
  const outcomes = totals(recorder, 'scudo.payments', 'outcome');
  const refused = (outcomes['declined'] ?? 0) + (outcomes['referral'] ?? 0) + (outcomes['card-blocked'] ?? 0);
  expect(refused).toBe(authorizations.length - approved.length);
  const ended = transactions.flatMap(({ progress }) => progress.authentication ?? []);
  const challenged = ended.filter(({ challenge }) => challenge !== undefined);
  expect(totals(recorder, 'scudo.payments', 'way')['challenged']).toBe(challenged.length);
  const statuses = counted(ended.map(({ verdict }) => verdict.status));
  // A challenge that the shopper has cancelled stays open at the ACS.
  const unauthenticated = ['authentication-failed', 'issuer-rejected'];
  expect(unauthenticated.reduce((sum, code) => sum + (outcomes[code] ?? 0), 0)).toBe(
    (statuses['AUTHENTICATION_FAILED'] ?? 0) + (statuses['AUTHENTICATION_ISSUER_REJECTED'] ?? 0),
  );
  const payments = Object.values(outcomes).reduce((sum, one) => sum + one, 0);
  expect(payments).toBe(60);
  expect(totals(recorder, 'scudo.orders.changes', 'to')['paid']).toBe(approved.length);
  const unresolved = recorder.values.filter(({ metric }) => metric === 'scudo.orders.unresolved');
  expect(unresolved.some(({ value }) => value > 0)).toBe(true);
  expect(unresolved.at(-1)?.value).toBe(0);
  const valuesOf = (name: MetricName) => recorder.values.filter(({ metric }) => metric === name);
  const ages = valuesOf('scudo.orders.unresolved.age').map(({ value }) => value);
  expect(ages.map((age) => age > 0)).toEqual(unresolved.map(({ value }) => value > 0));
  // Seconds: the first reconciliation follows the payment after two minutes, and a later one finds its result.
  const doubts = ages.filter((age) => age > 0);
  expect(Math.abs(Math.min(...doubts) - 120)).toBeLessThan(10);
  expect(Math.max(...doubts)).toBeLessThan(1_200);
  const runs = valuesOf('scudo.reconciliation.duration');
  expect(runs).toHaveLength(61);
  expect(new Set(runs.map(({ attributes }) => attributes['result']))).toEqual(new Set(['complete', 'incomplete']));
  const deliveries = valuesOf('scudo.listener.duration');
  expect(counted(deliveries.map(({ attributes, value }) => `${attributes['result']} ${value}`))).toEqual({
    'failed 2': 1,
    'delivered 2': received - 1,
  });
  const requests = valuesOf('scudo.requests.duration').map(({ attributes: { route, status } }) => `${route} ${status}`);
  expect(counted(requests)).toMatchObject({
    'POST /orders/:id/protocol-versions 200': 60,
    'POST /orders/:id/authentications 200': 60,
  });
  expect(totals(recorder, 'scudo.three_d_secure.method', 'result')).toEqual({ completed: ended.length });
  const steps = recorder.values.filter(({ attributes }) => attributes['step'] === 'challenge');
  expect(steps).toHaveLength(challenged.length);
  for (const { value } of steps) expect(value).toBeGreaterThanOrEqual(10);
});

it('the metrics have the age of the oldest payment in doubt, whatever the number of orders in doubt', async () => {
  const recorder = telemetryRecorder();
  const store = createSqliteOrderStore({ url: ':memory:', now: virtualClock().now });
  const place = shop({ store, onEvent: recorder.onEvent });
  const at = place.clock.now().getTime();
  const timeAgo = (ms: number) => new Date(at - ms).toISOString();
  for (let number = 0; number < 1_100; number++) {
    // The oldest order is not the one that was paid first.
    const sentAt = timeAgo(number === 1 ? 3 * MINUTE : MINUTE);
    const createdAt = timeAgo((2_000 - number) * MINUTE);
    const record = sampleRecord(`A${number}`, { createdAt, state: 'in-doubt', attempts: [cardAttempt({ sentAt })] });
    await store.insert({ ...record, ...orderTimes(record) });
  }
  await place.backend.orders.reconcile({ olderThan: 10 * MINUTE });
  const valueOf = (name: MetricName) => recorder.values.find(({ metric }) => metric === name)?.value;
  expect([valueOf('scudo.orders.unresolved'), valueOf('scudo.orders.unresolved.age')]).toEqual([1_100, 180]);
});

/** A person has found the captures and refunds in the back office of the gateway that no query shows. */
async function settleByPerson({ backend: { orders } }: Shop, id: string): Promise<void> {
  const person = { by: 'ada@shop.example', reason: 'Seen in the back office' };
  for (const { kind, key } of operationAttempts((await orders.read(id))!).filter(isOpen)) {
    if (kind === 'capture') await orders.settle(id, { as: 'captured', capture: key, ...person });
    if (kind === 'refund') await orders.settle(id, { as: 'refunded', refund: key, ...person });
  }
}

it('the metrics of two processes that capture, void and refund with lost answers equal the books of the sandbox', async () => {
  const recorders = [telemetryRecorder(), telemetryRecorder()];
  const clock = virtualClock();
  const random = seededRandom(20_261_131);
  const store = createSqliteOrderStore({ url: ':memory:', now: clock.now });
  const draw = (below: number) => (random.bytes(1)[0] ?? 0) % below;
  let sandbox: Sandbox | undefined;
  const processes = recorders.map(({ onEvent }) => {
    const options = { store, patience: 0, autosettle: 'multi', onEvent } as const;
    const place = shop(options, { refundPassword: 'refund' }, { clock, random, ...(sandbox && { sandbox }) });
    sandbox = place.sandbox;
    place.intercept = async (path, text, pass) => {
      const answer = await pass();
      if (isXml(path) && !text.includes('type="query"') && draw(4) === 0) throw new TypeError('socket closed');
      return answer;
    };
    return place;
  });
  const any = () => processes[draw(processes.length)]!;
  const reconcile = async () => {
    for (const ms of [2 * MINUTE, 10 * MINUTE, 70 * MINUTE]) {
      clock.advance(ms);
      for (const { backend } of processes) await backend.orders.reconcile();
    }
  };
  const days: readonly (readonly ((id: string) => Promise<unknown>)[])[] = [
    [(id) => any().backend.orders.cancel(id, { key: 'end' })],
    [(id) => any().backend.orders.capture(id, { key: 'all' })],
    [(id) => any().backend.orders.capture(id, { key: 'part', amount: '500' })],
    [
      (id) => any().backend.orders.capture(id, { key: 'part', amount: '500' }),
      (id) => any().backend.orders.capture(id, { key: 'rest' }),
    ],
    [
      (id) => any().backend.orders.capture(id, { key: 'all' }),
      (id) => any().backend.orders.refund(id, { key: 'part', amount: '700' }),
      (id) => any().backend.orders.refund(id, { key: 'rest' }),
    ],
  ];
  const ids: string[] = [];
  for (let count = 0; count < 20; count++) {
    const place = any();
    const id = await place.order();
    ids.push(id);
    await pay(place, id, CARDS.success, { serverTransId: await prepare(place, id, CARDS.success) });
  }
  await reconcile();
  for (const day of [0, 1, 2]) {
    for (const [index, id] of ids.entries()) {
      await days[index % days.length]![day]?.(id);
      // A look-up in the background advances the clock, and would do so within the next call.
      for (const { settled } of processes) await settled();
    }
    await reconcile();
    // The gateway sends its batch at midnight, and refunds afterwards.
    clock.advance(24 * 60 * MINUTE);
  }
  for (const id of ids) await settleByPerson(any(), id);

  const { authorizations } = (await sandbox!.snapshot()) as unknown as { readonly authorizations: Authorization[] };
  const moves = counted(authorizations.flatMap(({ movements }) => movements.map(({ kind }) => kind)));
  const all = { ...recorders[0]!, values: recorders.flatMap(({ values }) => values) };
  const changes = totals(all, 'scudo.orders.changes', 'to');
  const changed = (...states: readonly string[]) => states.reduce((sum, state) => sum + (changes[state] ?? 0), 0);
  expect(totals(all, 'scudo.payments', 'outcome')).toEqual({ reserved: ids.length });
  expect(authorizations).toHaveLength(ids.length);
  expect(moves).toEqual({ void: 4, settle: 20, rebate: 8 });
  expect(changed('voided')).toBe(moves['void']);
  expect(changed('partly-captured', 'paid')).toBe(moves['settle']);
  expect(changed('partly-refunded', 'refunded')).toBe(moves['rebate']);
  // A histogram has a value for each call, also for one whose answer was lost.
  const calls = all.values.filter(({ metric }) => metric === 'scudo.gateway.duration');
  expect(counted(calls.map(({ attributes }) => String(attributes['call'])))).toMatchObject(moves);
  for (const { values } of recorders)
    expect(values.some(({ attributes }) => attributes['to'] === 'refunded')).toBe(true);
  await store.close();
});

it('a redirect payment is counted by its method, once, when the gateway has confirmed it', async () => {
  const recorder = telemetryRecorder();
  const place = redirectShop({ onEvent: recorder.onEvent });
  const away = await sentAway(place);
  expect(totals(recorder, 'scudo.payments')).toEqual({});
  await endPayment(place, away, '00');
  await place.settled();
  expect(totals(recorder, 'scudo.payments', 'outcome', 'method', 'brand')).toEqual({ 'authorized testpay none': 1 });
});

it('each code of a problem starts at 0 with its level, so that the first problem of a process is an increase', () => {
  expect(telemetryRecorder().values).toEqual(
    Object.entries(PROBLEM_LEVELS).map(([code, level]) => ({
      metric: 'scudo.problems',
      value: 0,
      attributes: { code, level },
    })),
  );
});

it('a span of a request continues the trace of its page, and has the gateway calls below it', async () => {
  const { onEvent, spans } = telemetryRecorder();
  const events: BackendEvent[] = [];
  const place = shop({ onEvent: (event) => (events.push(event), onEvent(event)) });
  const id = await place.order();
  const serverTransId = await prepare(place, id, CARDS.success);
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  spans.length = 0;
  const preflight = await place.backend.fetch(
    new Request(`https://shop.example/scudo/orders/${id}/authentications`, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-headers': 'traceparent' },
    }),
  );
  expect(preflight.headers.get('access-control-allow-headers')).toContain('traceparent');
  const body = { number: CARDS.success };
  await place.call(`orders/${id}/protocol-versions`, body, { traceparent, 'idempotency-key': newKey() });
  const request = spans.find(({ name }) => name === 'POST /orders/:id/protocol-versions');
  expect(request).toMatchObject({
    parent: `${'a'.repeat(32)} ${'b'.repeat(16)} 1`,
    attributes: {
      'scudo.correlation': 'a'.repeat(32),
      'http.response.status_code': 200,
      'http.route': 'POST /orders/:id/protocol-versions',
    },
  });
  expect(spans.filter(({ parent }) => parent === request?.id)).toMatchObject([
    { name: 'gateway version-check', attributes: { 'scudo.call': 'version-check', 'scudo.result': 'enrolled' } },
  ]);
  await place.call(`orders/${id}/protocol-versions`, body, { 'idempotency-key': newKey() });
  const correlations = events.slice(-2).map(({ correlation }) => correlation);
  // The SDK chooses the trace id of a request without the header.
  expect(spans.slice(-2).map(({ attributes }) => attributes['scudo.correlation'])).toEqual(correlations);
  expect(correlations).not.toContain(undefined);
  expect(JSON.stringify(spans)).not.toContain(id);
  expect(serverTransId).toBeDefined();
});

it('a card that the policy refuses without an authentication is counted, and is an attempt', async () => {
  const recorder = telemetryRecorder();
  const attempts: AttemptReport[] = [];
  const place = shop({ onEvent: recorder.onEvent, onAttempt: (_order, attempt) => attempts.push(attempt) });
  const id = await place.order({ exemptStatus: 'LOW_VALUE' });
  await prepare(place, id, CARDS.notEnrolled);
  await pay(place, id, CARDS.notEnrolled, { serverTransId: undefined });
  await place.settled();
  expect(totals(recorder, 'scudo.payments', 'outcome', 'brand', 'way')).toEqual({ 'not-enrolled visa none': 1 });
  expect(attempts).toMatchObject([{ result: 'not-enrolled', method: 'card', card: '400000******0010' }]);
});

it('a payment has the same way with its authorization and without it', async () => {
  const recorder = telemetryRecorder();
  const place = shop({ onEvent: recorder.onEvent });
  for (const number of [CARDS.success, CARDS.failed]) {
    const id = await place.order({ exemptStatus: 'LOW_VALUE' });
    await pay(place, id, number, { serverTransId: await prepare(place, id, number) });
  }
  expect(totals(recorder, 'scudo.payments', 'outcome', 'way')).toEqual({
    'authorized exempt': 1,
    'authentication-failed exempt': 1,
  });
});

describe('with many requests', () => {
  const parts = { version: 1, at: '2026-11-29T12:00:00.000Z', level: 'debug', duration: 5 } as const;
  const ended = (request: string): BackendEvent => ({ ...parts, kind: 'request', code: 200, request });
  const call = (request: string): BackendEvent => ({
    ...parts,
    kind: 'gateway',
    code: 'unanswered',
    call: 'query',
    failed: true,
    request,
  });
  const calls = ({ spans }: ReturnType<typeof telemetryRecorder>) =>
    spans.filter(({ name }) => name === 'gateway query');

  it('a failed gateway call stays below its request while 5,000 others end', () => {
    const recorder = telemetryRecorder();
    recorder.onEvent(call('slow'));
    for (let count = 0; count < 5_000; count++) recorder.onEvent(ended(`probe ${count}`));
    recorder.onEvent(ended('slow'));
    recorder.onEvent(call('slow'));
    const { id } = recorder.spans.find(({ name, id: one }) => name.startsWith('request') && one === 'span-5000')!;
    expect(calls(recorder)).toMatchObject(Array(2).fill({ parent: id, status: 2 }));
  });

  it('each gateway call is a span, also when its request does not end', () => {
    const recorder = telemetryRecorder();
    for (let count = 0; count < 3_000; count++) recorder.onEvent(call(`endless ${count}`));
    expect(calls(recorder)).toHaveLength(2_000);
    expect(new Set(calls(recorder).map(({ parent }) => parent))).toEqual(new Set(['root']));
  });
});

it('docs/monitoring.md has each metric with its attributes, and its dashboard and alerts use no other names', () => {
  const page = readFileSync('docs/monitoring.md', 'utf8');
  const rows = [...page.matchAll(/^\| `(scudo\.[a-z_.]+)` \| (\w+) \| ([^|]*) \|/gm)];
  expect(rows.map(([, name, type, attributes = '']) => [name, type, attributes.match(/[a-z]+/g) ?? []])).toEqual(
    Object.entries(METRICS).map(([name, { type, attributes }]) => [name, type, attributes]),
  );
  // Prometheus writes underscores, the unit, and a suffix for each kind of value.
  const exported = new Map<string, readonly string[]>(
    Object.entries(METRICS).flatMap(([name, { type, unit, attributes }]) => {
      const plain = name.replaceAll('.', '_');
      const base = unit === 's' ? `${plain}_seconds` : plain;
      const names = { counter: [`${base}_total`], gauge: [base], histogram: [`${base}_bucket`, `${base}_count`] };
      return names[type].map((one) => [one, attributes] as const);
    }),
  );
  const blocks = [...page.matchAll(/```(json|yaml)\n([\s\S]*?)```/g)].map(([, language, text = '']) => ({
    language,
    text,
  }));
  const dashboard = JSON.parse(blocks.find(({ language }) => language === 'json')?.text ?? '') as {
    readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
  };
  const alerts = blocks.find(({ language }) => language === 'yaml')?.text ?? '';
  const expressions = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...Array.from(alerts.matchAll(/expr: (.*)/g), ([, expr = '']) => expr),
  ];
  expect(expressions.length).toBeGreaterThan(12);
  expect(alerts).toMatch(/< 1 or absent\(/);
  for (const expression of expressions) {
    const names = expression.match(/scudo_\w+/g) ?? [];
    expect(names, expression).not.toEqual([]);
    for (const name of names) expect([...exported.keys()], expression).toContain(name);
    const labels = [...expression.matchAll(/(?:by \(|[{,] ?)([a-z]+)(?=[=!,)~])/g)].map(([, label]) => label);
    const allowed = ['le', ...names.flatMap((name) => exported.get(name) ?? [])];
    for (const label of labels) expect(allowed, expression).toContain(label);
  }
});

it('the alerts of docs/monitoring.md have the codes that docs/problems.md asks for, and every flag', () => {
  const rules = readFileSync('docs/monitoring.md', 'utf8').matchAll(/increase15m\{code=~"([a-z|-]+)"/g);
  const watched = Array.from(rules, ([, codes = '']) => codes.split('|')).flat();
  const [, listed = ''] = /^\*\*Alerts\.\*\* ([\s\S]*?)\n\n/m.exec(readFileSync('docs/problems.md', 'utf8')) ?? [];
  expect(watched.sort()).toEqual(Array.from(listed.matchAll(/`([a-z-]+)`/g), ([, code]) => code).sort());
  expect(watched).toEqual(expect.arrayContaining([...FLAG_KINDS]));
});

it('docs/monitoring.md has every kind of a failed gateway call as a result', () => {
  const [, results = ''] = readFileSync('docs/monitoring.md', 'utf8').split('### Results');
  const source = readFileSync('src/server/gateway/gateway-error.ts', 'utf8');
  for (const [, kind] of source.matchAll(/readonly kind: '([a-z-]+)'/g)) expect(results).toContain(`\`${kind}\``);
});
