import { describe, expect, it } from 'vitest';
import * as sample from '../../protocol/samples.js';
import { all, DAY } from './sample-calls.js';
import { failureOf, gatewayAnswering, jsonAnswer } from './scripted-fetch.js';

const [SUMMARY] = sample.SEARCH_RESULT.transactions as [(typeof sample.SEARCH_RESULT.transactions)[number]];
const hit = (name: string) => ({ ...SUMMARY, order_id: name, server_trans_id: name });

/** A gateway with these pages; `pageOf` reads the page from the request. */
function searching(
  pages: readonly (readonly unknown[])[],
  { total = pages.flat().length, pageOf = (body: Record<string, number>) => body['page_number'] ?? 1 } = {},
) {
  return gatewayAnswering(async (request) => {
    const page = pageOf((await request.json()) as Record<string, number>);
    return jsonAnswer({
      ...sample.SEARCH_RESULT,
      page_size: 2,
      page_number: page,
      total_records_available: total,
      transactions: pages[page - 1] ?? [],
    })();
  });
}

const bodiesOf = (sent: readonly { readonly text: string }[]) =>
  sent.map(({ text }) => JSON.parse(text) as Record<string, unknown>);

describe('the search for authentications', () => {
  it('sends its dates without a zone and its filters under the names of the summary', async () => {
    const { gateway, sent } = searching([]);
    await gateway.authentications.searchPage({
      ...DAY,
      serverTransId: sample.ID,
      bin: '422200',
      dsTransId: 'ds',
      orderId: 'A1',
      pageSize: 50,
    });
    expect(bodiesOf(sent)).toEqual([
      {
        request_timestamp: '2026-11-20T22:24:10.123000',
        merchant_id: 'scudo',
        start_timestamp: '2026-11-20T00:00:00.000000',
        end_timestamp: '2026-11-21T00:00:00.000000',
        server_trans_id: sample.ID,
        bin: '422200',
        ds_trans_id: 'ds',
        order_id: 'A1',
        page_size: 50,
      },
    ]);
  });

  it('sends its filters and the page under the names that are configured', async () => {
    const { gateway, sent } = gatewayAnswering(jsonAnswer(sample.SEARCH_RESULT), {
      names: { bin: 'card_bin', dsTransId: 'dsTransID', orderId: 'orderid', pageNumber: 'page', pageSize: 'size' },
    });
    await gateway.authentications.searchPage({ ...DAY, bin: '422200', dsTransId: 'd', orderId: 'o', pageSize: 5 }, 2);
    expect(bodiesOf(sent)[0]).toMatchObject({ card_bin: '422200', dsTransID: 'd', orderid: 'o', page: 2, size: 5 });
  });

  it('returns one page in camelCase', async () => {
    const { gateway } = gatewayAnswering(jsonAnswer(sample.SEARCH_RESULT));
    expect(await gateway.authentications.searchPage(DAY)).toEqual({
      records: [
        {
          merchantId: 'scudo',
          accountName: 'internet',
          orderId: 'A1',
          serverTransId: sample.ID,
          bin: 422200,
          scheme: 'VISA',
          authenticationSource: 'BROWSER',
          acsTransId: SUMMARY.acs_trans_id,
          acsUrl: 'https://acs.example/',
          transStatus: 'AUTHENTICATION_SUCCESSFUL',
          transStatusReason: 'HIGH_CONFIDENCE',
        },
      ],
      skipped: 0,
      pageNumber: 1,
      pageSize: 100,
      total: 1,
    });
  });

  it('reads every page, the first one without the page field', async () => {
    const { gateway, sent } = searching([[hit('O0'), hit('O1')], [hit('O2')]]);
    const hits = await all(gateway.authentications.search({ ...DAY, pageSize: 2 }));
    expect(hits.map(({ orderId }) => orderId)).toEqual(['O0', 'O1', 'O2']);
    expect(bodiesOf(sent).map(({ page_number }) => page_number)).toEqual([undefined, 2]);
  });

  it('yields each hit once when the gateway ignores the page field, and reports the rest as missing', async () => {
    const { gateway, sent } = searching([[hit('O0'), hit('O1')], [hit('O2')]], { pageOf: () => 1 });
    const missing: number[] = [];
    const hits = await all(
      gateway.authentications.search({ ...DAY, pageSize: 2 }, { onIncomplete: (count) => missing.push(count) }),
    );
    expect(hits.map(({ orderId }) => orderId)).toEqual(['O0', 'O1']);
    expect([missing, sent.length]).toEqual([[1], 2]);
  });

  it('ends when a page repeats although the answer has the requested number', async () => {
    const { gateway, sent } = gatewayAnswering(async (request) => {
      const { page_number = 1 } = (await request.json()) as { page_number?: number };
      return jsonAnswer({ ...sample.SEARCH_RESULT, page_number, total_records_available: 9 })();
    });
    expect(await all(gateway.authentications.search(DAY))).toHaveLength(1);
    expect(sent).toHaveLength(2);
  });

  it('yields a hit once that a new one moves to the next page', async () => {
    const { gateway } = searching([
      [hit('O0'), hit('O1')],
      [hit('O1'), hit('O2')],
    ]);
    const hits = await all(gateway.authentications.search(DAY));
    expect(hits.map(({ orderId }) => orderId)).toEqual(['O0', 'O1', 'O2']);
  });

  it('ends when the gateway promises more than it has', async () => {
    const { gateway, sent } = searching([[hit('O0')], [hit('O1')]], { total: 99 });
    const missing: number[] = [];
    const hits = await all(gateway.authentications.search(DAY, { onIncomplete: (count) => missing.push(count) }));
    expect([hits.length, sent.length, missing]).toEqual([2, 3, [97]]);
  });

  it('passes unknown values as text and skips a hit that cannot be read', async () => {
    const { gateway } = searching([
      [
        { ...hit('O0'), trans_status: 'BRAND_NEW', bin: '422200', acs_url: null },
        { ...hit('O1'), server_trans_id: {} },
      ],
    ]);
    expect(await gateway.authentications.searchPage(DAY)).toMatchObject({
      records: [{ orderId: 'O0', transStatus: 'BRAND_NEW', bin: 422200 }],
      skipped: 1,
    });
    const missing: number[] = [];
    await all(gateway.authentications.search(DAY, { onIncomplete: (count) => missing.push(count) }));
    expect(missing).toEqual([1]);
  });

  it('fails for an answer without transactions', async () => {
    const { gateway } = gatewayAnswering(jsonAnswer({ page_number: 1 }));
    expect((await failureOf(gateway.authentications.searchPage(DAY))).failure).toMatchObject({
      issues: [{ field: 'transactions' }],
    });
  });

  it('names wrong input as the caller wrote it', async () => {
    const { gateway } = searching([]);
    await expect(gateway.authentications.searchPage({ ...DAY, bin: 'x', pageSize: 101 }, 0)).rejects.toMatchObject({
      issues: [{ field: 'bin' }, { field: 'pageNumber' }, { field: 'pageSize' }],
    });
  });
});
