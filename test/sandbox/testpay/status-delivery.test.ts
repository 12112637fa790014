import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { nextAttempt } from '../../../src/sandbox/testpay/back-off.js';
import { hashOf, messagesOf, START } from '../sandbox-client.js';
import {
  answered,
  answerPage,
  initiated,
  iso,
  messageIn,
  paymentCredit,
  sandboxWithMerchant,
  send,
} from '../method-client.js';

const secondsAt = (received: readonly { at: string }[]) => received.map(({ at }) => (Date.parse(at) - START) / 1000);
const attempts = async (sandbox: Parameters<typeof messagesOf>[0]) =>
  (await messagesOf(sandbox, 'A1')).filter(({ kind }) => kind === 'status').map(({ response }) => response);

describe('a status message that is not taken', () => {
  test.each<[string, () => Response | Promise<Response>, object]>([
    ['an error', () => new Response('no', { status: 500 }), { status: 500 }],
    ['a refusal', () => new Response(null, { status: 401 }), { status: 401 }],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: '/elsewhere' } }), { status: 302 }],
    ['no connection', () => Promise.reject(new Error('ECONNREFUSED')), { error: 'ECONNREFUSED' }],
  ])('a status message is sent again unchanged until it is accepted: %s', async (_, refuse, logged) => {
    const { sandbox, merchant } = sandboxWithMerchant();
    merchant.answer = refuse;
    await answered(sandbox, 'Succeeded', '30s after submit');
    await sandbox.clock.advance(45);
    merchant.answer = () => new Response('ok');
    await sandbox.clock.advance(3_600);
    expect(secondsAt(merchant.received)).toEqual([30, 35, 45, 65]);
    expect(new Set(merchant.received.map(({ body }) => body)).size).toBe(1);
    expect(await attempts(sandbox)).toEqual([logged, logged, logged, { status: 200 }]);
  });

  test('a status message is repeated for three days, with longer pauses of at most an hour', async () => {
    const { sandbox, merchant } = sandboxWithMerchant();
    merchant.answer = () => new Response(null, { status: 503 });
    await answered(sandbox);
    await sandbox.clock.advance(2_592_000);
    const seconds = secondsAt(merchant.received);
    const pauses = seconds.slice(1).map((second, index) => second - seconds[index]!);
    expect(pauses.slice(0, 12)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
    expect(new Set(pauses.slice(10))).toEqual(new Set([3600]));
    expect(seconds.at(-1)).toBeLessThanOrEqual(3 * 86_400);
    expect(seconds.at(-1)).toBeGreaterThan(3 * 86_400 - 3600);
  });

  test('a status message is not repeated after three days', () => {
    const due = new Date(START);
    const last = new Date(START + 3 * 86_400_000 - 3_600_000);
    expect(nextAttempt(50, due, last)).toEqual(new Date(START + 3 * 86_400_000));
    expect(nextAttempt(50, due, new Date(last.getTime() + 1))).toBeUndefined();
  });

  test('a status message counts as not delivered when the endpoint does not answer for ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let signalled: AbortSignal | undefined;
    const { sandbox } = sandboxWithMerchant({
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          signalled = init?.signal ?? undefined;
          signalled?.addEventListener('abort', () => reject(signalled?.reason));
        }),
    });
    const { back } = await answered(sandbox);
    // The shopper does not wait for it.
    expect([back.status, signalled?.aborted]).toEqual([303, false]);
    vi.advanceTimersByTime(9_999);
    expect(signalled?.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    await expect.poll(() => attempts(sandbox)).toEqual([{ error: 'not answered in time' }]);
    await sandbox.close();
  });
  afterEach(() => void vi.useRealTimers());
});

test('a status message without delay is sent before the shopper returns', async () => {
  const order: string[] = [];
  const { sandbox } = sandboxWithMerchant({
    fetch: () => {
      order.push('status');
      return new Promise(() => {});
    },
  });
  const { page } = await initiated(sandbox);
  await answerPage(sandbox, page).then(() => order.push('return'));
  expect(order).toEqual(['status', 'return']);
});

