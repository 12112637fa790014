import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { createOperatorApi, WRONG_TOKENS } from '../../../src/command/operator/operator-api.js';
import { OPERATOR_CALLS } from '../../../src/command/operator/operator-calls.table.js';
import { ORDERS_USAGE, runOrders } from '../../../src/command/orders/orders.js';
import { problemFacts } from '../../../src/server/adapters/log/backend-events.js';
import { StoreBusyError } from '../../../src/server/domain/problems/store-busy-error.js';
import type { Report } from '../../../src/server/ports/ports.js';
import { createLog } from '../../../src/command/serve-log.js';
import { CommandUsageError } from '../../../src/command/usage-error.js';
import {
  answerChallenge,
  CARDS,
  isXml,
  json,
  pay,
  PAYER,
  prepare,
  report,
  shop,
} from '../../server/scripted-gateway.js';
import { afterBatch, intercept, lostRequest, never } from '../../server/use-cases/operations/card-shop.js';

const TOKEN = 'a-token-of-at-least-32-characters';
const ADDRESS = 'http://127.0.0.1:3002';
const HOUR = 3_600_000;

/** The operator API of a shop that reserves amounts, without a port. */
function operator(options: Parameters<typeof shop>[0] = {}) {
  const place = shop({ autosettle: 'multi', ...options }, { refundPassword: 'refund' });
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line), place.clock.now);
  const problems: object[] = [];
  const onProblem: Report = (...problem) => problems.push(problemFacts(...problem));
  const { orders: calls } = place.backend;
  const api = createOperatorApi({ orders: calls, token: TOKEN, log, report: onProblem, now: place.clock.now });
  const stop = new AbortController();
  const send = (path: string, init: RequestInit = {}) =>
    Promise.resolve(
      api.fetch(new Request(`${ADDRESS}${path}`, init), {
        ip: '127.0.0.1',
        isBodyRead: false,
        closing: stop.signal,
      }),
    );
  const authorized = (path: string, body?: unknown) =>
    send(path, {
      headers: { authorization: `Bearer ${TOKEN}` },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });

  /** Runs `scudo-checkout orders` with these words. */
  async function orders(words: string, answer: typeof send = send) {
    const printed: string[] = [];
    const errors: string[] = [];
    const exported: string[] = [];
    const code = await runOrders(words.split(' '), (line) => printed.push(line), {
      env: { SCUDO_OPERATOR_TOKEN: TOKEN },
      fetch: (input, init) => answer(new URL(input as string).href.slice(ADDRESS.length), init),
      write: (text) => exported.push(text),
      printError: (line) => errors.push(line),
    });
    return { code, text: printed.join('\n'), errors: errors.join('\n'), exported: exported.join('') };
  }

  return { place, send, authorized, orders, lines, problems, stop };
}

