import { describe, expect, it } from 'vitest';
import { isMerchantAddress } from '../../src/sandbox/core/merchant-address.js';
import { answered, paymentSet, RETURN_URL, sandboxWithMerchant, send, STATUS_URL } from './method-client.js';

describe('an address of the merchant', () => {
  it.each([
    'http://localhost:4173/status',
    'http://127.0.0.1/status',
    'http://127.9.8.7:1/',
    'http://[::1]:4173/',
    'http://shop.localhost/',
    'https://shop.example/status?x=1',
    'http://SHOP.example:8080/',
  ])('an address of the merchant can be %s', (address) => {
    expect(isMerchantAddress(address, { merchantHosts: ['shop.example'] })).toBe(true);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'https://evil.example/',
    'https://shop.example.evil.example/',
    'https://www.shop.example/',
    'https://shop.example@evil.example/',
    'http://localhost.evil.example/',
    'http://0.0.0.0/',
    'http://[::ffff:a9fe:a9fe]/',
    'ftp://localhost/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '//shop.example/',
    'shop.example',
    '',
  ])('an address of the merchant cannot be %j', (address) => {
    expect(isMerchantAddress(address, { merchantHosts: ['shop.example'] })).toBe(false);
  });
});

describe('the option merchantHosts', () => {
  const LINK_LOCAL = 'http://169.254.169.254/status';

  it.each([
    [{ returnurl: LINK_LOCAL, statusupdateurl: STATUS_URL }, 'returnurl'],
    [{ returnurl: RETURN_URL, statusupdateurl: LINK_LOCAL }, 'statusupdateurl'],
  ])('refuses a payment-set with another host: %j', async (details, name) => {
    const { sandbox } = sandboxWithMerchant();
    const response = await send(sandbox, paymentSet({ details }));
    expect(response).toMatchObject({
      result: '400',
      message: expect.stringContaining(`/request/paymentmethoddetails/${name} has a host that merchantHosts`),
    });
  });

  it('the option merchantHosts is empty by default, so that only this machine is called', async () => {
    const { sandbox, merchant } = sandboxWithMerchant({ merchantHosts: [] });
    expect(await send(sandbox, paymentSet())).toMatchObject({ result: '400' });
    const details = { returnurl: 'http://localhost:4173/r', statusupdateurl: 'http://127.0.0.1:4173/s' };
    await answered(sandbox, 'Succeeded', 'No delay', { details });
    await sandbox.clock.advance(0);
    expect(merchant.received.map(({ url }) => url)).toEqual(['http://127.0.0.1:4173/s']);
  });
});
