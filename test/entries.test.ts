import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';

it('the headless entry and the elements can be imported where there is no DOM', async () => {
  expect(globalThis).not.toHaveProperty('document');
  expect(await import('../src/payment.js')).toHaveProperty('createCheckout');
  expect(await import('../src/index.js')).toHaveProperty('ScudoCheckout');
});

it('the server and the sandbox export their factories', async () => {
  expect(Object.keys(await import('../src/server.js'))).toEqual(
    expect.arrayContaining(['createMerchantBackend', 'createGateway', 'createSqliteOrderStore', 'OptionError']),
  );
  expect(Object.keys(await import('../src/sandbox.js'))).toEqual(
    expect.arrayContaining(['createSandbox', 'TEST_CARDS']),
  );
});

describe('on an old version of Node', () => {
  const { versions } = process;

  function pretend(node: string) {
    vi.resetModules();
    Object.defineProperty(process, 'versions', { value: { ...versions, node }, configurable: true });
  }

  afterEach(() => {
    Object.defineProperty(process, 'versions', { value: versions, configurable: true });
    vi.resetModules();
  });

  const IMPORTS = {
    server: () => import('../src/server.js'),
    sandbox: () => import('../src/sandbox.js'),
    command: () => import('../src/command.js'),
  };

  it.each(Object.entries(IMPORTS))('the import of %s fails with the version that is needed', async (_name, load) => {
    pretend('18.20.4');
    await expect(load()).rejects.toThrow('scudo-checkout needs Node 20.3 or newer; this is Node 18.20.4.');
  });

  it('a supported version passes', async () => {
    pretend('100.0.0');
    await expect(import('../src/protocol/require-node.js')).resolves.toBeDefined();
  });

  it('the version is that of engines in package.json', async () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
    const [, oldest = ''] = /^>=(\d+\.\d+)$/.exec(engines.node) ?? [];
    pretend(`${oldest}.0`);
    await expect(import('../src/protocol/require-node.js')).resolves.toBeDefined();
    vi.resetModules();
    const [major = 0, minor = 0] = oldest.split('.').map(Number);
    pretend(`${major}.${minor - 1}.0`);
    await expect(import('../src/protocol/require-node.js')).rejects.toThrow(`needs Node ${oldest} or newer`);
  });
});
