import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../../src/sandbox.js';
import { createGateway, GatewayError, MessageError, type GatewayOptions } from '../../../src/server.js';
import { signed } from '../signed-messages.js';
import { all } from './sample-calls.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const [START, END] = [new Date('2026-11-20T00:00:00Z'), new Date('2026-11-20T23:59:59Z')];

/** A gateway client whose every request is kept, before the sandbox or what a test answers. */
function client({
  answer,
  sandbox = createSandbox({ now: () => NOW }),
  secret = 'secret',
  options = {},
}: {
  answer?: (url: URL) => Response;
  sandbox?: ReturnType<typeof createSandbox>;
  secret?: string;
  options?: Partial<GatewayOptions>;
} = {}) {
  const sent: { url: URL; headers: Headers }[] = [];
  const gateway = createGateway({
    baseUrl: 'http://127.0.0.1:4174',
    merchantId: 'scudo',
    accountId: 'internet',
    secret,
    refundPassword: 'refund',
    now: () => NOW,
    ...options,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const url = new URL(request.url);
      sent.push({ url, headers: request.headers });
      return answer && url.pathname !== '/epage-remote.cgi' ? answer(url) : sandbox.fetch(request);
    },
  });
  return { gateway, sent, sandbox };
}

const begin = (gateway: ReturnType<typeof client>['gateway'], orderId: string, amount = '1999') =>
  gateway.paymentSets.create({
    orderId,
    amount,
    currency: 'EUR',
    method: 'testpay',
    returnUrl: 'http://127.0.0.1:9/r',
    statusUrl: 'http://127.0.0.1:9/s',
    accountHolderName: 'Ada Lovelace',
    country: 'GB',
  });

const payment = (id: string) => ({ order_id: `order-${id}`, merchant_transaction_id: id });

function reportPage({ pageNumber = 1, total = 1, payments = [] as unknown[] }): Response {
  return Response.json({
    pageNumber: String(pageNumber),
    record_count: String(payments.length),
    max_page_size: '100',
    total_number_of_records: String(total),
    payments,
  });
}

/** The first record of a payments report with this record. */
async function read(record: object) {
  const { gateway } = client({ answer: () => reportPage({ payments: [record] }) });
  return (await gateway.payments.page({ startedFrom: START, startedTo: END })).records[0];
}

