import { heldRequest } from '../../held-request.js';
import { describe, expect, test, vi } from 'vitest';
import type { FaultyCall, Sandbox, SandboxFault } from '../../../src/sandbox.js';
import { cardAuthorization, cardQuery } from '../card-client.js';
import { answered, compact, paymentCredit, paymentSet, sandboxWithMerchant, send } from '../method-client.js';
import { paymentsReport, refundsReport } from '../reports/report-client.js';
import { BASE, CARDS, checkVersion, drivenSandbox, hashOf, messagesOf, START } from '../sandbox-client.js';

/** Faults that all calls can have, in errors. */
const TRANSPORT = '"not-received" or "no-answer" or "unreadable" or "http-status"';

/** A sandbox with one fault for the first call of a kind, and none for others. */
const withFault = (kind: FaultyCall['kind'], fault: SandboxFault) =>
  sandboxWithMerchant({ faults: (call) => (call.kind === kind && call.attempt === 1 ? fault : undefined) }).sandbox;

/** Posts a request that is given up at once; resolves with 499 where no answer came. */
const post = async (sandbox: Sandbox, xml: string) =>
  sandbox.fetch(heldRequest(`${BASE}/epage-remote.cgi`, { method: 'POST', body: xml, signal: AbortSignal.abort() }));

const REQUESTS = {
  auth: { xml: cardAuthorization(), hashed: ['pasref', 'authcode'] },
  'payment-set': { xml: paymentSet(), hashed: ['pasref', 'paymentmethod'] },
} as const;

describe.each(Object.entries(REQUESTS))('%s', (kind, { xml, hashed }) => {
  const faulty = (fault: SandboxFault) => withFault(kind as keyof typeof REQUESTS, fault);
  /** Sent again, a request that was processed before is refused. */
  const isProcessed = async (sandbox: Sandbox) => (await send(sandbox, xml)).result === '501';

  test.each([
    ['before-processing', false],
    ['after-processing', true],
  ] as const)('a faulty request is answered with a short document without hash: %s', async (when, processed) => {
    const sandbox = faulty({ type: 'short-answer', when, result: '205', message: 'Bank unreachable' });
    expect((await send(sandbox, xml)).text).toBe(
      `<response timestamp="${compact(START)}"><result>205</result><message>Bank unreachable</message><orderid>A1</orderid></response>`,
    );
    expect(await isProcessed(sandbox)).toBe(processed);
  });

  test('a faulty request is processed and answered with a wrong hash', async () => {
    const sandbox = faulty({ type: 'wrong-hash' });
    const answer = (await send(sandbox, xml)) as unknown as Record<string, string>;
    const right = hashOf(
      ['@timestamp', 'merchantid', 'orderid', 'result', 'message', ...hashed].map((name) => answer[name] ?? ''),
    );
    expect(answer['sha1hash']).toMatch(/^[0-9a-f]{40}$/);
    expect(answer['sha1hash']).not.toBe(right);
    expect(answer['sha1hash']?.slice(1)).toBe(right.slice(1));
    expect(await isProcessed(sandbox)).toBe(true);
  });

  test('a faulty request is processed and answered without a hash', async () => {
    const sandbox = faulty({ type: 'no-hash' });
    const answer = await send(sandbox, xml);
    expect(answer.pasref).toMatch(/^\d{17}$/);
    expect(answer).not.toHaveProperty('sha1hash');
    expect(await isProcessed(sandbox)).toBe(true);
  });

  test('a faulty request is processed, and the answer is lost', async () => {
    const sandbox = faulty({ type: 'no-answer' });
    expect((await post(sandbox, xml)).status).toBe(499);
    expect(await isProcessed(sandbox)).toBe(true);
    expect((await messagesOf(sandbox, 'A1'))[0]).toMatchObject({ kind, response: null });
  });

  test('a faulty request does not arrive', async () => {
    const sandbox = faulty({ type: 'not-received' });
    expect((await post(sandbox, xml)).status).toBe(499);
    expect(await messagesOf(sandbox)).toEqual([]);
    expect(await isProcessed(sandbox)).toBe(false);
  });

  test('a faulty request is delivered twice, and the second answer arrives', async () => {
    const sandbox = faulty({ type: 'delivered-twice' });
    const answer = await send(sandbox, xml);
    expect(answer).toMatchObject({ result: '501', orderid: 'A1' });
    expect(answer).not.toHaveProperty('sha1hash');
    expect(await isProcessed(sandbox)).toBe(true);
  });

  test('a faulty request is processed and answered with a body that is no XML', async () => {
    const sandbox = faulty({ type: 'unreadable' });
    const response = await post(sandbox, xml);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html']);
    expect(await isProcessed(sandbox)).toBe(true);
  });

  test('a faulty request is answered by a server in between', async () => {
    const sandbox = faulty({ type: 'http-status', status: 502 });
    expect((await post(sandbox, xml)).status).toBe(502);
    expect(await isProcessed(sandbox)).toBe(false);
  });
});

