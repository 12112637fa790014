import { heldRequest } from '../../../held-request.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paymentSetResponseSchema } from '../../../../src/protocol/redirect/payment-set.js';
import { BASE, drivenSandbox, hashOf, messagesOf, START } from '../../sandbox-client.js';
import { compact, initiated, paymentSet, RETURN_URL, send, type MethodOptions } from '../../method-client.js';

const fresh = (options = {}) => drivenSandbox(options).sandbox;
const initiate = (options: MethodOptions = {}, sandbox = fresh()) => send(sandbox, paymentSet(options));

describe('payment-set', () => {
  test('payment-set is answered with the redirect URL, pending and signed', async () => {
    const response = await initiate();
    expect(response).toMatchObject({
      status: 200,
      '@timestamp': compact(START),
      merchantid: 'scudo',
      account: 'internet',
      orderid: 'A1',
      result: '01',
      message: 'PENDING',
      pasref: expect.stringMatching(/^\d{17}$/),
      paymentmethod: 'testpay',
      paymentmethoddetails: {
        redirecturl: expect.stringMatching(new RegExp(`^${BASE}/testpay/[0-9a-f-]{36}$`)),
        paymentmethod: 'testpay',
        accountholdername: 'Ada Lovelace',
        country: 'DE',
        paymentpurpose: 'Coins',
      },
    });
    expect(response.sha1hash).toBe(
      hashOf([compact(START), 'scudo', 'A1', '01', 'PENDING', response.pasref, 'testpay']),
    );
    expect(response).not.toHaveProperty('sha256hash');
    expect(paymentSetResponseSchema.safeParse(response).success).toBe(true);
  });

  test('payment-set is answered in the algorithm and the element of its own hash', async () => {
    const fields = (pasref: string) => [compact(START), 'scudo', 'A1', '01', 'PENDING', pasref, 'testpay'];
    const long = await initiate({ algorithm: 'sha256' });
    expect([long.sha256hash, long.sha1hash]).toEqual([hashOf(fields(long.pasref), 'secret', 'sha256'), undefined]);
    // A published client's mistake.
    const short = await initiate({ algorithm: 'sha1', hashElement: 'sha256hash' });
    expect([short.sha256hash, short.sha1hash]).toEqual([hashOf(fields(short.pasref)), undefined]);
  });

  test('payment-set accepts one or several comments, CDATA, a declaration, and unknown elements', async () => {
    expect((await initiate({ elements: { comments: '<comment id="1">Hello</comment>' } })).result).toBe('01');
    expect(
      (await initiate({ elements: { comments: '<comment id="1">Hello</comment><comment id="2"/>' } })).result,
    ).toBe('01');
    expect((await initiate({ elements: { comments: '' } })).result).toBe('01');
    expect(
      (await initiate({ details: { accountholdername: undefined }, elements: { accountholdername: 'Grace Hopper' } }))
        .paymentmethoddetails['accountholdername'],
    ).toBe('Grace Hopper');
    expect((await initiate({ edit: (xml) => xml.replace('<amount', '<channel>ECOM</channel><amount') })).result).toBe(
      '01',
    );
    expect(
      (await initiate({ edit: (xml) => `<?xml version="1.0"?>${xml.replace(/>([^<>]+)</g, '><![CDATA[$1]]><')}` }))
        .result,
    ).toBe('01');
  });

  test('payment-set may omit optional elements, or leave them empty', async () => {
    const bare = { descriptor: undefined, country: undefined, accountholdername: undefined };
    const response = await initiate({ elements: { account: undefined }, details: bare });
    expect([response.result, Object.keys(response.paymentmethoddetails)]).toEqual([
      '01',
      ['redirecturl', 'paymentmethod'],
    ]);
    expect(
      (await initiate({ elements: { account: '' }, details: { descriptor: '', country: '', accountholdername: '' } }))
        .result,
    ).toBe('01');
    expect((await initiate({ edit: (xml) => xml.replace('<autosettle flag="1"/>', '') })).result).toBe('01');
  });

  test('any method’s code opens the simulator’s page, unless the merchant’s methods are listed', async () => {
    expect((await initiate({ elements: { paymentmethod: 'ideal' } })).paymentmethoddetails['redirecturl']).toContain(
      '/testpay/',
    );
    const some = () => fresh({ paymentMethods: ['testpay', 'EPS'] });
    expect((await initiate({ elements: { paymentmethod: 'EPS' } }, some())).result).toBe('01');
    expect(await initiate({ elements: { paymentmethod: 'eps' } }, some())).toMatchObject({
      status: 400,
      result: '400',
      message: expect.stringContaining('/request/paymentmethod '),
    });
  });

  test('a payment-set with an amount that ends in 408 starts the payment and is not answered', async () => {
    const sandbox = fresh();
    const aborting = new AbortController();
    const asked = sandbox.fetch(
      heldRequest(`${BASE}/epage-remote.cgi`, {
        method: 'POST',
        body: paymentSet({ elements: { amount: '1408' } }),
        signal: aborting.signal,
      }),
    );
    await expect.poll(() => messagesOf(sandbox, 'A1')).toMatchObject([{ kind: 'payment-set', response: null }]);
    expect((await initiate({}, sandbox)).result).toBe('501');
    aborting.abort();
    expect((await asked).status).toBe(499);
  });
});

