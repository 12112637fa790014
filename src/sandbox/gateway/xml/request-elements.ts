import type { FieldIssue } from '../../../protocol/values/field-issue.js';
import type { HashedFields } from '../../../protocol/values/securehash.js';
import type { Settings } from '../../core/settings.js';
import { isSignedWith } from '../../core/signature.js';
import { elementPath } from './xml-refusal.js';

/** An element with children or attributes, as it is parsed. */
export type ParsedElement = Record<string, unknown>;

export function isElement(value: unknown): value is ParsedElement {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the element without its empty children, which are parsed as an empty text. */
export function withoutEmptyElements(element: ParsedElement): ParsedElement {
  return Object.fromEntries(Object.entries(element).filter(([, value]) => value !== ''));
}

/** Returns the request with its amount as an element. An amount without a currency is parsed as text. */
export function withAmountElement(request: ParsedElement): ParsedElement {
  const { amount } = request;
  return typeof amount === 'string' ? { ...request, amount: { '#text': amount } } : request;
}

/** Lists the paths of absent elements, with that of the hash where it is required. */
export function missingPaths(
  request: ParsedElement,
  issues: readonly FieldIssue[],
  hash: 'required' | 'optional',
): string[] {
  const paths = issues.filter((issue) => issue.missing).map(elementPath);
  const hasHash = request['sha1hash'] !== undefined || request['sha256hash'] !== undefined;
  return hash === 'required' && !hasHash ? [...paths, '/request/sha1hash'] : paths;
}

interface SignedRequest {
  readonly merchantid: string;
  readonly sha1hash?: string | undefined;
  readonly sha256hash?: string | undefined;
}

/**
 * Returns whether the hash of a request is right. An unknown merchant is answered like a wrong hash: the published
 * list has no other result for it (docs/reference/gateway.md#result-codes).
 */
export async function hasRightHash(
  { merchantid, sha1hash, sha256hash }: SignedRequest,
  fields: HashedFields,
  settings: Settings,
): Promise<boolean> {
  return merchantid === settings.merchantId && isSignedWith(sha1hash ?? sha256hash ?? '', fields, settings);
}
