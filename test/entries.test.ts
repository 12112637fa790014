import { expect, it } from 'vitest';

it('the headless entry and the elements can be imported where there is no DOM', async () => {
  expect(globalThis).not.toHaveProperty('document');
  expect(await import('../src/payment.js')).toHaveProperty('createCardPayment');
  expect(await import('../src/index.js')).toHaveProperty('ScudoCheckout');
});

it('the server and the sandbox bring what they promise', async () => {
  expect(Object.keys(await import('../src/server.js'))).toEqual(
    expect.arrayContaining(['createMerchantBackend', 'createGateway', 'createSqliteOrderStore']),
  );
  expect(Object.keys(await import('../src/sandbox.js'))).toEqual(
    expect.arrayContaining(['createSandbox', 'TEST_CARDS']),
  );
});
