import { describe, expect, it } from 'vitest';
import { currentRecord } from '../../../../src/server/orders/book/migration.js';
import { sampleRecord } from '../../../../src/server/store/conformance/sample-record.js';

const CREATED = '2026-11-19T10:00:00.000Z';
const SENT = '2026-11-19T10:01:00.000Z';
const LAST = '2026-11-19T10:02:00.000Z';
const CARD = '422200******5344';

/** A record as 0.1.0 stored it. */
const first = (change: object = {}) =>
  currentRecord({
    id: 'ORDER-1',
    createdAt: CREATED,
    amount: '1999',
    currency: 'EUR',
    state: 'open',
    payer: {},
    challengeRequestIndicator: 'NO_PREFERENCE',
    attempts: 0,
    authentications: [],
    redirects: [],
    refunds: [],
    liabilityShift: null,
    answers: {},
    history: [{ at: CREATED, event: 'created', state: 'open' }],
    ...change,
  } as never);

const sent = (order_id?: string, at = SENT) => ({
  at,
  event: 'authorization-sent',
  state: 'in-doubt',
  ...(order_id === undefined ? {} : { detail: { order_id, card: CARD } }),
});

describe('a record with a version', () => {
  it('a record of this version is the same, and one of a newer version is refused', () => {
    const record = sampleRecord('A');
    expect(currentRecord(record)).toBe(record);
    expect(() => currentRecord({ ...record, version: 2 as never })).toThrow(
      expect.objectContaining({ name: 'Problem', code: 'record-newer' }),
    );
  });
});

describe('a record of 0.1.0', () => {
  it('a record of 0.1.0 has the fields of this version with their first values', () => {
    expect(first()).toEqual({
      version: 1,
      id: 'ORDER-1',
      createdAt: CREATED,
      updatedAt: CREATED,
      amount: '1999',
      currency: 'EUR',
      purpose: 'pay',
      state: 'open',
      methods: [{ code: 'card' }],
      payer: {},
      challengeRequestIndicator: 'NO_PREFERENCE',
      authentications: [],
      attempts: [],
      liabilityShift: null,
      earlyRefundMessages: [],
      flags: [],
      answers: {},
      changes: [],
      changeCount: 0,
      history: [{ at: CREATED, event: 'created', state: 'open' }],
    });
  });

  it('keeps its purpose and methods, and was last changed at its last entry', () => {
    const methods = [{ code: 'testpay' }, { code: 'card' }];
    const history = [
      { at: CREATED, event: 'created', state: 'open' },
      { at: LAST, event: 'challenge-result', state: 'open' },
    ];
    expect(first({ purpose: 'add-card', methods, history })).toMatchObject({
      purpose: 'add-card',
      methods,
      updatedAt: LAST,
    });
    expect(first({ history: [] }).updatedAt).toBe(CREATED);
    expect(first({ redirects: undefined, refunds: undefined }).attempts).toEqual([]);
  });

  it('a record of 0.1.0 has the data of the payer and of the authentication with camelCase names', () => {
    const record = first({
      payer: { email: 'ada@example.com', mobile_phone: { country_code: '44', subscriber_number: '2079460000' } },
      shippingAddress: { line1: 'Damrak 1', city: 'Amsterdam', postal_code: '1012 LG', country: '528' },
      authentication: { order: { gift_card_count: '02' } },
      authentications: [{ cardMark: 'mark', card: CARD, stage: 'checked', serverTransId: 'T1' }],
    });
    expect(record.payer).toEqual({
      email: 'ada@example.com',
      mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' },
    });
    expect(record.shippingAddress).toEqual({
      line1: 'Damrak 1',
      city: 'Amsterdam',
      postalCode: '1012 LG',
      country: '528',
    });
    expect(record.authentication).toEqual({ order: { giftCardCount: '02' } });
    expect(record.authentications).toEqual([
      { cardFingerprint: 'mark', card: CARD, stage: 'checked', serverTransId: 'T1' },
    ]);
  });

  it('a record of 0.1.0 has the entries of its history with the names of today', () => {
    const history = [
      { at: CREATED, event: 'created', state: 'open' },
      { at: SENT, event: 'status-not-believed', state: 'open', detail: { order_id: 'ORDER-1', fund_status: 'X' } },
      { at: LAST, event: 'version-checked', state: 'open', detail: { card: CARD, enrolled: true } },
    ];
    expect(first({ history }).history).toEqual([
      history[0],
      { at: SENT, event: 'status-rejected', state: 'open', detail: { orderId: 'ORDER-1', fundStatus: 'X' } },
      history[2],
    ]);
  });

  it('a record of 0.1.0 has a flag for a contradiction, about its payment or about the order', () => {
    const history = [{ at: LAST, event: 'status-contradiction', state: 'open' }];
    const payment = { gatewayOrderId: 'ORDER-1-2', method: 'testpay' };
    expect(first({ contradiction: true, history, payment }).flags).toEqual([
      { kind: 'contradiction', at: LAST, attempt: 'ORDER-1-2' },
    ]);
    expect(first({ contradiction: true, history }).flags).toEqual([
      { kind: 'contradiction', at: LAST, attempt: 'ORDER-1' },
    ]);
    expect(first({ contradiction: false, history }).flags).toEqual([]);
  });

  it('a record of 0.1.0 has a payment by card where no method was stored', () => {
    const payment = { gatewayOrderId: 'ORDER-1', card: CARD };
    expect(first({ payment }).payment).toEqual({ ...payment, method: 'card' });
    expect(first({ payment: { ...payment, method: 'testpay' } }).payment).toEqual({ ...payment, method: 'testpay' });
    expect(first()).not.toHaveProperty('payment');
  });
});

