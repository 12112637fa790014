import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../../src/sandbox.js';
import { createGateway, GatewayError, MessageError } from '../../../src/server.js';
import { signed } from '../signed-messages.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const [START, END] = [new Date('2026-11-20T00:00:00Z'), new Date('2026-11-20T23:59:59Z')];

/** A gateway client whose every request is kept, before the sandbox or what a test answers. */
function client({
  answer,
  sandbox = createSandbox({ now: () => NOW }),
  secret = 'secret',
}: {
  answer?: (url: URL) => Response;
  sandbox?: ReturnType<typeof createSandbox>;
  secret?: string;
} = {}) {
  const sent: { url: URL; headers: Headers }[] = [];
  const gateway = createGateway({
    baseUrl: 'http://127.0.0.1:4174',
    merchantId: 'scudo',
    accountId: 'internet',
    secret,
    refundPassword: 'refund',
    now: () => NOW,
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

async function all<Entry>(list: AsyncIterable<Entry>): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of list) entries.push(entry);
  return entries;
}

describe('a report is asked for', () => {
  it('with every parameter, hashed as the published clients do, the page always named', async () => {
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
      { start: START, end: END, accountId: 'internet', returnPii: true, state: 'SUCCEEDED', pageSize: 50 },
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

  it('by its transaction, with the account’s place empty in the hash', async () => {
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
      records: [{ order_id: 'A', ob_trans_id: 'x' }],
      pageNumber: 1,
      pageSize: 100,
      total: 1,
    });
    expect(sent[0]!.headers.get('authorization')).toBe(
      `SHA1 ${signed(['20261120120000', 'scudo', '', 'f3f3', '', '', ''])}`,
    );
  });

  it.each([
    [{}, 'start'],
    [{ start: START }, 'end'],
    [{ end: END }, 'start'],
    [{ start: END, end: START }, 'end'],
    [{ start: START, end: new Date(START.getTime() + 31 * 86_400_000) }, 'end'],
    [{ merchantTransactionId: 'x'.repeat(33) }, 'merchantTransactionId'],
    [{ start: START, end: END, pageSize: 0 }, 'pageSize'],
    [{ start: START, end: END, pageSize: 101 }, 'pageSize'],
    [{ start: START, end: END, accountId: 'not an account' }, 'accountId'],
  ])('never as the document forbids it: %j names %s before anything is sent', async (input, field) => {
    const { gateway, sent } = client();
    const failure = await gateway.payments.page(input).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MessageError);
    expect((failure as MessageError).issues.map((issue) => issue.field)).toContain(field);
    expect(sent).toHaveLength(0);
  });

  it('for a page from 1 to 1,000,000', async () => {
    const { gateway } = client();
    for (const page of [0, 1_000_001, 1.5])
      await expect(gateway.payments.page({ start: START, end: END }, page)).rejects.toThrow('pageNumber');
  });

  it('of refunds by order, by refund, or by both dates', async () => {
    const { gateway } = client();
    for (const input of [
      { orderId: 'A1' },
      { merchantRefundId: 'R1' },
      { start: START, end: END },
      { orderId: 'A1', accountIds: ['internet', 'other'] },
    ]) {
      expect(await gateway.refunds.page(input)).toMatchObject({ records: [], total: 0 });
    }
    await expect(gateway.refunds.page({})).rejects.toThrow('orderId');
  });
});

describe('a long report', () => {
  it('is read to its end, page after page', async () => {
    const { gateway, sent } = client();
    const ids = Array.from({ length: 230 }, (_, index) => `L${index}`);
    for (const id of ids) await begin(gateway, id);
    const before = sent.length;
    const records = await all(gateway.payments.list({ start: START, end: END }));
    expect(records.map(({ order_id }) => order_id)).toEqual(ids);
    expect(sent.length - before).toBe(3);
    expect(records[0]).toMatchObject({
      status: 'INITIATED',
      amount: '1999',
      currency: 'EUR',
      payment_method: 'testpay',
    });
  });

  it('that shrinks or never ends is not read for ever', async () => {
    let pages = 0;
    const { gateway } = client({
      answer: () =>
        Response.json({
          pageNumber: String(++pages),
          record_count: '1',
          max_page_size: '100',
          total_number_of_records: '1000',
          payments: pages > 3 ? [] : [{ order_id: 'A' }],
        }),
    });
    expect(await all(gateway.payments.list({ start: START, end: END }))).toHaveLength(3);
    expect(pages).toBe(4);
  });
});

describe('what comes back', () => {
  it('is a typed error for a wrong secret', async () => {
    const { gateway } = client({ secret: 'wrong' });
    await expect(gateway.payments.page({ start: START, end: END })).rejects.toMatchObject({
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
    [400, 'nonsense', { kind: 'invalid' }],
    [404, {}, { kind: 'not-found' }],
    [405, {}, { kind: 'method' }],
    [500, {}, { kind: 'internal' }],
    [200, { payments: [] }, { kind: 'bad-answer' }],
    [200, 'nonsense', { kind: 'bad-answer' }],
    [
      200,
      { record_count: '1', max_page_size: '1', total_number_of_records: '1', payments: [{ fund_status: 'LOST' }] },
      { kind: 'bad-answer' },
    ],
  ])('HTTP %d with %j is a %j', async (status, body, failure) => {
    const { gateway } = client({ answer: () => new Response(JSON.stringify(body), { status }) });
    const error = await gateway.payments.page({ start: START, end: END }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(GatewayError);
    expect((error as GatewayError).failure).toMatchObject(failure);
  });

  it('shows the orderId as the document marks it, where the gateway reads it so', async () => {
    const { gateway } = client({ sandbox: createSandbox({ now: () => NOW, refundOrderId: 'mandatory' }) });
    await expect(gateway.refunds.page({ start: START, end: END })).rejects.toMatchObject({
      failure: { kind: 'refused' },
    });
    expect(await gateway.refunds.page({ orderId: 'A1' })).toMatchObject({ total: 0 });
  });
});