describe('what is wrong with a payment-set', () => {
  const refused = async (options: MethodOptions, sandbox = fresh()) => {
    const { text: _, ...response } = await initiate(options, sandbox);
    expect(
      Object.keys(response)
        .filter((key) => key !== 'orderid')
        .sort(),
    ).toEqual(['@timestamp', 'message', 'result', 'status']);
    if (response.status !== 200) expect(response.result).toBe(String(response.status));
    return response;
  };

  test('a payment-set is answered with 401: merchant is not enabled; the hash goes first', async () => {
    expect(await refused({}, fresh({ paymentMethods: false }))).toMatchObject({
      status: 401,
      message: 'merchant is not enabled for alternative methods',
    });
    expect(await refused({ secret: 'wrong' }, fresh({ paymentMethods: false }))).toMatchObject({
      status: 401,
      message: 'unauthorised, hash mismatch',
    });
  });

  test.each<[string, MethodOptions]>([
    ['another secret', { secret: 'wrong' }],
    ['an unknown merchant', { elements: { merchantid: 'stranger' } }],
    ['another amount', { edit: (xml) => xml.replace('>1999<', '>999<') }],
    ['another method', { edit: (xml) => xml.replace('>testpay<', '>ideal<') }],
    ['no hash at all', { edit: (xml) => xml.replace(/hash>\w+</, 'hash>x<') }],
  ])('a payment-set is answered with 401: hash mismatch, %s', async (_, options) => {
    expect(await refused(options)).toMatchObject({ status: 401, message: 'unauthorised, hash mismatch' });
  });

  test.each<[string, MethodOptions]>([
    ['/request/merchantid', { elements: { merchantid: undefined } }],
    ['/request/amount', { edit: (xml) => xml.replace(/<amount.*<\/amount>/, '') }],
    ['/request/amount', { edit: (xml) => xml.replace('>1999</amount>', '/>') }],
    ['/request/amount/@currency', { edit: (xml) => xml.replace(' currency="EUR"', '') }],
    ['/request/orderid', { elements: { orderid: '' } }],
    ['/request/paymentmethod', { elements: { paymentmethod: undefined } }],
    [
      '/request/paymentmethoddetails',
      { edit: (xml) => xml.replace(/<paymentmethoddetails>.*<\/paymentmethoddetails>/, '') },
    ],
    ['/request/paymentmethoddetails/returnurl', { details: { returnurl: undefined } }],
    ['/request/paymentmethoddetails/statusupdateurl', { details: { statusupdateurl: '' } }],
    [
      '/request/paymentmethoddetails/returnurl, /request/paymentmethoddetails/statusupdateurl',
      { details: { returnurl: undefined, statusupdateurl: undefined } },
    ],
    ['/request/sha1hash', { edit: (xml) => xml.replace(/<sha1hash>.*<\/sha1hash>/, '') }],
    ['/request/@timestamp', { edit: (xml) => xml.replace(/ timestamp="\d+"/, '') }],
  ])('a payment-set is answered with 400: %s is missing', async (path, options) => {
    expect(await refused(options)).toMatchObject({ status: 400, message: `Mandatory fields missing: ${path}` });
  });

  test.each<[string, MethodOptions]>([
    ['/request/orderid must be an order id', { elements: { orderid: 'A 1' } }],
    ['/request/amount must be an amount in minor units, such as 1999 for €19.99', { elements: { amount: '19.99' } }],
    ['/request/amount must be more than zero', { elements: { amount: '000' } }],
    [
      '/request/amount/@currency must be an alphabetic currency code, such as EUR',
      { elements: { amount: '<amount currency="euro">1999</amount>' } },
    ],
    ['/request/paymentmethoddetails/country must be a two-letter country code', { details: { country: 'DEU' } }],
    ['/request/paymentmethoddetails/returnurl must be an absolute http address', { details: { returnurl: '/return' } }],
    [
      '/request/paymentmethoddetails/returnurl must be an absolute http address',
      { details: { returnurl: 'javascript:alert(1)' } },
    ],
    [
      '/request/paymentmethoddetails/statusupdateurl must be an absolute http address',
      { details: { statusupdateurl: 'ftp://shop.example/' } },
    ],
    ['/request/account does not belong to this merchant', { elements: { account: 'elsewhere' } }],
    ['/request/@timestamp is invalid or too far off', { timestamp: compact(START - 86_401_000) }],
    ['/request/@timestamp is invalid or too far off', { timestamp: compact(START + 86_401_000) }],
    ['/request/@timestamp is invalid or too far off', { timestamp: '20260230120000' }],
    [
      '/request/comments/comment is not one of the known values',
      { elements: { comments: '<comment>no id</comment>' } },
    ],
  ])('a payment-set is answered with 400: %s', async (message, options) => {
    expect(await refused(options)).toMatchObject({ status: 400, message });
  });

  test('a payment-set is answered with 500 for an amount that ends in 501, and no payment is started', async () => {
    const sandbox = fresh();
    expect(await refused({ elements: { amount: '2501' } }, sandbox)).toMatchObject({
      status: 500,
      result: '500',
      message: 'internal server error',
      orderid: 'A1',
    });
    expect((await initiate({}, sandbox)).result).toBe('01');
  });

  test('a payment-set is answered with 501 for a repeated order id, also of two at once', async () => {
    const sandbox = fresh();
    const results = await Promise.all([initiate({}, sandbox), initiate({}, sandbox)]);
    expect(results.map(({ result }) => result).sort()).toEqual(['01', '501']);
    expect(await refused({}, sandbox)).toMatchObject({
      status: 200,
      result: '501',
      message: 'This order id has been processed already.',
    });
    expect((await initiate({ elements: { orderid: 'A1-2' } }, sandbox)).result).toBe('01');
  });

  test('a payment-set is answered with 501 for the order id of a card’s authorization, and the other way round', async () => {
    const sandbox = fresh();
    const card = (orderid: string) => {
      const hash = hashOf([compact(START), 'scudo', orderid, '1999', 'EUR', '4263970000005262']);
      return `<request type="auth" timestamp="${compact(START)}"><merchantid>scudo</merchantid><orderid>${orderid}</orderid><amount currency="EUR">1999</amount><card><number>4263970000005262</number><expdate>1229</expdate><chname>Ada</chname><type>VISA</type></card><autosettle flag="1"/><sha1hash>${hash}</sha1hash></request>`;
    };
    expect((await send(sandbox, card('A1'))).result).toBe('00');
    expect((await initiate({}, sandbox)).result).toBe('501');
    await initiated(sandbox, { elements: { orderid: 'B1' } });
    expect((await send(sandbox, card('B1'))).result).toBe('501');
  });

  test('answers an unknown type with 503 and a missing type with 502', async () => {
    expect(await initiate({ edit: (xml) => xml.replace('payment-set', 'payment-do') })).toMatchObject({
      status: 200,
      result: '503',
    });
    expect(await initiate({ edit: (xml) => xml.replace('payment-set', 'toString') })).toMatchObject({
      status: 200,
      result: '503',
    });
    expect(await initiate({ edit: (xml) => xml.replace(' type="payment-set"', '') })).toMatchObject({
      status: 200,
      result: '502',
    });
  });
});

