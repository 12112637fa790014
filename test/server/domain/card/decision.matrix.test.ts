import { describe, expect, it } from 'vitest';
import { byPolicy, decide, decideAddCard, shiftsLiability } from '../../../../src/server/domain/card/decision.js';
import type { AuthenticationStatus } from '../../../../src/protocol/three-d-secure/three-d-secure-values.js';
import type { Policies } from '../../../../src/server/domain/input/policies.js';

const PROOF = { eci: '05', authenticationValue: 'AJkBBkhgQQAAAE4gSEJydQAAAAA=' };
const REFUSE_ALL: Policies = {
  notEnrolled: 'refuse',
  attempted: 'refuse',
  couldNotBePerformed: 'refuse',
  successfulWithoutShift: 'refuse',
};
const AUTHORIZE_ALL: Policies = {
  notEnrolled: 'authorize',
  attempted: 'authorize',
  couldNotBePerformed: 'authorize',
  successfulWithoutShift: 'authorize',
};

const AUTHORIZE = { do: 'authorize' };
const end = (code: string) => ({ do: 'end', code });

describe('the step after an authentication', () => {
  // The rows of docs/outcomes.md. A row with a policy has its effect when the policy is “authorize”, and the code
  // otherwise.
  it.each<[AuthenticationStatus, object, keyof Policies | undefined, object]>([
    ['AUTHENTICATION_SUCCESSFUL', PROOF, undefined, AUTHORIZE],
    ['AUTHENTICATION_SUCCESSFUL', {}, 'successfulWithoutShift', end('authentication-impossible')],
    ['AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL', PROOF, 'attempted', end('authentication-attempted')],
    ['AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL', {}, 'couldNotBePerformed', end('authentication-attempted')],
    ['AUTHENTICATION_COULD_NOT_BE_PERFORMED', PROOF, 'couldNotBePerformed', end('authentication-impossible')],
    [
      'CHALLENGE_PREFERENCE_ACKNOWLEDGED_INFORMATIONAL_ONLY',
      PROOF,
      'couldNotBePerformed',
      end('authentication-impossible'),
    ],
    ['AUTHENTICATION_FAILED', PROOF, undefined, end('authentication-failed')],
    ['AUTHENTICATION_FAILED', { statusReason: 'EXPIRED_CARD' }, undefined, end('issuer-rejected')],
    ['AUTHENTICATION_ISSUER_REJECTED', PROOF, undefined, end('issuer-rejected')],
    ['CHALLENGE_REQUIRED', {}, undefined, { do: 'challenge' }],
    ['DECOUPLED_AUTHENTICATION_CONFIRMED', {}, undefined, { do: 'await' }],
  ])('the step after %s %j, by the policy %s, is %j', (status, proof, policy, decision) => {
    const authentication = { status, ...proof };
    expect(decide(authentication, REFUSE_ALL)).toEqual(decision);
    expect(decide(authentication, AUTHORIZE_ALL)).toEqual(policy ? AUTHORIZE : decision);
    if (!policy) return;
    // No other policy decides.
    expect(decide(authentication, { ...REFUSE_ALL, [policy]: 'authorize' })).toEqual(AUTHORIZE);
    expect(decide(authentication, { ...AUTHORIZE_ALL, [policy]: 'refuse' })).toEqual(decision);
  });

  it('a success confirms the card of an add-card order without proof, and nothing else does', () => {
    expect(decideAddCard({ status: 'AUTHENTICATION_SUCCESSFUL' }, REFUSE_ALL)).toEqual(AUTHORIZE);
    expect(decideAddCard({ status: 'AUTHENTICATION_COULD_NOT_BE_PERFORMED' }, REFUSE_ALL)).toEqual(
      end('authentication-impossible'),
    );
    expect(decideAddCard({ status: 'CHALLENGE_REQUIRED' }, REFUSE_ALL)).toEqual({ do: 'challenge' });
  });

  it('a policy authorizes, or ends the payment with its code', () => {
    expect(byPolicy('authorize', 'not-enrolled')).toEqual(AUTHORIZE);
    expect(byPolicy('refuse', 'not-enrolled')).toEqual(end('not-enrolled'));
  });
});

describe('the liability for fraud', () => {
  const order = { challengeRequestIndicator: 'NO_PREFERENCE' } as const;

  it.each<[string | undefined, boolean]>([
    ['05', true],
    ['5', true],
    ['06', true],
    ['6', true],
    ['02', true],
    ['2', true],
    ['01', true],
    ['1', true],
    ['07', false],
    ['00', false],
    ['0', false],
    ['04', false],
    ['03', false],
    ['055', false],
    ['105', false],
    ['005', false],
    ['', false],
    [undefined, false],
  ])('the liability after a success with the ECI %s shifts: %s', (eci, shifts) => {
    const proof = { ...PROOF, ...(eci === undefined ? { eci: undefined } : { eci }) };
    const success = { status: 'AUTHENTICATION_SUCCESSFUL', ...proof } as Parameters<typeof shiftsLiability>[0];
    expect(shiftsLiability(success, order)).toBe(shifts);
    expect(decide(success, REFUSE_ALL).do).toBe(shifts ? 'authorize' : 'end');
  });

  it.each<[AuthenticationStatus, boolean]>([
    ['AUTHENTICATION_SUCCESSFUL', true],
    ['AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL', true],
    ['AUTHENTICATION_COULD_NOT_BE_PERFORMED', false],
    ['AUTHENTICATION_FAILED', false],
    ['AUTHENTICATION_ISSUER_REJECTED', false],
    ['CHALLENGE_REQUIRED', false],
  ])('the liability after %s with proof shifts: %s', (status, shifts) => {
    expect(shiftsLiability({ status, ...PROOF }, order)).toBe(shifts);
  });

  it('the liability stays without an authentication value, and when the order requests an exemption', () => {
    const success = { status: 'AUTHENTICATION_SUCCESSFUL', ...PROOF } as const;
    for (const authenticationValue of ['', undefined]) {
      const unproven = { ...success, authenticationValue } as Parameters<typeof shiftsLiability>[0];
      expect(shiftsLiability(unproven, order)).toBe(false);
      expect(decide(unproven, REFUSE_ALL)).toEqual(end('authentication-impossible'));
    }
    expect(shiftsLiability(success, { ...order, exemptStatus: 'LOW_VALUE' })).toBe(false);
    expect(shiftsLiability(success, { challengeRequestIndicator: 'NO_CHALLENGE_REQUESTED' })).toBe(false);
  });
});
