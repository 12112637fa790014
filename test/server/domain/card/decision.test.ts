import { describe, expect, it } from 'vitest';
import {
  AUTHENTICATION_STATUSES,
  CHALLENGE_REQUEST_INDICATORS,
  EXEMPT_STATUSES,
  type AuthenticationStatus,
} from '../../../../src/protocol/three-d-secure/three-d-secure-values.js';
import type { NewOrder, Policies } from '../../../../src/server.js';
import {
  authenticationAnswer,
  authorizationAnswer,
  authorizationsAt,
  CARDS,
  json,
  orderIdIn,
  pay,
  prepare,
  report,
  shop,
} from '../../scripted-gateway.js';

type Ending = readonly [code: string, status: string];

/** The cardholder is being asked: no decision follows yet. */
const OPEN = ['CHALLENGE_REQUIRED', 'DECOUPLED_AUTHENTICATION_CONFIRMED'] as const;

/** The outcome of each status, by the policies that authorize it and by those that refuse it. */
const TABLE: Readonly<
  Record<
    Exclude<AuthenticationStatus, (typeof OPEN)[number]>,
    { readonly policy?: keyof Policies; readonly ending: Ending; readonly afterChallenge?: Ending }
  >
> = {
  AUTHENTICATION_SUCCESSFUL: { ending: ['authorized', 'paid'] },
  AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL: {
    policy: 'attempted',
    ending: ['authentication-attempted', 'not-authenticated'],
  },
  AUTHENTICATION_FAILED: {
    ending: ['authentication-failed', 'not-authenticated'],
    afterChallenge: ['challenge-failed', 'not-authenticated'],
  },
  AUTHENTICATION_COULD_NOT_BE_PERFORMED: {
    policy: 'couldNotBePerformed',
    ending: ['authentication-impossible', 'not-authenticated'],
  },
  AUTHENTICATION_ISSUER_REJECTED: { ending: ['issuer-rejected', 'not-authenticated'] },
  CHALLENGE_PREFERENCE_ACKNOWLEDGED_INFORMATIONAL_ONLY: {
    policy: 'couldNotBePerformed',
    ending: ['authentication-impossible', 'not-authenticated'],
  },
};
const STATUSES = Object.keys(TABLE) as (keyof typeof TABLE)[];
const PROOF = { eci: '05', authentication_value: 'AJkBBkhgQQAAAE4gSEJydQAAAAA=' };

/** Pays with an issuer that answers this status, at once or after a challenge. */
async function payment(
  status: AuthenticationStatus,
  {
    order = {},
    backend = {},
    challenge = false,
    proof = PROOF,
    text,
  }: {
    order?: Partial<NewOrder>;
    backend?: { policies?: Partial<Policies> };
    challenge?: boolean;
    proof?: object;
    text?: string;
  } = {},
) {
  const place = shop(backend);
  const id = await place.order(order);
  const serverTransId = await prepare(place, id, CARDS.success);
  const last = () =>
    authenticationAnswer(serverTransId, status, { ...proof, ...(text ? { cardholder_response_info: text } : {}) });
  place.intercept = (path, text, pass) => {
    if (path === '/epage-remote.cgi') return authorizationAnswer({ orderid: orderIdIn(text), result: '00' });
    if (path === '/3ds2/authentications' && challenge)
      return authenticationAnswer(serverTransId, 'CHALLENGE_REQUIRED', {
        challenge_request_url: 'https://acs.example/',
        encoded_creq: 'e30',
      });
    return path.startsWith('/3ds2/authentications') ? last() : pass();
  };
  let answer = await json(await pay(place, id, CARDS.success, { serverTransId }));
  if (challenge) answer = await json(await report(place, id, serverTransId ?? '', { number: CARDS.success }));
  return { outcome: answer.outcome, sent: authorizationsAt(place), view: await place.backend.orders.shopView(id) };
}

