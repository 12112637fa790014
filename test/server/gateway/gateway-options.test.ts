import { expect, it } from 'vitest';
import { createGateway, type GatewayOptions } from '../../../src/server.js';
import * as sample from '../../protocol/samples.js';
import { CALLS } from './sample-calls.js';
import { gatewayAnswering, jsonAnswer } from './scripted-fetch.js';

it.each(['http://gateway.example', 'gateway.example', '', 'https://user:word@gateway.example'])(
  'a gateway is not called at “%s”: card data goes over TLS, but on loopback',
  (baseUrl) => {
    expect(() => createGateway({ merchantId: 'scudo', secret: 's', baseUrl })).toThrow(/baseUrl/);
  },
);

it.each(['https://gateway.example', 'https://gateway.example/', 'http://127.0.0.1:4174', 'http://localhost:4174/'])(
  'a gateway may be at %s',
  async (baseUrl) => {
    const { gateway, sent } = gatewayAnswering(jsonAnswer(sample.VERSION_CHECK_RESPONSE), { baseUrl });
    await CALLS.versionCheck(gateway);
    expect(sent[0]?.request.url).toBe(`${baseUrl.replace(/\/$/, '')}/3ds2/protocol-versions`);
  },
);

it('an option that is undefined is as good as none', async () => {
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
