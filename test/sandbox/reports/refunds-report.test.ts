import { describe, expect, test } from 'vitest';
import { refundReportSchema } from '../../../src/protocol/reports/report-answer.js';
import { REFUND_STATES } from '../../../src/protocol/reports/report-query.js';
import type { SandboxOptions } from '../../../src/sandbox.js';
import { messagesOf, midnight, START } from '../sandbox-client.js';
import { answered, compact, messageIn, paymentCredit, sandboxWithMerchant, send } from '../method-client.js';
import { refundsReport, type Query } from './report-client.js';

const DAYS = 86_400_000;
const RANGE = { startDateTime: compact(START - DAYS), endDateTime: compact(START + DAYS) };
const amountsOf = (body: any) => body.refunds.map(({ amount }: { amount: string }) => amount);

/** Refunds of two orders, of each ending, a second apart. */
async function history(options: SandboxOptions = {}) {
  const { sandbox } = sandboxWithMerchant(options);
  const [one, two] = [
    await answered(sandbox),
    await answered(sandbox, 'Succeeded', 'No delay', { elements: { orderid: 'B1' } }),
  ];
  const refunds = [];
  for (const [payment, orderid, amount] of [
    [one, 'A1', '999'],
    [one, 'A1', '101'],
    [one, 'A1', '1500'],
    [two, 'B1', '1'],
    [two, 'A1', '2'],
  ] as const) {
    refunds.push(await send(sandbox, paymentCredit(payment.pasref, { elements: { orderid, amount } })));
    await sandbox.clock.advance(1);
  }
  return { sandbox, one, two, refunds };
}

