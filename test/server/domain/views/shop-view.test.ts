import { describe, expect, it } from 'vitest';
import type { OrderState } from '../../../../src/protocol/adapter/outcome-codes.js';
import type { Attempt, OperationProgress } from '../../../../src/server/domain/record/attempts.js';
import type { AuthenticationRecord, OrderRecord, Payment } from '../../../../src/server/domain/record/order-record.js';
import { shopView } from '../../../../src/server/domain/views/shop-view.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import {
  CARD_SUCCEEDED,
  cardAttempt,
  FIRST,
  NOON,
  REDIRECT_SUCCEEDED,
  redirectAttempt,
  refundAttempt,
  SECOND,
} from '../../orders/attempts.js';

const viewOf = (change: Partial<OrderRecord> = {}) => shopView(sampleRecord('A', change));

function authentication(serverTransId: string, change: Partial<AuthenticationRecord> = {}): AuthenticationRecord {
  return { serverTransId, cardFingerprint: 'fingerprint', card: '422200******5344', stage: 'closed', ...change };
}
const byCard: Payment = { gatewayOrderId: FIRST, method: 'card' };
const byRedirect: Payment = { gatewayOrderId: FIRST, method: 'testpay' };

describe('the view of an order', () => {
  it('the view of an order has the fields of the documentation and no others', () => {
    const history = [{ at: NOON, event: 'created', state: 'open' } as const];
    expect(viewOf({ history, payer: { email: 'ada@example.com' } })).toEqual({
      id: 'A',
      state: 'open',
      suspended: false,
      amount: '1999',
      currency: 'EUR',
      exponent: 2,
      liabilityShift: null,
      authentication: null,
      method: null,
      lastPayment: 'none',
      authorization: null,
      captures: [],
      voids: [],
      refunds: [],
      captured: '0',
      refunded: '0',
      capturable: '0',
      refundable: '0',
      flags: [],
      contradiction: false,
      history,
    });
  });

  it('the view of an order has the reference of the shop, its time of expiry and the shift of liability', () => {
    expect(viewOf({ reference: '4711', expiresAt: NOON, liabilityShift: true })).toMatchObject({
      reference: '4711',
      expiresAt: NOON,
      liabilityShift: true,
    });
  });

  it.each([
    ['contradiction', true],
    ['second-payment', true],
    ['amount-differs', false],
    ['too-many-attempts', false],
  ] as const)('an order with the flag %s has a contradiction: %s', (kind, expected) => {
    const flags = [{ kind, at: NOON }];
    expect(viewOf({ flags })).toMatchObject({ flags, contradiction: expected });
    expect(viewOf({ flags: [{ kind: 'unconfirmed', at: NOON }, ...flags] }).contradiction).toBe(expected);
  });
});

describe('the refunds of the view', () => {
  it.each<[OperationProgress, object]>([
    [{ step: 'sent' }, { state: 'sent' }],
    [{ step: 'unresolved' }, { state: 'unresolved' }],
    [
      { step: 'pending', message: 'in process' },
      { state: 'pending', message: 'in process' },
    ],
    [{ step: 'done', at: NOON }, { state: 'done' }],
    [
      { step: 'refused', at: NOON, message: 'too late' },
      { state: 'refused', message: 'too late' },
    ],
    [{ step: 'done', at: NOON, message: '' }, { state: 'done' }],
  ])(
    'the refunds of the view have their state, and the text of the gateway if there is one: %j',
    (progress, expected) => {
      const attempts = [redirectAttempt({ progress: REDIRECT_SUCCEEDED }), refundAttempt({ progress })];
      expect(viewOf({ attempts }).refunds).toEqual([{ key: 'refund-1', at: NOON, amount: '500', ...expected }]);
    },
  );
});

