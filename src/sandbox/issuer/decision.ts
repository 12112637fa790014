import type { AuthenticationRequest } from '../../protocol/authentication-request.js';
import type { Behaviour, IssuerDecision } from '../cards/behaviours.js';

/** The issuer's decision after it has read the merchant's preferences. */
export type SimulatedDecision = IssuerDecision | 'decoupled' | 'informational';

/**
 * Returns the issuer's decision: the card's own behaviour, changed by the merchant's preferences
 * (challenge_request_indicator, decouple_flow_request, whitelist_status).
 */
export function decisionOf(behaviour: Behaviour, request: AuthenticationRequest): SimulatedDecision {
  const wished = byIndicator(behaviour, request);
  // A challenge needs a browser.
  if (wished === 'challenge' && !request.browser_data) return 'impossible';
  return wished;
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
      // Only the cardholder's own list counts.
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
