import { describe, expect, it } from 'vitest';
import type { OrderState } from '../../../../src/protocol/adapter/outcome-codes.js';
import type { Attempt, PaymentAttempt, RedirectAttempt } from '../../../../src/server/domain/record/attempts.js';
import type { OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import {
  afterEnd,
  paymentOf,
  withResumed,
  withSecondPayments,
  withSuccess,
} from '../../../../src/server/domain/states/successes.js';
import {
  afterNoon,
  CARD_SUCCEEDED,
  cardAttempt,
  eventsOf,
  FIRST,
  NOON,
  orderOf,
  REDIRECT_FAILED,
  REDIRECT_SUCCEEDED,
  redirectAttempt,
  refundAttempt,
  SECOND,
  THIRD,
} from '../../orders/attempts.js';

const noon = afterNoon(0);
const changesOf = ({ changes }: OrderRecord) =>
  changes.map((change) =>
    change.kind === 'state'
      ? [change.event, change.from, change.to, change.attempt]
      : [change.kind === 'flag' ? change.flag : change.kind, change.attempt],
  );

const paidCard = cardAttempt({ progress: CARD_SUCCEEDED });
const paidRedirect = redirectAttempt({ progress: REDIRECT_SUCCEEDED });
const SETTLED_BY_CARD = {
  gatewayOrderId: FIRST,
  method: 'card',
  card: '422200******5344',
  pasref: '7',
  authcode: '12345',
};
const SETTLED_BY_REDIRECT = { gatewayOrderId: FIRST, method: 'testpay', pasref: '5' };

describe('the success of an attempt', () => {
  it.each<[string, OrderState, PaymentAttempt, string, object]>([
    ['an authorization for which the order waits', 'in-doubt', paidCard, 'AUTHORIZATION_APPROVED', SETTLED_BY_CARD],
    [
      'a redirect payment for which the order waits',
      'pending',
      paidRedirect,
      'REDIRECT_SUCCEEDED',
      SETTLED_BY_REDIRECT,
    ],
  ])('pays the order: %s', (_title, state, attempt, event, payment) => {
    const paid = withSuccess(orderOf(state, [attempt]), attempt, noon);
    expect(paid).toMatchObject({ state: 'paid', payment, flags: [], history: [] });
    expect(changesOf(paid)).toEqual([[event, state, 'paid', FIRST]]);
  });

  it.each<[OrderState, PaymentAttempt]>([
    ['open', paidCard],
    ['open', paidRedirect],
    ['failed', paidCard],
    ['failed', paidRedirect],
  ])('the success of an attempt is a late success that pays an order that is %s', (state, attempt) => {
    const paid = withSuccess(orderOf(state, [attempt]), attempt, noon);
    expect(paid).toMatchObject({ state: 'paid', payment: paymentOf(attempt), flags: [] });
    expect(changesOf(paid)).toEqual([['LATE_SUCCESS', state, 'paid', FIRST]]);
    expect(eventsOf(paid)).toEqual([['late-success', { orderId: FIRST }]]);
  });

  it.each<[OrderState, PaymentAttempt]>([
    ['in-doubt', paidRedirect],
    ['pending', paidCard],
    ['authenticated', paidCard],
    ['refunded', paidRedirect],
  ])(
    'the success of an attempt is a contradiction for an order that is %s and does not wait for it',
    (state, attempt) => {
      const flagged = withSuccess(orderOf(state, [attempt]), attempt, noon);
      expect(flagged).toMatchObject({ state, flags: [{ kind: 'contradiction', attempt: FIRST }] });
      expect(flagged).not.toHaveProperty('payment');
    },
  );

  it('the success of an attempt is a second payment when another attempt has paid the order', () => {
    const attempts = [paidCard, redirectAttempt({ gatewayOrderId: SECOND, progress: REDIRECT_SUCCEEDED })] as const;
    const payment = paymentOf(paidCard);
    const flagged = withSuccess(orderOf('paid', attempts, { payment }), attempts[1], noon);
    expect(flagged).toMatchObject({ state: 'paid', payment });
    expect(flagged.flags).toEqual([{ kind: 'second-payment', at: NOON, attempt: SECOND }]);
    expect(eventsOf(flagged)).toEqual([
      ['second-payment', { orderId: SECOND }],
      ['flagged', { flag: 'second-payment', orderId: SECOND }],
    ]);
    expect(changesOf(flagged)).toEqual([['second-payment', SECOND]]);
  });

  it('waits while another attempt is unresolved', () => {
    const attempts = [paidRedirect, cardAttempt({ gatewayOrderId: SECOND })] as const;
    const waiting = withSuccess(orderOf('in-doubt', attempts), attempts[0], noon);
    expect(waiting).toMatchObject({ state: 'in-doubt', flags: [], changes: [] });
    expect(waiting).not.toHaveProperty('payment');
    expect(eventsOf(waiting)).toEqual([['success-waiting', { orderId: FIRST }]]);
  });

  it('the success of an attempt is a second payment beside another success that waits', () => {
    const attempts = [
      paidRedirect,
      redirectAttempt({ gatewayOrderId: SECOND, progress: REDIRECT_SUCCEEDED }),
      cardAttempt({ gatewayOrderId: THIRD }),
    ] as const;
    const waiting = withSuccess(orderOf('in-doubt', attempts), attempts[1], noon);
    expect(waiting.flags).toEqual([{ kind: 'second-payment', at: NOON, attempt: SECOND }]);
    expect(eventsOf(waiting).map(([event]) => event)).toEqual(['success-waiting', 'second-payment', 'flagged']);
  });

  it('pays the order, and makes a second payment of one that had waited', () => {
    const attempts = [paidRedirect, cardAttempt({ gatewayOrderId: SECOND, progress: CARD_SUCCEEDED })] as const;
    const paid = withSuccess(orderOf('in-doubt', attempts), attempts[1], noon);
    expect(paid).toMatchObject({ state: 'paid', payment: { gatewayOrderId: SECOND } });
    expect(paid.flags).toEqual([{ kind: 'second-payment', at: NOON, attempt: FIRST }]);
  });
});

describe('the second payments of an order', () => {
  const attempts = [
    paidCard,
    redirectAttempt({ gatewayOrderId: SECOND, progress: REDIRECT_SUCCEEDED }),
    redirectAttempt({ gatewayOrderId: THIRD, progress: REDIRECT_SUCCEEDED }),
  ];
  const payment = paymentOf(paidCard);

  it('the second payments of an order are flagged once each', () => {
    const flagged = withSecondPayments(orderOf('paid', attempts, { payment }), noon);
    expect(flagged.flags.map(({ attempt }) => attempt)).toEqual([SECOND, THIRD]);
    expect(withSecondPayments(flagged, noon)).toEqual(flagged);
  });

  it('the second payments of an order are flagged beside another flag of the same attempt', () => {
    const flags = [
      { kind: 'contradiction', at: NOON, attempt: SECOND },
      { kind: 'second-payment', at: NOON, attempt: THIRD },
    ] as const;
    const flagged = withSecondPayments(orderOf('paid', attempts, { payment, flags }), noon);
    expect(flagged.flags.slice(2)).toEqual([{ kind: 'second-payment', at: NOON, attempt: SECOND }]);
    expect(eventsOf(flagged)).toHaveLength(2);
  });

  it('the second payments of an order are not attempts that failed or are unresolved', () => {
    const others = [
      paidCard,
      redirectAttempt({ gatewayOrderId: SECOND, progress: REDIRECT_FAILED }),
      redirectAttempt({ gatewayOrderId: THIRD }),
    ];
    const record = orderOf('paid', others, { payment });
    expect(withSecondPayments(record, noon)).toBe(record);
  });
});

describe('after the end of the unresolved attempt', () => {
  it('a success that waited pays the order', () => {
    const ended = cardAttempt({ gatewayOrderId: SECOND, progress: { step: 'ended', at: NOON, code: 'declined' } });
    const paid = afterEnd(orderOf('open', [paidRedirect, ended]), noon);
    expect(paid).toMatchObject({ state: 'paid', payment: SETTLED_BY_REDIRECT });
    expect(changesOf(paid)).toEqual([['LATE_SUCCESS', 'open', 'paid', FIRST]]);
  });

  it.each([{ step: 'done', at: NOON }, { step: 'sent' }, { step: 'unresolved' }, { step: 'pending' }] as const)(
    'a success that was refunded, or may have been, pays nothing: %j',
    (progress) => {
      const record = orderOf('open', [paidRedirect, refundAttempt({ progress })]);
      expect(afterEnd(record, noon)).toBe(record);
    },
  );

  it('a success pays the order when its refund was refused, or another payment was refunded', () => {
    const refunds = [
      refundAttempt({ progress: { step: 'refused', at: NOON } }),
      refundAttempt({ key: 'refund-2', gatewayOrderId: SECOND, progress: { step: 'done', at: NOON } }),
    ];
    for (const refund of refunds) expect(afterEnd(orderOf('open', [paidRedirect, refund]), noon).state).toBe('paid');
  });

  it('an order that is paid stays as it is', () => {
    const record = orderOf('paid', [paidRedirect], { payment: paymentOf(paidRedirect) });
    expect(afterEnd(record, noon)).toBe(record);
  });

  const claim = { result: '00', at: NOON } as const;
  const progress = { step: 'set-aside', at: NOON, by: 'other-method' } as const;

  it.each<[string, Partial<RedirectAttempt>]>([
    ['a status message reports as successful', { claim }],
    ['a return message reports as successful', { messages: ['return-00'] }],
    ['was begun, as a message says', { messages: ['status-01'] }],
  ])('the order waits again for a redirect payment that %s', (_title, change) => {
    const claimed = redirectAttempt({ gatewayOrderId: SECOND, progress, ...change });
    const failed = redirectAttempt({ progress: REDIRECT_FAILED });
    const resumed = afterEnd(orderOf('open', [failed, claimed]), noon);
    expect(resumed).toMatchObject({ state: 'pending' });
    expect(resumed.attempts).toEqual([failed, { ...claimed, progress: { step: 'awaiting-result', at: NOON } }]);
    expect(changesOf(resumed)).toEqual([['SUCCESS_REPORTED', 'open', 'pending', SECOND]]);
    expect(eventsOf(resumed)).toEqual([['redirect-resumed', { orderId: SECOND }]]);
  });

  it.each<[string, Attempt]>([
    ['has no claim', redirectAttempt({ progress })],
    ['has only a message about a failure', redirectAttempt({ progress, messages: ['return-101'] })],
    [
      'has failed by its last message',
      redirectAttempt({ progress, messages: ['return-01', 'status-101'], claim: { result: '101', at: NOON } }),
    ],
    ['was reported as failed', redirectAttempt({ progress, claim: { result: '101', at: NOON } })],
    ['was set aside by a person', redirectAttempt({ progress: { step: 'dismissed', at: NOON }, claim })],
    ['has failed', redirectAttempt({ progress: REDIRECT_FAILED, claim })],
    ['is a card authorization', cardAttempt({ progress: { step: 'ended', at: NOON, code: 'declined' } })],
  ])('the order does not wait again for a payment that %s', (_title, attempt) => {
    const record = orderOf('open', [attempt]);
    expect(afterEnd(record, noon)).toBe(record);
  });
});

describe('an attempt that is waited for again', () => {
  it('resumes a redirect payment that had failed, and leaves the other attempts', () => {
    const failed = redirectAttempt({ progress: { step: 'set-aside', at: NOON, by: 'failed' } });
    const others = [cardAttempt(), redirectAttempt({ gatewayOrderId: SECOND, progress: REDIRECT_FAILED })];
    const resumed = withResumed(orderOf('failed', [...others, failed]), FIRST, noon);
    expect(resumed.attempts).toEqual([...others, redirectAttempt()]);
    expect(resumed.state).toBe('pending');
  });

  it('changes nothing while the order waits for another payment, or is paid', () => {
    for (const state of ['pending', 'in-doubt', 'paid'] as const) {
      const record = orderOf(state, [redirectAttempt({ progress: REDIRECT_FAILED })]);
      expect(withResumed(record, FIRST, noon)).toBe(record);
    }
  });
});

describe('the payment of an attempt', () => {
  it('the payment of an attempt has the reference and the code of the issuer where they are known', () => {
    expect(paymentOf(paidCard)).toEqual(SETTLED_BY_CARD);
    expect(paymentOf(paidRedirect)).toEqual(SETTLED_BY_REDIRECT);
  });

  it('the payment of an attempt has no reference and no code where none is known', () => {
    const by = { gatewayOrderId: FIRST, method: 'card', card: '422200******5344' };
    expect(paymentOf(cardAttempt({ progress: { step: 'succeeded', at: NOON } }))).toEqual(by);
    expect(paymentOf(cardAttempt({ progress: { step: 'unresolved', cause: 'no-answer', pasref: '9' } }))).toEqual(by);
    const { pasref: _none, ...without } = paidRedirect;
    expect(paymentOf(without)).toEqual({ gatewayOrderId: FIRST, method: 'testpay' });
  });
});
