import {
  authenticationSearchSchema,
  authenticationSearchResultSchema,
  authenticationSummarySchema,
} from '../../../src/protocol/three-d-secure/authentication-search.js';
import { parseMessage } from '../../../src/protocol/values/field-issue.js';
import * as sample from '../samples.js';
import { AUTHENTICATION_STATUSES, STATUS_REASONS } from './enumerations.js';
import {
  answeredNumber,
  anyText,
  openList,
  either,
  informing,
  optional,
  required,
  shopIdentifier,
  type MessageFields,
  type Values,
  zonelessDateTime,
} from './rule.js';

/** Filters that the document names without a format. */
const filter: Values = { right: ['A1', '3f1c1f0e-0000-4000-8000-000000000002'], wrong: [7] };

/** 3D Secure 2 Authentication Interface, Authentication summary: search request. */
export const SEARCH_REQUEST: MessageFields = {
  name: 'search request',
  kind: 'JSON request',
  sample: sample.SEARCH,
  read: (message) => parseMessage('search request', authenticationSearchSchema, message),
  fields: [
    required('request_timestamp', zonelessDateTime),
    required('merchant_id', shopIdentifier),
    optional('account_id', shopIdentifier),
    required('start_timestamp', zonelessDateTime),
    required('end_timestamp', zonelessDateTime),
    optional('server_trans_id', filter),
    optional('bin', {
      right: ['422200', '42220000'],
      wrong: ['', '4', '42220', '422200000', '4222xx', 'x422200', '422200x', 422_200],
    }),
    optional('ds_trans_id', filter),
    optional('order_id', filter),
    optional('page_number', { right: [1, 2, 1000], wrong: [0, -1, 1.5, '1', ''] }),
    optional('page_size', { right: [1, 100], wrong: [0, 101, 1.5, '100', ''] }),
  ],
};

/** The same section: search response and its summaries. */
export const SEARCH_RESULT: MessageFields = {
  name: 'search result',
  kind: 'JSON answer',
  records: 'transactions.',
  sample: sample.SEARCH_RESULT,
  read: (message) => {
    const page = parseMessage('authentication search', authenticationSearchResultSchema, message);
    const transactions = page.transactions.map((one) =>
      parseMessage('authentication', authenticationSummarySchema, one),
    );
    return { ...page, transactions };
  },
  fields: [
    informing('page_size', answeredNumber),
    informing('page_number', answeredNumber),
    informing('total_records_available', answeredNumber),
    informing('start_timestamp', { right: ['2026-11-20T22:24:10.123000'], wrong: [] }),
    informing('end_timestamp', { right: ['2026-11-20T22:24:10.123000'], wrong: [] }),
    ...(['merchant_id', 'account_name', 'order_id', 'server_trans_id', 'scheme', 'authentication_source'] as const).map(
      (field) => either(`transactions.0.${field}`, anyText),
    ),
    either('transactions.0.bin', { right: [422_200, 42_220_000], wrong: [] }),
    optional('transactions.0.acs_trans_id', anyText),
    optional('transactions.0.acs_url', { right: ['https://acs.example/'], wrong: [] }),
    either('transactions.0.trans_status', openList(...AUTHENTICATION_STATUSES)),
    optional('transactions.0.trans_status_reason', openList(...STATUS_REASONS)),
  ],
};
