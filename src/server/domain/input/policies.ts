import type {
  ChallengeRequestIndicator,
  ExemptStatus,
} from '../../../protocol/three-d-secure/three-d-secure-values.js';
import { withDefaults, type Given } from '../../util/with-defaults.js';

/** Decision of a policy. */
export type Policy = 'authorize' | 'refuse';

/**
 * Decisions for cards that the issuer has not clearly authenticated. With the defaults the merchant bears no
 * fraud risk.
 */
export interface Policies {
  /** A card that is not enrolled in 3-D Secure 2. */
  readonly notEnrolled: Policy;
  /** An attempted authentication with proof (ECI 06 or 01), which shifts liability to the issuer. */
  readonly attempted: Policy;
  /** An authentication that could not be performed. It shifts no liability. */
  readonly couldNotBePerformed: Policy;
  /** A successful authentication without proof (ECI 07 or 00), which shifts no liability. */
  readonly successfulWithoutShift: Policy;
}

/**
 * Default policies. The merchant bears no fraud risk.
 * @example
 * createMerchantBackend({ ...options, policies: { ...SAFE_POLICIES, notEnrolled: 'authorize' } });
 */
export const SAFE_POLICIES: Policies = {
  notEnrolled: 'refuse',
  attempted: 'authorize',
  couldNotBePerformed: 'refuse',
  successfulWithoutShift: 'refuse',
};

/** Add-card orders ignore lenient policies: nothing but an authentication confirms the card. */
const ADD_CARD_POLICIES = { notEnrolled: 'refuse', couldNotBePerformed: 'refuse' } as const;

/** An order that requests an exemption accepts that no liability is shifted. */
const EXEMPTION_POLICIES = { successfulWithoutShift: 'authorize' } as const;

/** The fields of an order that decide about its policies. */
interface PolicyOrder {
  readonly purpose: 'pay' | 'add-card';
  readonly challengeRequestIndicator: ChallengeRequestIndicator;
  readonly exemptStatus?: ExemptStatus | undefined;
  readonly policies?: Given<Policies> | undefined;
}

/** Policies of one order. Order policies override backend policies, which override the defaults. */
export function policiesOf(order: PolicyOrder, configured?: Given<Policies>): Policies {
  const defaults = { ...SAFE_POLICIES, ...(requestsExemption(order) ? EXEMPTION_POLICIES : {}) };
  const chosen = withDefaults(withDefaults(defaults, configured), order.policies);
  return order.purpose === 'add-card' ? { ...chosen, ...ADD_CARD_POLICIES } : chosen;
}

/**
 * Indicators by which a merchant requests an exemption, and with it keeps the liability
 * (3D Secure 2 Authentication Interface, What the service does).
 */
const EXEMPTIONS = [
  'NO_CHALLENGE_REQUESTED',
  'NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED',
  'NO_CHALLENGE_REQUESTED_DATA_SHARE_ONLY',
  'NO_CHALLENGE_REQUESTED_WHITELIST',
  'NO_CHALLENGE_REQUESTED_SCA_ALREADY_PERFORMED',
];

export function requestsExemption({
  challengeRequestIndicator,
  exemptStatus,
}: Pick<PolicyOrder, 'challengeRequestIndicator' | 'exemptStatus'>): boolean {
  return exemptStatus !== undefined || EXEMPTIONS.includes(challengeRequestIndicator);
}