describe('the payments report', () => {
  it('returns records with camelCase names', async () => {
    expect(
      await read({
        merchant_id: 'scudo',
        account: 'internet',
        order_id: 'A1',
        result: '00',
        message: 'SUCCEEDED',
        status: 'SUCCEEDED',
        amount: '1999',
        currency: 'EUR',
        created_on: '2026-11-20T12:00:00',
        txid: 'tx',
        merchant_transaction_id: 'mt',
        payments_reference: '16898444372586159',
        payment_method: 'testpay',
        payment_purpose: 'Order A1',
        wait_for_notification: '1',
        fund_status: 'RECEIVED',
        country: 'GB',
      }),
    ).toEqual({
      merchantId: 'scudo',
      account: 'internet',
      orderId: 'A1',
      result: '00',
      message: 'SUCCEEDED',
      status: 'SUCCEEDED',
      amount: '1999',
      currency: 'EUR',
      createdAt: '2026-11-20T12:00:00',
      txid: 'tx',
      merchantTransactionId: 'mt',
      pasref: '16898444372586159',
      paymentMethod: 'testpay',
      paymentPurpose: 'Order A1',
      waitForNotification: true,
      fundStatus: 'RECEIVED',
      country: 'GB',
    });
  });

  it.each([
    [
      'the document’s words',
      { 'Order Id': 'A1', merchantTransactionID: 'mt', 'Payments Reference': 'p', 'Fund Status': 'MISSING' },
    ],
    ['camelCase', { orderId: 'A1', merchantTransactionId: 'mt', paymentsReference: 'p', fundStatus: 'MISSING' }],
    ['the names of published clients', { order_id: 'A1', ob_trans_id: 'mt', pasref: 'p', fund_status: 'MISSING' }],
  ])('reads a record in %s', async (_what, record) => {
    expect(await read(record)).toEqual({
      orderId: 'A1',
      merchantTransactionId: 'mt',
      pasref: 'p',
      fundStatus: 'MISSING',
    });
  });

  it('reads null as absent, numbers as text, and unknown values as they are', async () => {
    const record = { order_id: 'A1', iban: null, amount: 1999, fund_status: 'LOST', status: 'BRAND_NEW', message: '' };
    expect(await read(record)).toEqual({ orderId: 'A1', amount: '1999', fundStatus: 'LOST', status: 'BRAND_NEW' });
  });

  it.each([
    ['a single record', { payments: { order_id: 'A1' } }, 1],
    ['no list and a count of 0', { record_count: '0' }, 0],
    ['null for a list of 0 records', { payments: null, total_number_of_records: 0 }, 0],
    ['page numbers of another shape', { payments: [{ order_id: 'A1' }], pageNumber: [1], max_page_size: 'all' }, 1],
  ])('reads a page with %s', async (_what, body, count) => {
    const { gateway } = client({ answer: () => Response.json(body) });
    const page = await gateway.payments.page({ startedFrom: START, startedTo: END });
    expect([page.records.length, page.pageNumber]).toEqual([count, 1]);
  });

  it('reads a record whose informational fields have another shape, and none whose amount has', async () => {
    const shapes = { message: ['x'], txid: {}, country: [['GB']], fund_status: { a: 1 }, created_on: [], iban: [7] };
    expect(await read({ order_id: 'A1', merchant_transaction_id: 'no id', ...shapes })).toEqual({ orderId: 'A1' });
    expect(await read({ order_id: 'A1', amount: { value: '1999' } })).toBeUndefined();
  });

  it('reads codes as numbers and names in small letters', async () => {
    const codes = { result: 0, status: 'succeeded', currency: 'eur', wait_for_notification: 'yes' };
    expect(await read({ order_id: 'A1', ...codes })).toEqual({
      orderId: 'A1',
      result: '00',
      status: 'SUCCEEDED',
      currency: 'EUR',
      waitForNotification: true,
    });
    expect(await read({ order_id: 'A1', result: 101 })).toEqual({ orderId: 'A1', result: '101' });
  });

  it('reads a list that is the only field of an object, and skips records without a known identifier', async () => {
    const list = async (payments: unknown) => {
      const { gateway } = client({ answer: () => Response.json({ payments, refunds: payments }) });
      const page = await gateway.payments.page({ startedFrom: START, startedTo: END });
      expect(await gateway.refunds.page({ orderId: 'A1' })).toEqual(page);
      return [page.records, page.skipped];
    };
    for (const payments of [{ payment: { order_id: 'A1' } }, { item: [{ order_id: 'A1' }] }, { order_id: 'A1' }])
      expect(await list(payments)).toEqual([[{ orderId: 'A1' }], 0]);
    // A look-up must not conclude from these that the gateway does not list the payment.
    for (const record of [{ payment: { order_id: 'A1' }, n: 1 }, { reference: 'A1' }, { order_id: null }])
      expect(await list([record])).toEqual([[], 1]);
  });

  it('reads the list under the name that is configured', async () => {
    const names = { payments: 'items', refunds: 'entries' };
    const answer = () => Response.json({ items: [{ order_id: 'A1' }], entries: [{ order_id: 'A2' }] });
    const { gateway } = client({ answer, options: { names } });
    expect((await gateway.payments.page({ startedFrom: START, startedTo: END })).records).toEqual([{ orderId: 'A1' }]);
    expect((await gateway.refunds.page({ orderId: 'A2' })).records).toEqual([{ orderId: 'A2' }]);
  });

  it('skips and counts a record that cannot be read, and returns the others', async () => {
    const payments = ['nonsense', { order_id: {} }, payment('c')];
    const { gateway } = client({ answer: () => reportPage({ total: 3, payments }) });
    const range = { startedFrom: START, startedTo: END };
    expect(await gateway.payments.page(range)).toMatchObject({ records: [{ orderId: 'order-c' }], skipped: 2 });
    const missing: number[] = [];
    const records = await all(gateway.payments.list(range, { onIncomplete: (count) => missing.push(count) }));
    expect([records.length, missing]).toEqual([1, [2]]);
  });

  it('masks a card number in the message of a record', async () => {
    expect((await read({ order_id: 'A1', message: 'card 4222000006285344' }))?.message).toBe('card 422200******5344');
  });
});

