import { expect, it } from 'vitest';
import {
  authenticationSearchPageSchema,
  authenticationSearchResultSchema,
} from '../../../src/protocol/three-d-secure/authentication-search.js';

const PAGE = { page_size: 10, page_number: 1, total_records_available: 2 };

it('a page of the search is read whatever its records are, so that one bad record does not lose the page', () => {
  const transactions = [{ server_trans_id: ['wrong'] }, 'wrong', null];
  expect(authenticationSearchPageSchema.parse({ ...PAGE, transactions })).toEqual({ ...PAGE, transactions });
  expect(authenticationSearchResultSchema.safeParse({ ...PAGE, transactions }).success).toBe(false);
});

it('a page of the search needs its list of records, and no other field', () => {
  expect(authenticationSearchPageSchema.parse({ transactions: [] })).toEqual({ transactions: [] });
  for (const wrong of [PAGE, { transactions: {} }])
    expect(authenticationSearchPageSchema.safeParse(wrong).success).toBe(false);
});
