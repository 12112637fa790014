import { heldRequest } from '../../../held-request.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paymentCreditResponseSchema } from '../../../../src/protocol/redirect/payment-credit.js';
import type { SandboxOptions } from '../../../../src/sandbox.js';
import { BASE, hashOf, messagesOf, START } from '../../sandbox-client.js';
import { refundsReport } from '../../reports/report-client.js';
import { answered, compact, initiated, paymentCredit, sandboxWithMerchant, send } from '../../method-client.js';

type Options = Parameters<typeof paymentCredit>[1];

/** A succeeded payment of 1999 EUR, to be refunded. */
async function paid(options: SandboxOptions = {}) {
  const { sandbox } = sandboxWithMerchant(options);
  const { pasref } = await answered(sandbox);
  return { sandbox, pasref, refund: (more: Options = {}) => send(sandbox, paymentCredit(pasref, more)) };
}

describe('payment-credit', () => {
  test('payment-credit refunds, with a signed answer of its own reference', async () => {
    const { refund, pasref } = await paid();
    const response = await refund();
    expect(response).toMatchObject({
      status: 200,
      '@timestamp': compact(START),
      merchantid: 'scudo',
      account: 'internet',
      orderid: 'A1',
      result: '00',
      message: 'SUCCEEDED',
      pasref: expect.stringMatching(/^\d{17}$/),
      paymentmethod: 'testpay',
    });
    expect(response.pasref).not.toBe(pasref);
    expect(response).not.toHaveProperty('paymentmethoddetails');
    expect(response.sha1hash).toBe(
      hashOf([compact(START), 'scudo', 'A1', '00', 'SUCCEEDED', response.pasref, 'testpay']),
    );
    expect(paymentCreditResponseSchema.safeParse(response).success).toBe(true);
  });

  test('accepts a hash in SHA-1 or SHA-256, and no hash, as the document lists it', async () => {
    const { refund } = await paid();
    expect((await refund({ elements: { amount: '1' }, signed: false })).sha1hash).toMatch(/^[0-9a-f]{40}$/);
    expect((await refund({ elements: { amount: '1' }, algorithm: 'sha256' })).sha256hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('accepts all of the document’s elements, and the authcode of published clients', async () => {
    const { refund } = await paid();
    const elements = {
      amount: '1',
      authcode: '1',
      paymentmethod: 'testpay',
      paymentmethoddetails:
        '<returnurl>https://shop.example/</returnurl><statusupdateurl>https://shop.example/</statusupdateurl><country>DE</country>',
      comments: '<comment id="1">Sorry</comment>',
    };
    const all = await refund({
      edit: (xml) => xml.replace('<paymentmethod>', '<authcode>1</authcode><paymentmethod>'),
      elements: { ...elements, authcode: undefined },
    });
    expect(all.result).toBe('00');
    expect((await refund({ elements: { amount: '1', paymentmethoddetails: '', comments: '' } })).result).toBe('00');
  });

  test('refunds in parts, up to the amount of the payment', async () => {
    const { refund } = await paid();
    expect((await refund({ elements: { amount: '1000' } })).result).toBe('00');
    expect(await refund({ elements: { amount: '1000' } })).toMatchObject({
      status: 200,
      result: '512',
      message: 'Refund limit exceeded: at most 999',
    });
    expect((await refund({ elements: { amount: '999' } })).result).toBe('00');
    expect(await refund({ elements: { amount: '1' } })).toMatchObject({
      result: '512',
      message: 'Refund limit exceeded: at most 0',
    });
  });

  test('never refunds more than the amount, also for several requests at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc
            .integer({ min: 1, max: 1500 })
            .filter((amount) => ![101, 202, 203, 204, 206, 408, 512].includes(amount % 1000)),
          { minLength: 2, maxLength: 6 },
        ),
        async (amounts) => {
          const { refund } = await paid();
          const responses = await Promise.all(
            amounts.map((amount) => refund({ elements: { amount: String(amount) } })),
          );
          const refunded = amounts
            .filter((_, index) => responses[index]!.result === '00')
            .reduce((sum, amount) => sum + amount, 0);
          expect(refunded).toBeLessThanOrEqual(1999);
          // One that was refused would not have fitted.
          amounts.forEach(
            (amount, index) => responses[index]!.result === '512' && expect(refunded + amount).toBeGreaterThan(1999),
          );
        },
      ),
      { numRuns: 30, seed: 1 },
    );
  });

  test('declines an amount that ends in 101, signed, and refunds nothing', async () => {
    const { refund } = await paid();
    const response = await refund({ elements: { amount: '1101' } });
    expect(response).toMatchObject({ status: 200, result: '101', message: 'DECLINED' });
    expect(response.sha1hash).toBe(
      hashOf([compact(START), 'scudo', 'A1', '101', 'DECLINED', response.pasref, 'testpay']),
    );
    expect((await refund()).result).toBe('00');
  });

  test('refunds an amount that ends in 408, and the answer is lost', async () => {
    const { sandbox, pasref, refund } = await paid();
    const aborting = new AbortController();
    const asked = sandbox.fetch(
      heldRequest(`${BASE}/epage-remote.cgi`, {
        method: 'POST',
        body: paymentCredit(pasref, { elements: { amount: '1408' } }),
        signal: aborting.signal,
      }),
    );
    await expect
      .poll(async () => (await messagesOf(sandbox, 'A1')).at(-1))
      .toMatchObject({ kind: 'payment-credit', response: null });
    expect(await refund()).toMatchObject({ result: '512', message: 'Refund limit exceeded: at most 591' });
    aborting.abort();
    expect((await asked).status).toBe(499);
  });

  const states = async (sandbox: Parameters<typeof refundsReport>[0]) =>
    (await refundsReport(sandbox, { orderId: 'A1' })).body.refunds.map((refund: Record<string, string>) => [
      refund['status'],
      refund['result'],
      refund['message'],
    ]);

  test.each([
    ['1202', 'INITIATION_COMPLETED', '00', 'SUCCEEDED'],
    ['1203', 'INITIATION_REJECTED', '101', 'REJECTED'],
    ['1204', 'INITIATION_FAILED', '101', 'FAILED'],
  ])(
    'answers pending for an amount that ends like %s, and ends later as %s',
    async (amount, state, result, message) => {
      const { sandbox, refund } = await paid();
      const response = await refund({ elements: { amount } });
      expect(response).toMatchObject({ status: 200, result: '01', message: 'PENDING' });
      expect(response.sha1hash).toBe(
        hashOf([compact(START), 'scudo', 'A1', '01', 'PENDING', response.pasref, 'testpay']),
      );
      expect(await states(sandbox)).toEqual([['INITIATION_PENDING', '01', 'PENDING']]);
      await sandbox.clock.advance(29.999);
      expect(await states(sandbox)).toEqual([['INITIATION_PENDING', '01', 'PENDING']]);
      await sandbox.clock.advance(0.001);
      expect(await states(sandbox)).toEqual([['INITIATION_PROCESSING', '01', 'PENDING']]);
      await sandbox.clock.advance(29.999);
      expect(await states(sandbox)).toEqual([['INITIATION_PROCESSING', '01', 'PENDING']]);
      await sandbox.clock.advance(0.001);
      expect(await states(sandbox)).toEqual([[state, result, message]]);
    },
  );

  test('a refund whose amount ends in 206 stays pending', async () => {
    const { sandbox, refund } = await paid();
    expect((await refund({ elements: { amount: '1206' } })).result).toBe('01');
    await sandbox.clock.advance(2_592_000);
    expect(await states(sandbox)).toEqual([['INITIATION_PROCESSING', '01', 'PENDING']]);
  });

  test('ends a pending refund after the time that the option says', async () => {
    const { sandbox, refund } = await paid({ refundDelay: 1_000 });
    await refund({ elements: { amount: '1202' } });
    await sandbox.clock.advance(0.5);
    expect((await states(sandbox))[0][0]).toBe('INITIATION_PROCESSING');
    await sandbox.clock.advance(0.5);
    expect((await states(sandbox))[0][0]).toBe('INITIATION_COMPLETED');
  });

  test('reserves the amount of a pending refund until the refund has failed', async () => {
    const { sandbox, refund } = await paid();
    await refund({ elements: { amount: '1204' } });
    expect(await refund()).toMatchObject({ result: '512', message: 'Refund limit exceeded: at most 795' });
    await sandbox.clock.advance(60);
    const now = compact(sandbox.clock.now().getTime());
    expect((await refund({ timestamp: now })).result).toBe('00');
  });

  test('refuses an amount that ends in 512 with a short document without hash', async () => {
    const { sandbox, refund } = await paid();
    expect((await refund({ elements: { amount: '1512' } })).text).toBe(
      `<response timestamp="${compact(START)}"><result>512</result><message>The refund is refused.</message><orderid>A1</orderid></response>`,
    );
    expect((await states(sandbox))[0][0]).toBe('INITIATION_REJECTED');
    expect((await refund()).result).toBe('00');
  });

  test('compares refundhash with the refund password of the option', async () => {
    const { refund } = await paid({ refundPassword: 'other' });
    expect((await refund()).status).toBe(401);
    expect((await refund({ password: 'other' })).result).toBe('00');
  });
});

