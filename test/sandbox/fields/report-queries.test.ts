import { describe, expect, it } from 'vitest';
import { PAYMENTS_QUERY, REFUNDS_QUERY } from '../../protocol/fields/reports.js';
import type { FieldRule } from '../../protocol/fields/rule.js';
import { BASE, drivenSandbox, hashOf, START } from '../sandbox-client.js';

type Query = Readonly<Record<string, string | undefined>>;
const { merchantTransactionId: _id, ...PAYMENTS } = PAYMENTS_QUERY.sample as Query;
const REFUNDS = REFUNDS_QUERY.sample as Query;

/** The hash's fields (docs/reference/gateway.md#payments-report): an identifier leaves the account's place empty. */
const HASHED = {
  '/payments': ({
    timestamp,
    merchantId,
    accountId,
    merchantTransactionId,
    startDateTime,
    endDateTime,
    returnPii,
  }: Query) => [
    timestamp,
    merchantId,
    merchantTransactionId ? '' : accountId,
    merchantTransactionId,
    startDateTime,
    endDateTime,
    returnPii && returnPii.charAt(0).toUpperCase() + returnPii.slice(1),
  ],
  '/refunds': ({
    timestamp,
    merchantId,
    accountId,
    orderId,
    merchantTransactionId,
    startDateTime,
    endDateTime,
  }: Query) => [timestamp, merchantId, accountId, orderId, merchantTransactionId, startDateTime, endDateTime],
} as const;

async function query(path: keyof typeof HASHED, parameters: Query) {
  const { sandbox } = drivenSandbox({
    merchantId: parameters['merchantId'] || 'scudo',
    now: () => new Date(START + 3_600_000 * 11),
  });
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const hash = hashOf(HASHED[path](parameters).map((value) => value ?? ''));
  const response = await sandbox.fetch(
    new Request(`${BASE}${path}?${new URLSearchParams(given)}`, { headers: { authorization: `SHA1 ${hash}` } }),
  );
  return { status: response.status, body: (await response.json()) as { code?: unknown; message?: unknown } };
}

const DATES = new Set(['timestamp', 'startDateTime', 'endDateTime']);
/** Dates that the format allows and the calendar does not. */
const wrongValues = ({ field, wrong }: FieldRule): string[] => [
  ...wrong.filter((value): value is string => typeof value === 'string'),
  ...(DATES.has(field) ? ['20269999999999', '20260230000000'] : []),
];

/** Neither date is there without the other. */
const withoutValue = (field: string): Query =>
  field === 'startDateTime' || field === 'endDateTime'
    ? { startDateTime: undefined, endDateTime: undefined }
    : { [field]: undefined };

/** The payments report has only the dates to go by here; the refunds report has an order as well. */
const statusWithout = (path: string, { field, presence }: FieldRule): number =>
  presence === 'required' || (path === '/payments' && field.endsWith('DateTime')) ? 400 : 200;

describe.each([
  ['/payments', PAYMENTS_QUERY, PAYMENTS],
  ['/refunds', REFUNDS_QUERY, REFUNDS],
] as const)('GET %s', (path, { fields }, sample) => {
  it.each(fields.map((rule) => [rule.field, rule] as const))(
    `GET ${path}: accepts each right %s, and answers 400 naming it for each wrong one`,
    async (field, rule) => {
      const faults: string[] = [];
      for (const value of rule.right as readonly string[]) {
        const { status, body } = await query(path, { ...sample, [field]: value });
        if (status !== 200) faults.push(`${value} is answered ${status} ${String(body.message)}`);
      }
      for (const value of wrongValues(rule)) {
        const { status, body } = await query(path, { ...sample, [field]: value });
        const named = status === 400 && body.code === '400' && String(body.message).startsWith(`${field} `);
        if (!named) faults.push(`"${value}" is answered ${status} ${String(body.message)}`);
      }
      const absent = await query(path, { ...sample, ...withoutValue(field) });
      if (absent.status !== statusWithout(path, rule)) faults.push(`absent, it is answered ${absent.status}`);
      expect(faults.join('\n')).toBe('');
    },
  );
});
