import { describe, expect, it } from 'vitest';
import {
  decisionOf,
  stageAfter,
  withAuthenticationAnswer,
} from '../../../../src/server/use-cases/card/record-authentication.js';
import type { Decision } from '../../../../src/server/domain/card/decision.js';
import type { AuthenticationAnswer } from '../../../../src/server/gateway/authentications.js';
import type { AuthenticationRecord, OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';

const AT = new Date('2026-11-20T12:00:00.000Z');
const ID = 'transaction-1';
const AUTHORIZE: Decision = { do: 'authorize' };
const PROOF = { eci: '05', authenticationValue: 'AJkBBkhgQQAAAE4gSEJydQAAAAA=' };

const answerOf = (status: AuthenticationAnswer['status'], more: Partial<AuthenticationAnswer> = {}) =>
  ({ serverTransId: ID, status, ...more }) as AuthenticationAnswer;

const requested = (change: Partial<AuthenticationRecord> = {}): AuthenticationRecord => ({
  serverTransId: ID,
  cardFingerprint: 'card',
  card: '422200******5344',
  stage: 'requested',
  ...change,
});

/** The order with the answer, or as it was. */
function record(
  order: OrderRecord,
  answer: AuthenticationAnswer,
  {
    from = 'requested',
    to = stageAfter(answer),
    decision = AUTHORIZE,
  }: Partial<Parameters<typeof withAuthenticationAnswer>[1]> = {},
) {
  const changed = withAuthenticationAnswer(answer, { from, to, decision })(order, AT);
  return { changed: changed !== undefined, record: changed ?? order };
}

const orderWith = (...authentications: AuthenticationRecord[]) => sampleRecord('A', { authentications });

it.each([
  ['AUTHENTICATION_SUCCESSFUL', 'closed'],
  ['AUTHENTICATION_FAILED', 'closed'],
  ['CHALLENGE_REQUIRED', 'challenge'],
  ['DECOUPLED_AUTHENTICATION_CONFIRMED', 'decoupled'],
] as const)('an authentication with the status %s is at the stage %s', (status, stage) => {
  expect(stageAfter(answerOf(status))).toBe(stage);
});

it('a success without proof authorizes an add-card order, and is refused for a payment', () => {
  const policies = {
    notEnrolled: 'refuse',
    attempted: 'refuse',
    couldNotBePerformed: 'refuse',
    successfulWithoutShift: 'refuse',
  } as const;
  const success = answerOf('AUTHENTICATION_SUCCESSFUL');
  const attempted = answerOf('AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL', PROOF);
  const addCard = sampleRecord('A', { purpose: 'add-card' });
  expect(decisionOf(addCard, success, policies)).toEqual(AUTHORIZE);
  expect(decisionOf(addCard, attempted, policies)).toEqual({ do: 'end', code: 'authentication-attempted' });
  expect(decisionOf(sampleRecord('A'), success, policies)).toEqual({ do: 'end', code: 'authentication-impossible' });
});

describe('the record of an authentication', () => {
  it('a decision to authorize reserves the authorization, with the time', () => {
    const { changed, record: after } = record(orderWith(requested()), answerOf('AUTHENTICATION_SUCCESSFUL', PROOF));
    expect(changed).toBe(true);
    expect(after.authentications).toEqual([
      {
        ...requested(),
        stage: 'authorizing',
        stageSince: '2026-11-20T12:00:00.000Z',
        status: 'AUTHENTICATION_SUCCESSFUL',
        eci: '05',
      },
    ]);
    expect(after.liabilityShift).toBe(true);
    expect(after.history).toMatchObject([
      { event: 'authentication-answered', detail: { status: 'AUTHENTICATION_SUCCESSFUL', eci: '05' } },
    ]);
  });

  it('a decision to end closes the authentication', () => {
    const decision: Decision = { do: 'end', code: 'authentication-failed' };
    const { record: after } = record(orderWith(requested()), answerOf('AUTHENTICATION_FAILED'), { decision });
    expect(after.authentications).toEqual([
      { ...requested(), stage: 'closed', stageSince: '2026-11-20T12:00:00.000Z', status: 'AUTHENTICATION_FAILED' },
    ]);
    expect(after.liabilityShift).toBe(false);
    expect(after.history[0]?.detail).toEqual({ status: 'AUTHENTICATION_FAILED' });
  });

  it.each([
    ['CHALLENGE_REQUIRED', 'challenge'],
    ['DECOUPLED_AUTHENTICATION_CONFIRMED', 'decoupled'],
  ] as const)('an authentication with the status %s stays open, and keeps the liability as it was', (status, stage) => {
    for (const liabilityShift of [null, true]) {
      const order = { ...orderWith(requested()), liabilityShift };
      const { record: after } = record(order, answerOf(status, PROOF), { decision: { do: 'challenge' } });
      expect(after.authentications).toEqual([
        { ...requested(), stage, stageSince: '2026-11-20T12:00:00.000Z', status, eci: '05' },
      ]);
      expect(after.liabilityShift).toBe(liabilityShift);
      expect(after.history).toMatchObject([{ event: 'authentication-answered' }]);
    }
  });

  it('a challenge that ends while it is open at the gateway is closed, and the history names it', () => {
    const order = orderWith(requested({ stage: 'challenge' }));
    const { record: after } = record(order, answerOf('CHALLENGE_REQUIRED'), {
      from: 'challenge',
      to: 'closed',
      decision: { do: 'challenge' },
    });
    expect(after.authentications).toMatchObject([{ stage: 'closed', status: 'CHALLENGE_REQUIRED' }]);
    expect(after.history).toMatchObject([{ event: 'challenge-closed', detail: { status: 'CHALLENGE_REQUIRED' } }]);
  });

  it('an authorization that follows later is not reserved', () => {
    const { record: after } = record(orderWith(requested()), answerOf('CHALLENGE_REQUIRED'), { to: 'challenge' });
    expect(after.authentications).toMatchObject([{ stage: 'challenge' }]);
  });

  it('the fields of the answer are kept, and no empty ones', () => {
    const messageExtension = [{ name: 'n', id: 'i', criticalityIndicator: 'false', data: { a: '1' } }];
    const fields = { statusReason: 'LOW_CONFIDENCE', eci: '07', acsTransId: 'acs-1', whitelistStatus: 'WHITELISTED' };
    const full = answerOf('AUTHENTICATION_FAILED', { ...fields, messageExtension } as Partial<AuthenticationAnswer>);
    const { record: kept } = record(orderWith(requested()), full, {
      decision: { do: 'end', code: 'authentication-failed' },
    });
    expect(kept.authentications[0]).toMatchObject({ ...fields, messageExtension });
    const empty = answerOf('AUTHENTICATION_FAILED', {
      statusReason: '',
      eci: '',
      acsTransId: '',
      whitelistStatus: '',
    } as Partial<AuthenticationAnswer>);
    const { record: bare } = record(orderWith(requested()), empty);
    expect(Object.keys(bare.authentications[0]!).sort()).toEqual(
      ['stageSince', 'card', 'cardFingerprint', 'serverTransId', 'stage', 'status'].sort(),
    );
    expect(bare.history[0]?.detail).toEqual({ status: 'AUTHENTICATION_FAILED' });
  });

  it.each([
    ['is at another stage', requested({ stage: 'closed' })],
    ['is another one', requested({ serverTransId: 'transaction-2' })],
  ])('nothing changes when the authentication of the order %s', (_what, authentication) => {
    const order = orderWith(authentication, requested({ serverTransId: 'transaction-3', stage: 'challenge' }));
    expect(record(order, answerOf('AUTHENTICATION_SUCCESSFUL', PROOF))).toEqual({
      changed: false,
      record: order,
    });
  });

  it('one of several authentications of the order changes, and no other', () => {
    const others = [
      requested({ serverTransId: 'transaction-0', stage: 'closed' }),
      requested({ serverTransId: 'transaction-2' }),
    ] as const;
    const { record: after } = record(
      orderWith(others[0], requested(), others[1]),
      answerOf('AUTHENTICATION_SUCCESSFUL', PROOF),
    );
    expect(after.authentications.map(({ stage }) => stage)).toEqual(['closed', 'authorizing', 'requested']);
  });

  it.each([
    ['paid', true],
    ['in-doubt', true],
    ['open', false],
    ['failed', false],
  ] as const)(
    'the liability of an order that is %s after a failed authentication is still %s',
    (state, liabilityShift) => {
      const order = { ...orderWith(requested()), state, liabilityShift: true };
      const { record: after } = record(order, answerOf('AUTHENTICATION_FAILED'));
      expect(after.liabilityShift).toBe(liabilityShift);
    },
  );

  it('an order that requests an exemption keeps the liability', () => {
    const order = { ...orderWith(requested()), exemptStatus: 'LOW_VALUE' as const };
    const { record: after } = record(order, answerOf('AUTHENTICATION_SUCCESSFUL', PROOF));
    expect(after.liabilityShift).toBe(false);
  });
});
