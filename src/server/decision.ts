import type { AuthenticationResponse } from '../protocol/authentication-response.js';
import type { OutcomeCode } from '../protocol/outcome.js';
import type { OrderRecord } from './order-record.js';
import type { Policies, Policy } from './policies.js';

/** What follows from an authentication (spec: States and transitions; gateway facts 1.5, status). */
export type Decision = { readonly do: 'authorize' } | { readonly do: 'challenge' } | { readonly do: 'end'; readonly code: OutcomeCode };

export function decide({ status }: Pick<AuthenticationResponse, 'status'>, policies: Policies): Decision {
  switch (status) {
    case 'AUTHENTICATION_SUCCESSFUL':
      return { do: 'authorize' };
    case 'AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL':
      return byPolicy(policies.attempted, 'authentication-attempted');
    case 'AUTHENTICATION_COULD_NOT_BE_PERFORMED':
    // Decoupled and informational answers authenticate nobody here: nothing asked for them.
    case 'DECOUPLED_AUTHENTICATION_CONFIRMED':
    case 'CHALLENGE_PREFERENCE_ACKNOWLEDGED_INFORMATIONAL_ONLY':
      return byPolicy(policies.couldNotBePerformed, 'authentication-impossible');
    case 'AUTHENTICATION_FAILED':
      return { do: 'end', code: 'authentication-failed' };
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
const EXEMPTIONS = ['NO_CHALLENGE_REQUESTED', 'NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED', 'NO_CHALLENGE_REQUESTED_WHITELIST', 'NO_CHALLENGE_REQUESTED_SCA_ALREADY_PERFORMED'];

/** Whether liability for fraud passes to the issuer. */
export function shiftsLiability({ status }: Pick<AuthenticationResponse, 'status'>, { challengeRequestIndicator, exemptStatus }: OrderRecord): boolean {
  const authenticated = status === 'AUTHENTICATION_SUCCESSFUL' || status === 'AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL';
  return authenticated && exemptStatus === undefined && !EXEMPTIONS.includes(challengeRequestIndicator);
}