describe('what is wrong with a payment-credit', () => {
  test.each<[string, Options]>([
    ['the refund password', { password: 'wrong' }],
    ['the refund password, where nothing else is signed', { password: 'wrong', signed: false }],
    ['the secret', { secret: 'wrong' }],
    ['the merchant', { elements: { merchantid: 'stranger' } }],
    ['the merchant, where nothing is signed', { elements: { merchantid: 'stranger' }, signed: false }],
    ['the hash’s form', { edit: (xml) => xml.replace(/sha1hash>\w+</, 'sha1hash>x<') }],
  ])('a payment-credit is answered with 401 when it has another value than it should have: %s', async (_, options) => {
    const { refund } = await paid();
    expect(await refund(options)).toMatchObject({ status: 401, result: '401', message: 'unauthorised, hash mismatch' });
    expect((await refund()).result).toBe('00');
  });

  test('a payment-credit is answered with 401 where the merchant is not enabled', async () => {
    const { sandbox } = sandboxWithMerchant({ paymentMethods: false });
    expect(await send(sandbox, paymentCredit('1'))).toMatchObject({
      status: 401,
      message: 'merchant is not enabled for alternative methods',
    });
  });

  test.each<[string, Options]>([
    ['Mandatory fields missing: /request/pasref', { edit: (xml) => xml.replace(/<pasref>.*<\/pasref>/, '') }],
    [
      'Mandatory fields missing: /request/refundhash',
      { edit: (xml) => xml.replace(/<refundhash>.*<\/refundhash>/, '') },
    ],
    ['Mandatory fields missing: /request/amount/@currency', { edit: (xml) => xml.replace(' currency="EUR"', '') }],
    [
      '/request/refundhash must be a SHA-1 hash',
      { edit: (xml) => xml.replace(/<refundhash>.*<\/refundhash>/, '<refundhash>refund</refundhash>') },
    ],
    ['/request/amount must be more than zero', { elements: { amount: '0' } }],
    ['/request/@timestamp is invalid or too far off', { timestamp: compact(START - 86_401_000) }],
    ['/request/account does not belong to this merchant', { elements: { account: 'elsewhere' } }],
  ])('a payment-credit is answered with 400: %s', async (message, options) => {
    const { refund } = await paid();
    expect(await refund(options)).toMatchObject({ status: 400, result: '400', message });
  });

  test('a payment-credit is answered with 400 for any two elements that change places', async () => {
    const { sandbox, pasref } = await paid();
    const xml = paymentCredit(pasref);
    const blocks = [...xml.matchAll(/<(\w+)[^>]*>[^<]*<\/\1>/g)].map(([block]) => block);
    expect(blocks).toHaveLength(8);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(7), { minLength: 2, maxLength: 2 }), async ([one, other]) => {
        const parts = [...blocks];
        [parts[one!], parts[other!]] = [parts[other!]!, parts[one!]!];
        expect(await send(sandbox, xml.replace(blocks.join(''), parts.join('')))).toMatchObject({
          status: 400,
          message: expect.stringMatching(/^\/request\/\w+ is out of order/),
        });
      }),
      { numRuns: 60, seed: 1 },
    );
    const details =
      '<paymentmethoddetails><country>DE</country><returnurl>https://shop.example/</returnurl></paymentmethoddetails>';
    expect(await send(sandbox, xml.replace('<sha1hash>', `${details}<sha1hash>`))).toMatchObject({
      status: 400,
      message: expect.stringContaining('/request/paymentmethoddetails/returnurl is out of order'),
    });
  });

  test.each<[string, Options, string?]>([
    ['order', { elements: { orderid: 'A2' } }],
    ['reference', {}, '17951760000000009'],
    ['currency', { elements: { amount: '<amount currency="GBP">1999</amount>' } }],
    ['method', { elements: { paymentmethod: 'ideal' } }],
  ])('a payment-credit is answered with 508: the original has another %s', async (_, options, pasref) => {
    const { sandbox, pasref: right } = await paid();
    expect(await send(sandbox, paymentCredit(pasref ?? right, options))).toMatchObject({
      status: 200,
      result: '508',
      message: 'Original transaction not found.',
    });
  });

  test.each([
    ['Pending', 'No delay'],
    ['Succeeded', '1m after submit'],
    ['Failed Timeout', 'No delay'],
  ])('a payment-credit is answered with 508 FAILED after %s, %s', async (response, delay) => {
    const { sandbox } = sandboxWithMerchant();
    const { pasref } = await answered(sandbox, response, delay);
    const { text: _, ...refused } = await send(sandbox, paymentCredit(pasref));
    expect(refused).toEqual({
      status: 200,
      '@timestamp': compact(START),
      result: '508',
      message: 'FAILED',
      orderid: 'A1',
    });
    await sandbox.clock.advance(60);
    expect((await send(sandbox, paymentCredit(pasref))).result).toBe(response === 'Succeeded' ? '00' : '508');
  });

  test('a payment-credit is answered with 508 FAILED before the shopper has answered', async () => {
    const { sandbox } = sandboxWithMerchant();
    expect(await send(sandbox, paymentCredit((await initiated(sandbox)).pasref))).toMatchObject({
      result: '508',
      message: 'FAILED',
    });
  });
});