describe('payment-credit', () => {
  const listed = async (sandbox: Sandbox) =>
    (await refundsReport(sandbox, { orderId: 'A1' })).body.refunds.map(({ status }: { status: string }) => status);

  test.each([
    [{ type: 'not-received' }, []],
    [{ type: 'no-answer' }, ['INITIATION_COMPLETED']],
    [{ type: 'short-answer', when: 'before-processing', result: '508', message: 'FAILED' }, []],
    [{ type: 'short-answer', when: 'after-processing', result: '200', message: 'ERROR' }, ['INITIATION_COMPLETED']],
    [{ type: 'wrong-hash' }, ['INITIATION_COMPLETED']],
    [{ type: 'delivered-twice' }, ['INITIATION_COMPLETED']],
  ] as const)('a refund ends as its fault says: %j', async (fault, refunds) => {
    const sandbox = withFault('payment-credit', fault);
    const { pasref } = await answered(sandbox);
    await post(sandbox, paymentCredit(pasref));
    expect(await listed(sandbox)).toEqual(refunds);
  });
});

describe('status', () => {
  const deliveries = async (sandbox: Sandbox) =>
    (await messagesOf(sandbox, 'A1')).filter(({ kind }) => kind === 'status').map(({ response }) => response);

  test.each([
    [{ type: 'not-received' }, 0, { error: 'A fault: the message did not arrive.' }],
    [{ type: 'no-answer' }, 1, { error: 'A fault: the answer did not arrive.' }],
    [{ type: 'unreadable' }, 1, { error: 'A fault: the answer did not arrive.' }],
    [{ type: 'http-status', status: 502 }, 0, { status: 502 }],
  ] as const)('a message that a fault keeps from being taken is sent again: %j', async (fault, arrived, noted) => {
    const { sandbox, merchant } = sandboxWithMerchant({
      faults: ({ kind, attempt }) => (kind === 'status' && attempt === 1 ? fault : undefined),
    });
    await answered(sandbox);
    await expect.poll(() => deliveries(sandbox)).toEqual([noted]);
    expect(merchant.received).toHaveLength(arrived);
    await sandbox.clock.advance(5);
    await expect.poll(() => deliveries(sandbox)).toEqual([noted, { status: 204 }]);
    expect(merchant.received).toHaveLength(arrived + 1);
  });

  test('a message is delivered twice, and counts as taken', async () => {
    const { sandbox, merchant } = sandboxWithMerchant({
      faults: ({ kind }) => (kind === 'status' ? { type: 'delivered-twice' } : undefined),
    });
    await answered(sandbox);
    await expect.poll(() => deliveries(sandbox)).toEqual([{ status: 204 }]);
    await sandbox.clock.advance(3_600);
    expect(merchant.received.map(({ body }) => body)).toEqual([merchant.received[0]?.body, merchant.received[0]?.body]);
  });

  test('a fault that a message cannot have is reported as a mistake, and the message is delivered', async () => {
    const mistakes: unknown[] = [];
    const { sandbox, merchant } = sandboxWithMerchant({
      faults: ({ kind, attempt }) => (kind === 'status' && attempt === 1 ? { type: 'no-hash' } : undefined),
      reportError: (error) => void mistakes.push(error),
    });
    await answered(sandbox);
    await expect.poll(() => mistakes).toEqual([expect.any(RangeError)]);
    expect(String(mistakes[0])).toBe(
      `RangeError: The type of a fault of "status" must be ${TRANSPORT} or "delivered-twice"; got "no-hash". Return undefined for no fault.`,
    );
    await expect.poll(() => merchant.received.length).toBe(1);
  });
});

describe('other calls', () => {
  test('the look-up of an authorization fails and then succeeds', async () => {
    const sandbox = withFault('query', {
      type: 'short-answer',
      when: 'before-processing',
      result: '508',
      message: 'Busy',
    });
    await send(sandbox, cardAuthorization());
    expect(await send(sandbox, cardQuery('A1'))).toMatchObject({ result: '508', message: 'Busy' });
    expect(await send(sandbox, cardQuery('A1'))).toMatchObject({ result: '00' });
  });

  const range = { startDateTime: compact(START), endDateTime: compact(START) };

  test('a report is answered with 429 without a body', async () => {
    const sandbox = withFault('payments-report', { type: 'http-status', status: 429 });
    const response = await sandbox.fetch(new Request(`${BASE}/payments?startDateTime=${range.startDateTime}`));
    expect([response.status, await response.text()]).toEqual([429, '']);
    expect(await paymentsReport(sandbox, range)).toMatchObject({ status: 200 });
  });

  test('a report cannot be read', async () => {
    const sandbox = withFault('payments-report', { type: 'unreadable' });
    await expect(paymentsReport(sandbox, range)).rejects.toThrow();
    expect(await paymentsReport(sandbox, range)).toMatchObject({ status: 200 });
  });

  test('a version check is answered with 503 without a body', async () => {
    const sandbox = withFault('protocol-versions', { type: 'http-status', status: 503 });
    expect(await checkVersion(sandbox, CARDS.success)).toMatchObject({ status: 503, text: '' });
    expect((await checkVersion(sandbox, CARDS.success)).status).toBe(200);
  });

  test('a report has no fault where the option returns null', async () => {
    const { sandbox } = drivenSandbox({ faults: (() => null) as never });
    expect(await paymentsReport(sandbox, range)).toMatchObject({ status: 200 });
  });
});

