import { describe, expect, test } from 'vitest';
import { authenticationSearchResultSchema } from '../../../../src/protocol/three-d-secure/authentication-search.js';
import {
  authenticate,
  authenticateCard,
  authenticationBody,
  type Body,
  CARDS,
  checkVersion,
  drivenSandbox,
  searchAuthentications,
  START,
  timestampOf,
} from '../../sandbox-client.js';

const orderOf = (id: string) => ({ order: { ...authenticationBody(CARDS.success, '').order, id } });

/** Three authentications, a second apart. */
async function threeAuthentications() {
  const { sandbox, clock } = drivenSandbox();
  const bodies: Body[] = [];
  for (const [id, number] of [
    ['A1', CARDS.success],
    ['A2', CARDS.mastercard],
    ['A3', CARDS.challenge],
  ] as const) {
    bodies.push((await authenticateCard(sandbox, number, orderOf(id))).body);
    clock.pass(1000);
  }
  return { sandbox, clock, bodies };
}

describe('POST /3ds2/authentications/search', () => {
  test('the search returns summaries, oldest first, and the totals', async () => {
    const { sandbox, bodies } = await threeAuthentications();
    const { status, body } = await searchAuthentications(sandbox);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      page_size: 100,
      page_number: 1,
      total_records_available: 3,
      start_timestamp: timestampOf(START - 3_600_000),
      end_timestamp: timestampOf(START + 3_600_000),
    });
    expect(body.transactions[0]).toEqual({
      merchant_id: 'scudo',
      account_name: 'internet',
      order_id: 'A1',
      server_trans_id: bodies[0]!.server_trans_id,
      bin: 422200,
      scheme: 'VISA',
      authentication_source: 'BROWSER',
      acs_trans_id: bodies[0]!.acs_trans_id,
      acs_url: 'http://127.0.0.1:4174/acs/challenge',
      trans_status: 'AUTHENTICATION_SUCCESSFUL',
      trans_status_reason: 'HIGH_CONFIDENCE',
    });
    expect(body.transactions.map(({ order_id }) => order_id)).toEqual(['A1', 'A2', 'A3']);
    expect(authenticationSearchResultSchema.safeParse(body).success).toBe(true);
  });

  test('the search filters by order, transactions, first digits of the card and time', async () => {
    const { sandbox, bodies } = await threeAuthentications();
    const found = async (filter: object) =>
      (await searchAuthentications(sandbox, { ...filter })).body.transactions.map(({ order_id }) => order_id);
    expect(await found({ order_id: 'A2' })).toEqual(['A2']);
    expect(await found({ server_trans_id: bodies[2]!.server_trans_id })).toEqual(['A3']);
    expect(await found({ ds_trans_id: bodies[0]!.ds_trans_id })).toEqual(['A1']);
    expect(await found({ bin: '422200' })).toEqual(['A1', 'A3']);
    expect(await found({ bin: '42220000' })).toEqual(['A1', 'A3']);
    expect(await found({ bin: '42220099' })).toEqual([]);
    expect(await found({ start_timestamp: timestampOf(START + 1000) })).toEqual(['A2', 'A3']);
    expect(await found({ end_timestamp: timestampOf(START + 1000) })).toEqual(['A1', 'A2']);
    expect(await found({ bin: '422200', order_id: 'A2' })).toEqual([]);
  });

  test('the search returns the page of the requested number and size', async () => {
    const { sandbox } = await threeAuthentications();
    const page = async (page_number: number) =>
      (await searchAuthentications(sandbox, { page_number, page_size: 2 })).body;
    expect(await page(1)).toMatchObject({
      page_size: 2,
      page_number: 1,
      total_records_available: 3,
      transactions: [{ order_id: 'A1' }, { order_id: 'A2' }],
    });
    expect(await page(2)).toMatchObject({
      page_number: 2,
      total_records_available: 3,
      transactions: [{ order_id: 'A3' }],
    });
    expect((await page(3)).transactions).toEqual([]);
  });

  test('a page of the search has 100 summaries by default', async () => {
    const { sandbox } = drivenSandbox();
    for (let count = 1; count <= 101; count++) {
      const order = { date_time_created: timestampOf(), amount: '1', currency: 'EUR', id: `A${count}` };
      await authenticateCard(sandbox, CARDS.success, { order });
    }
    const first = (await searchAuthentications(sandbox)).body;
    expect(first).toMatchObject({ page_size: 100, page_number: 1, total_records_available: 101 });
    expect(first.transactions).toHaveLength(100);
    const second = (await searchAuthentications(sandbox, { page_number: 2 })).body;
    expect(second).toMatchObject({ page_size: 100, page_number: 2, transactions: [{ order_id: 'A101' }] });
  });

  test('the search returns the current status of a challenge', async () => {
    const { sandbox, clock } = await threeAuthentications();
    clock.pass(31_000);
    expect((await searchAuthentications(sandbox, { order_id: 'A3' })).body.transactions[0]).toMatchObject({
      trans_status: 'AUTHENTICATION_FAILED',
      trans_status_reason: 'TRANSACTION_TIMED_OUT_AT_THE_ACS',
    });
  });

  test('the search does not find a version check without an authentication', async () => {
    const { sandbox } = drivenSandbox();
    const { body } = await checkVersion(sandbox, CARDS.success);
    expect((await searchAuthentications(sandbox)).body.total_records_available).toBe(0);
    await authenticate(sandbox, CARDS.success, body.server_trans_id);
    expect((await searchAuthentications(sandbox)).body.total_records_available).toBe(1);
  });

  test.each([
    ['start_timestamp', { start_timestamp: 'x' }],
    ['start_timestamp', { start_timestamp: '2026-02-30T00:00:00.000000' }],
    ['start_timestamp', { start_timestamp: '2026-11-20T10:00:00Z' }],
    ['start_timestamp', { start_timestamp: '2026-11-20T10:00:00.000000+00:00' }],
    ['end_timestamp', { end_timestamp: '2026-11-20T13:00:00.123-0500' }],
    ['end_timestamp', { end_timestamp: '2026-11-20T13:00Z' }],
    ['request_timestamp', { request_timestamp: '2026-11-20T12:00:00Z' }],
    ['end_timestamp', { end_timestamp: undefined }],
    ['end_timestamp', { end_timestamp: timestampOf(START - 7_200_000) }],
    ['page_size', { page_size: 101 }],
    ['page_number', { page_number: 0 }],
    ['bin', { bin: '4' }],
  ])('POST /3ds2/authentications/search answers 400 naming %s of %j', async (element, more) => {
    expect(await searchAuthentications(drivenSandbox().sandbox, more)).toMatchObject({
      status: 400,
      body: { error_detail: element },
    });
  });
});