it('staff find, capture, export, refund, reconcile and erase an order by commands, and the history has their names', async () => {
  const { place, authorized, orders, lines } = operator({ pause: never });
  const created = await authorized('/orders', {
    amount: '2499',
    currency: 'EUR',
    reference: '=SO-4711',
    payer: PAYER,
    by: 'Eve',
  });
  expect(created.status).toBe(201);
  const { id } = (await json(created)) as { readonly id: string };
  expect(await json(await authorized(`/orders/${id}/updates`, { amount: '1999', by: 'Eve' }))).toMatchObject({
    amount: '1999',
  });
  const serverTransId = (await prepare(place, id, CARDS.challenge))!;
  const challenge = await json(await pay(place, id, CARDS.challenge, { serverTransId }));
  await report(place, id, serverTransId, { cres: await answerChallenge(place, challenge) });

  expect((await orders('list --states authorized --limit 10')).text).toMatch(
    new RegExp(`^\\S+ {2}${id} {2}authorized {13}€19\\.99 {2}=SO-4711$`),
  );
  expect(JSON.parse((await orders('count --reference =SO-4711')).text)).toEqual({ count: 1 });
  const capture = `capture ${id} --amount 500 --key parcel-1 --by Ada`;
  expect(JSON.parse((await orders(capture)).text)).toMatchObject({ state: 'done', capturable: '1499' });
  // The same key is the same capture.
  expect(JSON.parse((await orders(capture)).text)).toMatchObject({ state: 'done', capturable: '1499' });
  await orders(`capture ${id} --final --key parcel-2 --by Ada`);
  const shown = JSON.parse((await orders(`show ${id}`)).text);
  expect(shown.history.filter((entry: { event: string }) => entry.event === 'capture-sent')).toMatchObject([
    { detail: { amount: '500', by: 'Ada' } },
    { detail: { amount: '1499', by: 'Ada' } },
  ]);
  const { exported } = await orders('export --states paid');
  expect(exported).toMatch(new RegExp(`^id,reference,state,.*\\r\\n${id},'=SO-4711,paid,`));
  expect(JSON.parse((await orders('export --format jsonl')).exported)).toMatchObject({ id, state: 'paid' });
  expect((await orders(`look-up ${id} --by Grace`)).code).toBe(0);

  afterBatch(place);
  const refund = `refund ${id} --amount 700 --key return-1 --comment Torn --by Ada`;
  for (const _same of [1, 2]) {
    expect(JSON.parse((await orders(refund)).text)).toMatchObject({ state: 'done', amount: '700', refundable: '1299' });
  }
  const unanswered = await place.order();
  place.intercept = async (path, _text, pass) =>
    isXml(path) ? pass().then(() => Promise.reject(new TypeError('socket closed'))) : pass();
  await pay(place, unanswered);
  place.intercept = undefined;
  place.clock.advance(HOUR);
  expect(JSON.parse((await orders('reconcile --by Grace')).text)).toMatchObject({ settled: 1, failed: 0 });
  expect((await place.backend.orders.read(unanswered))!.state).toBe('authorized');
  expect((await orders(`erase ${id} --by Grace --reason Request-17`)).code).toBe(0);
  const record = (await place.backend.orders.read(id))!;
  expect(record).toMatchObject({ state: 'partly-refunded', payer: {}, erased: place.clock.now().toISOString() });
  expect(record.attempts.map(({ kind }) => kind)).toEqual(['card', 'capture', 'capture', 'refund']);
  expect(record.history.at(-1)).toMatchObject({ event: 'erased', detail: { by: 'Grace', reason: 'Request-17' } });
  expect(JSON.stringify(record)).not.toMatch(/Torn|ada@example/);

  const calls = lines.map((line) => JSON.parse(line)).map(({ code, order, by, state }) => [code, order, by, state]);
  expect(calls).toEqual([
    ['create', id, 'Eve', 'open'],
    ['update', id, 'Eve', 'open'],
    ['capture', id, 'Ada', 'done'],
    ['capture', id, 'Ada', 'done'],
    ['capture', id, 'Ada', 'done'],
    ['look-up', id, 'Grace', 'paid'],
    ['refund', id, 'Ada', 'done'],
    ['refund', id, 'Ada', 'done'],
    ['reconcile', undefined, 'Grace', undefined],
    ['erase', id, 'Grace', 'partly-refunded'],
  ]);
});

it('the log has the state of a capture without an answer, and of an order that a stored card has not paid', async () => {
  const { place, authorized, lines } = operator({ pause: never });
  const [id, unpaid] = [await place.order(), await place.order()];
  await pay(place, id);
  intercept(place, lostRequest);
  await authorized(`/orders/${id}/captures`, { key: 'parcel-1', amount: '500', by: 'Ada' });
  place.intercept = (path, _text, pass) => (path === '/epage-remote.cgi' ? Promise.reject(new Error('cut')) : pass());
  const card = { number: CARDS.success, expiryMonth: '12', expiryYear: '28', fullName: 'Ada Lovelace' };
  await authorized(`/orders/${unpaid}/stored-payments`, { card, by: 'Ada' });
  expect(lines.map((line) => JSON.parse(line)).map(({ code, state }) => [code, state])).toEqual([
    ['capture', 'unresolved'],
    ['pay-stored', 'in-doubt'],
  ]);
});

it('a command waits 290 s for its answer, and names the call that has none', async () => {
  const { orders } = operator();
  const late = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(late));
  const unanswered = await orders('reconcile --by Ada', (_path, init) => Promise.reject(init?.signal?.reason as Error));
  expect(timeout).toHaveBeenCalledWith(290_000);
  expect([unanswered.code, unanswered.errors.split('\n')[0]]).toEqual([
    1,
    'No answer to POST /reconciliations within 290 s.',
  ]);
  timeout.mockRestore();
});

