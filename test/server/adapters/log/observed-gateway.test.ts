import { expect, it } from 'vitest';
import { observedGateway } from '../../../../src/server/adapters/log/observed-gateway.js';
import { createGateway, type Gateway } from '../../../../src/server/gateway/gateway.js';

it('an observed gateway has every member of a gateway that is a class, inherited ones included', async () => {
  const gateway = createGateway({
    baseUrl: 'https://gateway.example',
    merchantId: 'shop',
    secret: 'a-secret-of-24-characters',
  });
  const observed = observedGateway(Object.create(gateway) as Gateway, () => undefined, { now: () => new Date(0) });
  expect(Object.keys(observed).sort()).toEqual(Object.keys(gateway).sort());
  expect(observed.timeout).toBe(gateway.timeout);
  expect(await observed.deriveKey('label')).toEqual(await gateway.deriveKey('label'));
});
