import { describe, expect, it } from 'vitest';
import { newOrderOf, wireOrderOf } from '../../demo/wire-names.js';

describe('the shop API of the demo', () => {
  it('ignores fields that an order does not have', () => {
    expect(newOrderOf({ amount: 5, currency: 'EUR', quantity: 2 })).toEqual({
      amount: '5',
      currency: 'EUR',
      description: 'One fine coin',
    });
  });

  it('takes an order with the names of the wire', () => {
    expect(
      newOrderOf({
        amount: 1999,
        currency: 'EUR',
        payer: { email: 'ada@example.com', mobile_phone: { country_code: '44', subscriber_number: '2079460000' } },
        methods: [{ code: 'card' }, { code: 'testpay', name: 'Test' }],
        challenge_request_indicator: 'NO_CHALLENGE_REQUESTED',
        authentication: { decouple_flow_timeout: '5', order: { delivery_timeframe: 'ELECTRONIC_DELIVERY' } },
      }),
    ).toEqual({
      description: 'One fine coin',
      amount: '1999',
      currency: 'EUR',
      payer: { email: 'ada@example.com', mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' } },
      methods: [{ code: 'card' }, { code: 'testpay', name: 'Test' }],
      challengeRequestIndicator: 'NO_CHALLENGE_REQUESTED',
      authentication: { decoupleFlowTimeout: '5', order: { deliveryTimeframe: 'ELECTRONIC_DELIVERY' } },
    });
  });

  it('takes an order with the names of the JavaScript API, and keeps digits in names', () => {
    const order = { accountHolderName: 'Ada', policies: { notEnrolled: 'authorize' } };
    expect(newOrderOf(order)).toMatchObject(order);
    expect(newOrderOf({ authentication: { payer: { purchase_count_last_6months: '3' } } })).toMatchObject({
      authentication: { payer: { purchaseCountLast6months: '3' } },
    });
  });

  it('leaves scheme-specific data of a message extension as it is', () => {
    const data = { some_field: { inner_field: 1 } };
    expect(
      newOrderOf({ authentication: { message_extension: [{ criticality_indicator: true, data }] } }),
    ).toMatchObject({ authentication: { messageExtension: [{ criticalityIndicator: true, data }] } });
  });

  it('shows an order with the names of the wire', () => {
    const at = '2026-11-20T12:00:00.000Z';
    expect(
      wireOrderOf({
        id: 'A1',
        state: 'paid',
        suspended: false,
        amount: '1999',
        currency: 'EUR',
        exponent: 2,
        liabilityShift: true,
        authentication: { status: 'AUTHENTICATION_SUCCESSFUL', eci: '05', serverTransId: 'T1' },
        method: 'card',
        lastPayment: 'A1-0123456789',
        authorization: null,
        captures: [],
        voids: [],
        captured: '1999',
        refunded: '0',
        capturable: '0',
        refunds: [],
        refundable: '0',
        flags: [{ kind: 'second-payment', at, attempt: 'A1-0123456789' }],
        contradiction: true,
        history: [{ at, event: 'late-success', state: 'paid', detail: { orderId: 'A1-0123456789' } }],
      }),
    ).toEqual({
      id: 'A1',
      state: 'paid',
      suspended: false,
      amount: '1999',
      currency: 'EUR',
      exponent: 2,
      liability_shift: true,
      authentication: { status: 'AUTHENTICATION_SUCCESSFUL', eci: '05', server_trans_id: 'T1' },
      method: 'card',
      last_payment: 'A1-0123456789',
      authorization: null,
      captures: [],
      voids: [],
      captured: '1999',
      refunded: '0',
      capturable: '0',
      refunds: [],
      refundable: '0',
      flags: [{ kind: 'second-payment', at, attempt: 'A1-0123456789' }],
      contradiction: true,
      history: [{ at, event: 'late-success', state: 'paid', detail: { order_id: 'A1-0123456789' } }],
    });
  });
});