it('staff list the orders that a command has suspended, and reopen one', async () => {
  const { place, orders } = operator();
  const [id, other] = [await place.order(), await place.order()];
  expect((await orders('list --suspended')).text).toBe('');
  expect((await orders('suspend --created-before 2027-01-01 --by Ada')).code).toBe(0);
  expect((await orders(`reopen ${other} --attempt none --by Ada --reason Unpaid`)).code).toBe(0);
  expect((await orders('list --suspended')).text).toMatch(new RegExp(`^\\S+ {2}${id} {2}open .*suspended$`));
  expect(JSON.parse((await orders(`show ${id}`)).text)).toMatchObject({ state: 'open', suspended: true });
  expect((await orders('export --suspended')).exported.split('\r\n')[1]).toMatch(new RegExp(`^${id},,open,,true,`));
});

it.each(['the operator API', 'commands'])('a person corrects each decision by the same key with %s', async (way) => {
  const { place, authorized, orders } = operator();
  const id = await place.order();
  await pay(place, id);
  const settle = async (decision: Readonly<Record<string, string>>) => {
    const input = { ...decision, by: 'Ada', reason: 'Mistaken' };
    if (way === 'the operator API') return json(await authorized(`/orders/${id}/settlements`, input));
    const words = Object.entries(input).map(([name, value]) => `--${name} ${value}`);
    const { code, text, errors } = await orders(`settle ${id} ${words.join(' ')}`);
    return code === 0 ? JSON.parse(text) : { errors };
  };
  const recorded: string[] = [];
  for (const decision of [
    { as: 'captured-elsewhere', amount: '1999', key: 'form-1' },
    { as: 'refunded-elsewhere', amount: '700', key: 'form-2' },
    { as: 'not-refunded', refund: 'form-2' },
    { as: 'refunded', refund: 'form-2' },
    { as: 'not-refunded', refund: 'form-2' },
    { as: 'not-captured', capture: 'form-1' },
    { as: 'voided-elsewhere', amount: '1999', key: 'form-3' },
    { as: 'not-voided', cancel: 'form-3' },
    { as: 'captured', capture: 'form-1' },
  ]) {
    const { state, captured, refunded } = await settle(decision);
    recorded.push(`${decision.as}: ${state} ${captured} ${refunded}`);
  }
  expect(recorded).toEqual([
    'captured-elsewhere: paid 1999 0',
    'refunded-elsewhere: partly-refunded 1999 700',
    'not-refunded: paid 1999 0',
    'refunded: partly-refunded 1999 700',
    'not-refunded: paid 1999 0',
    'not-captured: authorized 0 0',
    'voided-elsewhere: voided 0 0',
    'not-voided: authorized 0 0',
    'captured: paid 1999 0',
  ]);
  // The same decision a second time, and a key of another kind, change nothing.
  expect(JSON.stringify(await settle({ as: 'captured', capture: 'form-1' }))).toContain('is done already');
  expect(JSON.stringify(await settle({ as: 'not-refunded', refund: 'form-1' }))).toContain(
    'must be the key of a refund',
  );
  const { history } = JSON.parse((await orders(`show ${id}`)).text);
  const settled = history.filter(({ event }: { readonly event: string }) => event === 'settled');
  expect(settled.map(({ detail }: { readonly detail: object }) => detail)).toEqual(
    recorded.map((line) => expect.objectContaining({ as: line.split(':')[0], by: 'Ada', reason: 'Mistaken' })),
  );
});

it('the command balance prints one line for each difference, and fails for one', async () => {
  const { place, orders } = operator();
  const id = await place.order();
  await pay(place, id);
  const same = '2026-11-20: 1 order compared, 0 differences';
  expect(await orders('balance --day 2026-11-20')).toMatchObject({ code: 0, text: same });
  const { gatewayOrderId } = (await place.backend.orders.read(id))!.attempts[0]!;
  const body = new URLSearchParams({ action: 'settle', amount: '5.00' });
  await place.sandbox.fetch(new Request(`http://127.0.0.1:4174/portal/${gatewayOrderId}`, { method: 'POST', body }));
  place.clock.advance(60_000);
  const { code, text } = await orders('balance --day 2026-11-20');
  expect(code).toBe(1);
  expect(text.split('\n')).toEqual([
    expect.stringMatching(`^${id}  ${gatewayOrderId}  capture  shop: nothing  gateway: an amount that is not shown`),
    '2026-11-20: 1 order compared, 1 difference, amounts in minor units',
  ]);
  const withoutReports = await orders('balance --day 2026-11-20 --without-reports');
  expect(withoutReports.text).toMatch(
    /\n2026-11-20: 1 order compared with the gateway's queries only, 1 difference, amounts/,
  );
  expect(await orders('balance --day 2999-01-01')).toMatchObject({
    code: 2,
    text: '',
    errors: expect.stringContaining('  --day must'),
  });
});

