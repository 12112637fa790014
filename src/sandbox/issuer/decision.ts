import type { AuthenticationRequest } from '../../protocol/three-d-secure/authentication-request.js';
import type { ExemptStatus } from '../../protocol/three-d-secure/three-d-secure-values.js';
import type { Behaviour, IssuerDecision } from '../cards/behaviours.js';

/** The issuer's decision after it has read the merchant's preferences. */
export type SimulatedDecision = IssuerDecision | 'decoupled' | 'informational' | 'exemption-refused';

/** The exemptions that a merchant claims by a challenge request indicator. The others claim none. */
const CLAIMED_EXEMPTIONS: Readonly<Record<string, ExemptStatus>> = {
  NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED: 'TRANSACTION_RISK_ANALYSIS',
  NO_CHALLENGE_REQUESTED_SCA_ALREADY_PERFORMED: 'SCA_DELEGATION',
  NO_CHALLENGE_REQUESTED_WHITELIST: 'TRUSTED_MERCHANT',
};

/**
 * Returns the issuer's decision: the card's own behaviour, changed by the merchant's preferences
 * (challenge_request_indicator, decouple_flow_request, whitelist_status). An exemption that the
 * merchant may not claim fails the authentication (3D Secure 2 Authentication Interface, States and
 * transitions: "a required exemption check fails").
 */
export function issuerDecision(
  behaviour: Behaviour,
  request: AuthenticationRequest,
  exemptions: readonly ExemptStatus[] | 'all',
): SimulatedDecision {
  const claimed = CLAIMED_EXEMPTIONS[request.challenge_request_indicator ?? ''];
  if (claimed && exemptions !== 'all' && !exemptions.includes(claimed)) return 'exemption-refused';
  const preferred = byIndicator(behaviour, request);
  // A challenge needs a browser.
  if (preferred === 'challenge' && !request.browser_data) return 'impossible';
  return preferred;
}

function byIndicator(
  behaviour: Behaviour,
  { challenge_request_indicator: indicator, decouple_flow_request, whitelist_status }: AuthenticationRequest,
): SimulatedDecision {
  const { issuer, decoupled, whitelisted } = behaviour;
  if (issuer !== 'successful' && issuer !== 'challenge') return issuer;
  switch (indicator) {
    case 'CHALLENGE_MANDATED':
    case 'CHALLENGE_REQUESTED_PROMPT_FOR_WHITELIST':
      return decoupled && decouple_flow_request === 'DECOUPLED_PREFERRED' ? 'decoupled' : 'challenge';
    case 'NO_CHALLENGE_REQUESTED':
    case 'NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED':
    case 'NO_CHALLENGE_REQUESTED_SCA_ALREADY_PERFORMED':
      return 'successful';
    case 'NO_CHALLENGE_REQUESTED_WHITELIST':
      // Only the cardholder's own list counts, not the merchant's claim.
      return whitelisted || whitelist_status === 'WHITELISTED' ? 'successful' : issuer;
    case 'NO_CHALLENGE_REQUESTED_DATA_SHARE_ONLY':
      return 'informational';
    case 'NO_PREFERENCE':
    case 'CHALLENGE_PREFERRED':
    case undefined:
      return issuer === 'challenge' && decoupled && decouple_flow_request === 'DECOUPLED_PREFERRED'
        ? 'decoupled'
        : issuer;
  }
}
