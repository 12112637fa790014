import type { AuthenticationResponse } from '../../protocol/authentication-response.js';
import type { OutcomeCode } from '../../protocol/outcome.js';
import type { OrderRecord } from '../orders/order-record.js';
import { codeOfFailure } from './status-reasons.js';
import type { Policies, Policy } from '../orders/policies.js';

/** What follows from an authentication (spec: States and transitions; gateway facts 1.5, status). */
export type Decision =
  | { readonly do: 'authorize' }
  | { readonly do: 'challenge' }
  | { readonly do: 'await' }
  | { readonly do: 'end'; readonly code: OutcomeCode };

/** What an authorization shows of an authentication. */
type Proof = Pick<AuthenticationResponse, 'status' | 'status_reason' | 'eci' | 'authentication_value'>;

export function decide(authentication: Proof, policies: Policies): Decision {
  switch (authentication.status) {
    case 'AUTHENTICATION_SUCCESSFUL':
      return { do: 'authorize' };
    case 'AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL':
      // Of an attempt without proof the issuer knows nothing: the risk is the merchant's.
      return byPolicy(
        isProven(authentication) ? policies.attempted : policies.couldNotBePerformed,
        'authentication-attempted',
      );
    case 'DECOUPLED_AUTHENTICATION_CONFIRMED':
      return { do: 'await' };
    case 'AUTHENTICATION_COULD_NOT_BE_PERFORMED':
    // An informational answer authenticates nobody: the data were shared, and that is all.
    case 'CHALLENGE_PREFERENCE_ACKNOWLEDGED_INFORMATIONAL_ONLY':
      return byPolicy(policies.couldNotBePerformed, 'authentication-impossible');
    case 'AUTHENTICATION_FAILED':
      return { do: 'end', code: codeOfFailure(authentication.status_reason) };
    case 'AUTHENTICATION_ISSUER_REJECTED':
      return { do: 'end', code: 'issuer-rejected' };
    case 'CHALLENGE_REQUIRED':
      return { do: 'challenge' };
  }
}

export function byPolicy(policy: Policy, code: OutcomeCode): Decision {
  return policy === 'authorize' ? { do: 'authorize' } : { do: 'end', code };
}

/** Indicators by which a merchant asks for an exemption, and with it keeps the liability (spec: 8). */
const EXEMPTIONS = [
  'NO_CHALLENGE_REQUESTED',
  'NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED',
  'NO_CHALLENGE_REQUESTED_DATA_SHARE_ONLY',
  'NO_CHALLENGE_REQUESTED_WHITELIST',
  'NO_CHALLENGE_REQUESTED_SCA_ALREADY_PERFORMED',
];

/** Whether liability for fraud passes to the issuer. */
export function shiftsLiability(
  authentication: Proof,
  { challengeRequestIndicator, exemptStatus }: OrderRecord,
): boolean {
  const { status } = authentication;
  const authenticated =
    status === 'AUTHENTICATION_SUCCESSFUL' || status === 'AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL';
  return (
    authenticated &&
    isProven(authentication) &&
    exemptStatus === undefined &&
    !EXEMPTIONS.includes(challengeRequestIndicator)
  );
}

/** ECI 05, 06 and Mastercard's 02, 01 say that the issuer vouches; 07, 00 that nobody does (gateway facts 1.6). */
function isProven({ eci, authentication_value }: Proof): boolean {
  return /^0?[1256]$/.test(eci ?? '') && Boolean(authentication_value);
}
