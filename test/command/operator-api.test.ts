import { expect, it } from 'vitest';
import { createOperatorApi, WRONG_TOKENS } from '../../src/command/operator/operator-api.js';
import { OPERATIONS } from '../../src/command/operator/operations.table.js';
import { ORDERS_USAGE, runOrders } from '../../src/command/orders/orders.js';
import { createLog } from '../../src/command/serve-log.js';
import { CommandUsageError } from '../../src/command/usage-error.js';
import { json, pay, PAYER, shop } from '../server/scripted-gateway.js';

const TOKEN = 'a-token-of-at-least-32-characters';
const ADDRESS = 'http://127.0.0.1:3002';

/** The operator API of a shop that reserves amounts, without a port. */
function operator() {
  const place = shop({ autosettle: 'multi' }, { refundPassword: 'refund' });
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line), place.clock.now);
  const api = createOperatorApi({ orders: place.backend.orders, token: TOKEN, log, now: place.clock.now });
  const send = (path: string, init: RequestInit = {}) =>
    Promise.resolve(
      api.fetch(new Request(`${ADDRESS}${path}`, init), {
        ip: '127.0.0.1',
        isBodyRead: false,
        closing: new AbortController().signal,
      }),
    );
  const authorized = (path: string, body?: unknown) =>
    send(path, {
      headers: { authorization: `Bearer ${TOKEN}` },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });

  /** Runs `scudo-checkout orders` with these words. */
  async function orders(words: string) {
    const printed: string[] = [];
    const exported: string[] = [];
    const code = await runOrders(words.split(' '), (line) => printed.push(line), {
      env: { SCUDO_OPERATOR_TOKEN: TOKEN },
      fetch: (input, init) => send(new URL(input as string).href.slice(ADDRESS.length), init),
      write: (text) => exported.push(text),
    });
    return { code, text: printed.join('\n'), exported: exported.join('') };
  }

  return { place, send, authorized, orders, lines };
}

it('staff find, capture, refund, export and erase an order by commands, and the history has their names', async () => {
  const { place, authorized, orders, lines } = operator();
  const created = await authorized('/orders', { amount: '1999', currency: 'EUR', reference: '=SO-4711', payer: PAYER });
  expect(created.status).toBe(201);
  const { id } = await json(created);
  await pay(place, id as string);

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
  const operations = lines.map((line) => JSON.parse(line)).map(({ code, order, by }) => [code, order, by]);
  expect(operations).toEqual([
    ['create', undefined, undefined],
    ['capture', id, 'Ada'],
    ['capture', id, 'Ada'],
    ['capture', id, 'Ada'],
    ['look-up', id, 'Grace'],
  ]);
});

it('the command balance prints one line for each difference, and fails for one', async () => {
  const { place, orders } = operator();
  const id = await place.order();
  await pay(place, id);
  const same = '2026-11-20: 1 orders compared, 0 differences';
  expect(await orders('balance --day 2026-11-20')).toMatchObject({ code: 0, text: same });
  const { gatewayOrderId } = (await place.backend.orders.read(id))!.attempts[0]!;
  const body = new URLSearchParams({ action: 'settle', amount: '5.00' });
  await place.sandbox.fetch(new Request(`http://127.0.0.1:4174/portal/${gatewayOrderId}`, { method: 'POST', body }));
  place.clock.advance(60_000);
  const { code, text } = await orders('balance --day 2026-11-20');
  expect(code).toBe(1);
  expect(text.split('\n')).toEqual([
    expect.stringMatching(`^${id}  ${gatewayOrderId}  capture  shop: nothing  gateway: an amount that is not shown`),
    '2026-11-20: 1 orders compared, 1 differences',
  ]);
  expect(await orders('balance --day yesterday')).toMatchObject({
    code: 1,
    text: expect.stringContaining('  day must'),
  });
});

it('a refusal is printed with its field, and the command fails', async () => {
  const { place, orders } = operator();
  const id = await place.order();
  const refused = await orders(`capture ${id} --amount 500 --key k --by Ada`);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.text).toMatch(/^400 .*\n.*\n {2}order is open and has nothing to capture$/);
  expect((await orders('show unknown')).text).toMatch(/^404 /);
  expect((await orders('list --limit many')).text).toContain('limit must be a whole number, 1 to 1000');
  expect((await orders('export --format xml')).text).toContain('format must be csv or jsonl');
});

it('a request without the right token is refused with 401, and counts towards a limit that keeps the shop in', async () => {
  const { place, send, authorized, lines } = operator();
  for (let count = 0; count < WRONG_TOKENS; count++) {
    const headers = count % 2 === 0 ? {} : { authorization: `Bearer ${TOKEN}x` };
    const { status } = await send('/orders', { headers });
    expect(status).toBe(401);
  }
  const limited = await send('/orders', { headers: { authorization: 'Bearer' } });
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await authorized('/orders')).status).toBe(200);
  expect(lines).toHaveLength(WRONG_TOKENS);
  expect(lines.join('')).not.toContain(TOKEN);
  place.clock.advance(60_000);
  expect((await send('/orders')).status).toBe(401);
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
  expect((await authorized(`/orders/${id}/captures`, { amount: '5' })).status).toBe(400);
  expect((await authorized(`/orders/${id}`, {})).status).toBe(405);
  expect((await authorized('/refunds')).status).toBe(404);
  expect((await place.backend.orders.read(id))!.state).toBe('open');
});

it.each([
  ['capture A1 --by Ada', '--key is missing'],
  ['capture A1 --key k', '--by is missing'],
  ['erase A1', '--by is missing'],
  ['refund --key k --by Ada', 'the id of the order is missing'],
  ['list A1', 'orders list takes no order'],
  ['list --referense 1', "Unknown option '--referense'"],
  ['create', 'There is no command orders create'],
])('`orders %s` is a usage error that names what is wrong', async (words, message) => {
  const { orders } = operator();
  await expect(orders(words)).rejects.toThrow(message);
  await expect(orders(words)).rejects.toBeInstanceOf(CommandUsageError);
});

it('every write of staff requires a person, every call that moves money a key, and the usage has all of them', () => {
  const commands = OPERATIONS.filter(({ required }) => required !== undefined);
  for (const { name, method, required } of commands) {
    if (method === 'POST') expect(required, name).toContain('by');
    if (['capture', 'cancel', 'refund'].includes(name)) expect(required, name).toContain('key');
    expect(ORDERS_USAGE).toContain(`\n  ${name} `);
  }
});
