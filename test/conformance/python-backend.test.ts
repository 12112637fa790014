import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackendUnderTest } from './backend-under-test.js';
import { startPythonBackend } from './python-backend.js';

const folder = mkdtempSync(join(tmpdir(), 'scudo-python-'));
/** A gateway whose answers are not HTTP. */
const gateway = createServer((socket) => socket.on('error', () => undefined).end('nonsense\r\n\r\n'));
let backend: BackendUnderTest | undefined;

beforeAll(async () => {
  await once(gateway.listen(0, '127.0.0.1'), 'listening');
  backend = await startPythonBackend(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}`, folder);
});
afterAll(async () => {
  await backend?.stop();
  gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a request as it is, and returns all that comes back until the backend closes the connection. */
async function sent(request: string): Promise<string> {
  const socket = connect(Number(new URL(backend?.url ?? '').port), 'localhost');
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk))).on('error', () => undefined);
  socket.write(request);
  await once(socket, 'close');
  return text;
}

const newOrder = (body: string) =>
  fetch(backend?.newOrder ?? '', { method: 'POST', headers: { 'content-type': 'application/json' }, body });

/** Statements in the folder of the backend; they fail with the text of the error. */
function python(...lines: readonly string[]): void {
  const [cwd, input] = ['demo/examples/python-backend', lines.join('\n')];
  const { status, stderr } = spawnSync('python3', ['-B', '-'], { cwd, input, encoding: 'utf8', timeout: 60_000 });
  expect(stderr).toBe('');
  expect(status).toBe(0);
}

describe('requests of the Python backend', () => {
  const POST = 'POST /new-order HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

  it.each([
    ['+2', '400'],
    ['-1', '400'],
    ['٢', '400'],
    ['2\r\nContent-Length: 40', '400'],
    ['2, 2', '400'],
  ])('the Content-Length %j is answered %s, and the connection is closed', async (length, status) => {
    const text = await sent(`${POST}Content-Length: ${length}\r\n\r\n{}GET /scudo/frame HTTP/1.1\r\n\r\n`);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text.split('HTTP/1.1 ')).toHaveLength(2);
  });

  it('a body with Transfer-Encoding is answered 411, and the connection is closed', async () => {
    const text = await sent(`${POST}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1.1 411 /);
    expect(text.split('HTTP/1.1 ')).toHaveLength(2);
  });

  it('an address that cannot be parsed is answered 400', async () => {
    const text = await sent('GET http://[/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1.1 400 /);
  });

  it.each([
    '[]',
    '{"amount": "0", "currency": "EUR"}',
    '{"amount": "-5", "currency": "EUR"}',
    '{"amount": "١٢", "currency": "EUR"}',
    '{"amount": "1999"}',
    '['.repeat(30_000),
  ])('an order cannot be created from %.40s', async (body) => {
    const answer = await newOrder(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid-request' });
  });

  it('a form with too many fields is answered 400', async () => {
    const body = new URLSearchParams(Array.from({ length: 200 }, (_, index) => [`f${index}`, '']));
    const { status } = await fetch(`${backend?.url ?? ''}/status`, { method: 'POST', body });
    expect(status).toBe(400);
  });

  it('a card number of other digits than ASCII is answered 400', async () => {
    const { id } = (await (await newOrder('{"amount": "1999", "currency": "EUR"}')).json()) as { readonly id: string };
    const answer = await fetch(`${backend?.url ?? ''}/orders/${id}/protocol-versions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number: '٤٢٢٢٠٠٠٠٠٦٢٨٥٣٤٤' }),
    });
    expect(await answer.json()).toMatchObject({ fields: [{ field: 'number' }] });
  });

  it('the id is quoted in the address of the return page', async () => {
    const { headers } = await fetch(`${backend?.url ?? ''}/return/a&b=c`, { redirect: 'manual' });
    expect(headers.get('location')).toMatch(/\?order=a%26b%3Dc$/);
  });

  it('an answer of the gateway that is not HTTP is 503, and a repeated call has the same answer', async () => {
    const { id } = (await (await newOrder('{"amount": "1999", "currency": "EUR"}')).json()) as { readonly id: string };
    const redirect = async () => {
      const answer = await fetch(`${backend?.url ?? ''}/orders/${id}/redirects`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'one-key-for-both' },
        body: JSON.stringify({ method: 'testpay', account_holder_name: 'Ada Lovelace', country: 'GB' }),
      });
      return [answer.status, await answer.json()];
    };
    const first = await redirect();
    expect(first).toMatchObject([503, { code: 'gateway-unavailable' }]);
    expect(await redirect()).toEqual(first);
  });
});

describe('orders of the Python backend', () => {
  const OPEN = [
    'import sqlite3, tempfile, os',
    'from orders import MAX_WAITING, Orders',
    'folder = tempfile.TemporaryDirectory()',
    'path = os.path.join(folder.name, "orders.db")',
    'orders = Orders(path)',
    'order = orders.create("1999", "EUR")',
  ];

  it('only a write wakes long polls', () => {
    python(
      ...OPEN,
      'woken = []',
      'orders.changed.notify_all = lambda: woken.append(1)',
      'orders.read(order)',
      'orders.attempt("none")',
      'orders.free_key(order, "no-such-key")',
      'assert not woken, woken',
      'orders.claim_key(order, "key", "request")',
      'assert woken == [1], woken',
    );
  });

  it('reads do not wait for a writer', () => {
    python(
      ...OPEN,
      'other = sqlite3.connect(path, isolation_level=None)',
      'other.execute("BEGIN IMMEDIATE")',
      'orders.connection().execute("PRAGMA busy_timeout = 0")',
      'assert orders.read(order)["state"] == "open"',
    );
  });

  it('a limited number of calls waits for one order', () => {
    python(
      ...OPEN,
      'orders.waiting[order] = MAX_WAITING',
      'assert orders.wait(order, "open", lambda: 60) is None',
      'orders.waiting[order] = MAX_WAITING - 1',
      'assert orders.wait(order, "open", lambda: 0)["state"] == "open"',
      'assert orders.waiting[order] == MAX_WAITING - 1',
    );
  });

  it('a late success pays the order whatever payment has begun in the meantime, and reports the second one', () => {
    python(
      ...OPEN,
      'def failed():',
      '    order = orders.create("1999", "EUR")',
      '    attempt = orders.begin_redirect(order, "testpay")',
      '    orders.start_redirect(attempt, "https://gateway.example", attempt)',
      '    found = orders.attempt(attempt)',
      '    orders.end_redirect(found, "failed", "101")',
      '    return order, found',
      'def state(order): return orders.read(order)["state"]',
      'order, late = failed()',
      'assert orders.pay_by_redirect(late) is False and state(order) == "paid"',
      'order, late = failed()',
      'second = orders.attempt(orders.begin_redirect(order, "testpay"))',
      'assert orders.pay_by_redirect(late) is True and state(order) == "paid"',
      'orders.end_redirect(second, "failed", "101")',
      'assert state(order) == "paid"',
      'order, late = failed()',
      'card = orders.begin_authorization(order)',
      'assert orders.pay_by_redirect(late) is True and state(order) == "in-doubt"',
      'orders.end_authorization(card, order, "open", "101")',
      'assert state(order) == "paid"',
      'order, late = failed()',
      'card = orders.begin_authorization(order)',
      'orders.end_authorization(card, order, "paid", "00")',
      'assert orders.pay_by_redirect(late) is True and state(order) == "paid"',
      'assert orders.pay_by_redirect(late) is False',
    );
  });

  it('a call that fails in an unexpected way keeps an answer for its key', () => {
    python(
      ...OPEN,
      'import os, json',
      'os.environ.update(GATEWAY_URL="http://127.0.0.1:9", SECRET="secret", DATABASE=path)',
      'import server',
      'server.Handler.__init__ = lambda self: None',
      'handler = server.Handler()',
      'handler.headers = {"idempotency-key": "a-key-of-a-call"}',
      'def fail(order): raise RuntimeError("defect")',
      'try:',
      '    handler.once(order, ("redirects",), fail)',
      'except RuntimeError:',
      '    pass',
      'kept = orders.claim_key(order, "a-key-of-a-call", "other")',
      'assert kept["status"] == 500 and json.loads(kept["body"])["code"] == "internal-error"',
    );
  });

  it('a record without the fields of a success is ignored', () => {
    python(
      'from gateway import FAILED, SUCCEEDED, is_record_of',
      'attempt = {"gateway_order_id": "A1-1", "pasref": "17"}',
      'order = {"amount": "1999", "currency": "EUR"}',
      'def proves(record, wanted=SUCCEEDED): return is_record_of(record, attempt, order, wanted)',
      'own = {"order_id": "A1-1", "payments_reference": "17"}',
      'assert proves({**own, "result": "00"}) and proves({**own, "status": "SUCCEEDED", "result": None})',
      'assert proves({"order_id": "A1-1", "result": "00"})',
      'for record in ({}, own, [], None, {"result": "00"},',
      '               {**own, "result": "00", "status": "FAILED"},',
      '               {**own, "result": "00", "amount": "1"}, {**own, "result": "00", "payments_reference": "18"}):',
      '    assert not proves(record), record',
      'assert proves({**own, "result": "101", "status": "DECLINED"}, FAILED)',
      'assert not proves({**own, "result": "01", "status": "INITIATED"}, FAILED)',
    );
  });
});