it('a refusal is printed with its field, and the command fails', async () => {
  const { place, orders } = operator();
  const id = await place.order();
  const refused = await orders(`capture ${id} --amount 500 --key k --by Ada`);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.errors).toMatch(/^400 .*\n {2}order is open and has nothing to capture$/);
  expect((await orders('show unknown')).errors).toMatch(/^404 /);
  expect((await orders('list --states open,closed')).errors).toMatch(/^400 .*\n {2}--states must be one of [^\n]*$/);
  expect((await orders('list --limit 1001')).errors).toContain('--limit must be a whole number, 1 to 1000');
});

it.each(['show A1', 'list', 'export', 'balance --day 2026-11-20'])(
  '`orders %s` at a host that answers HTML is one line about --url, and fails',
  async (words) => {
    const { orders } = operator();
    const page = () => Promise.resolve(new Response('<html>', { headers: { 'content-type': 'text/html' } }));
    const { code, text, errors, exported } = await orders(words, page);
    expect([code, text, exported]).toEqual([1, '', '']);
    expect(errors).toMatch(/^http:\/\/127\.0\.0\.1:3002\/.* is not an operator API .* Check --url\.$/);
    const missing = await orders(words, () => Promise.resolve(new Response(null, { status: 404 })));
    expect(missing.errors).toMatch(/^404\nhttp:\/\/127\.0\.0\.1:3002\/.* is not an operator API/);
  },
);

