/**
 * What the merchant does when the issuer has not clearly agreed. The defaults take no risk that
 * would be the merchant's: an attempted authentication shifts liability to the issuer (ECI 06/01)
 * and is authorized; a card that is not enrolled, or an authentication that could not be performed,
 * shifts nothing and is refused.
 */
export interface Policies {
  readonly notEnrolled: Policy;
  readonly attempted: Policy;
  readonly couldNotBePerformed: Policy;
}

export type Policy = 'authorize' | 'refuse';

export const SAFE_POLICIES: Policies = { notEnrolled: 'refuse', attempted: 'authorize', couldNotBePerformed: 'refuse' };

/** A card that is only to be confirmed is not, without anybody who confirms it: no risk is taken for that. */
export const ADD_CARD_POLICIES = { notEnrolled: 'refuse', couldNotBePerformed: 'refuse' } as const;
