import { afterEach, describe, expect, it, vi } from 'vitest';
import { LANGUAGES } from '../../../src/index.js';
import { formatAmount } from '../../../src/protocol/values/amount.js';
import { OPEN_ORDER } from '../../browser/scripted-backend.js';
import { digitsOf, ISO_4217 } from '../../protocol/values/iso-4217.js';
import { checkout, field, pass, payButton, root, type, typeCard } from '../checkout/scripted-checkout.js';

describe('amounts in the browser', () => {
  afterEach(() => {
    document.documentElement.lang = '';
    vi.restoreAllMocks();
  });

  // The first one loads the browser's list of all languages, in a task that cannot be split.
  it.each([
    ['en', 'Pay €1,234.50'],
    ['de', '1.234,50 € bezahlen'],
    ['fa', 'پرداخت \u200e€۱٬۲۳۴٫۵۰'],
  ])('a payment in %s makes no Intl.NumberFormat and no Intl.ListFormat', async (language, label) => {
    document.documentElement.lang = language;
    const made = [vi.spyOn(Intl, 'NumberFormat'), vi.spyOn(Intl, 'ListFormat')];
    const shop = await checkout({ order: () => ({ ...OPEN_ORDER, amount: '123450' }) });
    await expect.poll(() => payButton(shop)?.textContent?.replace(/\u00a0/gu, ' ')).toBe(label);
    typeCard(shop);
    payButton(shop).click();
    await pass(shop, 0);
    for (const format of made) expect(format).not.toHaveBeenCalled();
  });

  it('the texts of a language with digits of its own have these digits, as the amount has', async () => {
    document.documentElement.lang = 'fa';
    const lines = [{ text: 'Coffee', quantity: 3, amount: '1999' }];
    const shop = await checkout({
      order: () => ({ ...OPEN_ORDER, lines, country: 'IR', ask: ['mobile_phone'], methods: [{ code: 'card' }] }),
    });
    await expect.poll(() => payButton(shop)?.textContent).toContain('۱۹٫۹۹');
    await expect.poll(() => field(shop, 'phone-country')).not.toBeNull();
    payButton(shop).click();
    await pass(shop, 0);
    type(shop, 'security-code', '۱۲');
    type(shop, 'expiry', '۱۳ / ۲۸');
    payButton(shop).click();
    await pass(shop, 0);
    expect(field(shop, 'number').placeholder).toBe('۱۲۳۴ ۱۲۳۴ ۱۲۳۴ ۱۲۳۴');
    expect(field(shop, 'security-code').placeholder).toBe('۳ رقم');
    const shown = [
      ...root(shop).querySelectorAll<HTMLElement>('.error, summary, li, .prefix, input, [data-count]'),
    ].map((element) => element.dataset['count'] ?? element.getAttribute('placeholder') ?? element.textContent);
    expect(shown).toContain('+۲');
    expect(shown.join(' ')).toContain('۳ × Coffee');
    expect(shown.filter((text) => /[0-9]/.test(text))).toEqual([]);
  });

  it('every code of ISO 4217 is formatted with its decimals in every language of the elements', () => {
    for (const language of ['en', ...Object.keys(LANGUAGES)]) {
      for (const [currency, exponent] of ISO_4217) {
        const shown = digitsOf(formatAmount({ amount: '7', currency }, language));
        expect([language, currency, shown]).toEqual([language, currency, '7'.padStart(exponent + 1, '0')]);
      }
    }
  });

  it.each([
    ['HUF', undefined, '199900', 'HUF 1,999.00'],
    ['RSD', undefined, '199900', 'RSD 1,999.00'],
    ['LBP', undefined, '5', 'LBP 0.05'],
    ['IQD', undefined, '1999', 'IQD 1.999'],
    ['HUF', 0, '199900', 'HUF 199,900'],
    ['JPY', 2, '199900', '¥1,999.00'],
  ])('button and outcome show an order in %s with the exponent %s alike', async (currency, exponent, amount, text) => {
    const order = { ...OPEN_ORDER, currency, amount, ...(exponent === undefined ? {} : { exponent }) };
    const shop = await checkout({ order: () => order });
    const plain = (element: Element | null) => element?.textContent?.replace(/\s/gu, ' ');
    expect(plain(payButton(shop))).toBe(`Pay ${text}`);
    typeCard(shop);
    payButton(shop).click();
    await pass(shop, 0);
    expect(plain(shop.element.shadowRoot!.querySelector('[part~=outcome-amount]'))).toBe(text);
  });
});