it('a balance of more than a megabyte is printed while it is made, and ends with its client', async () => {
  const { place, send, orders } = operator();
  const difference = {
    order: 'A1',
    attempt: 'x'.repeat(200),
    kind: 'void',
    shop: 'nothing',
    gateway: '1 EUR',
  } as const;
  let [signal, report]: [AbortSignal | undefined, () => void] = [undefined, () => undefined];
  place.backend.orders.balance = async ({ day, onCompared, signal: given }) => {
    signal = given;
    for (let count = 0; count < 6_000; count++) onCompared!(count % 2 === 0 ? [difference] : []);
    await new Promise<void>((resolve) => (report = resolve));
    return { day, orders: 6_000, differences: Array.from({ length: 3_000 }, () => difference), notShown: 0, unread: 0 };
  };
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${TOKEN}` };
  const answer = await send('/balance?day=2026-11-20', { headers, signal: leaving.signal });
  // The call has not ended.
  expect(new TextDecoder().decode((await answer.body!.getReader().read()).value)).toContain('"order":"A1"');
  leaving.abort();
  expect(signal!.aborted).toBe(true);
  const previous = report;
  const run = orders('balance --day 2026-11-20');
  await expect.poll(() => report).not.toBe(previous);
  report();
  const { code, text } = await run;
  expect(code).toBe(1);
  expect(text.split('\n')).toHaveLength(3_001);
  expect(text).toMatch(/\n2026-11-20: 6000 orders compared, 3000 differences, amounts in minor units$/);
});

it('an export that fails after its first row, and one with personal data, are reported', async () => {
  const { place, orders, lines, problems } = operator();
  const row = { id: 'A1' } as never;
  const failures: Error[] = [];
  place.backend.orders.export = async function* () {
    yield row;
    for (const failure of failures) throw failure;
    await Promise.resolve();
  };
  expect(await orders('export --personal --by Ada')).toMatchObject({ code: 0 });
  failures.push(new Error('the store is gone'));
  expect(await orders('export')).toMatchObject({ code: 1, errors: expect.stringContaining('The answer broke off') });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { code: 'export-personal', client: '127.0.0.1', by: 'Ada' },
  ]);
  expect(problems).toMatchObject([
    { code: 'internal-error', route: 'operator GET /export', message: 'Error: the store is gone' },
  ]);
});

it('each call that fails is a problem with its order and route, as one of a page is', async () => {
  const { place, authorized, problems } = operator();
  const id = await place.order();
  await pay(place, id);
  const capture = (amount: string) => authorized(`/orders/${id}/captures`, { amount, key: 'parcel-1', by: 'Ada' });
  expect((await capture('500')).status).toBe(200);
  expect(problems).toEqual([]);
  expect((await capture('600')).status).toBe(422);
  place.backend.orders.capture = () => Promise.reject(new StoreBusyError('The database is locked.'));
  expect((await capture('700')).status).toBe(503);
  const route = 'operator POST /orders/:id/captures';
  expect(problems).toMatchObject([
    { kind: 'problem', level: 'warn', code: 'key-reused', order: id, route },
    {
      kind: 'problem',
      level: 'error',
      code: 'store-busy',
      order: id,
      route,
      message: expect.stringContaining('locked'),
    },
  ]);
});

it('a client that leaves an export is no failure in the log', async () => {
  const { place, authorized, problems } = operator();
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  place.backend.orders.export = async function* () {
    try {
      for (;;) yield await Promise.resolve({ id: 'A1' } as never);
    } finally {
      end();
    }
  };
  const { body } = await authorized('/export');
  const reader = body!.getReader();
  await reader.read();
  await reader.cancel(new Error('The client has left.'));
  await ended;
  expect(problems).toEqual([]);
});

it('the command resend fails while a change waits for its receiver', async () => {
  let isDown = true;
  const { place, orders } = operator({
    onOrderChanged: () => (isDown ? Promise.reject(new Error('down')) : undefined),
  });
  const id = await place.order();
  await pay(place, id);
  const resend = `resend ${id} --by Ada`;
  const { code, text } = await orders(resend);
  expect([code, JSON.parse(text)]).toEqual([1, { delivered: 0, waiting: expect.any(Number) }]);
  isDown = false;
  const sent = await orders(resend);
  expect([sent.code, JSON.parse(sent.text)]).toEqual([0, { delivered: expect.any(Number), waiting: 0 }]);
});

it('a request without the right token is refused with 401, and counts towards a limit that keeps the shop in', async () => {
  const { place, send, authorized, lines, problems } = operator();
  for (let count = 0; count < WRONG_TOKENS; count++) {
    const headers = count % 2 === 0 ? {} : { authorization: `Bearer ${TOKEN}x` };
    const answer = await send('/orders', { headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'application/problem+json']);
    expect(await json(answer)).toMatchObject({ status: 401, code: 'wrong-token', retryable: false });
  }
  const limited = await send('/orders', { headers: { authorization: 'Bearer' } });
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await authorized('/orders')).status).toBe(200);
  expect((await send('/orders', { headers: { authorization: `bearer ${TOKEN}` } })).status).toBe(200);
  expect(lines).toHaveLength(WRONG_TOKENS);
  expect(problems).toEqual([]);
  expect(lines.join('')).not.toContain(TOKEN);
  place.clock.advance(60_000);
  expect((await send('/orders')).status).toBe(401);
});

it('the operator API refuses calls with 503 while the process closes, and does nothing', async () => {
  const { place, send, authorized, stop } = operator();
  stop.abort();
  const created = await authorized('/orders', { amount: '1999', currency: 'EUR' });
  expect([created.status, await json(created)]).toMatchObject([503, { code: 'closing', retryable: true }]);
  expect((await authorized('/orders')).status).toBe(503);
  expect((await send('/office')).status).toBe(503);
  expect(await place.backend.orders.count()).toBe(0);
});

it.each([{ x: 1 }, 7, ' ', 'x'.repeat(501), '4263970000005262'])(
  'a call whose person only the log names refuses the person %j',
  async (by) => {
    const { authorized, lines } = operator();
    for (const [path, input] of [
      ['/prunings', { olderThan: 100_000_000 }],
      ['/suspensions', { createdBefore: '2020-01-01' }],
      ['/orders', { amount: '1', currency: 'EUR' }],
    ] as const) {
      const answer = await authorized(path, { ...input, by });
      expect([answer.status, await json(answer)]).toMatchObject([400, { code: 'invalid-request' }]);
    }
    expect(lines).toEqual([]);
  },
);

it.each(['/orders', '/office'])('a body that breaks off is the mistake of the client: POST %s', async (path) => {
  const { send, problems } = operator();
  const body = new ReadableStream({ pull: (stream) => stream.error(new Error('aborted')) });
  const credentials = path === '/office' ? `Basic ${btoa(`Ada:${TOKEN}`)}` : `Bearer ${TOKEN}`;
  const headers = { authorization: credentials, 'content-length': '100' };
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
  expect((await send(path, init)).status).toBe(400);
  expect(problems.filter(({ level }: { level?: string }) => level === 'error')).toEqual([]);
});

it('the back office of the operator API asks for a name and the token, counts wrong ones, and logs its forms', async () => {
  const { place, send, lines, problems } = operator();
  const id = await place.order({ reference: 'SO-4711' });
  const open = (credentials?: string, init: RequestInit = {}) => {
    const authorization = `Basic ${Buffer.from(credentials ?? '').toString('base64')}`;
    return send(`/office?order=${id}`, credentials === undefined ? init : { ...init, headers: { authorization } });
  };
  const asked = await open();
  expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Basic /)]);
  expect((await open(`:${TOKEN}`)).status).toBe(401);
  for (let count = 1; count < WRONG_TOKENS; count++) expect((await open('Ada:wrong')).status).toBe(401);
  expect((await open('Ada:wrong')).status).toBe(429);
  const shown = await open(`Ada:${TOKEN}`);
  const text = await shown.text();
  expect([shown.status, text.includes('Order SO-4711'), text.includes(TOKEN)]).toEqual([200, true, false]);

  const [, token = ''] = /name="token" value="(\w+)"/.exec(text) ?? [];
  const form = (fields: Readonly<Record<string, string>>) => ({ method: 'POST', body: new URLSearchParams(fields) });
  const cancel = { action: 'cancel', key: 'c1', states: 'open', token };
  expect((await open(undefined, form(cancel))).status).toBe(401);
  expect((await open(`Grace:${TOKEN}`, form(cancel))).status).toBe(403);
  for (let press = 0; press < 20; press++) await open(`Grace:${TOKEN}`, form(cancel));
  // A page of an attacker can send any number of them.
  expect(problems).toHaveLength(10);
  expect(problems).toMatchObject(Array(10).fill({ code: 'staff-refused', level: 'warn', route: 'operator /office' }));
  expect((await place.backend.orders.read(id))!.state).toBe('open');
  expect((await open(`Ada:${TOKEN}`, form(cancel))).status).toBe(200);
  expect((await place.backend.orders.read(id))!.state).toBe('cancelled');
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ code: 'cancel', order: id, by: 'Ada', state: 'done' });
});

it('the document names each field of the answers', async () => {
  const { place, authorized } = operator();
  const [, section = ''] = /### Answers\n(.*?)\n## /s.exec(readFileSync('docs/serve.md', 'utf8')) ?? [];
  const named = [...section.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const unnamed = async (path: string, body?: object) => {
    const answer = await json(await authorized(path, body));
    return [answer, Object.keys(answer).filter((name) => !named.includes(name))];
  };
  const [{ id }] = (await unnamed('/orders', { amount: '1999', currency: 'EUR', payer: PAYER })) as [{ id: string }];
  await pay(place, id);
  const by = { by: 'Ada' };
  for (const [path, body] of [
    ['/orders'],
    ['/count'],
    [`/orders/${id}`],
    [`/orders/${id}/captures`, { amount: '500', key: 'c1', ...by }],
    [`/orders/${id}/look-ups`, by],
    [`/orders/${id}/resends`, by],
    ['/reconciliations', by],
    ['/prunings', { olderThan: 86_400_000, ...by }],
    ['/suspensions', { createdBefore: '2020-01-01T00:00:00Z', ...by }],
  ] as const) {
    expect((await unnamed(path, body))[1], path).toEqual([]);
  }
});

it('a page is refused also with the right token, and no answer has a CORS header', async () => {
  const { send } = operator();
  const headers = { authorization: `Bearer ${TOKEN}`, origin: 'https://shop.example' };
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    const answer = await send('/orders', { method, headers });
    expect(answer.status).toBe(403);
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

it('wrong bodies, fields, methods and paths are refused by name, and change nothing', async () => {
  const { place, send, authorized } = operator();
  const id = await place.order();
  const bodies = await Promise.all(
    ['[]', '{', '"x"'].map((body) =>
      send('/orders', { method: 'POST', body, headers: { authorization: `Bearer ${TOKEN}` } }),
    ),
  );
  expect(bodies.map(({ status }) => status)).toEqual([400, 400, 400]);
  const { fields } = await json(await authorized('/orders?referense=1'));
  expect(fields).toEqual([{ field: 'referense', message: 'is not a field. Did you mean reference?' }]);
  for (const answer of [
    await authorized(`/orders/${id}?histroy=1`),
    await authorized(`/orders/${id}/look-ups`, { reason: 'x' }),
    await authorized(`/orders/${id}/resends`, { key: 'x' }),
    await authorized('/balance?day=2026-11-20&signal=x'),
  ]) {
    expect((await json(answer)).fields).toMatchObject([{ message: 'is not a field' }]);
  }
  expect((await authorized('/orders?states=paid&states=open')).status).toBe(400);
  const deep = `{"amount":"1999","currency":"EUR","payer":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
  const tooDeep = await send('/orders', { method: 'POST', body: deep, headers: { authorization: `Bearer ${TOKEN}` } });
  expect([tooDeep.status, (await json(tooDeep)).fields]).toMatchObject([400, [{ field: 'payer' }]]);
  for (const date of ['9', '2026-02-30', '28 November 2026']) {
    for (const answer of [
      await authorized(`/count?createdFrom=${date}`),
      await authorized('/suspensions', { createdBefore: date, by: 'Ada' }),
    ]) {
      expect([date, answer.status, (await json(answer)).fields]).toMatchObject([
        date,
        400,
        [{ field: expect.stringMatching(/^created/), message: expect.stringContaining('such as 2026-11-28 or') }],
      ]);
    }
  }
  for (const date of ['2026-11-28', '2026-11-28T10:00:00Z']) {
    expect((await authorized(`/count?createdFrom=${date}`)).status).toBe(200);
  }
  expect((await authorized(`/orders/${id}/captures`, { amount: '5' })).status).toBe(400);
  expect((await authorized(`/orders/${id}`, {})).status).toBe(405);
  expect((await authorized('/refunds')).status).toBe(404);
  expect((await place.backend.orders.read(id))!.state).toBe('open');
});

it.each([
  ['capture A1 --by Ada', '--key is missing'],
  ['capture A1 --key k', '--by is missing'],
  ['erase A1', '--by is missing'],
  ['refund --key k --by Ada', 'the id of the order is missing. Example: orders refund A1'],
  ['reopen A1 --by Ada --reason r', '--attempt is missing'],
  ['settle A1 --as failed --by Ada --reason r', '--attempt is missing'],
  ['settle A1 --as refunded-elsewhere --amount 5 --by Ada --reason r', '--key is missing'],
  ['show ', 'the id of the order is empty'],
  ['show .', 'the id of the order is empty'],
  ['list A1', 'orders list takes no order'],
  ['show A1 B2', 'orders show takes one order; got 2'],
  ['list --states paid --states open', '--states must be there once'],
  ['list --url http://ada:hush@127.0.0.1:3002', 'without a user; got "…@127.0.0.1:3002"'],
  ['list --referense 1', 'There is no option --referense. Did you mean --reference?'],
  ['list --limit many', '--limit must be a whole number; got "many". Example: --limit 20'],
  ['export --format xml', '--format must be csv or jsonl; got "xml". Example: --format csv'],
  ['balance', '--day is missing: orders balance --day <text> [--without-reports]. Example: --day 2026-11-28'],
  ['balance --day x', '--day must be a day in UTC; got "x". Example: --day 2026-11-28'],
  ['balance --day 2026-02-30', '--day must be a day in UTC'],
  ['capture A1 --amount 5.00 --key k --by Ada', '--amount must be an amount in minor units; got "5.00".'],
  ['list --colour 1', 'There is no option --colour.'],
  ['create', 'There is no command orders create. Example: orders list'],
])('`orders %s` is a usage error that names what is wrong', async (words, message) => {
  const { orders } = operator();
  await expect(orders(words)).rejects.toThrow(message);
  await expect(orders(words)).rejects.toBeInstanceOf(CommandUsageError);
  await expect(orders(words)).rejects.toHaveProperty('usage', 'See scudo-checkout orders --help.');
});

it('every write of staff requires a person, every call that moves money a key, and the usage has all of them', () => {
  const commands = OPERATOR_CALLS.filter(({ required }) => required !== undefined);
  for (const { name, method, required } of commands) {
    if (method === 'POST') expect(required, name).toContain('by');
    if (['capture', 'cancel', 'refund'].includes(name)) expect(required, name).toContain('key');
    expect(ORDERS_USAGE).toContain(`\n  ${name} `);
  }
  expect(ORDERS_USAGE).toMatch(/--as <text> .*: paid, failed, .*, refunded-elsewhere\n/);
});

it('the operator API has each call of orders under its name', () => {
  const calls = Object.keys(operator().place.backend.orders)
    // GET /orders/:id answers the view for staff, not the record.
    .filter((name) => name !== 'read')
    .map((name) => (name === 'shopView' ? 'show' : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)));
  expect(OPERATOR_CALLS.map(({ name }) => name).sort()).toEqual(calls.sort());
});

