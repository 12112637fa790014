import { expect, it } from 'vitest';
import { createSandbox } from '../../../src/sandbox.js';
import { createGateway, type GatewayOptions } from '../../../src/server.js';
import { EXEMPT_STATUSES } from '../../protocol/fields/enumerations.js';
import { CARDS } from '../sandbox-client.js';

/** Each element that the gateway client is given arrives at the sandbox, which is written apart from it. */
const NOW = new Date('2026-11-20T12:00:00Z');

function connected(options: Partial<GatewayOptions> = {}) {
  const sandbox = createSandbox({ now: () => NOW, fetch: () => Promise.resolve(new Response(null, { status: 204 })) });
  const gateway = createGateway({
    baseUrl: 'http://127.0.0.1:4174',
    merchantId: 'scudo',
    accountId: 'internet',
    secret: 'secret',
    refundPassword: 'refund',
    now: () => NOW,
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
    ...options,
  });
  const last = () => sandbox.messages.list().at(-1)?.request as Record<string, unknown>;
  const succeed = (page: string) =>
    sandbox.fetch(
      new Request(page, {
        method: 'POST',
        body: new URLSearchParams({ response: 'Succeeded', delay: 'No delay' }),
      }),
    );
  return { gateway, last, succeed };
}

const AUTHORIZATION = {
  orderId: 'A1',
  amount: '1999',
  currency: 'EUR',
  autosettle: true,
  card: {
    number: CARDS.success,
    scheme: 'VISA',
    expiryMonth: '12',
    expiryYear: '29',
    securityCode: '123',
    fullName: 'Ada Lovelace',
  },
} as const;

it('a card authorization carries each element of the mpi', async () => {
  const { gateway, last } = connected();
  const mpi = { eci: '05', dsTransId: 'd-1', authenticationValue: 'AJk=', messageVersion: '2.2.0' } as const;
  await gateway.cardAuthorizations.create({ ...AUTHORIZATION, mpi: { ...mpi, exemptStatus: 'LOW_VALUE' } });
  expect(last()['mpi']).toEqual({
    eci: '05',
    ds_trans_id: 'd-1',
    // The log hides it.
    authentication_value: '***',
    message_version: '2.2.0',
    exempt_status: 'LOW_VALUE',
  });
});

it.each(EXEMPT_STATUSES)('a card authorization without an authentication carries the exemption %s', async (status) => {
  const { gateway, last } = connected();
  const answer = await gateway.cardAuthorizations.create({ ...AUTHORIZATION, mpi: { exemptStatus: status } });
  expect(answer.result).toBe('00');
  expect(last()['mpi']).toEqual({ exempt_status: status });
});

const PAYMENT = {
  orderId: 'P1',
  amount: '1999',
  currency: 'EUR',
  method: 'testpay',
  returnUrl: 'http://127.0.0.1:9/return',
  statusUrl: 'http://127.0.0.1:9/status',
  descriptor: 'Coins',
  country: 'DE',
  accountHolderName: 'Ada Lovelace',
  comments: ['Thank you'],
} as const;

it('a payment-set carries each element of the document, in its order', async () => {
  const { gateway, last } = connected();
  // The sandbox answers 400 to elements out of order.
  expect(await gateway.paymentSets.create(PAYMENT)).toMatchObject({ result: '01' });
  expect(last()).toMatchObject({
    '@type': 'payment-set',
    '@timestamp': '20261120120000',
    merchantid: 'scudo',
    account: 'internet',
    amount: { '@currency': 'EUR', '#text': '1999' },
    autosettle: { '@flag': '1' },
    orderid: 'P1',
    paymentmethod: 'testpay',
    paymentmethoddetails: {
      returnurl: 'http://127.0.0.1:9/return',
      statusupdateurl: 'http://127.0.0.1:9/status',
      descriptor: 'Coins',
      country: 'DE',
      accountholdername: 'Ada Lovelace',
    },
    comments: { comment: { '@id': '1', '#text': 'Thank you' } },
    accountholdername: 'Ada Lovelace',
  });
});

it('a payment-credit carries each element of the document, in its order, with the hash of the refund password', async () => {
  const { gateway, last, succeed } = connected();
  const { pasref, redirectUrl } = await gateway.paymentSets.create(PAYMENT);
  await succeed(redirectUrl);
  const { orderId, currency, method, returnUrl, statusUrl, country } = PAYMENT;
  const refund = { orderId, pasref, amount: '500', currency, method, returnUrl, statusUrl, country };
  // The sandbox answers 400 to elements out of order, and 401 to another refundhash.
  expect(await gateway.paymentCredits.create({ ...refund, comments: ['Sorry'] })).toMatchObject({ result: '00' });
  expect(last()).toMatchObject({
    '@type': 'payment-credit',
    merchantid: 'scudo',
    account: 'internet',
    amount: { '@currency': 'EUR', '#text': '500' },
    orderid: 'P1',
    pasref,
    paymentmethod: 'testpay',
    paymentmethoddetails: {
      returnurl: 'http://127.0.0.1:9/return',
      statusupdateurl: 'http://127.0.0.1:9/status',
      country: 'DE',
    },
    comments: { comment: { '@id': '1', '#text': 'Sorry' } },
  });
});

it.each(['sha1', 'sha256'] as const)(
  'the sandbox recomputes the %s hash of each kind of call and accepts it',
  async (algorithm) => {
    const { gateway } = connected({ hashAlgorithm: algorithm });
    expect(await gateway.versionCheck({ number: CARDS.success, scheme: 'VISA' })).toMatchObject({ enrolled: true });
    expect((await gateway.cardAuthorizations.create(AUTHORIZATION)).result).toBe('00');
    expect((await gateway.paymentSets.create(PAYMENT)).result).toBe('01');
    expect((await gateway.payments.page({ merchantTransactionId: 'f3f3' })).total).toBe(0);
    expect((await gateway.refunds.page({ orderId: 'A1' })).total).toBe(0);
  },
);

it.each(['sha1', 'sha256'] as const)(
  'the sandbox refuses each kind of call with a %s hash of another secret',
  async (algorithm) => {
    const { gateway } = connected({ hashAlgorithm: algorithm, secret: 'another' });
    const refusals = await Promise.allSettled([
      gateway.versionCheck({ number: CARDS.success, scheme: 'VISA' }),
      gateway.paymentSets.create(PAYMENT),
      gateway.payments.page({ merchantTransactionId: 'f3f3' }),
      gateway.refunds.page({ orderId: 'A1' }),
    ]);
    for (const { reason } of refusals as { reason?: unknown }[])
      expect(reason).toMatchObject({ failure: { kind: 'unauthorized' } });
    expect((await gateway.cardAuthorizations.create(AUTHORIZATION)).result).toBe('505');
  },
);