const ALL = `${TRANSPORT} or "delivered-twice" or "short-answer" or "wrong-hash" or "no-hash"`;
const SHORT = { type: 'short-answer', when: 'after-processing', result: '205', message: 'Busy' };
const wrongType = (kind: string, choices: string, got: string) =>
  `The type of a fault of "${kind}" must be ${choices}; got ${got}. Return undefined for no fault.`;
const wrongField = (type: string, text: string) => `The fault "${type}" of "auth" needs ${text}.`;

test.each([
  ['auth', { type: 'no-anser' }, wrongType('auth', ALL, '"no-anser"')],
  ['auth', { kind: 'no-answer' }, wrongType('auth', ALL, '{"kind":"no-answer"}')],
  ['auth', 'no-answer', wrongType('auth', ALL, '"no-answer"')],
  ['auth', Promise.resolve({ type: 'no-answer' }), wrongType('auth', ALL, 'a Promise')],
  ['protocol-versions', { type: 'wrong-hash' }, wrongType('protocol-versions', TRANSPORT, '"wrong-hash"')],
  ['payments-report', SHORT, wrongType('payments-report', TRANSPORT, '"short-answer"')],
  [
    'auth',
    { ...SHORT, when: undefined },
    wrongField(SHORT.type, '`when`, which must be "before-processing" or "after-processing"; got undefined'),
  ],
  [
    'auth',
    { ...SHORT, result: 205 },
    wrongField(SHORT.type, '`result`, which must be a result code such as "205"; got 205'),
  ],
  ['auth', { ...SHORT, message: undefined }, wrongField(SHORT.type, '`message`, which must be a text; got undefined')],
  [
    'auth',
    { type: 'http-status' },
    wrongField('http-status', '`status`, which must be a whole number from 200 to 599; got undefined'),
  ],
  [
    'auth',
    { type: 'http-status', status: 0 },
    wrongField('http-status', '`status`, which must be a whole number from 200 to 599; got 0'),
  ],
])('a wrong fault of %s is reported as a RangeError with the choices: %j', async (kind, fault, message) => {
  const mistakes: unknown[] = [];
  const { sandbox } = drivenSandbox({
    faults: () => fault as SandboxFault,
    reportError: (error) => void mistakes.push(error),
  });
  const status = {
    auth: async () => (await post(sandbox, cardAuthorization())).status,
    'protocol-versions': async () => (await checkVersion(sandbox, CARDS.success)).status,
    'payments-report': async () =>
      (await sandbox.fetch(new Request(`${BASE}/payments?startDateTime=${compact(START)}`))).status,
  }[kind];
  expect(await status?.()).toBe(500);
  expect(mistakes).toEqual([expect.any(RangeError)]);
  expect((mistakes[0] as Error).message).toBe(message);
  // The call is not processed.
  expect(await messagesOf(sandbox)).toEqual([]);
});

test('a wrong fault is written to stderr as one line', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { sandbox } = drivenSandbox({ faults: () => ({ type: 'wrong-hash' }) });
  await checkVersion(sandbox, CARDS.success);
  expect(write.mock.calls).toEqual([
    [`Option faults of the sandbox: ${wrongType('protocol-versions', TRANSPORT, '"wrong-hash"')}\n`],
  ]);
});

test('faults are chosen by kind, order id and number of the call', async () => {
  const calls: FaultyCall[] = [];
  const { sandbox } = drivenSandbox({
    faults: (call) => {
      calls.push(call);
      return undefined;
    },
  });
  await send(sandbox, cardAuthorization({ orderid: 'A1' }));
  await send(sandbox, cardAuthorization({ orderid: 'A2' }));
  await send(sandbox, cardAuthorization({ orderid: 'A1' }));
  await send(sandbox, cardQuery('A1'));
  await checkVersion(sandbox, CARDS.success);
  expect(calls).toEqual([
    { kind: 'auth', orderId: 'A1', attempt: 1 },
    { kind: 'auth', orderId: 'A2', attempt: 1 },
    { kind: 'auth', orderId: 'A1', attempt: 2 },
    { kind: 'query', orderId: 'A1', attempt: 1 },
    { kind: 'protocol-versions', orderId: 'A1', attempt: 1 },
  ]);
});