describe('the order of elements', () => {
  const blocks = (xml: string) =>
    [...xml.matchAll(/<(\w+)(?: [^>]*)?(?:\/>|>[^]*?<\/\1>)/g)].map(([block, name]) => ({ block, name: name! }));
  const inner = (xml: string) => /^<request [^>]*>([^]*)<\/request>$/.exec(xml)![1]!;
  const swapped = (content: string, one: number, other: number) => {
    const parts = blocks(content).map(({ block }) => block);
    [parts[one], parts[other]] = [parts[other]!, parts[one]!];
    return parts.join('');
  };
  const full = paymentSet({
    elements: { comments: '<comment id="1">Hello</comment>', accountholdername: 'Ada Lovelace' },
    details: { descriptor: 'Coins' },
  });

  test('a payment-set with all ten elements in the document’s order passes', async () => {
    expect(blocks(inner(full)).map(({ name }) => name)).toEqual([
      'merchantid',
      'account',
      'amount',
      'autosettle',
      'orderid',
      'paymentmethod',
      'paymentmethoddetails',
      'comments',
      'accountholdername',
      'sha1hash',
    ]);
    expect((await send(fresh(), full)).result).toBe('01');
  });

  test('a payment-set with two elements in the wrong order is refused, and the first of them is named', async () => {
    const sandbox = fresh();
    const names = blocks(inner(full)).map(({ name }) => name);
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(names.length - 1), { minLength: 2, maxLength: 2 }), async (pair) => {
        const [one, other] = pair.sort((a, b) => a - b) as [number, number];
        const response = await send(
          sandbox,
          full.replace(inner(full), () => swapped(inner(full), one, other)),
        );
        expect(response).toMatchObject({ status: 400, result: '400' });
        // The elements between the two come too late first; for neighbours it is the earlier one.
        const first = other - one === 1 ? names[one] : names[one + 1];
        expect(response.message).toMatch(new RegExp(`^/request/${first} is out of order`));
      }),
      { numRuns: 100, seed: 1 },
    );
  });

  test('a payment-set with two details in the wrong order is refused', async () => {
    const sandbox = fresh();
    const content = /<paymentmethoddetails>(.*)<\/paymentmethoddetails>/.exec(full)![1]!;
    const count = blocks(content).length;
    expect(count).toBe(5);
    for (let one = 0; one < count; one++) {
      for (let other = one + 1; other < count; other++) {
        const response = await send(
          sandbox,
          full.replace(content, () => swapped(content, one, other)),
        );
        expect(response).toMatchObject({
          status: 400,
          message: expect.stringMatching(/^\/request\/paymentmethoddetails\/\w+ is out of order/),
        });
      }
    }
  });

  test('a payment-set with a repeated element is refused', async () => {
    for (const edit of [
      (xml: string) => xml.replace('<orderid>', '<merchantid>scudo</merchantid><orderid>'),
      (xml: string) => xml.replace('<account>', '<merchantid>scudo</merchantid><account>'),
    ]) {
      expect(await initiate({ edit })).toMatchObject({
        status: 400,
        message: '/request/merchantid is out of order: it is there more than once',
      });
    }
    expect(
      await initiate({ edit: (xml) => xml.replace('<country>', `<returnurl>${RETURN_URL}</returnurl><country>`) }),
    ).toMatchObject({ status: 400, message: expect.stringContaining('/request/paymentmethoddetails/returnurl') });
  });
});

test('the log has request and answer, and no hash', async () => {
  const sandbox = fresh();
  const { sha1hash } = await initiate({ elements: { orderid: 'A1-2' } }, sandbox);
  await initiate({ elements: { orderid: 'A1-3' }, secret: 'wrong' }, sandbox);
  const messages = await messagesOf(sandbox, 'A1');
  expect(messages).toMatchObject([
    {
      kind: 'payment-set',
      http_status: 200,
      request: { '@type': 'payment-set', orderid: 'A1-2', paymentmethoddetails: { returnurl: RETURN_URL } },
      response: { result: '01', paymentmethoddetails: { redirecturl: expect.any(String) } },
    },
    { kind: 'payment-set', http_status: 401, response: { result: '401' } },
  ]);
  expect(JSON.stringify(messages)).not.toContain(sha1hash);
  expect(JSON.stringify(messages)).not.toContain('hash"');
});