it('a write that would act twice when it is repeated is refused without its key or its payment', async () => {
  const { place, authorized } = operator();
  const id = await place.order();
  await pay(place, id);
  const before = await place.backend.orders.read(id);
  const person = { by: 'Ada', reason: 'r' };
  const missing = async (path: string, body: object) => {
    const { fields } = await json(await authorized(`/orders/${id}/${path}`, body));
    return fields;
  };
  const isMissing = (field: string) => [{ field, message: 'is missing' }];
  expect(await missing('refunds', {})).toEqual(isMissing('key'));
  const elsewhere = { as: 'refunded-elsewhere', amount: '5', ...person };
  expect(await missing('settlements', elsewhere)).toEqual(isMissing('key'));
  expect(await missing('settlements', { as: 'failed', ...person })).toEqual(isMissing('attempt'));
  expect(await missing('reopenings', person)).toEqual(isMissing('attempt'));
  for (const key of ['c1 ', ' c1', 'c\u200b1', 'c\u00001', 'c\ud800', '']) {
    expect(await missing('captures', { amount: '500', key, by: 'Ada' })).toMatchObject([{ field: 'key' }]);
    await expect(place.backend.orders.refund(id, { key })).rejects.toMatchObject({ issues: [{ field: 'key' }] });
  }
  expect(await place.backend.orders.read(id)).toEqual(before);
});

