import {
  cardAuthorizationRequestSchema,
  type CardAuthorizationRequest,
} from '../../../protocol/authorization/card-authorization.js';
import type * as z from '../../../protocol/zod.js';
import { checkMessage, type FieldIssue } from '../../../protocol/values/field-issue.js';
import { parseCompactTimestamp } from '../../../protocol/values/timestamp.js';
import type { Settings } from '../../core/settings.js';
import { isTimely } from '../../http/request.js';
import {
  isElement,
  missingPaths,
  withAmountElement,
  withoutEmptyElements,
  type ParsedElement,
} from './request-elements.js';
import { wrongElements, XmlRefusal } from './xml-refusal.js';

/**
 * Checks a card authorization. The order of the elements does not matter, because clients differ
 * (docs/reference/gateway.md#card-authorization-request).
 * @throws {XmlRefusal} 502 for absent elements, 508 or 506 for wrong ones.
 */
export function checkRequest(raw: Record<string, unknown>): CardAuthorizationRequest {
  const data = checkCardMessage(cardAuthorizationRequestSchema, raw);
  if (/^0+$/.test(data.amount['#text'])) throw wrongAmount();
  return data;
}

/**
 * Checks the form of a request about a card. Empty elements count as absent.
 * @throws {XmlRefusal} 502 for absent elements, 508 or 506 for wrong ones, 505 for a wrong hash or password.
 */
export function checkCardMessage<Schema extends z.ZodMiniType>(schema: Schema, raw: ParsedElement): z.output<Schema> {
  const request = withEmptyAsAbsent(raw);
  const { data, issues = [] } = checkMessage(schema, request);
  const missing = missingPaths(request, issues, 'required');
  if (missing.length > 0) throw missingElements(missing);
  if (!data) throw wrongField(issues);
  return data;
}

/** Checks the time and the account of a request. @throws {XmlRefusal} 508 */
export function requireAccount(request: SentRequest, settings: Settings): void {
  if (!isTimely(parseCompactTimestamp(request['@timestamp']), settings))
    throw new XmlRefusal('508', 'The timestamp is invalid or too far off.');
  if (request.account !== undefined && request.account !== settings.accountId)
    throw new XmlRefusal('508', 'There is no such account.');
}

interface SentRequest {
  readonly '@timestamp': string;
  readonly account?: string | undefined;
}

/** Drops the empty elements of a request and of its parts. */
function withEmptyAsAbsent(raw: ParsedElement): ParsedElement {
  const request = withAmountElement(withoutEmptyElements(raw));
  const parts = ['card', 'mpi', 'storedcredential'].flatMap((name) => {
    const part = request[name];
    return isElement(part) ? [[name, withoutEmptyElements(part)] as const] : [];
  });
  return { ...request, ...Object.fromEntries(parts) };
}

function missingElements(paths: readonly string[]): XmlRefusal {
  return new XmlRefusal('502', `Mandatory Fields missing: [${paths.join(', ')}]`);
}

function wrongAmount(): XmlRefusal {
  return new XmlRefusal('508', 'Zero, negative or insufficient amount specified.');
}

export function wrongHash(): XmlRefusal {
  return new XmlRefusal('505', 'sha1hash incorrect - check your code and the Developers Documentation');
}

export function wrongPassword(): XmlRefusal {
  return new XmlRefusal('505', 'The refund password you entered was incorrect.');
}

function wrongField(issues: readonly FieldIssue[]): XmlRefusal {
  const fields = issues.map(({ field }) => field);
  if (fields.every((field) => field === 'sha1hash' || field === 'sha256hash')) return wrongHash();
  if (fields.every((field) => field === 'refundhash')) return wrongPassword();
  if (fields.includes('@timestamp')) return new XmlRefusal('508', 'The timestamp is invalid or too far off.');
  if (fields.includes('orderid')) return new XmlRefusal('508', 'Invalid characters in order id');
  if (fields.includes('amount.#text')) return wrongAmount();
  return wrongElements(fields);
}
