import type { AuthenticationRequest } from '../protocol/authentication-request.js';
import type { Behaviour, IssuerDecision } from './behaviours.js';

/** What an issuer comes to when it has heard what the merchant wishes. */
export type Decision = IssuerDecision | 'decoupled' | 'informational';

/**
 * The issuer's decision with the merchant's wishes (spec: challenge_request_indicator,
 * decouple_flow_request): what the card would do by itself, unless asked otherwise.
 */
export function decisionOf(behaviour: Behaviour, request: AuthenticationRequest): Decision {
  const wished = byIndicator(behaviour, request);
  // Where there is no browser there is nowhere to ask: what would be a challenge cannot be performed.
  if (wished === 'challenge' && !request.browser_data) return 'impossible';
  return wished;
}

function byIndicator(
  behaviour: Behaviour,
  { challenge_request_indicator: indicator, decouple_flow_request, whitelist_status }: AuthenticationRequest,
): Decision {
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