it('an order is reopened only while its last payment is the one that staff have looked at', async () => {
  const { place, orders } = operator();
  const id = await place.order();
  const reopen = (attempt: string) => orders(`reopen ${id} --attempt ${attempt} --by Ada --reason r`);
  expect(await reopen('another')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('--attempt must be the last'),
  });
  expect(await reopen('none')).toMatchObject({ code: 0 });
});

it.each([
  ['refused', '512', 1, 'The refund was not carried out: 512 No'],
  ['unresolved', undefined, 1, 'The gateway has not answered the refund'],
  ['sent', undefined, 1, 'The gateway has not answered the refund'],
  ['pending', undefined, 0, ''],
])('a refund that is %s ends the command with the code that a script can test', async (state, result, code, line) => {
  const { orders } = operator();
  const answer = { state, result, ...(result === undefined ? {} : { message: 'No' }) };
  const { errors, ...end } = await orders('refund A1 --key k --by Ada', async () => Response.json(answer));
  expect(end).toMatchObject({ code, text: expect.stringContaining(state) });
  expect(errors.split('\n')).toEqual([expect.stringContaining(line)]);
});

it.each([
  ['capture A1 --key k --by Ada', 'ECONNRESET', 'been carried out. Repeat the command with the same options.'],
  ['erase A1 --by Ada', 'ECONNRESET', 'been carried out. Show the order first.'],
  ['reconcile --by Ada', 'ECONNRESET', 'been carried out.'],
  ['capture A1 --key k --by Ada', 'ECONNREFUSED', `${ADDRESS}: connection refused. Is serve running?`],
])('`orders %s` without an answer (%s) prints what to do', async (words, code, end) => {
  const { orders } = operator();
  const cause = Object.assign(new Error('fault'), { code });
  const { errors: text } = await orders(words, () => Promise.reject(new TypeError('fetch failed', { cause })));
  expect(text.endsWith(end)).toBe(true);
  expect(text.includes('carried out')).toBe(code === 'ECONNRESET');
});
