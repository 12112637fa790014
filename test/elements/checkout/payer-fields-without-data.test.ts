import { expect, it, vi } from 'vitest';
import { OPEN_ORDER } from '../../browser/scripted-backend.js';
import { checkout, field, payButton, pass, rendered, root, type, typeCard } from './scripted-checkout.js';

// Data that were loaded once stay, so the second test needs files that the first one does not load.
it('asks in plain fields while the data cannot be loaded, sends these, loads the data again, and then shows the example of the country', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const shop = await checkout({
    order: () => ({ ...OPEN_ORDER, ask: ['mobile_phone', 'billing_address'], country: 'GB' }),
  });
  expect(fetch).toHaveBeenCalled();
  fetch.mockRestore();
  await vi.waitFor(() =>
    expect(log.mock.calls.flat().join()).toMatch(
      /A data file did not load: http:\S+\/data\/\w+\.json was not answered\. Serve the folder data\//,
    ),
  );
  log.mockRestore();
  const names = [...root(shop).querySelectorAll('[data-field]')].map((one) => one.getAttribute('data-field'));
  expect(names.slice(4)).toEqual(['phone', 'country', 'line1', 'city', 'postcode']);
  // Some countries have no postcode.
  expect(field(shop, 'postcode').getAttribute('aria-required')).toBe('false');
  expect(root(shop).querySelector('#phone-hint')!.textContent).toBe('For example +44 7700 900123');
  expect([field(shop, 'phone').autocomplete, field(shop, 'country').value]).toEqual(['tel', 'GB']);

  typeCard(shop);
  for (const [id, text] of Object.entries({ line1: '1 Coin Lane', city: 'London', postcode: 'N1 9GU' }))
    type(shop, id, text);
  type(shop, 'phone', '020 7946 0000');
  payButton(shop).click();
  await rendered(shop);
  expect(root(shop).querySelector('#phone-error')!.textContent).toBe('Enter a mobile number, such as +44 7700 900123.');
  type(shop, 'phone', '+44 20 7946 0000');
  payButton(shop).click();
  await pass(shop, 0);
  expect(shop.backend.calls.find(({ call }) => call === 'authenticate')!.input).toMatchObject({
    payer: {
      mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' },
      billingAddress: { line1: '1 Coin Lane', city: 'London', postalCode: 'N1 9GU', country: 'GB' },
    },
  });

  const load = globalThis.fetch;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const slow = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    await released;
    return load(...call);
  });
  const again = await checkout({ order: () => ({ ...OPEN_ORDER, ask: ['mobile_phone'], country: 'GB' }) });
  payButton(again).click();
  await rendered(again);
  const error = root(again).querySelector('#phone-error')!;
  const typed = await checkout({ order: () => ({ ...OPEN_ORDER, ask: ['mobile_phone'], country: 'GB' }) });
  type(typed, 'phone', '+1 202 555 0143');
  expect(error.textContent).toBe('Enter a mobile number, such as +44 7700 900123.');
  release();
  await vi.waitUntil(() => root(again).querySelector('#phone-country'), { timeout: 60_000 });
  slow.mockRestore();
  expect(error.textContent).toBe('Enter a mobile number, such as 07400 123456.');
  // The calling code is beside the number once there is a select for it.
  await rendered(typed);
  expect([field(typed, 'phone-country').value, field(typed, 'phone').value]).toEqual(['US', '202 555 0143']);
});

it('asks for the state as text when the list of states does not arrive, sends it, and offers the list when it arrives', async () => {
  const load = globalThis.fetch;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    if (new Request(...call).url.includes('states')) await released;
    return load(...call);
  });
  const shop = await checkout({ order: () => ({ ...OPEN_ORDER, ask: ['billing_address'], country: 'US' }) });
  await vi.waitUntil(() => root(shop).querySelector('#area'), { timeout: 60_000 });
  await pass(shop, 10_000);
  expect(root(shop).querySelector('#area')).toBeNull();
  typeCard(shop);
  for (const [id, text] of Object.entries({ line1: '1 Main St', city: 'Albany', 'area-name': 'NY', postcode: '12207' }))
    type(shop, id, text);
  const other = await checkout({ order: () => ({ ...OPEN_ORDER, ask: ['billing_address'], country: 'US' }) });
  payButton(shop).click();
  await pass(shop, 0);
  expect(shop.backend.calls.find(({ call }) => call === 'authenticate')!.input).toMatchObject({
    payer: { billingAddress: { city: 'Albany', state: 'NY' } },
  });
  release();
  await vi.waitUntil(() => root(other).querySelectorAll('#area option').length > 50, { timeout: 60_000 });
  fetch.mockRestore();
});
