import { afterEach, expect, it } from 'vitest';
import type { Order } from '../../../src/payment/backend-client/backend-client.js';
import { OPEN_ORDER, PAID } from '../../browser/scripted-backend.js';
import { afterPaint } from '../../../src/elements/tasks/next-task.js';
import { checkout, pass, payButton, rendered, root, typeCard, type Shop } from './scripted-checkout.js';

afterEach(() => sessionStorage.clear());

const kept = () => sessionStorage.getItem('scudo-fields A1');
const input = (shop: Shop, id: string) => root(shop).querySelector<HTMLInputElement>(`#${id}`)!;

const ALL = ['email', 'mobile_phone', 'billing_address'] as const;

async function openPage({
  remember = true,
  ask = ['email'],
}: {
  remember?: boolean;
  ask?: Order['ask'];
} = {}): Promise<Shop> {
  const shop = await checkout({
    order: () => ({ ...OPEN_ORDER, ask, country: 'GB' }),
    authenticate: () => PAID,
  });
  shop.element.rememberFields = remember;
  await rendered(shop);
  await afterPaint();
  await rendered(shop);
  return shop;
}

async function type(shop: Shop, id: string, text: string): Promise<void> {
  input(shop, id).value = text;
  input(shop, id).dispatchEvent(new InputEvent('input', { inputType: 'insertText' }));
  await rendered(shop);
}

it('a page of the same order that is loaded again has the payer data, and nothing of the card', async () => {
  const first = await openPage();
  await type(first, 'email', 'ada@example.com');
  typeCard(first);
  await rendered(first);
  expect(kept()).toContain('ada@example.com');
  expect(kept()).not.toMatch(/4222|Lovelace|123/);
  first.element.remove();
  expect(kept()).not.toBeNull();

  const second = await openPage();
  expect([input(second, 'email').value, input(second, 'name').value]).toEqual(['ada@example.com', '']);
  typeCard(second);
  payButton(second).click();
  await pass(second, 0);
  expect(kept()).toBeNull();
});

it('payer data is deleted 30 minutes after the last change, also by a later page', async () => {
  const shop = await openPage();
  await type(shop, 'email', 'ada@example.com');
  const stored = kept()!;
  await pass(shop, 1_799_000);
  expect(kept()).toBe(stored);
  await pass(shop, 1_000);
  expect(kept()).toBeNull();
  sessionStorage.setItem('scudo-fields A1', stored.replace(/"at":\d+/, '"at":0'));
  const later = await openPage();
  expect([kept(), input(later, 'email').value]).toEqual([null, '']);
});

it('no payer data is kept without the attribute, and no text with a card number', async () => {
  const without = await openPage({ remember: false });
  await type(without, 'email', 'ada@example.com');
  expect(kept()).toBeNull();
  const shop = await openPage();
  await type(shop, 'email', '4222000006285344');
  expect(kept()).toBeNull();
});

const DIGITS = '4222000006285344';

it.each([
  '4222000006285344 1230',
  '4222000006285344123',
  '4222/0000/0628/5344',
  '4222_0000_0628_5344',
  '4a222000006285344',
  DIGITS.slice(0, 15),
  DIGITS.replaceAll(/./g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
  DIGITS.replaceAll(/./g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
])('the text %s stays out of the storage in every field', async (text) => {
  const shop = await openPage({ ask: ALL });
  for (const id of ['email', 'phone', 'line1', 'line2', 'city', 'postcode']) {
    // The fields of an address appear with the data of its country.
    await expect.poll(() => input(shop, id)).not.toBeNull();
    await type(shop, id, 'x 12');
    expect(kept(), id).toContain('x 12');
    await type(shop, id, id === 'phone' && text.length === 15 ? '378282246310005' : text);
    expect(kept(), id).toBe(JSON.stringify({ at: shop.clock.now().getTime(), texts: {} }));
    await type(shop, id, '');
  }
});

it('a card number in two lines of an address stays out of the storage', async () => {
  const shop = await openPage({ ask: ALL });
  await type(shop, 'line1', '4222 0000');
  await type(shop, 'line2', '0628 5344');
  expect(kept()).not.toMatch(/4222|0628/);
});

it('texts are kept when the shopper leaves their field, with a long phone number and an address', async () => {
  const shop = await openPage({ ask: ALL });
  input(shop, 'line1').focus();
  await type(shop, 'line1', '42220000062');
  expect(kept()).toBeNull();
  await type(shop, 'line1', '12345 Main Street 1234');
  input(shop, 'line1').blur();
  await type(shop, 'phone', '+49 1511 234567890');
  expect(kept()).toContain('12345 Main Street 1234');
  expect(kept()).toContain('1511');
});

it('payer data has one timer, from its last change, also after another order in between', async () => {
  const shop = await openPage();
  const reopen = async (order: string) => {
    shop.element.order = order;
    await pass(shop, 0);
    await afterPaint();
    await rendered(shop);
  };
  await type(shop, 'email', 'ada@example.com');
  await reopen('A2');
  await reopen('A1');
  await pass(shop, 1_200_000);
  await type(shop, 'email', 'grace@example.com');
  await pass(shop, 1_799_000);
  expect(kept()).toContain('grace@example.com');
  await pass(shop, 1_000);
  expect(kept()).toBeNull();
});

it('an element that leaves the page while it reads payer data has no timer', async () => {
  const first = await openPage();
  await type(first, 'email', 'ada@example.com');
  first.element.remove();
  const shop = await checkout({ order: () => ({ ...OPEN_ORDER, ask: ['email'] }) });
  shop.element.rememberFields = true;
  await shop.element.updateComplete;
  shop.element.remove();
  await afterPaint();
  await rendered(shop);
  expect(shop.clock.waiting).toBe(0);
});

it.each(['{', '[]', '{"at":"x"}', '7'])('a page opens with the foreign text %j in its storage', async (text) => {
  sessionStorage.setItem('scudo-fields A1', text);
  const shop = await openPage();
  expect(input(shop, 'email').value).toBe('');
});
