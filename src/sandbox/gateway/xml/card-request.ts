import {
  cardAuthorizationRequestSchema,
  type CardAuthorizationRequest,
} from '../../../protocol/authorization/card-authorization.js';
import { checkMessage, type FieldIssue } from '../../../protocol/values/field-issue.js';
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
  const request = withEmptyAsAbsent(raw);
  const { data, issues = [] } = checkMessage(cardAuthorizationRequestSchema, request);
  const missing = missingPaths(request, issues, 'required');
  if (missing.length > 0) throw missingElements(missing);
  if (!data) throw wrongField(issues);
  if (/^0+$/.test(data.amount['#text'])) throw wrongAmount();
  return data;
}

const WITH_PARTS = new Set(['amount', 'card', 'autosettle', 'mpi']);

/**
 * Drops empty elements that should have children or attributes: they are parsed as an empty text and count as absent.
 */
function withEmptyAsAbsent(raw: ParsedElement): ParsedElement {
  const request = withAmountElement(withoutEmptyElements(raw, WITH_PARTS));
  const { card, mpi } = request;
  return {
    ...request,
    ...(isElement(card) ? { card: withoutEmptyElements(card, new Set(['cvn'])) } : {}),
    ...(isElement(mpi) ? { mpi: withoutEmptyElements(mpi, new Set(['exempt_status'])) } : {}),
  };
}

export function missingElements(paths: readonly string[]): XmlRefusal {
  return new XmlRefusal('502', `Mandatory Fields missing: [${paths.join(', ')}]`);
}

function wrongAmount(): XmlRefusal {
  return new XmlRefusal('508', 'Zero, negative or insufficient amount specified.');
}

export function wrongHash(): XmlRefusal {
  return new XmlRefusal('505', 'sha1hash incorrect - check your code and the Developers Documentation');
}

export function wrongField(issues: readonly FieldIssue[]): XmlRefusal {
  const fields = issues.map(({ field }) => field);
  if (fields.every((field) => field === 'sha1hash' || field === 'sha256hash')) return wrongHash();
  if (fields.includes('@timestamp')) return new XmlRefusal('508', 'The timestamp is invalid or too far off.');
  if (fields.includes('orderid')) return new XmlRefusal('508', 'Invalid characters in order id');
  if (fields.includes('amount.#text')) return wrongAmount();
  return wrongElements(fields);
}