describe('an authorization of 0.1.0', () => {
  const base = { kind: 'card', amount: '1999', currency: 'EUR', card: CARD };
  const at = (time: string) => ({ sentAt: time, deadline: time });

  it('an authorization of 0.1.0 is unresolved when it is the last one of an order in doubt, and has ended otherwise', () => {
    const history = [sent('ORDER-1'), sent('ORDER-1-2', LAST)];
    const ended = { step: 'ended', code: 'payment-not-completed' };
    const [one, two] = [
      { ...base, ...at(SENT), gatewayOrderId: 'ORDER-1', serverTransId: null },
      { ...base, ...at(LAST), gatewayOrderId: 'ORDER-1-2', serverTransId: 'T2' },
    ];
    expect(first({ state: 'in-doubt', authorizedWith: 'T2', history }).attempts).toEqual([
      { ...one, progress: { ...ended, at: SENT } },
      { ...two, progress: { step: 'unresolved', cause: 'no-answer' } },
    ]);
    expect(first({ state: 'open', authorizedWith: 'T2', history }).attempts).toEqual([
      { ...one, progress: { ...ended, at: SENT } },
      { ...two, progress: { ...ended, at: LAST } },
    ]);
  });

  it('an authorization of 0.1.0 has succeeded when it is the payment, with the references that are known', () => {
    const history = [sent('ORDER-1'), sent('ORDER-1-2', LAST)];
    const payment = { gatewayOrderId: 'ORDER-1', pasref: '7', authcode: '12345' };
    const progressOf = (known: object) => first({ state: 'paid', history, payment: known }).attempts[0]?.progress;
    expect(progressOf(payment)).toEqual({ step: 'succeeded', at: SENT, pasref: '7', authcode: '12345' });
    expect(progressOf({ gatewayOrderId: 'ORDER-1', pasref: '', authcode: '' })).toEqual({
      step: 'succeeded',
      at: SENT,
    });
    expect(first({ state: 'paid', history, payment }).attempts[1]?.progress.step).toBe('ended');
  });

  it('an authorization of 0.1.0 has the id of the order, no card and no authentication where its entry has no details', () => {
    expect(first({ state: 'in-doubt', history: [sent()] }).attempts).toEqual([
      {
        ...base,
        ...at(SENT),
        card: '',
        gatewayOrderId: 'ORDER-1',
        serverTransId: null,
        progress: { step: 'unresolved', cause: 'no-answer' },
      },
    ]);
    const noDetails = { ...sent(), detail: {} };
    expect(first({ state: 'in-doubt', history: [noDetails] }).attempts).toMatchObject([
      { gatewayOrderId: 'ORDER-1', card: '' },
    ]);
    expect(first({ authorizedWith: null, history: [sent('ORDER-1')] }).attempts).toMatchObject([
      { serverTransId: null },
    ]);
  });
});

