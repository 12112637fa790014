import { describe, expect, it } from 'vitest';
import {
  CHALLENGE_REQUEST_INDICATORS,
  type ChallengeRequestIndicator,
} from '../../../../src/protocol/three-d-secure/three-d-secure-values.js';
import { policiesOf, requestsExemption, type Policies } from '../../../../src/server/domain/input/policies.js';
import { chosenPoliciesSchema } from '../../../../src/server/domain/input/policies.schema.js';

const plain = { purpose: 'pay', challengeRequestIndicator: 'NO_PREFERENCE' } as const;
const lenient: Policies = {
  notEnrolled: 'authorize',
  attempted: 'authorize',
  couldNotBePerformed: 'authorize',
  successfulWithoutShift: 'authorize',
};
/** docs/configuration.md, Policies. */
const defaults = {
  notEnrolled: 'refuse',
  attempted: 'authorize',
  couldNotBePerformed: 'refuse',
  successfulWithoutShift: 'refuse',
};

describe('the policies of an order', () => {
  it('the policies of an order leave no fraud risk to the merchant by default', () => {
    expect(policiesOf(plain)).toEqual(defaults);
    expect(policiesOf({ ...plain, purpose: 'add-card' })).toEqual(defaults);
  });

  it('the policies of an order are those of the backend, and of the order where it has some', () => {
    expect(policiesOf(plain, { attempted: 'refuse' })).toEqual({ ...defaults, attempted: 'refuse' });
    const order = { ...plain, policies: { notEnrolled: 'refuse', attempted: 'refuse' } } as const;
    expect(policiesOf(order, lenient)).toEqual({ ...lenient, notEnrolled: 'refuse', attempted: 'refuse' });
  });

  it('the policies of an order confirm a card that is to be stored only by an authentication', () => {
    const adding = { ...plain, purpose: 'add-card' } as const;
    const expected = { ...lenient, notEnrolled: 'refuse', couldNotBePerformed: 'refuse' };
    expect(policiesOf(adding, lenient)).toEqual(expected);
    expect(policiesOf({ ...adding, policies: lenient })).toEqual(expected);
  });

  it('the policies of an order accept a success without a liability shift when the order requests an exemption', () => {
    const order = { ...plain, exemptStatus: 'LOW_VALUE' } as never;
    expect(policiesOf(order)).toEqual({ ...defaults, successfulWithoutShift: 'authorize' });
    expect(policiesOf(order, { successfulWithoutShift: 'refuse' })).toEqual(defaults);
  });
});

/** 3D Secure 2 Authentication Interface, What the service does. */
const REQUESTS_EXEMPTION: Readonly<Record<ChallengeRequestIndicator, boolean>> = {
  NO_PREFERENCE: false,
  NO_CHALLENGE_REQUESTED: true,
  CHALLENGE_PREFERRED: false,
  CHALLENGE_MANDATED: false,
  NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED: true,
  NO_CHALLENGE_REQUESTED_DATA_SHARE_ONLY: true,
  NO_CHALLENGE_REQUESTED_SCA_ALREADY_PERFORMED: true,
  NO_CHALLENGE_REQUESTED_WHITELIST: true,
  CHALLENGE_REQUESTED_PROMPT_FOR_WHITELIST: false,
};

it('every challenge request indicator is known to request an exemption, or not', () => {
  expect(Object.keys(REQUESTS_EXEMPTION).sort()).toEqual([...CHALLENGE_REQUEST_INDICATORS].sort());
});

it.each(Object.entries(REQUESTS_EXEMPTION) as [ChallengeRequestIndicator, boolean][])(
  'the challenge request indicator %s requests an exemption: %s',
  (challengeRequestIndicator, expected) => {
    expect(requestsExemption({ challengeRequestIndicator })).toBe(expected);
    expect(requestsExemption({ challengeRequestIndicator, exemptStatus: 'LOW_VALUE' as never })).toBe(true);
    const { successfulWithoutShift } = policiesOf({ purpose: 'pay', challengeRequestIndicator });
    expect(successfulWithoutShift).toBe(expected ? 'authorize' : 'refuse');
  },
);

describe('the policies that a merchant chooses', () => {
  const issuesOf = (policies: unknown) =>
    chosenPoliciesSchema.safeParse(policies).error?.issues.map(({ path, message }) => [path.join('.'), message]);

  it.each(Object.keys(defaults))('the policies that a merchant chooses are authorize or refuse: %s', (name) => {
    expect(issuesOf({ [name]: 'authorize' })).toBeUndefined();
    expect(issuesOf({ [name]: 'refuse' })).toBeUndefined();
    expect(issuesOf({ [name]: undefined })).toBeUndefined();
    for (const wrong of ['maybe', '', null, true]) {
      expect(issuesOf({ [name]: wrong })).toEqual([[name, "'authorize' or 'refuse'"]]);
    }
  });

  it('the policies that a merchant chooses are an object, which may be empty', () => {
    expect(issuesOf({})).toBeUndefined();
    for (const wrong of [null, 'refuse', ['refuse'], new Map()]) expect(issuesOf(wrong)).toEqual([['', 'an object']]);
  });
});
