import { describe, expect, test } from 'vitest';
import { paymentReportSchema, reportErrorSchema } from '../../../src/protocol/reports/report-answer.js';
import type { ReportOverride, SandboxOptions } from '../../../src/sandbox.js';
import { BASE, messagesOf, midnight, START } from '../sandbox-client.js';
import {
  answered,
  answerPage,
  compact,
  initiated,
  messageIn,
  paymentCredit,
  sandboxWithMerchant,
  send,
  type MethodOptions,
} from '../method-client.js';
import { authorizeCard, paymentsReport, refundsReport, type Query, type ReportOptions } from './report-client.js';

const HOURS = 3_600_000;
const DAYS = 24 * HOURS;
const RANGE = { startDateTime: compact(START - DAYS), endDateTime: compact(START + DAYS) };
const order = (orderid: string, details = {}): MethodOptions => ({ elements: { orderid }, details });
const ordersOf = (body: any) => body.payments.map(({ order_id }: { order_id: string }) => order_id);

/** One of each: states of both ways to pay, a second apart. */
async function history(options: SandboxOptions = {}) {
  const { sandbox } = sandboxWithMerchant(options);
  const pass = () => sandbox.clock.advance(1);
  const aborting = new AbortController();
  await answered(sandbox, 'Succeeded', 'No delay', order('succeeded'));
  await pass();
  await authorizeCard(sandbox, 'authorised');
  await pass();
  await answered(sandbox, 'Pending', 'No delay', order('pending'));
  await pass();
  await answered(sandbox, 'Failed UserAbort', 'No delay', order('failed'));
  await pass();
  await authorizeCard(sandbox, 'declined', '5101');
  await pass();
  await authorizeCard(sandbox, 'unreachable', '1205');
  await pass();
  const unanswered = authorizeCard(sandbox, 'in-doubt', '1408', aborting.signal);
  await expect.poll(() => sandbox.messages.list('in-doubt')).toHaveLength(1);
  aborting.abort();
  await unanswered;
  await pass();
  await initiated(sandbox, order('initiated'));
  await pass();
  await answered(sandbox, 'Succeeded', '1h after submit', order('delayed'));
  return sandbox;
}
const ORDERS = [
  'succeeded',
  'authorised',
  'pending',
  'failed',
  'declined',
  'unreachable',
  'in-doubt',
  'initiated',
  'delayed',
];

