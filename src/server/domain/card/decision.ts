import type { OutcomeCode } from '../../../protocol/adapter/outcome-codes.js';
import type { AuthenticationAnswer } from '../../gateway/authentications.js';
import type { OrderRecord } from '../record/order-record.js';
import { requestsExemption, type Policies, type Policy } from '../input/policies.js';
import { codeOfFailure, codeOfRejection } from './status-reasons.js';

/** Next step after an authentication (3D Secure 2 Authentication Interface, States and transitions). */
export type Decision =
  | { readonly do: 'authorize' }
  | { readonly do: 'challenge' }
  | { readonly do: 'await' }
  | { readonly do: 'end'; readonly code: OutcomeCode };

/** The fields of an authentication by which an authorization proves it. */
type Proof = Pick<AuthenticationAnswer, 'status' | 'statusReason' | 'eci' | 'authenticationValue'>;

export function decide(authentication: Proof, policies: Policies): Decision {
  switch (authentication.status) {
    case 'AUTHENTICATION_SUCCESSFUL':
      // A success without proof shifts no liability: the risk is the merchant's.
      if (isProven(authentication)) return { do: 'authorize' };
      return byPolicy(policies.successfulWithoutShift, 'authentication-impossible');
    case 'AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL':
      // An attempt without proof is unknown to the issuer: the risk is the merchant's.
      return byPolicy(
        isProven(authentication) ? policies.attempted : policies.couldNotBePerformed,
        'authentication-attempted',
      );
    case 'DECOUPLED_AUTHENTICATION_CONFIRMED':
      return { do: 'await' };
    case 'AUTHENTICATION_COULD_NOT_BE_PERFORMED':
    // An informational answer means that data were shared. It authenticates no shopper.
    case 'CHALLENGE_PREFERENCE_ACKNOWLEDGED_INFORMATIONAL_ONLY':
      return byPolicy(policies.couldNotBePerformed, 'authentication-impossible');
    case 'AUTHENTICATION_FAILED':
      return { do: 'end', code: codeOfFailure(authentication.statusReason) };
    case 'AUTHENTICATION_ISSUER_REJECTED':
      return { do: 'end', code: codeOfRejection(authentication.statusReason) };
    case 'CHALLENGE_REQUIRED':
      return { do: 'challenge' };
  }
}

/** The decision for an add-card order: nothing is authorized, so that a success needs no proof. */
export function decideAddCard(authentication: Proof, policies: Policies): Decision {
  return authentication.status === 'AUTHENTICATION_SUCCESSFUL' ? { do: 'authorize' } : decide(authentication, policies);
}

export function byPolicy(policy: Policy, code: OutcomeCode): Decision {
  return policy === 'authorize' ? { do: 'authorize' } : { do: 'end', code };
}

/** True when liability for fraud passes to the issuer. */
export function shiftsLiability(
  authentication: Proof,
  order: Pick<OrderRecord, 'challengeRequestIndicator' | 'exemptStatus'>,
): boolean {
  const { status } = authentication;
  const authenticated =
    status === 'AUTHENTICATION_SUCCESSFUL' || status === 'AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL';
  return authenticated && isProven(authentication) && !requestsExemption(order);
}

/**
 * ECI 05, 06 and Mastercard's 02, 01 shift liability to the issuer; 07 and 00 do not (docs/reference/gateway.md#eci).
 */
function isProven({ eci, authenticationValue }: Proof): boolean {
  return /^0?[1256]$/.test(eci ?? '') && Boolean(authenticationValue);
}
