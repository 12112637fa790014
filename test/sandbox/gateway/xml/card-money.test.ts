import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SandboxOptions } from '../../../../src/sandbox.js';
import { compact, send } from '../../method-client.js';
import { drivenSandbox, hashOf, messagesOf, postForm, type Clock } from '../../sandbox-client.js';

/** Whole requests of published clients, with their published hashes and the secret `mysecret`. */
const PUBLISHED = {
  settle: {
    orderid: 'e3cf94c6-f674-4f99-b4db-7541254a8767',
    timestamp: '20151204133035',
    hash: 'b2e110f78803ccb377e8f3f12730e41d0cb0ed66',
  },
  void: {
    orderid: '012bf34b-3ec9-4c9b-b3a5-700f2f28e67f',
    timestamp: '20151204142728',
    hash: '9f61456cce6c90dcc13281e6b95734f5b91e628f',
  },
  rebate: {
    orderid: '6df026a7-15d6-4b92-86e1-9f7b2b1d97c5',
    timestamp: '20151204145825',
    hash: 'c1319b2999608fcfa3e71d583627affaeb25d961',
  },
} as const;

/** SHA-1 of `refund`. */
const REFUND_HASH = 'b51118f58785274e117efe1bf99d4d50ccb96949';
const DAY = 86_400_000;

interface Answered {
  readonly result: string;
  readonly message: string;
  readonly pasref: string;
  readonly authcode: string;
  readonly batchid: string;
  readonly orderid: string;
  readonly sha1hash: string;
  readonly '@timestamp': string;
}

function connected(options: SandboxOptions = {}) {
  const { sandbox, clock } = drivenSandbox({ merchantId: 'thestore', secret: 'mysecret', ...options });
  clock.time = Date.parse('2015-12-04T13:00:00Z');
  return { sandbox, clock, post: async (xml: string) => (await send(sandbox, xml)) as unknown as Answered };
}

type Connected = ReturnType<typeof connected>;

const signature = (clock: Clock, ...fields: readonly string[]) =>
  hashOf([compact(clock.time), 'thestore', ...fields], 'mysecret');

interface AuthorizationInput {
  readonly orderid?: string;
  readonly amount?: string;
  readonly flag?: '0' | '1' | 'MULTI';
}

function authorize(
  { post, clock }: Connected,
  { orderid = 'A1', amount = '1000', flag = '0' }: AuthorizationInput = {},
) {
  const hash = signature(clock, orderid, amount, 'EUR', '4222000006285344');
  return post(
    `<request type="auth" timestamp="${compact(clock.time)}"><merchantid>thestore</merchantid><account>internet</account><orderid>${orderid}</orderid><amount currency="EUR">${amount}</amount><card><number>4222000006285344</number><expdate>1229</expdate><chname>Ada</chname><type>VISA</type></card><autosettle flag="${flag}"/><sha1hash>${hash}</sha1hash></request>`,
  );
}

type Original = Pick<Answered, 'pasref' | 'authcode'>;

interface MoneyInput {
  readonly orderid?: string;
  /** Minor units in EUR, or the whole element. Empty for none. */
  readonly amount?: string;
  /** More elements. */
  readonly more?: string;
  readonly refundhash?: string;
}

const amountElement = (amount: string) =>
  amount === '' || amount.startsWith('<') ? amount : `<amount currency="EUR">${amount}</amount>`;

/** settle, multisettle or rebate. */
function moveMoney(
  { post, clock }: Connected,
  type: 'settle' | 'multisettle' | 'rebate',
  { pasref, authcode }: Original,
  { orderid = 'A1', amount = '1000', more = '', refundhash = REFUND_HASH }: MoneyInput = {},
) {
  const element = amountElement(amount);
  const [, currency = ''] = /currency="(\w+)"/.exec(element) ?? [];
  const hash = signature(clock, orderid, element.replace(/<[^>]*>/g, ''), currency, '');
  const password = type === 'rebate' ? `<refundhash>${refundhash}</refundhash>` : '';
  return post(
    `<request type="${type}" timestamp="${compact(clock.time)}"><merchantid>thestore</merchantid><account>internet</account><orderid>${orderid}</orderid><pasref>${pasref}</pasref><authcode>${authcode}</authcode>${element}${more}${password}<sha1hash>${hash}</sha1hash></request>`,
  );
}

const LAST_PART = '<txnseq><final flag="1"/></txnseq>';

