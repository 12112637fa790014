import type * as z from '../../../protocol/zod.js';
import { checkMessage } from '../../../protocol/values/field-issue.js';
import { HASH_FIELDS } from '../../../protocol/values/securehash.js';
import { parseCompactTimestamp } from '../../../protocol/values/timestamp.js';
import { isTimely } from '../../http/request.js';
import type { Settings } from '../../core/settings.js';
import { badRequest, elementPath, XmlRefusal } from './xml-refusal.js';
import {
  hasRightHash,
  isElement,
  missingPaths,
  withAmountElement,
  withoutEmptyElements,
  type ParsedElement,
} from './request-elements.js';
import { requireOrder } from './element-order.js';

/** The fields of both payment-set and payment-credit. */
interface MethodRequest {
  readonly '@timestamp': string;
  readonly merchantid: string;
  readonly account?: string | undefined;
  readonly orderid: string;
  readonly amount: { readonly '@currency': string; readonly '#text': string };
  readonly paymentmethod: string;
  readonly sha1hash?: string | undefined;
  readonly sha256hash?: string | undefined;
}

export interface RequestForm<Schema extends z.ZodMiniType<MethodRequest>> {
  readonly schema: Schema;
  readonly order: readonly string[];
  readonly detailsOrder: readonly string[];
  readonly hash: 'required' | 'optional';
}

/** Checks a request. @throws {XmlRefusal} 400 for elements out of order, absent or wrong; 401 for a malformed hash. */
export function checkForm<Schema extends z.ZodMiniType<MethodRequest>>(
  raw: Record<string, unknown>,
  form: RequestForm<Schema>,
): z.output<Schema> {
  requireOrder(form.order, raw, '/request');
  const { paymentmethoddetails: details } = raw;
  if (isElement(details)) requireOrder(form.detailsOrder, details, '/request/paymentmethoddetails');
  const request = withEmptyAsAbsent(raw);
  const { data, issues = [] } = checkMessage(form.schema, request);
  const missing = missingPaths(request, issues, form.hash);
  if (missing.length > 0) throw badRequest(`Mandatory fields missing: ${missing.join(', ')}`);
  if (data) return data;
  // A malformed hash cannot match.
  const wrong = issues.filter(({ field }) => field !== 'sha1hash' && field !== 'sha256hash');
  throw wrong.length === 0
    ? hashMismatch()
    : badRequest(wrong.map((issue) => `${elementPath(issue)} ${issue.message}`).join('; '));
}

/** Drops elements without content, which count as absent. */
function withEmptyAsAbsent(raw: ParsedElement): ParsedElement {
  const request = withAmountElement(withoutEmptyElements(raw));
  const { paymentmethoddetails: details } = request;
  return isElement(details) ? { ...request, paymentmethoddetails: withoutEmptyElements(details) } : request;
}

export function requireAmount({ amount }: MethodRequest): void {
  if (/^0+$/.test(amount['#text'])) throw badRequest('/request/amount must be more than zero');
}

/**
 * Checks the hash. Only a refund may have none; its refundhash is checked as well.
 * @throws {XmlRefusal} 401
 */
export async function requireHash(request: MethodRequest, settings: Settings): Promise<void> {
  if (request.sha1hash === undefined && request.sha256hash === undefined) {
    if (request.merchantid !== settings.merchantId) throw hashMismatch();
    return;
  }
  const { '@timestamp': timestamp, merchantid, orderid, amount, paymentmethod } = request;
  const fields = HASH_FIELDS.paymentMethodRequest({
    timestamp,
    merchantid,
    orderid,
    amount: amount['#text'],
    currency: amount['@currency'],
    paymentmethod,
  });
  if (!(await hasRightHash(request, fields, settings))) throw hashMismatch();
}

export function hashMismatch(): XmlRefusal {
  return new XmlRefusal('401', 'unauthorised, hash mismatch');
}

/**
 * Checks method, account and time.
 * @throws {XmlRefusal} 401 for a merchant without alternative methods; otherwise 400.
 */
export function requireEnabled(request: MethodRequest, settings: Settings): void {
  const { paymentMethods } = settings;
  if (paymentMethods === false) throw new XmlRefusal('401', 'merchant is not enabled for alternative methods');
  if (paymentMethods !== 'all' && !paymentMethods.includes(request.paymentmethod))
    throw badRequest('/request/paymentmethod is not enabled for this merchant');
  if (request.account !== undefined && request.account !== settings.accountId)
    throw badRequest('/request/account does not belong to this merchant');
  if (!isTimely(parseCompactTimestamp(request['@timestamp']), settings))
    throw badRequest('/request/@timestamp is invalid or too far off');
}