describe('the request of a report', () => {
  it('sends every parameter and always a page, with the hash of the published clients', async () => {
    const { gateway, sent } = client({
      answer: () =>
        Response.json({
          pageNumber: '3',
          record_count: '0',
          max_page_size: '50',
          total_number_of_records: '0',
          payments: [],
        }),
    });
    await gateway.payments.page(
      {
        startedFrom: START,
        startedTo: END,
        accountId: 'internet',
        returnPii: true,
        transactionState: 'SUCCEEDED',
        pageSize: 50,
      },
      3,
    );
    const { url, headers } = sent[0]!;
    expect(Object.fromEntries(url.searchParams)).toEqual({
      timestamp: '20261120120000',
      merchantId: 'scudo',
      startDateTime: '20261120000000',
      endDateTime: '20261120235959',
      transactionState: 'SUCCEEDED',
      pageSize: '50',
      pageNumber: '3',
      accountId: 'internet',
      returnPii: 'true',
    });
    expect(headers.get('authorization')).toBe(
      `SHA1 ${signed(['20261120120000', 'scudo', 'internet', '', '20261120000000', '20261120235959', 'True'])}`,
    );
  });

  it('names page 1 in every first request, because the document’s default is page 100', async () => {
    const sandbox = createSandbox({ now: () => NOW, defaultPageNumber: 100 });
    const { gateway, sent } = client({ sandbox });
    await begin(gateway, 'A1');
    const range = { startedFrom: START, startedTo: END };
    const reads = [
      async () => (await gateway.payments.page(range)).records,
      () => all(gateway.payments.list(range)),
      async () => (await gateway.refunds.page(range)).records,
      () => all(gateway.refunds.list(range)),
    ];
    const before = sent.length;
    const found = await Promise.all(reads.map((read) => read()));
    expect(found.map(({ length }) => length)).toEqual([1, 1, 0, 0]);
    expect(sent.slice(before).map(({ url }) => url.searchParams.get('pageNumber'))).toEqual(['1', '1', '1', '1']);
  });

  it('finds a payment by its transaction, with an empty account in the hash', async () => {
    const { gateway, sent } = client({
      answer: () =>
        Response.json({
          page_number: 1,
          record_count: 1,
          max_page_size: 100,
          total_number_of_records: 1,
          payments: [{ order_id: 'A', ob_trans_id: 'x' }],
        }),
    });
    expect(await gateway.payments.page({ merchantTransactionId: 'f3f3', accountId: 'internet' })).toEqual({
      records: [{ orderId: 'A', merchantTransactionId: 'x' }],
      skipped: 0,
      pageNumber: 1,
      pageSize: 100,
      total: 1,
    });
    expect(sent[0]!.headers.get('authorization')).toBe(
      `SHA1 ${signed(['20261120120000', 'scudo', '', 'f3f3', '', '', ''])}`,
    );
  });

  it.each([
    [{}, 'startedFrom'],
    [{ startedFrom: START }, 'startedTo'],
    [{ startedTo: END }, 'startedFrom'],
    [{ startedFrom: END, startedTo: START }, 'startedTo'],
    [{ startedFrom: START, startedTo: new Date(START.getTime() + 31 * 86_400_000) }, 'startedTo'],
    [{ merchantTransactionId: 'x'.repeat(33) }, 'merchantTransactionId'],
    [{ startedFrom: START, startedTo: END, pageSize: 0 }, 'pageSize'],
    [{ startedFrom: START, startedTo: END, pageSize: 101 }, 'pageSize'],
    [{ startedFrom: START, startedTo: END, accountId: 'not an account' }, 'accountId'],
  ])('rejects %j before it is sent, and names %s', async (input, field) => {
    const { gateway, sent } = client();
    const failure = await gateway.payments.page(input).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MessageError);
    expect((failure as MessageError).issues.map((issue) => issue.field)).toContain(field);
    expect(sent).toHaveLength(0);
  });

  it('accepts a page from 1 to 1,000,000', async () => {
    const { gateway } = client();
    for (const page of [0, 1_000_001, 1.5])
      await expect(gateway.payments.page({ startedFrom: START, startedTo: END }, page)).rejects.toThrow('pageNumber');
  });

  it('finds refunds by order, by refund, or by both dates', async () => {
    const { gateway } = client();
    for (const input of [
      { orderId: 'A1' },
      { merchantRefundId: 'R1' },
      { startedFrom: START, startedTo: END },
      { orderId: 'A1', accountIds: ['internet', 'other'] },
    ]) {
      expect(await gateway.refunds.page(input)).toMatchObject({ records: [], total: 0 });
    }
    await expect(gateway.refunds.page({})).rejects.toThrow('orderId');
  });
});