test('a status message is delivered over a real connection, without following redirects', async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      bodies.push(`${request.method} ${request.headers['content-type']} ${new URLSearchParams(body).get('result')}`);
      // A redirect to where it would be taken is not followed.
      response.writeHead(bodies.length === 1 ? 307 : 200, { location: '/elsewhere' }).end('taken');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { sandbox } = sandboxWithMerchant({ fetch: globalThis.fetch });
    await answered(sandbox, 'Succeeded', 'No delay', {
      details: { statusupdateurl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/status` },
    });
    await sandbox.clock.advance(5);
    expect(bodies).toEqual(['POST application/x-www-form-urlencoded 00', 'POST application/x-www-form-urlencoded 00']);
    expect(await attempts(sandbox)).toEqual([{ status: 307 }, { status: 200 }]);
  } finally {
    server.close();
  }
});

const REFUND_STATUS_URL = 'https://shop.example/scudo/refund-status';
const refundDetails = `<statusupdateurl>${REFUND_STATUS_URL}</statusupdateurl>`;

/** A succeeded payment with a pending refund, and what the merchant receives from then on. */
async function pendingRefund(
  amount: string,
  options: Parameters<typeof paymentCredit>[1] = {},
  details = refundDetails,
) {
  const { sandbox, merchant } = sandboxWithMerchant();
  const { pasref, location } = await answered(sandbox);
  merchant.received.length = 0;
  const xml = paymentCredit(pasref, { ...options, elements: { amount, paymentmethoddetails: details || undefined } });
  return { sandbox, merchant, payment: { pasref, location }, refund: await send(sandbox, xml) };
}

describe('the status message of a refund', () => {
  test.each([
    ['1202', '00', 'SUCCEEDED'],
    ['1203', '101', 'REJECTED'],
    ['1204', '101', 'FAILED'],
  ])('the status message of a refund is sent when a refund of %s ends with %s', async (amount, result, message) => {
    const { sandbox, merchant, payment, refund } = await pendingRefund(amount);
    await sandbox.clock.advance(59.999);
    expect(merchant.received).toEqual([]);
    await sandbox.clock.advance(0.001);
    expect(merchant.received).toHaveLength(1);
    const { url, fields } = merchant.received[0]!;
    expect(url).toBe(REFUND_STATUS_URL);
    expect(fields).toEqual({
      sha1hash: hashOf(['20261120120100', 'scudo', 'A1', result, message, refund.pasref, 'testpay']),
      timestamp: '20261120120100',
      merchantid: 'scudo',
      account: 'internet',
      merchanttransactionid: messageIn(payment.location)['merchanttransactionid'],
      orderid: 'A1',
      result,
      Amount: amount,
      message,
      paymentmethod: 'testpay',
      fundstatus: 'NOT_EXPECTED',
      fundsstatus: 'NOT_EXPECTED',
      pasref: refund.pasref,
    });
    expect(refund.pasref).not.toBe(payment.pasref);
  });

  test('the status message of a refund is signed like its request', async () => {
    const { sandbox, merchant, refund } = await pendingRefund('1202', { algorithm: 'sha256' });
    await sandbox.clock.advance(60);
    const fields = ['20261120120100', 'scudo', 'A1', '00', 'SUCCEEDED', refund.pasref, 'testpay'];
    expect(merchant.received[0]!.fields['sha256hash']).toBe(hashOf(fields, 'secret', 'sha256'));
  });

  test('the status message of a refund is sent again unchanged until the merchant accepts it', async () => {
    const { sandbox, merchant } = await pendingRefund('1202');
    merchant.answer = () => new Response(null, { status: 503 });
    await sandbox.clock.advance(65);
    merchant.answer = () => new Response(null, { status: 200 });
    await sandbox.clock.advance(86_400);
    expect(secondsAt(merchant.received)).toEqual([60, 65, 75]);
    expect(new Set(merchant.received.map(({ body }) => body)).size).toBe(1);
  });

  test.each([
    ['a refund without a status URL', '1202', ''],
    ['a refund that stays pending', '1206', refundDetails],
    ['a refund that is completed at once', '1', refundDetails],
  ])('the status message of a refund is not sent for %s', async (_, amount, details) => {
    const { sandbox, merchant } = await pendingRefund(amount, {}, details);
    await sandbox.clock.advance(86_400);
    expect(merchant.received).toEqual([]);
  });
});

test('the times of the delivery are options', async () => {
  const { sandbox, merchant } = sandboxWithMerchant({
    deliveryTimes: { firstPause: 1_000, longestPause: 2_000, giveUpAfter: 6_000 },
  });
  merchant.answer = () => new Response(null, { status: 503 });
  await answered(sandbox);
  await sandbox.clock.advance(86_400);
  expect(secondsAt(merchant.received)).toEqual([0, 1, 3, 5]);
});

test('the limit of an attempt runs on the clock of the option, not on the machine’s', async () => {
  const timers: { readonly time: number; readonly call: () => void }[] = [];
  const { sandbox } = sandboxWithMerchant({
    deliveryTimes: { timeout: 7_000 },
    clock: {
      now: () => new Date(START),
      at: (time, call) => {
        timers.push({ time: time.getTime(), call: () => void call() });
        return () => undefined;
      },
    },
    fetch: (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
  });
  await answered(sandbox);
  const limit = timers.find(({ time }) => time === START + 7_000);
  limit?.call();
  await expect.poll(() => attempts(sandbox)).toEqual([{ error: 'not answered in time' }]);
});

describe('a sandbox with a file', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'scudo-sandbox-'))));
  afterAll(() => rm(folder, { recursive: true }));
  let count = 0;
  const newFile = () => join(folder, `payments-${++count}.db`);

  test('sends a scheduled message after a restart, at its time', async () => {
    const file = newFile();
    const before = sandboxWithMerchant({ file });
    const { location, pasref } = await answered(before.sandbox, 'Succeeded', '5m after submit');
    await before.sandbox.close();
    await before.sandbox.clock.advance(3_600);
    expect(before.merchant.received).toEqual([]);

    const after = sandboxWithMerchant({ file }, START + 60_000);
    await after.sandbox.clock.advance(239.999);
    expect(after.merchant.received).toEqual([]);
    await after.sandbox.clock.advance(0.001);
    expect(after.merchant.received).toMatchObject([
      {
        at: iso(START + 300_000),
        fields: {
          result: '00',
          pasref,
          timestamp: '20261120120500',
          merchanttransactionid: messageIn(location)['merchanttransactionid'],
        },
      },
    ]);
    await after.sandbox.close();

    // Taken once, it is not sent again.
    const last = sandboxWithMerchant({ file }, START + 86_400_000);
    await last.sandbox.clock.advance(86_400);
    expect(last.merchant.received).toEqual([]);
    await last.sandbox.close();
  });

  test('sends the status message of a refund after a restart', async () => {
    const file = newFile();
    const before = sandboxWithMerchant({ file });
    const { pasref } = await answered(before.sandbox);
    const elements = { amount: '1202', paymentmethoddetails: refundDetails };
    const refund = await send(before.sandbox, paymentCredit(pasref, { elements }));
    await before.sandbox.close();

    const after = sandboxWithMerchant({ file }, START + 30_000);
    await after.sandbox.clock.advance(30);
    expect(after.merchant.received).toMatchObject([
      { at: iso(START + 60_000), fields: { result: '00', orderid: 'A1', pasref: refund.pasref } },
    ]);
    await after.sandbox.close();
  });

  test('sends an overdue message at once, and continues the back-off', async () => {
    const file = newFile();
    const before = sandboxWithMerchant({ file });
    before.merchant.answer = () => new Response(null, { status: 500 });
    await answered(before.sandbox, 'Failed Timeout', '30s after submit');
    await before.sandbox.clock.advance(35);
    expect(before.merchant.received).toHaveLength(2);
    await before.sandbox.close();

    const after = sandboxWithMerchant({ file }, START + 3_600_000);
    after.merchant.answer = () => new Response(null, { status: 500 });
    await after.sandbox.clock.advance(0);
    expect(after.merchant.received).toMatchObject([
      { at: iso(START + 3_600_000), body: before.merchant.received[0]!.body },
    ]);
    await after.sandbox.clock.advance(20);
    expect(secondsAt(after.merchant.received)).toEqual([3600, 3620]);
    await after.sandbox.close();
  });

  test('a sandbox with a file repeats a message that close() interrupted', async () => {
    const file = newFile();
    const { sandbox } = sandboxWithMerchant({
      file,
      fetch: (_, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('cut off')))),
    });
    await answered(sandbox);
    await sandbox.close();
    const after = sandboxWithMerchant({ file });
    await after.sandbox.clock.advance(0);
    expect(after.merchant.received).toHaveLength(1);
    await after.sandbox.close();
  });

  test('a sandbox with a file keeps payments, answers and refunds over a restart', async () => {
    const file = newFile();
    const { sandbox } = sandboxWithMerchant({ file });
    const { page, location, pasref } = await answered(sandbox);
    const open = await initiated(sandbox, { elements: { orderid: 'B1' } });
    const refund = await send(sandbox, paymentCredit(pasref, { elements: { amount: '1500' } }));
    expect(refund.result).toBe('00');
    await sandbox.close();

    const { sandbox: again } = sandboxWithMerchant({ file });
    expect((await send(again, (await import('../method-client.js')).paymentSet())).result).toBe('501');
    expect((await answerPage(again, page, 'Failed Unknown')).headers.get('location')).toBe(location);
    expect((await answerPage(again, open.page)).status).toBe(303);
    const more = await send(again, paymentCredit(pasref, { elements: { amount: '500' } }));
    expect(more).toMatchObject({ result: '512', message: 'Refund limit exceeded: at most 499' });
    const last = await send(again, paymentCredit(pasref, { elements: { amount: '499' } }));
    expect(last.result).toBe('00');
    expect(new Set([pasref, open.pasref, refund.pasref, last.pasref]).size).toBe(4);
    await again.close();
  });

  test('reports a file that cannot be opened, and answers 500', async () => {
    const errors: unknown[] = [];
    const { sandbox } = sandboxWithMerchant({
      file: join(folder, 'nowhere', 'payments.db'),
      reportError: (error) => errors.push(error),
    });
    expect((await sandbox.fetch(new Request('http://127.0.0.1:4174/'))).status).toBe(500);
    expect(errors).toHaveLength(1);
    await sandbox.close();
  });
});