describe('GET /refunds', () => {
  test('GET /refunds lists every refund that was asked for, newest last', async () => {
    const { sandbox, one, refunds } = await history();
    const { status, body } = await refundsReport(sandbox, RANGE);
    expect(status).toBe(200);
    expect(refundReportSchema.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({
      pageNumber: '1',
      page_number: '1',
      record_count: '5',
      max_page_size: '100',
      total_number_of_records: '5',
    });
    expect(
      body.refunds.map(({ order_id, amount, result, status, message }: any) => [
        order_id,
        amount,
        result,
        status,
        message,
      ]),
    ).toEqual([
      ['A1', '999', '00', 'INITIATION_COMPLETED', 'SUCCEEDED'],
      ['A1', '101', '101', 'INITIATION_FAILED', 'DECLINED'],
      ['A1', '1500', '512', 'INITIATION_REJECTED', 'Refund limit exceeded: at most 1000'],
      ['B1', '1', '00', 'INITIATION_COMPLETED', 'SUCCEEDED'],
      ['A1', '2', '508', 'INITIATION_REJECTED', 'Original transaction not found.'],
    ]);
    expect(body.refunds[0]).toEqual({
      merchant_id: 'scudo',
      account: 'internet',
      order_id: 'A1',
      merchant_refund_id: expect.stringMatching(/^[a-z0-9]{32}$/),
      merchant_transaction_id: messageIn(one.location)['merchanttransactionid'],
      payments_reference: refunds[0]!.pasref,
      payment_method: 'testpay',
      result: '00',
      message: 'SUCCEEDED',
      status: 'INITIATION_COMPLETED',
      amount: '999',
      currency: 'EUR',
      created_on: '2026-11-20T12:00:00.000000',
    });
  });

  test.each<[string, Query, string[]]>([
    ['order', { orderId: 'B1' }, ['1']],
    ['order and state', { orderId: 'A1', transactionState: 'INITIATION_REJECTED' }, ['1500', '2']],
    ['dates', { startDateTime: compact(START + 1000), endDateTime: compact(START + 2000) }, ['101', '1500']],
    [
      'order and dates',
      { orderId: 'A1', startDateTime: compact(START + 2000), endDateTime: compact(START + 9000) },
      ['1500', '2'],
    ],
    ['one account', { orderId: 'B1', accountId: 'internet' }, ['1']],
    ['several accounts', { orderId: 'B1', accountId: 'moto,internet' }, ['1']],
    ['other accounts', { orderId: 'B1', accountId: 'moto,other' }, []],
    ['a state that none is in', { ...RANGE, transactionState: 'INITIATION_PROCESSING' }, []],
    ['page', { ...RANGE, pageSize: '2', pageNumber: '2' }, ['1500', '1']],
  ])('GET /refunds filters by %s', async (_, query, amounts) => {
    const { sandbox } = await history();
    expect(amountsOf((await refundsReport(sandbox, query)).body)).toEqual(amounts);
  });

  test('GET /refunds filters by the refund’s identifier, or the reference that it was answered with', async () => {
    const { sandbox, one, refunds } = await history();
    const { body } = await refundsReport(sandbox, RANGE);
    expect(
      amountsOf((await refundsReport(sandbox, { merchantRefundID: body.refunds[3].merchant_refund_id })).body),
    ).toEqual(['1']);
    expect(amountsOf((await refundsReport(sandbox, { merchantRefundID: refunds[1]!.pasref })).body)).toEqual(['101']);
    const id = messageIn(one.location)['merchanttransactionid'];
    expect(amountsOf((await refundsReport(sandbox, { ...RANGE, merchantTransactionId: id })).body)).toEqual([
      '999',
      '101',
      '1500',
    ]);
  });

  test.each([
    [0, 'INITIATION_PENDING'],
    [30_000, 'INITIATION_PROCESSING'],
    [60_000, 'INITIATION_COMPLETED'],
  ] as const)('filters a pending refund by its state after %i ms: %s', async (elapsed, state) => {
    const { sandbox } = sandboxWithMerchant();
    const { pasref } = await answered(sandbox);
    await send(sandbox, paymentCredit(pasref, { elements: { amount: '1202' } }));
    await sandbox.clock.advance(elapsed / 1000);
    for (const transactionState of REFUND_STATES) {
      const { body } = await refundsReport(sandbox, { orderId: 'A1', transactionState });
      expect(amountsOf(body), transactionState).toEqual(transactionState === state ? ['1202'] : []);
    }
  });

  test('leaves out refunds of other payments where merchantTransactionId is given', async () => {
    const { sandbox, two } = await history();
    const { merchanttransactionid: id } = messageIn(two.location);
    expect(amountsOf((await refundsReport(sandbox, { ...RANGE, merchantTransactionId: id })).body)).toEqual(['1']);
    expect(amountsOf((await refundsReport(sandbox, { ...RANGE, merchantTransactionId: 'x'.repeat(32) })).body)).toEqual(
      [],
    );
  });

  test('refuses a timestamp before yesterday and after tomorrow', async () => {
    const { sandbox } = sandboxWithMerchant();
    const ask = async (time: number) =>
      (await refundsReport(sandbox, { orderId: 'A1', timestamp: compact(time) })).body.message;
    const refused = 'timestamp must be between yesterday and tomorrow';
    expect(await ask(midnight(-1) - 1000)).toBe(refused);
    expect(await ask(midnight(2))).toBe(refused);
    expect(await ask(midnight(-1))).toBeUndefined();
    expect(await ask(midnight(2) - 1000)).toBeUndefined();
  });

  test('answers under the path of published clients, and is logged with the order', async () => {
    const { sandbox } = await history();
    expect((await refundsReport(sandbox, { orderId: 'B1' }, { path: '/openbanking/refunds' })).status).toBe(200);
    expect((await messagesOf(sandbox, 'B1')).at(-1)).toMatchObject({
      kind: 'refunds-report',
      http_status: 200,
      request: { orderId: 'B1' },
    });
  });

  const refusal = async (query: Query, options = {}) => {
    const { status, body } = await refundsReport(sandboxWithMerchant(options).sandbox, query);
    return [status, body];
  };

  test.each<[string, Query]>([
    ['merchantRefundID, or orderId, or both startDateTime and endDateTime, is required', {}],
    [
      'merchantRefundID, or orderId, or both startDateTime and endDateTime, is required',
      { merchantTransactionId: 'x' },
    ],
    ['endDateTime is missing', { startDateTime: compact(START) }],
    [
      'endDateTime must be at most 30 days after startDateTime',
      { orderId: 'A1', startDateTime: compact(START - 31 * DAYS), endDateTime: compact(START) },
    ],
    ['transactionState is not one of the known values', { orderId: 'A1', transactionState: 'SUCCEEDED' }],
    ['accountId must be sub-accounts with commas between them', { orderId: 'A1', accountId: 'internet,' }],
    ['orderId must be an order id', { orderId: 'x'.repeat(51) }],
  ])('GET /refunds answers 400: %s', async (message, query) => {
    expect(await refusal(query)).toEqual([400, { code: '400', message }]);
  });

  test('GET /refunds answers 400 without an order id when the option refundOrderId is mandatory', async () => {
    expect(await refusal(RANGE, { refundOrderId: 'mandatory' })).toEqual([
      400,
      { code: '400', message: 'orderId is missing' },
    ]);
    expect((await refusal({ orderId: 'A1' }, { refundOrderId: 'mandatory' }))[0]).toBe(200);
  });

  test('GET /refunds answers 401 for a wrong hash and an unknown merchant', async () => {
    const { sandbox } = sandboxWithMerchant();
    expect((await refundsReport(sandbox, { orderId: 'A1' }, { secret: 'wrong' })).body).toEqual({
      code: '401',
      message: 'unauthorised, hash mismatch',
    });
    expect((await refundsReport(sandbox, { orderId: 'A1', merchantId: 'stranger' })).status).toBe(401);
    expect((await refundsReport(sandbox, { orderId: 'A1' }, { sent: { orderId: 'B1' } })).status).toBe(401);
  });
});