describe.each([
  ['at once', false],
  ['after a challenge', true],
] as const)('an authentication that is answered %s', (_when, challenge) => {
  it.each(STATUSES)('the status %s has the outcome of the table, with either policy', async (status) => {
    const { policy, ending, afterChallenge = ending } = TABLE[status];
    for (const choice of ['authorize', 'refuse'] as const) {
      const policies: Policies = {
        notEnrolled: choice,
        attempted: choice,
        couldNotBePerformed: choice,
        successfulWithoutShift: choice,
      };
      const { outcome, sent, view } = await payment(status, { order: { policies }, challenge });
      const [code, expected] =
        policy && choice === 'authorize' ? ['authorized', 'paid'] : challenge ? afterChallenge : ending;
      expect(outcome).toMatchObject({
        code,
        status: expected,
        order: { state: expected === 'paid' ? 'paid' : 'open' },
      });
      expect(sent).toHaveLength(expected === 'paid' ? 1 : 0);
      expect(view).toMatchObject({ authentication: { status, eci: '05' } });
    }
  });

  it('returns the cardholder text with a refusal only, at most 1,024 characters of it', async () => {
    expect((await payment('AUTHENTICATION_FAILED', { challenge, text: '<b>Call us</b>' })).outcome).toMatchObject({
      cardholder_text: '<b>Call us</b>',
    });
    expect((await payment('AUTHENTICATION_SUCCESSFUL', { challenge, text: 'x' })).outcome).not.toHaveProperty(
      'cardholder_text',
    );
    expect(
      (await payment('AUTHENTICATION_FAILED', { challenge, text: 'x'.repeat(5000) })).outcome.cardholder_text,
    ).toHaveLength(1024);
  });
});

it('the table has a row for every status except the two that are still open', () => {
  expect([...STATUSES, ...OPEN].sort()).toEqual([...AUTHENTICATION_STATUSES].sort());
});

describe('the policies', () => {
  it('the policies of an order precede those of the backend, which precede the defaults', async () => {
    const attempted = 'AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL';
    expect((await payment(attempted)).outcome.status).toBe('paid');
    expect((await payment(attempted, { backend: { policies: { attempted: 'refuse' } } })).outcome.status).toBe(
      'not-authenticated',
    );
    expect(
      (
        await payment(attempted, {
          backend: { policies: { attempted: 'refuse' } },
          order: { policies: { attempted: 'authorize' } },
        })
      ).outcome.status,
    ).toBe('paid');
    expect((await payment('AUTHENTICATION_COULD_NOT_BE_PERFORMED')).outcome.status).toBe('not-authenticated');
  });

  it('the policies treat an attempt without proof like an authentication that could not be performed', async () => {
    for (const proof of [{}, { eci: '06' }, { authentication_value: 'AJk=' }]) {
      expect((await payment('AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL', { proof })).outcome).toMatchObject({
        code: 'authentication-attempted',
        status: 'not-authenticated',
      });
      const { outcome, view } = await payment('AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL', {
        proof,
        order: { policies: { couldNotBePerformed: 'authorize' } },
      });
      expect(outcome.status).toBe('paid');
      expect(view?.liabilityShift).toBe(false);
    }
  });
});

