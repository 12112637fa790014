import { describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox.js';
import { answered, compact, initiated, messageIn, paymentCredit, sandboxWithMerchant, send } from '../method-client.js';
import { paymentsReport, refundsReport, type Query } from '../reports/report-client.js';
import {
  authenticate,
  authenticateCard,
  authenticationBody,
  CARDS,
  checkVersion,
  drivenSandbox,
  postForm,
  searchAuthentications,
  midnight,
  START,
} from '../sandbox-client.js';

/** Limits and defaults of both documents, each at its last value that passes and its first that does not. */
const DAY = 86_400_000;
const RANGE = { startDateTime: compact(START - DAY), endDateTime: compact(START + DAY) };

async function openChallenge(options: SandboxOptions = {}) {
  const { sandbox, clock } = drivenSandbox(options);
  const { body } = await authenticateCard(sandbox, CARDS.challenge);
  return { clock, page: () => postForm(sandbox, '/acs/challenge', { creq: body.encoded_creq }) };
}

describe('the challenge', () => {
  it('a challenge request is accepted for 30 seconds, and refused a millisecond later', async () => {
    const inTime = await openChallenge();
    inTime.clock.pass(30_000);
    expect((await inTime.page()).status).toBe(200);
    const late = await openChallenge();
    late.clock.pass(30_001);
    expect((await late.page()).status).toBe(400);
  });

  it('the challenge page completes by itself after 10 seconds, unless an option says otherwise', async () => {
    expect((await (await openChallenge()).page()).text).toContain('data-auto-complete="10000"');
    expect((await (await openChallenge({ autoComplete: 2_500 })).page()).text).toContain('data-auto-complete="2500"');
  });
});

it('a search page has 100 authentications unless the request asks for fewer', async () => {
  const { sandbox } = drivenSandbox();
  for (let count = 0; count < 101; count++) {
    const { body } = await checkVersion(sandbox, CARDS.success);
    const order = { ...authenticationBody(CARDS.success, '').order, id: `A${count}` };
    await authenticate(sandbox, CARDS.success, body.server_trans_id, { order });
  }
  const { body } = await searchAuthentications(sandbox);
  expect(body).toMatchObject({ page_size: 100, page_number: 1, total_records_available: 101 });
  expect(body.transactions).toHaveLength(100);
  expect((await searchAuthentications(sandbox, { page_number: 2 })).body.transactions).toMatchObject([
    { order_id: 'A100' },
  ]);
});

const REPORTS = {
  payments: { path: '/payments', ask: paymentsReport, base: RANGE },
  refunds: { path: '/refunds', ask: refundsReport, base: { orderId: 'A1' } },
} as const;

describe.each(Object.values(REPORTS))('GET $path', ({ path, ask, base }) => {
  const statusOf = async (query: Query, options: SandboxOptions = {}) =>
    (await ask(sandboxWithMerchant(options).sandbox, { ...base, ...query })).status;

  it.each<readonly [parameter: string, ...longest: readonly [string, string]]>([
    ['merchantId', 'm'.repeat(50), 'm'.repeat(51)],
    ['accountId', 'a'.repeat(50), 'a'.repeat(51)],
    ['merchantTransactionId', 'f'.repeat(32), 'f'.repeat(33)],
    ['pageSize', '100', '101'],
    ['pageNumber', '1000000', '1000001'],
    ...(path === '/refunds' ? [['orderId', 'o'.repeat(50), 'o'.repeat(51)] as const] : []),
  ])(`GET ${path}: %s is accepted up to its limit, and refused beyond it`, async (parameter, last, first) => {
    const options = parameter === 'merchantId' ? { merchantId: last } : {};
    expect(await statusOf({ [parameter]: last }, options)).toBe(200);
    expect(await statusOf({ [parameter]: first }, { merchantId: parameter === 'merchantId' ? first : 'scudo' })).toBe(
      400,
    );
  });

  it(`GET ${path}: a timestamp is accepted from the first second of yesterday to the last one of tomorrow`, async () => {
    const ends: [number, number][] = [
      [midnight(-1), -1000],
      [midnight(2) - 1000, 1000],
    ];
    for (const [time, beyond] of ends) {
      expect(await statusOf({ timestamp: compact(time) })).toBe(200);
      const { status, body } = await ask(sandboxWithMerchant().sandbox, {
        ...base,
        timestamp: compact(time + beyond),
      });
      expect([status, body.message]).toEqual([400, expect.stringMatching(/^timestamp /)]);
    }
  });

  it(`GET ${path}: a range has at most 30 days`, async () => {
    const range = (milliseconds: number) => ({
      startDateTime: compact(START - milliseconds),
      endDateTime: compact(START),
    });
    expect(await statusOf(range(30 * DAY))).toBe(200);
    expect(await statusOf(range(30 * DAY + 1000))).toBe(400);
  });

  it(`GET ${path}: neither date may be without the other`, async () => {
    expect(await statusOf({ startDateTime: undefined, endDateTime: compact(START) })).toBe(400);
    expect(await statusOf({ startDateTime: compact(START), endDateTime: undefined })).toBe(400);
  });
});

describe('a report without a page size', () => {
  it('a payments report has pages of 100 records', async () => {
    const { sandbox } = sandboxWithMerchant();
    for (let count = 0; count < 101; count++) await initiated(sandbox, { elements: { orderid: `A${count}` } });
    const { body } = await paymentsReport(sandbox, RANGE);
    expect(body).toMatchObject({ record_count: '100', max_page_size: '100', total_number_of_records: '101' });
    expect(body.payments).toHaveLength(100);
  });

  it('a refunds report has pages of 100 records', async () => {
    const { sandbox } = sandboxWithMerchant();
    const { pasref } = await answered(sandbox);
    for (let count = 0; count < 101; count++) await send(sandbox, paymentCredit(pasref, { elements: { amount: '1' } }));
    const { body } = await refundsReport(sandbox, { orderId: 'A1' });
    expect(body).toMatchObject({ record_count: '100', max_page_size: '100', total_number_of_records: '101' });
    expect(body.refunds).toHaveLength(100);
  });
});

it('a refunds report by merchantTransactionId has the refunds of that payment only', async () => {
  const { sandbox } = sandboxWithMerchant();
  const [one, other] = [
    await answered(sandbox),
    await answered(sandbox, 'Succeeded', 'No delay', { elements: { orderid: 'B1' } }),
  ];
  await send(sandbox, paymentCredit(one.pasref, { elements: { amount: '3' } }));
  await send(sandbox, paymentCredit(other.pasref, { elements: { orderid: 'B1', amount: '4' } }));
  for (const [payment, amount] of [
    [one, '3'],
    [other, '4'],
  ] as const) {
    const { merchanttransactionid: merchantTransactionId } = messageIn(payment.location);
    const { body } = await refundsReport(sandbox, { ...RANGE, merchantTransactionId });
    expect(body.refunds).toMatchObject([{ amount }]);
  }
});
