import { oneEvent } from '@open-wc/testing';
import { describe, expect, it, vi } from 'vitest';
import type { Order } from '../../../src/payment/backend-client/backend-client.js';
import { OPEN_ORDER } from '../../browser/scripted-backend.js';
import { checkout, field, payButton, rendered, root, type, typeCard, type Shop } from './scripted-checkout.js';

const asking =
  (ask: Order['ask'], country?: string): (() => Order) =>
  () => ({ ...OPEN_ORDER, ask, ...(country === undefined ? {} : { country }) });

/** Waits for a field that the form has when its data are loaded. */
async function loaded(shop: Shop, id: string): Promise<void> {
  await vi.waitUntil(() => root(shop).querySelector(`#${id}`), { timeout: 60_000 });
}

async function phoneIn(country?: string): Promise<Shop> {
  const shop = await checkout({ order: asking(['mobile_phone'], country) });
  await loaded(shop, 'phone-country');
  return shop;
}

async function addressIn(country?: string): Promise<Shop> {
  const shop = await checkout({ order: asking(['billing_address'], country) });
  await loaded(shop, 'line2');
  return shop;
}

async function payerOf(shop: Shop): Promise<unknown> {
  typeCard(shop);
  const outcome = oneEvent(shop.element, 'scudo-outcome');
  payButton(shop).click();
  await outcome;
  return (shop.backend.calls.find(({ call }) => call === 'authenticate')!.input as { payer: unknown }).payer;
}

const chosenText = (shop: Shop, id: string) =>
  root(shop).querySelector<HTMLSelectElement>(`#${id}`)!.selectedOptions[0]!.textContent;
const prefix = (shop: Shop) => root(shop).querySelector('.prefix span')!.textContent;
const label = (shop: Shop, id: string) => field(shop, id).labels![0]!.textContent;
const error = (shop: Shop, id: string) => root(shop).querySelector(`#${id}-error`)!.textContent;
const names = (shop: Shop) =>
  [...root(shop).querySelectorAll('[data-field]')]
    .map((one) => one.getAttribute('data-field')!)
    .filter((name) => !['number', 'expiry', 'security-code', 'name'].includes(name));

it('an email address is read without the mailto: of a copied link', async () => {
  const shop = await checkout({ order: asking(['email']) });
  type(shop, 'email', ' mailto:Ada@example.com?subject=Coins');
  field(shop, 'email').dispatchEvent(new FocusEvent('blur'));
  await rendered(shop);
  expect([field(shop, 'email').value, error(shop, 'email')]).toEqual(['Ada@example.com', '']);
  type(shop, 'email', 'mailto:ada@example.com');
  expect(await payerOf(shop)).toEqual({ email: 'ada@example.com' });
});