describe('a redirect payment of 0.1.0', () => {
  const stored = {
    at: SENT,
    gatewayOrderId: 'ORDER-1',
    method: 'testpay',
    pasref: '5',
    redirectUrl: 'https://pay.example/5',
  };

  it.each([
    [{ heard: false }, [], { step: 'awaiting-result' }],
    [{ heard: true }, ['return-01'], { step: 'awaiting-result' }],
    [{ heard: true, result: '00' }, ['return-01'], { step: 'succeeded', at: SENT, confirmedBy: 'message' }],
    [{ heard: false, result: '101' }, [], { step: 'failed', at: SENT, confirmedBy: 'message' }],
  ])('a redirect payment of 0.1.0 has its messages and its result: %j', (change, messages, progress) => {
    const { at, ...known } = stored;
    expect(first({ redirects: [{ ...stored, ...change }] }).attempts).toEqual([
      { ...known, kind: 'redirect', amount: '1999', currency: 'EUR', sentAt: at, deadline: at, messages, progress },
    ]);
  });
});

describe('a refund of 0.1.0', () => {
  const stored = { key: 'a', at: SENT, amount: '500' };
  const payment = { gatewayOrderId: 'ORDER-1-2', method: 'testpay' };
  const migrated = {
    kind: 'refund',
    key: 'a',
    gatewayOrderId: 'ORDER-1-2',
    amount: '500',
    currency: 'EUR',
    sentAt: SENT,
    deadline: SENT,
  };

  it.each([
    ['sent', { step: 'unresolved' }],
    ['in-doubt', { step: 'unresolved' }],
    ['pending', { step: 'pending' }],
    ['done', { step: 'done', at: SENT }],
    ['refused', { step: 'refused', at: SENT }],
  ])('a refund of 0.1.0 that is %s has the progress %j', (state, progress) => {
    expect(first({ payment, refunds: [{ ...stored, state }] }).attempts).toEqual([{ ...migrated, progress }]);
    const message = 'a text of the gateway';
    const full = { ...stored, state, pasref: '6', message };
    expect(first({ payment, refunds: [full] }).attempts).toEqual([
      { ...migrated, pasref: '6', progress: { ...progress, message } },
    ]);
  });

  it('a refund of 0.1.0 belongs to the order where no payment is known', () => {
    const [refund] = first({ refunds: [{ ...stored, state: 'pending' }] }).attempts;
    expect(refund?.gatewayOrderId).toBe('ORDER-1');
  });

  it.each(['00', '101', '01'])(
    'a refund of 0.1.0 has the status message %s that came before its reference was known',
    (result) => {
      const early = (detail?: object, event = 'refund-status-early') => ({ at: LAST, event, state: 'paid', detail });
      const history = [
        early({ pasref: '6', result }),
        early({ pasref: '7', result: '999' }),
        early({ pasref: true, result }),
        early({ result }),
        early(),
        early({ pasref: '8', result }, 'refund-status'),
      ];
      expect(first({ history }).earlyRefundMessages).toEqual([{ pasref: '6', result, at: LAST }]);
    },
  );
});
