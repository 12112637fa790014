import { hkdfSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createGateway, type GatewayOptions } from '../../../src/server.js';
import * as sample from '../../protocol/samples.js';
import { CALLS, DAY, NUMBER } from './sample-calls.js';
import { gatewayAnswering, hashOf, jsonAnswer, SECRET } from './scripted-fetch.js';

it.each(['http://gateway.example', 'gateway.example', '', 'https://user:word@gateway.example'])(
  'createGateway refuses the base URL “%s”, because card data requires TLS',
  (baseUrl) => {
    expect(() => createGateway({ merchantId: 'scudo', secret: 's', baseUrl })).toThrow(/baseUrl/);
  },
);

it.each(['https://gateway.example', 'https://gateway.example/', 'http://127.0.0.1:4174', 'http://localhost:4174/'])(
  'createGateway accepts the base URL %s',
  async (baseUrl) => {
    const { gateway, sent } = gatewayAnswering(jsonAnswer(sample.VERSION_CHECK_RESPONSE), { baseUrl });
    await CALLS.versionCheck(gateway);
    expect(sent[0]?.request.url).toBe(`${baseUrl.replace(/\/$/, '')}/3ds2/protocol-versions`);
  },
);

it.each([
  ['baseUrl', 'http://127.0.0.1:4190'],
  ['baseUrl', 'https://gateway.example:6667/'],
  ['xmlBaseUrl', 'https://gateway.example:10080/path'],
])('createGateway refuses a port of %s that fetch refuses: %s', (name, address) => {
  const options = { merchantId: 'scudo', secret: SECRET, baseUrl: 'https://gateway.example', [name]: address };
  expect(() => createGateway(options)).toThrow(new RegExp(`${name} must have another port than \\d+`));
});

it('an option that is undefined has its default', async () => {
  const { sent, gateway } = gatewayAnswering(jsonAnswer(sample.VERSION_CHECK_RESPONSE), {
    hashAlgorithm: undefined,
    versionHeader: undefined,
    timeout: undefined,
    now: undefined,
    paths: { threeDSecure: undefined, xml: undefined },
  } as unknown as Partial<GatewayOptions>);
  await CALLS.versionCheck(gateway);
  expect(sent[0]?.request.headers.get('x-gp-version')).toBe('2.2.0');
  expect(sent[0]?.request.headers.get('authorization')).toMatch(/^securehash [0-9a-f]{40}$/);
  expect(sent[0]?.request.url).toBe('https://gateway.example/3ds2/protocol-versions');
});

it('an error about the base URL does not quote its password', () => {
  const create = () =>
    createGateway({ merchantId: 'scudo', secret: 's', baseUrl: 'https://user:word@gateway.example' });
  expect(create).toThrow('got "https://gateway.example"');
});

it('every hash is computed with the digest that is configured', async () => {
  const digest = (text: string, algorithm: string) => Promise.resolve(`${algorithm}(${text})`);
  const { gateway, sent } = gatewayAnswering(jsonAnswer(sample.VERSION_CHECK_RESPONSE), { digest });
  await CALLS.versionCheck(gateway);
  expect(sent[0]?.request.headers.get('authorization')).toBe(
    `securehash sha1(sha1(2026-11-20T22:24:10.123000.scudo.${NUMBER}).${SECRET})`,
  );
});

it('each interface is hashed with its own algorithm, and the others with the one of hashAlgorithm', async () => {
  const { gateway, sent } = gatewayAnswering(jsonAnswer({}), {
    hashAlgorithm: 'sha256',
    hashAlgorithms: { json: 'sha1', messages: 'sha1' },
  });
  await CALLS.versionCheck(gateway).catch(() => undefined);
  await CALLS.cardAuthorization(gateway).catch(() => undefined);
  await gateway.payments.page({ merchantTransactionId: 'f3f3' }).catch(() => undefined);
  const [json, xml, report] = sent;
  expect(json?.request.headers.get('authorization')).toMatch(/^securehash [0-9a-f]{40}$/);
  expect(xml?.text).toMatch(/<sha256hash>[0-9a-f]{64}</);
  expect(report?.request.headers.get('authorization')).toMatch(/^SHA256 [0-9a-f]{64}$/);
  const fields = ['20261120222410', 'scudo', 'A1', '00', 'SUCCEEDED', '1', 'testpay'] as const;
  const [timestamp, merchantid, orderid, result, message, pasref, paymentmethod] = fields;
  const received = { timestamp, merchantid, orderid, result, message, pasref, paymentmethod };
  const trust = (hash: object) => gateway.verifyStatusMessage({ ...received, ...hash }, {});
  expect(await trust({ sha1hash: hashOf(fields) })).toBe('valid');
  expect(await trust({ sha256hash: hashOf(fields, 'sha256') })).toBe('other-algorithm');
});

it('the reports are hashed over the fields and with the names that are configured', async () => {
  const { gateway, sent } = gatewayAnswering(jsonAnswer({ payments: [], refunds: [] }), {
    names: { merchantTransactionId: 'obTransId', merchantRefundId: 'refundId' },
    hashFields: {
      paymentReport: ({ merchantTransactionId }) => ['p', merchantTransactionId],
      refundReport: ({ orderId }) => ['r', orderId, undefined],
    },
    paths: { payments: '/openbanking/payments', refunds: '/openbanking/refunds' },
  });
  await gateway.payments.page({ merchantTransactionId: 'f3f3' });
  await gateway.refunds.page({ orderId: 'A1', merchantRefundId: 'R1' });
  const [payments, refunds] = sent.map(({ request }) => ({
    url: new URL(request.url),
    hash: request.headers.get('authorization'),
  }));
  expect(payments!.url.pathname).toBe('/openbanking/payments');
  expect(payments!.url.searchParams.get('obTransId')).toBe('f3f3');
  expect(payments!.url.searchParams.has('merchantTransactionId')).toBe(false);
  expect(payments!.hash).toBe(`SHA1 ${hashOf(['p', 'f3f3'])}`);
  expect(refunds!.url.pathname).toBe('/openbanking/refunds');
  expect(refunds!.url.searchParams.get('refundId')).toBe('R1');
  expect(refunds!.hash).toBe(`SHA1 ${hashOf(['r', 'A1', ''])}`);
});

it('the search is hashed over the fields that are configured', async () => {
  const { gateway, sent } = gatewayAnswering(jsonAnswer(sample.SEARCH_RESULT), {
    hashFields: { authenticationSearch: (body) => [body.merchant_id] },
  });
  await gateway.authentications.searchPage(DAY);
  expect(sent[0]?.request.headers.get('authorization')).toBe(`securehash ${hashOf(['scudo'])}`);
});

describe('a derived key', () => {
  const keyOf = async (label: string, options = {}) =>
    Buffer.from(await gatewayAnswering(jsonAnswer({}), options).gateway.deriveKey(label)).toString('hex');

  it('a derived key is that of HKDF-SHA-256 with the label', async () => {
    expect(await keyOf('a label')).toBe(Buffer.from(hkdfSync('sha256', SECRET, '', 'a label', 32)).toString('hex'));
  });

  it('a derived key is another one for another label or secret', async () => {
    const keys = [await keyOf('a'), await keyOf('b'), await keyOf('a', { secret: 'another secret of the shop' })];
    expect(new Set(keys).size).toBe(3);
  });
});