describe('GET /payments', () => {
  test('GET /payments lists every payment, cards included, newest last', async () => {
    const sandbox = await history();
    const { status, body } = await paymentsReport(sandbox, RANGE);
    expect(status).toBe(200);
    expect(paymentReportSchema.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({
      pageNumber: '1',
      page_number: '1',
      record_count: '9',
      max_page_size: '100',
      total_number_of_records: '9',
    });
    expect(ordersOf(body)).toEqual(ORDERS);
    expect(
      body.payments.map(({ status, result, payment_method, fund_status, wait_for_notification }: any) => [
        status,
        result,
        payment_method,
        fund_status,
        wait_for_notification,
      ]),
    ).toEqual([
      ['SUCCEEDED', '00', 'testpay', 'NOT_EXPECTED', '0'],
      ['AUTHORISED', '00', 'card', undefined, '0'],
      ['PENDING', '01', 'testpay', 'WAITING', '1'],
      ['FAILED', '101', 'testpay', 'NOT_EXPECTED', '0'],
      ['DECLINED', '101', 'card', undefined, '0'],
      ['FAILED', '205', 'card', undefined, '0'],
      ['INDOUBT', undefined, 'card', undefined, '0'],
      ['INITIATED', '01', 'testpay', 'WAITING', '0'],
      ['PENDING', '01', 'testpay', 'WAITING', '1'],
    ]);
    await sandbox.clock.advance(3600);
    expect((await paymentsReport(sandbox, RANGE)).body.payments.at(-1)).toMatchObject({
      order_id: 'delayed',
      status: 'SUCCEEDED',
      result: '00',
    });
  });

  test('GET /payments returns every field of a record', async () => {
    const { sandbox } = sandboxWithMerchant();
    const { location, pasref } = await answered(sandbox);
    const card = await authorizeCard(sandbox, 'C1');
    const id = messageIn(location)['merchanttransactionid']!;
    const { payments } = (await paymentsReport(sandbox, RANGE)).body;
    expect(payments[0]).toEqual({
      merchant_id: 'scudo',
      account: 'internet',
      order_id: 'A1',
      amount: '1999',
      currency: 'EUR',
      created_on: '2026-11-20T12:00:00.000000',
      merchant_transaction_id: id,
      ob_trans_id: id,
      payments_reference: pasref,
      result: '00',
      message: 'SUCCEEDED',
      status: 'SUCCEEDED',
      txid: `TP-${pasref}`,
      payment_method: 'testpay',
      payment_purpose: 'Coins',
      wait_for_notification: '0',
      fund_status: 'NOT_EXPECTED',
      country: 'DE',
      bic: 'SCUDDEFF',
      bank_name: 'Sandbox Bank',
    });
    expect(payments[1]).toEqual({
      merchant_id: 'scudo',
      account: 'internet',
      order_id: 'C1',
      amount: '1999',
      currency: 'GBP',
      created_on: '2026-11-20T12:00:00.000000',
      merchant_transaction_id: expect.stringMatching(/^[a-zA-Z0-9]{32}$/),
      ob_trans_id: expect.any(String),
      payments_reference: card!.pasref,
      result: '00',
      message: '[ test system ] AUTHORISED',
      status: 'AUTHORISED',
      payment_method: 'card',
      wait_for_notification: '0',
    });
  });

  test('GET /payments by an identifier returns a list of one at any time, also of a card', async () => {
    const sandbox = await history();
    const { payments } = (await paymentsReport(sandbox, RANGE)).body;
    for (const { merchant_transaction_id: merchantTransactionId, order_id } of payments) {
      expect((await paymentsReport(sandbox, { merchantTransactionId })).body).toMatchObject({
        total_number_of_records: '1',
        payments: [{ order_id }],
      });
    }
    const [{ merchant_transaction_id: merchantTransactionId }] = payments;
    // The account's place in the hash is empty then, sent or not.
    expect((await paymentsReport(sandbox, { merchantTransactionId, accountId: 'internet' })).body.record_count).toBe(
      '1',
    );
    const old = { startDateTime: compact(START - 9 * DAYS), endDateTime: compact(START - 8 * DAYS) };
    expect((await paymentsReport(sandbox, { merchantTransactionId, ...old })).body.record_count).toBe('1');
    expect((await paymentsReport(sandbox, { merchantTransactionId: 'x'.repeat(32) })).body).toMatchObject({
      record_count: '0',
      payments: [],
    });
    expect((await messagesOf(sandbox, 'succeeded')).map(({ kind }) => kind)).toContain('payments-report');
  });

  test.each([
    ['SUCCEEDED', ['succeeded']],
    ['PENDING', ['pending', 'delayed']],
    ['FAILED', ['failed', 'unreachable']],
    ['INITIATED', ['initiated']],
    ['DECLINED', ['declined']],
    ['AUTHORISED', ['authorised']],
    ['INDOUBT', ['in-doubt']],
  ])('GET /payments filters by state: %s', async (transactionState, orders) => {
    expect(ordersOf((await paymentsReport(await history(), { ...RANGE, transactionState })).body)).toEqual(orders);
  });

  test('GET /payments filters by account, and by the seconds of the range, both ends included', async () => {
    const sandbox = await history();
    expect((await paymentsReport(sandbox, { ...RANGE, accountId: 'internet' })).body.record_count).toBe('9');
    expect((await paymentsReport(sandbox, { ...RANGE, accountId: 'moto' })).body.record_count).toBe('0');
    const range = { startDateTime: compact(START + 1000), endDateTime: compact(START + 3000) };
    expect(ordersOf((await paymentsReport(sandbox, range)).body)).toEqual(['authorised', 'pending', 'failed']);
  });

  test('GET /payments returns the list in pages', async () => {
    const sandbox = await history();
    const page = async (pageNumber: string) =>
      (await paymentsReport(sandbox, { ...RANGE, pageSize: '4', pageNumber })).body;
    expect([
      ordersOf(await page('1')),
      ordersOf(await page('2')),
      ordersOf(await page('3')),
      ordersOf(await page('4')),
    ]).toEqual([ORDERS.slice(0, 4), ORDERS.slice(4, 8), ORDERS.slice(8), []]);
    expect(await page('3')).toMatchObject({
      pageNumber: '3',
      page_number: '3',
      record_count: '1',
      max_page_size: '4',
      total_number_of_records: '9',
    });
    expect((await paymentsReport(await history({ defaultPageNumber: 100 }), RANGE)).body).toMatchObject({
      pageNumber: '100',
      record_count: '0',
      total_number_of_records: '9',
    });
  });

  test('GET /payments returns personal data on request only', async () => {
    const sandbox = await history();
    const personal = ['account_holder_name', 'account_number', 'iban', 'bank_code'];
    for (const returnPii of [undefined, 'false', 'False']) {
      for (const record of (await paymentsReport(sandbox, { ...RANGE, returnPii })).body.payments)
        expect(Object.keys(record).filter((key) => personal.includes(key))).toEqual([]);
      // The document removes four fields, and keeps the bank.
      const [{ bic, bank_name }] = (await paymentsReport(sandbox, { ...RANGE, returnPii })).body.payments;
      expect([bic, bank_name]).toEqual([expect.stringMatching(/^[A-Z]{6}[A-Z0-9]{2}$/), 'Sandbox Bank']);
    }
    for (const returnPii of ['true', 'True']) {
      const { body } = await paymentsReport(sandbox, { ...RANGE, returnPii });
      expect(paymentReportSchema.safeParse(body).success).toBe(true);
      expect(body.payments[0]).toMatchObject({
        account_holder_name: 'Ada Lovelace',
        account_number: expect.stringMatching(/^[1-9]\d{9}$/),
        iban: expect.stringMatching(/^DE\d{20}$/),
        bank_code: '99912345',
        bic: expect.stringMatching(/^[A-Z]{6}[A-Z0-9]{2}$/),
        bank_name: 'Sandbox Bank',
      });
      // The account is unknown, so the record has no number of it.
      expect(body.payments[2]).toMatchObject({ account_holder_name: 'Ada Lovelace' });
      expect(body.payments[2]).not.toHaveProperty('iban');
    }
  });

  test.each(['AT', 'BR', 'DE', 'GB', 'IE', 'NL', undefined])(
    'an IBAN of %s has right check digits',
    async (country) => {
      const { sandbox } = sandboxWithMerchant();
      await answered(sandbox, 'Succeeded', 'No delay', order('A1', { country }));
      const [{ iban, account_number, bank_code }] = (await paymentsReport(sandbox, { ...RANGE, returnPii: 'true' }))
        .body.payments;
      expect(iban.slice(4)).toContain(`${bank_code}${account_number}`);
      const digits = Array.from(`${(iban as string).slice(4)}${(iban as string).slice(0, 4)}`, (sign) =>
        parseInt(sign, 36),
      ).join('');
      expect(BigInt(digits) % 97n).toBe(1n);
      expect(iban).toHaveLength({ AT: 20, BR: 29, DE: 22, GB: 22, IE: 22, NL: 18 }[country as 'AT'] ?? 22);
    },
  );

  const accountOf = async (country: string, orderid = 'A1') => {
    const { sandbox } = sandboxWithMerchant();
    await answered(sandbox, 'Succeeded', 'No delay', order(orderid, { country }));
    return (await paymentsReport(sandbox, { ...RANGE, returnPii: 'true' })).body.payments[0];
  };

  test('gives a Mexican payment a CLABE of 18 digits with a right check digit, and no IBAN', async () => {
    const record = await accountOf('MX');
    expect(record.account_number).toMatch(/^\d{18}$/);
    const digits = Array.from(record.account_number as string, Number);
    const sum = digits.slice(0, 17).reduce((total, digit, index) => total + ((digit * [3, 7, 1][index % 3]!) % 10), 0);
    expect((sum + digits[17]!) % 10).toBe(0);
    expect(record.bank_code).toBe(record.account_number.slice(0, 3));
    expect(record.bic).toBe('SCUDMX2L');
    expect(record).not.toHaveProperty('iban');
  });

  test('gives a Brazilian payment an account number of at least 4 digits', async () => {
    expect((await accountOf('BR')).account_number).toMatch(/^\d{4,}$/);
  });

  test('gives a German payment an account number of digits without leading zeros', async () => {
    expect((await accountOf('DE')).account_number).toMatch(/^[1-9]\d*$/);
  });

  test.each(['AT', 'BR', 'DE', 'FR', 'GB', 'IE', 'MX', 'NL', 'US'])(
    'gives a payment from %s a bank of that country',
    async (country) => {
      const { bic, iban = country } = await accountOf(country);
      expect(bic).toMatch(new RegExp(`^[A-Z]{4}${country}[A-Z0-9]{2}$`));
      expect(iban.slice(0, 2)).toBe(country);
    },
  );

  test('finds a payment by obTransId, the name of published clients, which is hashed like the document’s', async () => {
    const sandbox = await history();
    const [{ merchant_transaction_id: id }] = (await paymentsReport(sandbox, RANGE)).body.payments;
    const obTransId = { sent: { merchantTransactionId: undefined, obTransId: id } };
    expect((await paymentsReport(sandbox, { merchantTransactionId: id }, obTransId)).body).toMatchObject({
      total_number_of_records: '1',
      payments: [{ order_id: 'succeeded' }],
    });
    const both = { sent: { obTransId: id } };
    expect((await paymentsReport(sandbox, { merchantTransactionId: id }, both)).body.record_count).toBe('1');
    const different = { sent: { obTransId: 'x'.repeat(32) } };
    expect((await paymentsReport(sandbox, { merchantTransactionId: id }, different)).body).toEqual({
      code: '400',
      message: 'merchantTransactionId and obTransId must be the same',
    });
    expect(await paymentsReport(sandbox, { obTransId: id })).toMatchObject({ status: 401 });
  });

  test('answers under the path of published clients', async () => {
    expect((await paymentsReport(await history(), RANGE, { path: '/openbanking/payments' })).body.record_count).toBe(
      '9',
    );
  });
});

describe('the option reportFields', () => {
  test('leaves only the document’s fields in a record', async () => {
    const { sandbox } = sandboxWithMerchant({ reportFields: 'document' });
    const { location, pasref } = await answered(sandbox);
    const { body } = await paymentsReport(sandbox, { ...RANGE, returnPii: 'true' });
    expect(body.payments[0]).toEqual({
      merchant_id: 'scudo',
      account: 'internet',
      order_id: 'A1',
      merchant_transaction_id: messageIn(location)['merchanttransactionid'],
      payments_reference: pasref,
      result: '00',
      message: 'SUCCEEDED',
      txid: `TP-${pasref}`,
      payment_method: 'testpay',
      payment_purpose: 'Coins',
      wait_for_notification: '0',
      fund_status: 'NOT_EXPECTED',
      country: 'DE',
      account_holder_name: 'Ada Lovelace',
      account_number: expect.any(String),
      iban: expect.any(String),
      bank_code: expect.any(String),
      bic: expect.any(String),
      bank_name: expect.any(String),
    });
    expect(paymentReportSchema.safeParse(body).success).toBe(true);
  });

  test.each(['all', 'document'] as const)(
    'the filter of a report with the fields %s distinguishes an initiated payment from a pending one',
    async (reportFields) => {
      const sandbox = await history({ reportFields });
      const initiatedOnly = { ...RANGE, transactionState: 'INITIATED' };
      expect(ordersOf((await paymentsReport(sandbox, initiatedOnly)).body)).toEqual(['initiated']);
      const [{ merchant_transaction_id: id }] = (await paymentsReport(sandbox, initiatedOnly)).body.payments;
      const hits = async (transactionState: string) =>
        ordersOf((await paymentsReport(sandbox, { merchantTransactionId: id, transactionState })).body);
      expect(await hits('INITIATED')).toEqual(['initiated']);
      expect(await hits('PENDING')).toEqual([]);
    },
  );
});

describe('the option reportDelay', () => {
  test('reportDelay lists payments and their states after its seconds', async () => {
    const { sandbox } = sandboxWithMerchant({ reportDelay: 60 });
    const { page } = await initiated(sandbox, order('A1'));
    await sandbox.clock.advance(10);
    await answerPage(sandbox, page, 'Succeeded', '30s after submit');
    const states = async () => (await paymentsReport(sandbox, RANGE)).body.payments.map(({ status }: any) => status);
    await sandbox.clock.advance(49.999);
    expect(await states()).toEqual([]);
    await sandbox.clock.advance(0.001);
    expect(await states()).toEqual(['INITIATED']);
    await sandbox.clock.advance(10);
    expect(await states()).toEqual(['PENDING']);
    await sandbox.clock.advance(29.999);
    expect(await states()).toEqual(['PENDING']);
    await sandbox.clock.advance(0.001);
    expect(await states()).toEqual(['SUCCEEDED']);
  });

  test('reportDelay lists refunds and their states after its seconds', async () => {
    const { sandbox } = sandboxWithMerchant({ reportDelay: 60 });
    const { pasref } = await answered(sandbox);
    await send(sandbox, paymentCredit(pasref, { elements: { amount: '1202' } }));
    const states = async () =>
      (await refundsReport(sandbox, { orderId: 'A1' })).body.refunds.map(({ status }: any) => status);
    await sandbox.clock.advance(59.999);
    expect(await states()).toEqual([]);
    await sandbox.clock.advance(0.001);
    expect(await states()).toEqual(['INITIATION_PENDING']);
    await sandbox.clock.advance(60);
    expect(await states()).toEqual(['INITIATION_COMPLETED']);
  });
});

describe('the option reportOverride', () => {
  /** The record of one payment by testpay, as the override changes it. */
  const overridden = async (override: ReportOverride, query: Query = {}) => {
    const { sandbox } = sandboxWithMerchant({
      reportOverride: ({ orderId }) => (orderId === 'A1' ? override : undefined),
    });
    await answered(sandbox);
    return (await paymentsReport(sandbox, { ...RANGE, ...query })).body.payments;
  };

  test.each([
    ['AUTHORISED', '00', 'AUTHORISED'],
    ['DECLINED', '101', 'DECLINED'],
    ['INDOUBT', undefined, undefined],
    ['FAILED', '101', 'FAILED'],
    ['PENDING', '01', 'PENDING'],
    ['INITIATED', '01', 'PENDING'],
  ] as const)('lists a payment by testpay as %s, with the result of that state', async (state, result, message) => {
    const [record] = await overridden({ state });
    expect([record.status, record.result, record.message]).toEqual([state, result, message]);
    expect(await overridden({ state }, { transactionState: state })).toHaveLength(1);
    expect(await overridden({ state }, { transactionState: 'SUCCEEDED' })).toEqual([]);
  });

  test('reportOverride changes single fields of a record', async () => {
    const fields = { amount: '1', currency: 'GBP', result: '101' };
    const names = { orderId: 'B2', paymentsReference: '9' };
    expect((await overridden({ ...fields, ...names }))[0]).toMatchObject({
      ...fields,
      order_id: 'B2',
      payments_reference: '9',
      status: 'SUCCEEDED',
      message: 'SUCCEEDED',
    });
  });

  test('reportOverride removes a payment from the list', async () => {
    expect(await overridden({ listed: false })).toEqual([]);
  });
});

describe('what is refused', () => {
  const refused = async (query: Query, options: ReportOptions = {}) => {
    const answer = await paymentsReport(sandboxWithMerchant().sandbox, query, options);
    expect(reportErrorSchema.safeParse(answer.body).success).toBe(true);
    expect(answer.body.code).toBe(String(answer.status));
    return [answer.status, answer.body.message];
  };

  test.each<[string, Query]>([
    ['Either merchantTransactionId, or both startDateTime and endDateTime, is required', {}],
    ['endDateTime is missing', { startDateTime: compact(START) }],
    ['startDateTime is missing', { endDateTime: compact(START) }],
    [
      'endDateTime must not be before startDateTime',
      { startDateTime: compact(START), endDateTime: compact(START - 1000) },
    ],
    [
      'endDateTime must be at most 30 days after startDateTime',
      { startDateTime: compact(START - 30 * DAYS - 1000), endDateTime: compact(START) },
    ],
    [
      'startDateTime must be a date and time YYYYMMDDHHMMSS',
      { startDateTime: '20260230000000', endDateTime: compact(START) },
    ],
    [
      'startDateTime must be a date and time YYYYMMDDHHMMSS',
      { startDateTime: '2026-11-20', endDateTime: compact(START) },
    ],
    ['timestamp is missing', { ...RANGE, timestamp: undefined }],
    ['timestamp must be between yesterday and tomorrow', { ...RANGE, timestamp: compact(midnight(-1) - 1000) }],
    ['timestamp must be between yesterday and tomorrow', { ...RANGE, timestamp: compact(midnight(2)) }],
    ['merchantId is missing', { ...RANGE, merchantId: undefined }],
    ['accountId must be a sub-account', { ...RANGE, accountId: 'a b' }],
    ['merchantTransactionId must be at most 32 letters and digits', { merchantTransactionId: 'x'.repeat(33) }],
    ['transactionState is not one of the known values', { ...RANGE, transactionState: 'DONE' }],
    ['pageSize must be a number from 1 to 100', { ...RANGE, pageSize: '101' }],
    ['pageSize must be a number from 1 to 100', { ...RANGE, pageSize: '0' }],
    ['pageNumber must be a number from 1 to 1000000', { ...RANGE, pageNumber: '1000001' }],
    ['pageNumber must be a number from 1 to 1000000', { ...RANGE, pageNumber: '0' }],
    ['merchantId must be a merchant identifier', { ...RANGE, merchantId: 'x'.repeat(51) }],
    ['accountId must be a sub-account', { ...RANGE, accountId: 'x'.repeat(51) }],
    ['returnPii is not one of the known values', { ...RANGE, returnPii: 'yes' }],
  ])('GET /payments answers 400: %s', async (message, query) => {
    expect(await refused(query)).toEqual([400, message]);
  });

  test.each<[string, Query]>([
    ['a merchantId of 50 characters', { merchantId: 'x'.repeat(50) }],
    ['an accountId of 50 characters', { accountId: 'x'.repeat(50) }],
    ['page 1,000,000', { pageNumber: '1000000' }],
    ['page 999,999', { pageNumber: '999999' }],
    ['a page of 100', { pageSize: '100' }],
    ['a page of 1', { pageSize: '1' }],
    ['an identifier of 32 characters', { merchantTransactionId: 'x'.repeat(32) }],
  ])('GET /payments accepts %s', async (_, query) => {
    const { sandbox } = sandboxWithMerchant(query['merchantId'] ? { merchantId: query['merchantId'] } : {});
    expect(await paymentsReport(sandbox, { ...RANGE, ...query })).toMatchObject({ status: 200 });
  });

  test('GET /payments accepts a range of 30 days to the second', async () => {
    expect(
      (
        await paymentsReport(sandboxWithMerchant().sandbox, {
          startDateTime: compact(START - 30 * DAYS),
          endDateTime: compact(START),
        })
      ).status,
    ).toBe(200);
  });

  test.each<[string, Query, ReportOptions]>([
    ['another secret', {}, { secret: 'wrong' }],
    ['an unknown merchant', { merchantId: 'stranger' }, {}],
    ['another end', {}, { sent: { endDateTime: compact(START) } }],
    ['no header', {}, { authorization: () => undefined }],
    ['the JSON calls’ word', {}, { authorization: (hash) => `securehash ${hash}` }],
    ['another algorithm’s name', {}, { authorization: (hash) => `SHA256 ${hash}` }],
    ['no hash', {}, { authorization: () => 'SHA1 x' }],
  ])('GET /payments answers 401: %s', async (_, query, options) => {
    expect(await refused({ ...RANGE, ...query }, options)).toEqual([401, 'unauthorised, hash mismatch']);
  });

  test('accepts SHA-256, and the name of the algorithm in any case', async () => {
    const { sandbox } = sandboxWithMerchant();
    expect((await paymentsReport(sandbox, RANGE, { algorithm: 'sha256' })).status).toBe(200);
    expect(
      (await paymentsReport(sandbox, RANGE, { authorization: (hash) => `Sha1 ${hash.toUpperCase()}` })).status,
    ).toBe(200);
  });

  test('GET /payments answers 405 for other methods', async () => {
    const { sandbox } = sandboxWithMerchant();
    for (const path of ['/payments', '/refunds', '/openbanking/payments', '/openbanking/refunds']) {
      const response = await sandbox.fetch(new Request(`${BASE}${path}`, { method: 'POST' }));
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
    }
  });

  test('logs reports without their hashes', async () => {
    const { sandbox } = sandboxWithMerchant();
    await paymentsReport(sandbox, RANGE);
    await paymentsReport(sandbox, {});
    const messages = await messagesOf(sandbox);
    expect(messages).toMatchObject([
      {
        kind: 'payments-report',
        http_status: 200,
        request: { merchantId: 'scudo', ...RANGE },
        response: { payments: [] },
      },
      { kind: 'payments-report', http_status: 400, response: { code: '400' } },
    ]);
  });
});
