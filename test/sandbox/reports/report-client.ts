import { heldRequest } from '../../held-request.js';
import { XMLParser } from 'fast-xml-parser';
import { expect } from 'vitest';
import type { Sandbox } from '../../../src/sandbox.js';
import { BASE, CARDS, hashOf } from '../sandbox-client.js';
import { compact } from '../method-client.js';

export type Query = Record<string, string | undefined>;
export interface ReportOptions {
  readonly path?: string;
  readonly secret?: string;
  readonly algorithm?: 'sha1' | 'sha256';
  readonly authorization?: (hash: string) => string | undefined;
  /** Sent, and not hashed so. */
  readonly sent?: Query;
}

async function report(
  sandbox: Sandbox,
  kind: 'payments' | 'refunds',
  fields: readonly string[],
  given: Query,
  {
    path = `/${kind}`,
    secret,
    algorithm = 'sha1',
    authorization = (hash) => `${algorithm.toUpperCase()} ${hash}`,
    sent = {},
  }: ReportOptions,
) {
  const query: Query = { timestamp: compact(sandbox.clock.now().getTime()), merchantId: 'scudo', ...given };
  const hash = hashOf(
    fields.map((field) =>
      field === 'accountId' && kind === 'payments' && query['merchantTransactionId'] ? '' : (query[field] ?? ''),
    ),
    secret,
    algorithm,
  );
  const text = new URLSearchParams(
    Object.entries({ ...query, ...sent }).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  const header = authorization(hash);
  const response = await sandbox.fetch(
    new Request(`${BASE}${path}?${text}`, { headers: header === undefined ? {} : { authorization: header } }),
  );
  expect(response.headers.get('content-type')).toBe('application/json');
  return { status: response.status, body: (await response.json()) as any };
}

export function paymentsReport(sandbox: Sandbox, query: Query, options: ReportOptions = {}) {
  const returnPii = query['returnPii'] && query['returnPii'][0]!.toUpperCase() + query['returnPii'].slice(1);
  const sent = query['returnPii'] === undefined ? {} : { returnPii: query['returnPii'] };
  return report(
    sandbox,
    'payments',
    ['timestamp', 'merchantId', 'accountId', 'merchantTransactionId', 'startDateTime', 'endDateTime', 'returnPii'],
    { ...query, returnPii },
    { ...options, sent: { ...sent, ...options.sent } },
  );
}

export function refundsReport(sandbox: Sandbox, query: Query, options: ReportOptions = {}) {
  return report(
    sandbox,
    'refunds',
    ['timestamp', 'merchantId', 'accountId', 'orderId', 'merchantTransactionId', 'startDateTime', 'endDateTime'],
    query,
    options,
  );
}

const parser = new XMLParser({ parseTagValue: false });

export async function authorizeCard(sandbox: Sandbox, orderid: string, amount = '1999', signal?: AbortSignal) {
  const timestamp = compact(sandbox.clock.now().getTime());
  const number = CARDS.visa21;
  const xml = `<request type="auth" timestamp="${timestamp}"><merchantid>scudo</merchantid><orderid>${orderid}</orderid><amount currency="GBP">${amount}</amount><card><number>${number}</number><expdate>1229</expdate><chname>Ada</chname><type>VISA</type></card><autosettle flag="1"/><sha1hash>${hashOf([timestamp, 'scudo', orderid, amount, 'GBP', number])}</sha1hash></request>`;
  const response = await sandbox.fetch(
    heldRequest(`${BASE}/epage-remote.cgi`, { method: 'POST', body: xml, signal: signal ?? null }),
  );
  return (parser.parse(await response.text()) as { response?: { pasref: string; result: string } }).response;
}