describe('a long report', () => {
  it('yields the records of all pages', async () => {
    const { gateway, sent } = client();
    const ids = Array.from({ length: 230 }, (_, index) => `L${index}`);
    for (const id of ids) await begin(gateway, id);
    const before = sent.length;
    const records = await all(gateway.payments.list({ startedFrom: START, startedTo: END }));
    expect(records.map(({ orderId }) => orderId)).toEqual(ids);
    expect(sent.length - before).toBe(3);
    expect(records[0]).toMatchObject({
      status: 'INITIATED',
      amount: '1999',
      currency: 'EUR',
      paymentMethod: 'testpay',
    });
  });

  it('ends at an empty page although the report promises more', async () => {
    let pages = 0;
    const { gateway } = client({
      answer: () => reportPage({ pageNumber: ++pages, total: 1000, payments: pages > 3 ? [] : [payment(`${pages}`)] }),
    });
    const missing: number[] = [];
    const range = { startedFrom: START, startedTo: END };
    const records = await all(gateway.payments.list(range, { onIncomplete: (count) => missing.push(count) }));
    expect([records.length, pages, missing]).toEqual([3, 4, [997]]);
  });

  it('yields each record once when the gateway ignores the page, and reports the rest as missing', async () => {
    const answer = () => reportPage({ pageNumber: 1, total: 3, payments: [payment('a'), payment('b')] });
    const { gateway, sent } = client({ answer });
    const missing: number[] = [];
    const range = { startedFrom: START, startedTo: END };
    const records = await all(gateway.payments.list(range, { onIncomplete: (count) => missing.push(count) }));
    expect(records.map(({ merchantTransactionId }) => merchantTransactionId)).toEqual(['a', 'b']);
    expect([sent.length, missing]).toEqual([2, [1]]);
  });

  it('yields two equal records of one page, which are two refunds', async () => {
    const refund = { order_id: 'A1', amount: '100' };
    const answer = () => Response.json({ pageNumber: 1, total_number_of_records: 2, refunds: [refund, refund] });
    expect(await all(client({ answer }).gateway.refunds.list({ orderId: 'A1' }))).toHaveLength(2);
  });
});

describe('the answer to a report', () => {
  it('fails as unauthorized for a wrong secret', async () => {
    const { gateway } = client({ secret: 'wrong' });
    await expect(gateway.payments.page({ startedFrom: START, startedTo: END })).rejects.toMatchObject({
      failure: { kind: 'unauthorized' },
    });
    await expect(gateway.refunds.page({ orderId: 'A' })).rejects.toMatchObject({ failure: { kind: 'unauthorized' } });
  });

  it.each([
    [
      400,
      { code: '400', message: 'pageSize is wrong' },
      { kind: 'refused', result: '400', message: 'pageSize is wrong' },
    ],
    [400, { message: 'pageSize is wrong' }, { kind: 'refused', result: '400', message: 'pageSize is wrong' }],
    [400, { code: { a: 1 }, message: ' ' }, { kind: 'invalid' }],
    [400, 'nonsense', { kind: 'invalid' }],
    [401, { code: '401', message: 'not enabled' }, { kind: 'unauthorized', message: 'not enabled' }],
    [500, { code: '500', message: 'busy' }, { kind: 'internal', message: 'busy' }],
    [500, { message: 'about 4111111111111111' }, { kind: 'internal', message: 'about 411111******1111' }],
    [302, {}, { kind: 'http', status: 302 }],
    [404, {}, { kind: 'not-found' }],
    [405, {}, { kind: 'method' }],
    [500, {}, { kind: 'internal' }],
    [200, {}, { kind: 'bad-answer' }],
    [200, 'nonsense', { kind: 'bad-answer' }],
  ])('reports HTTP %d with %j as %j', async (status, body, failure) => {
    const { gateway } = client({ answer: () => new Response(JSON.stringify(body), { status }) });
    const error = await gateway.payments
      .page({ startedFrom: START, startedTo: END })
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(GatewayError);
    expect((error as GatewayError).failure).toMatchObject(failure);
  });

  it.each([201, 203])('reads the records of an answer with HTTP status %i', async (status) => {
    const { gateway } = client({
      answer: () => new Response(reportPage({ payments: [payment('a')] }).body, { status }),
    });
    expect(await gateway.payments.page({ startedFrom: START, startedTo: END })).toMatchObject({
      records: [{ orderId: 'order-a' }],
    });
  });

  it('shows the orderId as the document marks it, where the gateway reads it so', async () => {
    const { gateway } = client({ sandbox: createSandbox({ now: () => NOW, refundOrderId: 'mandatory' }) });
    await expect(gateway.refunds.page({ startedFrom: START, startedTo: END })).rejects.toMatchObject({
      failure: { kind: 'refused' },
    });
    expect(await gateway.refunds.page({ orderId: 'A1' })).toMatchObject({ total: 0 });
  });
});