describe('the authentication of the view', () => {
  const idOf = (change: Partial<OrderRecord>) => viewOf(change).authentication?.serverTransId;
  const [one, two] = [authentication('T1'), authentication('T2')];

  it('the authentication of the view has the result with the names of the interface, and no card data', () => {
    const full = authentication('T1', {
      status: 'AUTHENTICATION_SUCCESSFUL',
      eci: '05',
      messageVersion: '2.2.0',
      whitelistStatus: 'WHITELISTED',
      acsTransId: 'acs',
    });
    expect(viewOf({ authentications: [full] }).authentication).toEqual({
      status: 'AUTHENTICATION_SUCCESSFUL',
      eci: '05',
      version: '2.2.0',
      serverTransId: 'T1',
      whitelistStatus: 'WHITELISTED',
    });
    const { serverTransId: _none, ...without } = authentication('T1');
    expect(viewOf({ authentications: [without] }).authentication).toEqual({});
  });

  it.each<OrderState>(['open', 'failed', 'authenticated'])(
    'the authentication of the view is the latest one past the version check for an order that is %s',
    (state) => {
      const checked = authentication('T3', { stage: 'checked' });
      const attempts = [cardAttempt({ serverTransId: 'T1', progress: { step: 'ended', at: NOON, code: 'declined' } })];
      expect(idOf({ state, authentications: [one, two, checked], attempts })).toBe('T2');
      expect(viewOf({ state, authentications: [checked] }).authentication).toBeNull();
    },
  );

  it.each<[string, OrderState, readonly Attempt[], Payment | undefined, string | undefined]>([
    [
      'of the payment that paid the order, not of a later attempt',
      'paid',
      [
        cardAttempt({ serverTransId: 'T1', progress: CARD_SUCCEEDED }),
        cardAttempt({ serverTransId: 'T2', gatewayOrderId: SECOND, progress: CARD_SUCCEEDED }),
      ],
      byCard,
      'T1',
    ],
    [
      'of the last authorization while none has paid the order',
      'in-doubt',
      [
        cardAttempt({ serverTransId: 'T2', progress: { step: 'ended', at: NOON, code: 'declined' } }),
        cardAttempt({ serverTransId: 'T1', gatewayOrderId: SECOND }),
      ],
      undefined,
      'T1',
    ],
    [
      'of the payment, also after refunds of it',
      'partly-refunded',
      [cardAttempt({ serverTransId: 'T1', progress: CARD_SUCCEEDED }), refundAttempt()],
      byCard,
      'T1',
    ],
    [
      'absent for a redirect payment',
      'pending',
      [cardAttempt({ serverTransId: 'T1' }), redirectAttempt()],
      undefined,
      undefined,
    ],
    [
      'absent for an authorization without one',
      'paid',
      [cardAttempt({ serverTransId: null, progress: CARD_SUCCEEDED })],
      byCard,
      undefined,
    ],
    ['absent where nothing was sent', 'in-doubt', [], undefined, undefined],
  ])('the authentication of the view is %s', (_title, state, attempts, payment, expected) => {
    const { serverTransId: _none, ...notEnrolled } = authentication('T0');
    const authentications = [notEnrolled, one, two];
    expect(idOf({ state, authentications, attempts, ...(payment ? { payment } : {}) })).toBe(expected);
    if (expected === undefined) {
      const view = viewOf({ state, authentications, attempts, ...(payment ? { payment } : {}) });
      expect(view.authentication).toBeNull();
    }
  });
});

describe('the method of the view', () => {
  it('the method of the view is that of the payment, else the last redirect payment, else a card that was checked', () => {
    const redirects = [redirectAttempt(), redirectAttempt({ gatewayOrderId: SECOND, method: 'sofort' }), cardAttempt()];
    const authentications = [authentication('T1')];
    expect(viewOf({ payment: byRedirect, attempts: redirects }).method).toBe('testpay');
    expect(viewOf({ attempts: redirects, authentications }).method).toBe('sofort');
    expect(viewOf({ attempts: [cardAttempt()], authentications }).method).toBe('card');
    expect(viewOf({ authentications }).method).toBe('card');
    expect(viewOf().method).toBeNull();
  });
});
