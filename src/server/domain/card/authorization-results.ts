import type { OutcomeCode } from '../../../protocol/adapter/outcome-codes.js';
import type { UnresolvedCause } from '../record/attempts.js';
import { isRefusal, isRefusedRequest } from '../../gateway/refused-request.js';
import type { SignedAnswer } from '../../gateway/signed-xml-call.js';

/** Effect of an answer on the attempt (docs/reference/gateway.md#unsigned-answers). */
type AuthorizationVerdict =
  | { readonly is: 'approved' }
  | { readonly is: 'ended'; readonly code: OutcomeCode }
  | { readonly is: 'unresolved'; readonly cause: UnresolvedCause };

export function verdictOf({ trust, result, message }: SignedAnswer): AuthorizationVerdict {
  if (trust === 'wrong-hash') return { is: 'unresolved', cause: 'broken-answer' };
  if (trust === 'signed') {
    if (result === '00') return { is: 'approved' };
    if (isRefusal(result)) return { is: 'ended', code: outcomeOfResult(result) };
  }
  if (isRefusedRequest({ result, message })) return { is: 'ended', code: outcomeOfResult(result) };
  if (result === '501') return { is: 'unresolved', cause: 'duplicate' };
  if (result === '108' || /^[35]\d\d$/.test(result)) return { is: 'unresolved', cause: 'system-error' };
  return { is: 'unresolved', cause: 'broken-answer' };
}

const NAMED: Readonly<Record<string, OutcomeCode>> = {
  '101': 'declined',
  '102': 'referral',
  '103': 'card-blocked',
  '111': 'authentication-demanded',
  // The merchant's account does not take this type of card.
  '561': 'card-not-supported',
};

/** The code of an end after which the page does not ask for a challenge in the same payment. */
export function finalCode(code: OutcomeCode): OutcomeCode {
  return code === 'authentication-demanded' ? 'declined' : code;
}

/** The outcome of an authorization that ended with this result (docs/reference/gateway.md#result-codes). */
export function outcomeOfResult(result: string): OutcomeCode {
  const named = NAMED[result];
  if (named) return named;
  if (/^1\d\d$/.test(result)) return 'declined';
  // The acquirer or the gateway's own systems failed: another try may succeed.
  if (/^[23]\d\d$/.test(result) || result === '500') return 'gateway-unavailable';
  return 'gateway-refused';
}