describe('the liability shift', () => {
  const authorizeAll: Policies = {
    notEnrolled: 'authorize',
    attempted: 'authorize',
    couldNotBePerformed: 'authorize',
    successfulWithoutShift: 'authorize',
  };

  it.each([
    ['AUTHENTICATION_SUCCESSFUL', true],
    ['AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL', true],
    ['AUTHENTICATION_COULD_NOT_BE_PERFORMED', false],
    ['AUTHENTICATION_FAILED', false],
    ['AUTHENTICATION_ISSUER_REJECTED', false],
    ['CHALLENGE_PREFERENCE_ACKNOWLEDGED_INFORMATIONAL_ONLY', false],
  ] as const)('the liability shift after %s is %s', async (status, shifts) => {
    for (const challenge of [false, true])
      expect((await payment(status, { order: { policies: authorizeAll }, challenge })).view?.liabilityShift).toBe(
        shifts,
      );
  });

  it.each(['05', '5', '06', '6', '02', '2', '01', '1'])('the liability shift with ECI %s is true', async (eci) => {
    const { view, outcome } = await payment('AUTHENTICATION_SUCCESSFUL', { proof: { ...PROOF, eci } });
    expect(outcome.status).toBe('paid');
    expect(view?.liabilityShift).toBe(true);
  });

  it.each(['07', '7', '00', '0', '04', '99'])(
    'the liability shift with ECI %s is false, and the success is authorized by the policy successfulWithoutShift only',
    async (eci) => {
      const proof = { ...PROOF, eci };
      const refused = await payment('AUTHENTICATION_SUCCESSFUL', { proof });
      expect(refused.outcome).toMatchObject({ status: 'not-authenticated', code: 'authentication-impossible' });
      expect(refused.sent).toHaveLength(0);
      expect(refused.view?.liabilityShift).toBe(false);
      const policies = { successfulWithoutShift: 'authorize' } as const;
      for (const settings of [{ order: { policies } }, { backend: { policies } }]) {
        const { outcome, view } = await payment('AUTHENTICATION_SUCCESSFUL', { proof, ...settings });
        expect(outcome.status).toBe('paid');
        expect(view?.liabilityShift).toBe(false);
      }
    },
  );

  const EXEMPTIONS = [
    'NO_CHALLENGE_REQUESTED',
    'NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED',
    'NO_CHALLENGE_REQUESTED_WHITELIST',
    'NO_CHALLENGE_REQUESTED_SCA_ALREADY_PERFORMED',
    'NO_CHALLENGE_REQUESTED_DATA_SHARE_ONLY',
  ];
  it.each(CHALLENGE_REQUEST_INDICATORS)(
    'the liability shift with the indicator %s is false if it requests an exemption, and true otherwise',
    async (challengeRequestIndicator) => {
      expect(
        (await payment('AUTHENTICATION_SUCCESSFUL', { order: { challengeRequestIndicator } })).view?.liabilityShift,
      ).toBe(!EXEMPTIONS.includes(challengeRequestIndicator));
    },
  );

  it.each(EXEMPT_STATUSES)(
    'the liability shift with the exemption %s is false, and the authorization has the exemption',
    async (exemptStatus) => {
      const { view, sent } = await payment('AUTHENTICATION_SUCCESSFUL', { order: { exemptStatus } });
      expect(view?.liabilityShift).toBe(false);
      expect(sent[0]?.text).toContain(`<exempt_status>${exemptStatus}</exempt_status>`);
    },
  );

  it('the liability shift is null before an authentication has ended', async () => {
    const place = shop();
    const id = await place.order();
    await pay(place, id, CARDS.challenge);
    expect(await place.backend.orders.shopView(id)).toMatchObject({
      liabilityShift: null,
      authentication: { status: 'CHALLENGE_REQUIRED' },
    });
  });
});

describe('the status reason of a failed authentication', () => {
  // status-reasons.test.ts has every reason.
  it.each([
    ['STOLEN_CARD', 'issuer-rejected'],
    ['UNKNOWN_DEVICE', 'authentication-impossible'],
    ['CARDHOLDER_NOT_ENROLLED_IN_SERVICE', 'not-enrolled'],
    ['TRANSACTION_TIMED_OUT_AT_THE_ACS', 'challenge-timed-out'],
  ])('the status reason %s has the outcome code %s, at once and after a challenge', async (status_reason, code) => {
    for (const challenge of [false, true])
      expect(
        (await payment('AUTHENTICATION_FAILED', { challenge, proof: { ...PROOF, status_reason } })).outcome,
      ).toMatchObject({ code });
  });

  it.each(['CARD_AUTHENTICATION_FAILED', 'LOW_CONFIDENCE', 'A_NEW_ONE'])(
    'the status reason %s has the general outcome code',
    async (status_reason) => {
      expect((await payment('AUTHENTICATION_FAILED', { proof: { ...PROOF, status_reason } })).outcome).toMatchObject({
        code: 'authentication-failed',
      });
      expect(
        (await payment('AUTHENTICATION_FAILED', { challenge: true, proof: { ...PROOF, status_reason } })).outcome,
      ).toMatchObject({ code: 'challenge-failed' });
    },
  );
});