describe('the phone number', () => {
  it('begins with the country of the order, and names countries before their codes', async () => {
    const shop = await phoneIn('DE');
    expect(prefix(shop)).toBe('+49');
    expect(chosenText(shop, 'phone-country')).toBe('Germany \u200e+49');
    expect(root(shop).querySelector('#phone-hint')!.textContent).toBe('For example 01512 3456789');
    const select = field(shop, 'phone-country');
    expect([select.getAttribute('aria-label'), select.autocomplete]).toEqual(['Country code', 'tel-country-code']);
    expect(field(shop, 'phone').autocomplete).toBe('tel-national');
    await expect(shop.element).shadowDom.to.be.accessible();
  });

  it('begins with the country of the language when the order has none', async () => {
    expect(prefix(await phoneIn())).toBe('+1');
  });

  it('a phone number is accepted in national form', async () => {
    const shop = await phoneIn('GB');
    type(shop, 'phone', '020 7946 0000');
    expect(await payerOf(shop)).toEqual({ mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' } });
  });

  it('keeps the zeros that belong to it', async () => {
    const shop = await phoneIn('GB');
    const country = field(shop, 'phone-country');
    country.value = 'CI';
    country.dispatchEvent(new Event('change'));
    type(shop, 'phone', '07 07 12 34 56');
    expect(await payerOf(shop)).toEqual({ mobilePhone: { countryCode: '225', subscriberNumber: '0707123456' } });
  });

  it('chooses the country of a calling code in it, and keeps the national part', async () => {
    const shop = await phoneIn('GB');
    for (const text of ['+1 202 555 0143', '+1 202 555 0143']) {
      type(shop, 'phone', text);
      await rendered(shop);
      expect([prefix(shop), field(shop, 'phone').value]).toEqual(['+1', '202 555 0143']);
    }
    expect(await payerOf(shop)).toEqual({ mobilePhone: { countryCode: '1', subscriberNumber: '2025550143' } });
  });

  it('leaves a calling code in the field while it is typed', async () => {
    const shop = await phoneIn('GB');
    const input = field(shop, 'phone');
    input.value = '+49 15';
    input.dispatchEvent(new InputEvent('input', { inputType: 'insertText', bubbles: true }));
    await rendered(shop);
    expect([prefix(shop), input.value]).toEqual(['+49', '+49 15']);
    input.dispatchEvent(new Event('change'));
    expect(input.value).toBe('15');
  });

  it.each(['+999 1234567', '07400 123456 ext 4', '07400'])(
    'text “%s” is refused with an example of the country',
    async (text) => {
      const shop = await phoneIn('GB');
      typeCard(shop);
      type(shop, 'phone', text);
      payButton(shop).click();
      await rendered(shop);
      expect(error(shop, 'phone')).toBe('Enter a mobile number, such as 07400 123456.');
      expect(shop.backend.calls.some(({ call }) => call === 'authenticate')).toBe(false);
    },
  );
});

describe('the billing address', () => {
  it('an address has the fields and names of its country, and keeps what was typed when another is chosen', async () => {
    const shop = await addressIn('US');
    await vi.waitUntil(() => root(shop).querySelectorAll('#area option').length > 50, { timeout: 60_000 });
    expect(names(shop)).toEqual(['country', 'line1', 'line2', 'city', 'area', 'postcode']);
    expect([label(shop, 'area'), label(shop, 'postcode')]).toEqual(['State', 'ZIP code']);
    type(shop, 'line1', '1 Main St');
    type(shop, 'postcode', '62701');
    type(shop, 'area', 'US-IL');
    type(shop, 'country', 'AE');
    await rendered(shop);
    expect(names(shop)).toEqual(['country', 'line1', 'line2', 'area']);
    expect(field(shop, 'line1').value).toBe('1 Main St');
    type(shop, 'country', 'US');
    await rendered(shop);
    expect([field(shop, 'postcode').value, chosenText(shop, 'area')]).toEqual(['62701', 'Illinois']);
    await expect(shop.element).shadowDom.to.be.accessible();
  });

  it('an address is sent with the code of the state, and without empty fields', async () => {
    const shop = await addressIn('US');
    await vi.waitUntil(() => root(shop).querySelectorAll('#area option').length > 50, { timeout: 60_000 });
    for (const [id, text] of Object.entries({
      line1: '1 Main St',
      city: 'Springfield',
      postcode: '62701',
      area: 'US-IL',
    }))
      type(shop, id, text);
    expect(await payerOf(shop)).toEqual({
      billingAddress: { line1: '1 Main St', city: 'Springfield', postalCode: '62701', state: 'IL', country: 'US' },
    });
  });

  it('marks required fields only, and shows the example of a postcode', async () => {
    const shop = await addressIn('GB');
    typeCard(shop);
    type(shop, 'postcode', 'N1');
    payButton(shop).click();
    await rendered(shop);
    expect(['country', 'line1', 'line2', 'city', 'postcode'].map((id) => [id, error(shop, id)])).toEqual([
      ['country', ''],
      ['line1', 'Fill in this field.'],
      ['line2', ''],
      ['city', 'Fill in this field.'],
      ['postcode', 'Enter a postcode such as EC1Y 8SY.'],
    ]);
    expect(field(shop, 'line2').getAttribute('aria-required')).toBe('false');
  });

  it('an address field has a label of the page', async () => {
    const shop = await addressIn('US');
    shop.element.messages = { 'postcode-zip': 'Your ZIP' };
    await rendered(shop);
    expect(label(shop, 'postcode')).toBe('Your ZIP');
  });
});