function release({ post, clock }: Connected, { pasref }: Pick<Original, 'pasref'>, orderid = 'A1') {
  return post(
    `<request type="void" timestamp="${compact(clock.time)}"><merchantid>thestore</merchantid><account>internet</account><orderid>${orderid}</orderid><pasref>${pasref}</pasref><sha1hash>${signature(clock, orderid, '', '', '')}</sha1hash></request>`,
  );
}

function query({ post, clock }: Connected, orderid: string) {
  return post(
    `<request type="query" timestamp="${compact(clock.time)}"><merchantid>thestore</merchantid><account>internet</account><orderid>${orderid}</orderid><sha1hash>${signature(clock, orderid, '', '', '')}</sha1hash></request>`,
  );
}

describe('card money', () => {
  test('the published requests of settle, void and rebate are carried out, with the elements in any order', async () => {
    const gateway = connected();
    const { clock, post } = gateway;
    clock.time = Date.parse('2015-12-03T13:00:00Z');
    const sold = await authorize(gateway, { orderid: PUBLISHED.rebate.orderid, amount: '3000', flag: '1' });
    clock.time = Date.parse('2015-12-04T13:30:00Z');
    const reserved = await authorize(gateway, { orderid: PUBLISHED.settle.orderid });
    const unwanted = await authorize(gateway, { orderid: PUBLISHED.void.orderid });
    expect([sold.pasref, reserved.pasref, unwanted.pasref]).toEqual([
      '14491476000000001',
      '14492358000000002',
      '14492358000000003',
    ]);
    expect([sold.authcode, reserved.authcode, unwanted.authcode]).toEqual(['100000', '100002', '100003']);
    clock.time = Date.parse('2015-12-04T14:58:25Z');

    // The order of an older Java client.
    const settled = await post(
      '<request timestamp="20151204133035" type="settle"><merchantid>thestore</merchantid><account>internet</account><orderid>e3cf94c6-f674-4f99-b4db-7541254a8767</orderid><amount currency="EUR">1000</amount><pasref>14492358000000002</pasref><authcode>100002</authcode><comments></comments><sha1hash>b2e110f78803ccb377e8f3f12730e41d0cb0ed66</sha1hash></request>',
    );
    expect(settled).toMatchObject({ result: '00', message: 'Settled Successfully', authcode: '000000' });
    // The order of a PHP client, with a channel, an amount that is not hashed, and an empty element.
    const voided = await post(
      '<request type="void" timestamp="20151204142728"><merchantid>thestore</merchantid><account>internet</account><channel>ECOM</channel><amount currency="EUR">1000</amount><orderid>012bf34b-3ec9-4c9b-b3a5-700f2f28e67f</orderid><pasref>14492358000000003</pasref><authcode>100003</authcode><paymentmethod></paymentmethod><reasoncode>FRAUD</reasoncode><sha1hash>9f61456cce6c90dcc13281e6b95734f5b91e628f</sha1hash></request>',
    );
    expect(voided).toMatchObject({ result: '00', message: 'Voided Successfully', authcode: '000000', batchid: '0' });
    // The form of a Node client: a declaration, CDATA and empty elements.
    const refunded = await post(
      '<?xml version="1.0" encoding="UTF-8"?>\n<request type="rebate" timestamp="20151204145825"><merchantid><![CDATA[thestore]]></merchantid><account><![CDATA[internet]]></account><channel></channel><amount currency="EUR"><![CDATA[3000]]></amount><orderid><![CDATA[6df026a7-15d6-4b92-86e1-9f7b2b1d97c5]]></orderid><pasref><![CDATA[14491476000000001]]></pasref><authcode><![CDATA[100000]]></authcode><paymentmethod></paymentmethod><refundhash>b51118f58785274e117efe1bf99d4d50ccb96949</refundhash><sha1hash>c1319b2999608fcfa3e71d583627affaeb25d961</sha1hash></request>',
    );
    expect(refunded).toMatchObject({ result: '00', message: `AUTH CODE: ${refunded.authcode}` });
    for (const answer of [settled, voided, refunded]) {
      const { '@timestamp': timestamp, orderid, message, pasref, authcode, sha1hash } = answer;
      expect(pasref).toMatch(/^\d{17}$/);
      expect([sold.pasref, reserved.pasref, unwanted.pasref]).not.toContain(pasref);
      const fields = [timestamp, 'thestore', orderid, '00', message, pasref, authcode];
      expect(sha1hash).toBe(hashOf(fields, 'mysecret'));
    }
  });

  test('a settle without a currency, and one without an amount, leave their slots of the hash empty', async () => {
    const gateway = connected();
    const part = await authorize(gateway, { orderid: 'A1' });
    expect(await moveMoney(gateway, 'settle', part, { amount: '<amount>700</amount>' })).toMatchObject({
      result: '00',
    });
    const whole = await authorize(gateway, { orderid: 'A2' });
    expect(await moveMoney(gateway, 'settle', whole, { orderid: 'A2', amount: '' })).toMatchObject({ result: '00' });
    expect(await moveMoney(gateway, 'settle', whole, { orderid: 'A2', amount: '' })).toMatchObject({ result: '508' });
  });

  test('a void whose hash covers its amount is refused', async () => {
    const gateway = connected();
    const { pasref } = await authorize(gateway);
    const stamp = compact(gateway.clock.time);
    const hash = signature(gateway.clock, 'A1', '1000', 'EUR', '');
    const xml = `<request type="void" timestamp="${stamp}"><merchantid>thestore</merchantid><orderid>A1</orderid><pasref>${pasref}</pasref><amount currency="EUR">1000</amount><sha1hash>${hash}</sha1hash></request>`;
    expect(await gateway.post(xml)).toMatchObject({
      result: '505',
      message: 'sha1hash incorrect - check your code and the Developers Documentation',
    });
  });

  test('a settle or rebate without authcode is refused with 502, and one with that of another payment with 508', async () => {
    const gateway = connected();
    const { pasref } = await authorize(gateway);
    for (const type of ['settle', 'rebate'] as const) {
      expect(await moveMoney(gateway, type, { pasref, authcode: '' })).toMatchObject({
        result: '502',
        message: 'Mandatory Fields missing: [/request/authcode]',
      });
      expect(await moveMoney(gateway, type, { pasref, authcode: '999999' })).toMatchObject({ result: '508' });
    }
  });

  test('a rebate with a wrong password is refused with a 505 of its own text', async () => {
    const gateway = connected({ rebatePassword: 'cards' });
    const sold = await authorize(gateway, { flag: '1' });
    gateway.clock.pass(DAY);
    const wrong = { result: '505', message: 'The refund password you entered was incorrect.' };
    expect(await moveMoney(gateway, 'rebate', sold)).toMatchObject(wrong);
    expect(await moveMoney(gateway, 'rebate', sold, { refundhash: 'refund' })).toMatchObject(wrong);
    const refundhash = createHash('sha1').update('cards').digest('hex');
    expect(await moveMoney(gateway, 'rebate', sold, { refundhash })).toMatchObject({ result: '00' });
  });

  test('a type that the account does not allow is refused with 503', async () => {
    const gateway = connected({ cardRequests: ['settle', 'void', 'rebate'] });
    const reserved = await authorize(gateway, { flag: 'MULTI' });
    expect(await moveMoney(gateway, 'multisettle', reserved)).toMatchObject({
      result: '503',
      message: 'Request type [multisettle] not allowed for this merchant',
    });
    expect(await moveMoney(gateway, 'settle', reserved)).toMatchObject({ result: '00' });
  });

  test('only the order id, pasref and authcode of the authorization name a payment, also after a settle', async () => {
    const gateway = connected();
    const reserved = await authorize(gateway);
    const settled = await moveMoney(gateway, 'settle', reserved);
    const unknown = { result: '508', message: 'Original transaction not found.' };
    expect(await release(gateway, settled)).toMatchObject(unknown);
    expect(await release(gateway, reserved, 'A2')).toMatchObject(unknown);
    gateway.clock.pass(DAY);
    expect(await moveMoney(gateway, 'rebate', { ...reserved, pasref: settled.pasref })).toMatchObject(unknown);
    expect(await moveMoney(gateway, 'rebate', reserved)).toMatchObject({ result: '00' });
  });

  test('a declined authorization has no money to move', async () => {
    const gateway = connected();
    const { pasref } = await authorize(gateway, { amount: '1101' });
    expect(await moveMoney(gateway, 'settle', { pasref, authcode: '100000' })).toMatchObject({ result: '508' });
    expect(await release(gateway, { pasref })).toMatchObject({ result: '508' });
    expect(await query(gateway, 'A1')).toMatchObject({ result: '101', batchid: '' });
  });

  test('batchid is -1 until midnight and above 0 after it, when a void is refused with 513', async () => {
    const gateway = connected();
    const { clock } = gateway;
    clock.time = Date.parse('2015-12-04T23:59:59Z');
    const sold = await authorize(gateway, { orderid: 'A1', flag: '1' });
    const reserved = await authorize(gateway, { orderid: 'A2', flag: '0' });
    expect(sold.batchid).toBe('-1');
    expect(await query(gateway, 'A1')).toMatchObject({ batchid: '-1' });
    const early = { result: '512', message: 'That transaction has not been settled yet: void it instead.' };
    expect(await moveMoney(gateway, 'rebate', sold)).toMatchObject(early);
    clock.pass(1_000);
    expect(Number((await query(gateway, 'A1')).batchid)).toBeGreaterThan(0);
    expect(await query(gateway, 'A2')).toMatchObject({ batchid: '-1' });
    expect(await release(gateway, sold)).toMatchObject({ result: '513' });
    expect(await moveMoney(gateway, 'rebate', sold)).toMatchObject({ result: '00' });
    expect(await moveMoney(gateway, 'rebate', reserved, { orderid: 'A2' })).toMatchObject(early);
    expect(await release(gateway, reserved, 'A2')).toMatchObject({ result: '00' });
  });

  test('a voided payment cannot be voided, captured or refunded', async () => {
    const gateway = connected();
    const reserved = await authorize(gateway);
    expect(await release(gateway, reserved)).toMatchObject({ result: '00' });
    const twice = { result: '508', message: 'That transaction has already been voided.' };
    expect(await release(gateway, reserved)).toMatchObject(twice);
    expect(await moveMoney(gateway, 'settle', reserved)).toMatchObject(twice);
    gateway.clock.pass(DAY);
    expect(await moveMoney(gateway, 'rebate', reserved)).toMatchObject(twice);
    expect(await query(gateway, 'A1')).toMatchObject({ result: '00', batchid: '-1' });
  });

  test('a MULTI authorization is captured in parts up to its amount, or up to the part that is the last', async () => {
    const gateway = connected();
    const whole = await authorize(gateway, { flag: 'MULTI' });
    expect(await moveMoney(gateway, 'multisettle', whole, { amount: '400' })).toMatchObject({ result: '00' });
    expect(await moveMoney(gateway, 'multisettle', whole, { amount: '601' })).toMatchObject({ result: '508' });
    expect(await moveMoney(gateway, 'multisettle', whole, { amount: '600' })).toMatchObject({ result: '00' });
    expect(await moveMoney(gateway, 'multisettle', whole, { amount: '1' })).toMatchObject({ result: '508' });
    const part = await authorize(gateway, { orderid: 'A2', flag: 'MULTI' });
    const last = { orderid: 'A2', amount: '400', more: LAST_PART };
    expect(await moveMoney(gateway, 'multisettle', part, last)).toMatchObject({ result: '00' });
    expect(await moveMoney(gateway, 'multisettle', part, last)).toMatchObject({ result: '508' });
    const single = await authorize(gateway, { orderid: 'A3', flag: '0' });
    expect(await moveMoney(gateway, 'multisettle', single, { orderid: 'A3' })).toMatchObject({ result: '508' });
  });

  test.each([
    [100, '1000', '1001'],
    [105, '1050', '1051'],
    [115, '1150', '1151'],
  ] as const)('a ceiling of %i percent allows %s of 1000 and refuses %s', async (moneyCeiling, most, more) => {
    const gateway = connected({ moneyCeiling });
    const reserved = await authorize(gateway);
    expect(await moveMoney(gateway, 'settle', reserved, { amount: more })).toMatchObject({ result: '508' });
    expect(await moveMoney(gateway, 'settle', reserved, { amount: most })).toMatchObject({ result: '00' });
    gateway.clock.pass(DAY);
    expect(await moveMoney(gateway, 'rebate', reserved, { amount: more })).toMatchObject({ result: '508' });
    expect(await moveMoney(gateway, 'rebate', reserved, { amount: '600' })).toMatchObject({ result: '00' });
    expect(await moveMoney(gateway, 'rebate', reserved, { amount: '600' })).toMatchObject({ result: '512' });
    const rest = String(Number(most) - 600);
    expect(await moveMoney(gateway, 'rebate', reserved, { amount: rest })).toMatchObject({ result: '00' });
  });

  test('a capture without an amount takes the authorized amount less the captures, also with a ceiling', async () => {
    const gateway = connected({ moneyCeiling: 115 });
    const reserved = await authorize(gateway, { flag: 'MULTI' });
    expect(await moveMoney(gateway, 'multisettle', reserved, { amount: '400' })).toMatchObject({ result: '00' });
    expect(await moveMoney(gateway, 'settle', reserved, { amount: '' })).toMatchObject({ result: '00' });
    const { authorizations } = await gateway.sandbox.snapshot();
    expect(authorizations).toMatchObject([{ movements: [{ amount: '400' }, { amount: '600' }] }]);
  });

  test('a second rebate is refused with 512 where the account allows one', async () => {
    const gateway = connected({ multipleRebates: false });
    const sold = await authorize(gateway, { flag: '1' });
    gateway.clock.pass(DAY);
    expect(await moveMoney(gateway, 'rebate', sold, { amount: '100' })).toMatchObject({ result: '00' });
    expect(await moveMoney(gateway, 'rebate', sold, { amount: '100' })).toMatchObject({
      result: '512',
      message: 'That transaction has already been rebated.',
    });
  });

  test('an amount of zero or in another currency is refused with 508', async () => {
    const gateway = connected();
    const reserved = await authorize(gateway);
    const zero = { result: '508', message: 'Zero, negative or insufficient amount specified.' };
    const foreign = { amount: '<amount currency="USD">1000</amount>' };
    expect(await moveMoney(gateway, 'settle', reserved, { amount: '0' })).toMatchObject(zero);
    expect(await moveMoney(gateway, 'settle', reserved, foreign)).toMatchObject({ result: '508' });
    expect(await moveMoney(gateway, 'settle', reserved)).toMatchObject({ result: '00' });
    gateway.clock.pass(DAY);
    expect(await moveMoney(gateway, 'rebate', reserved, { amount: '0' })).toMatchObject(zero);
    expect(await moveMoney(gateway, 'rebate', reserved, foreign)).toMatchObject({ result: '508' });
  });

  test('a leg appears a second after a success, with the reference of the first movement of its kind', async () => {
    const gateway = connected();
    const { clock } = gateway;
    const unknown = { result: '508', message: 'Original transaction not found.' };
    const sold = await authorize(gateway, { flag: 'MULTI' });
    const captured = await moveMoney(gateway, 'multisettle', sold, { amount: '600' });
    clock.pass(999);
    expect(await query(gateway, '_settle_A1')).toMatchObject(unknown);
    clock.pass(1);
    await moveMoney(gateway, 'multisettle', sold, { amount: '400' });
    clock.pass(DAY);
    const leg = await query(gateway, '_settle_A1');
    expect(leg).toMatchObject({ result: '00', orderid: '_settle_A1', pasref: captured.pasref, authcode: '000000' });
    expect(Number(leg.batchid)).toBeGreaterThan(0);

    expect(await moveMoney(gateway, 'rebate', sold, { amount: '5000' })).toMatchObject({ result: '508' });
    clock.pass(1_000);
    expect(await query(gateway, '_rebate_A1')).toMatchObject(unknown);
    const refunded = await moveMoney(gateway, 'rebate', sold, { amount: '300' });
    await moveMoney(gateway, 'rebate', sold, { amount: '200' });
    clock.pass(1_000);
    expect(await query(gateway, '_rebate_A1')).toMatchObject({ pasref: refunded.pasref, message: refunded.message });
    expect(await query(gateway, '_void_A1')).toMatchObject(unknown);
    expect(await query(gateway, 'A1')).toMatchObject({ pasref: sold.pasref, message: '[ test system ] AUTHORISED' });

    const unwanted = await authorize(gateway, { orderid: 'A2' });
    const voided = await release(gateway, unwanted, 'A2');
    clock.pass(1_000);
    expect(await query(gateway, '_void_A2')).toMatchObject({ pasref: voided.pasref, batchid: '0' });
  });

  test('an order id of 42 characters has all its legs, and one of 43 has no leg of a refund', async () => {
    const gateway = connected();
    for (const orderid of ['a'.repeat(42), 'b'.repeat(43)]) {
      const sold = await authorize(gateway, { orderid, flag: '1' });
      gateway.clock.pass(DAY);
      expect(await moveMoney(gateway, 'rebate', sold, { orderid })).toMatchObject({ result: '00' });
      gateway.clock.pass(1_000);
      expect(await query(gateway, `_rebate_${orderid}`)).toMatchObject({
        result: orderid.length === 42 ? '00' : '508',
      });
    }
  });

  test('the log has the requests and their legs among the messages of the order, without hashes', async () => {
    const gateway = connected();
    const reserved = await authorize(gateway);
    await moveMoney(gateway, 'settle', reserved);
    await query(gateway, '_settle_A1');
    await release(gateway, reserved);
    gateway.clock.pass(DAY);
    await moveMoney(gateway, 'rebate', reserved);
    const messages = await messagesOf(gateway.sandbox, 'A1');
    expect(messages.map(({ kind }) => kind)).toEqual(['auth', 'settle', 'query', 'void', 'rebate']);
    expect(JSON.stringify(messages)).not.toMatch(/hash/);
  });

  test('an approved answer has the reference of the scheme and the result of the fraud filter, also in a query', async () => {
    const gateway = connected();
    const reserved = (await authorize(gateway)) as unknown as Record<string, unknown>;
    expect(reserved).toMatchObject({ srd: 'SCHEME000000000', fraudresponse: { '@mode': 'PASSIVE', result: 'PASS' } });
    expect(await query(gateway, 'A1')).toMatchObject({ srd: 'SCHEME000000000' });
    expect(await authorize(gateway, { orderid: 'A2', amount: '1101' })).not.toHaveProperty('srd');
  });

  test('otb answers with the issuer’s opinion of a card and reserves nothing', async () => {
    const gateway = connected();
    const check = (number: string, orderid: string) =>
      gateway.post(
        `<request type="otb" timestamp="${compact(gateway.clock.time)}"><merchantid>thestore</merchantid><account>internet</account><orderid>${orderid}</orderid><card><number>${number}</number><expdate>1229</expdate><chname>Ada</chname><type>VISA</type></card><sha1hash>${signature(gateway.clock, orderid, number)}</sha1hash></request>`,
      );
    expect(await check('4222000006285344', 'A1')).toMatchObject({ result: '00' });
    expect(await check('4000120000001154', 'A2')).toMatchObject({ result: '101', authcode: '' });
    expect(await query(gateway, 'A1')).toMatchObject({ result: '508' });
    expect(await messagesOf(gateway.sandbox, 'A1')).toMatchObject([{ kind: 'otb' }, { kind: 'query' }]);
  });

  test('a copy of a sandbox has the captures and refunds', async () => {
    const gateway = connected();
    const reserved = await authorize(gateway, { flag: 'MULTI' });
    await moveMoney(gateway, 'multisettle', reserved, { amount: '600' });
    const copy = connected({ snapshot: await gateway.sandbox.snapshot() });
    expect(await moveMoney(copy, 'multisettle', reserved, { amount: '401' })).toMatchObject({ result: '508' });
    expect(await moveMoney(copy, 'multisettle', reserved, { amount: '400' })).toMatchObject({ result: '00' });
  });

  test('a sandbox with a file has the captures, the batch and the refunds after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'scudo-sandbox-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'sandbox.db');
    const gateway = connected({ file });
    const reserved = await authorize(gateway, { flag: 'MULTI' });
    const captured = await moveMoney(gateway, 'multisettle', reserved, { amount: '600' });
    const other = await authorize(gateway, { orderid: 'A2', flag: '1' });
    await postForm(gateway.sandbox, '/portal', {});
    const refunded = await moveMoney(gateway, 'rebate', reserved, { amount: '100' });
    expect(refunded.result).toBe('00');
    await gateway.sandbox.close();

    const again = connected({ file });
    expect(await authorize(again)).toMatchObject({ result: '501' });
    expect(await query(again, 'A1')).toMatchObject({ result: '00', pasref: reserved.pasref });
    expect(await moveMoney(again, 'multisettle', reserved, { amount: '401' })).toMatchObject({ result: '508' });
    const second = await moveMoney(again, 'rebate', reserved, { amount: '500' });
    expect(second.result).toBe('00');
    // The batch has settled it, and nothing has changed it since then.
    expect(await moveMoney(again, 'rebate', other, { orderid: 'A2' })).toMatchObject({ result: '00' });
    expect(new Set([reserved, captured, refunded, second].map(({ pasref }) => pasref)).size).toBe(4);
    await again.sandbox.close();
  });
});
