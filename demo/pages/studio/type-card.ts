import type { ScudoCheckout } from 'scudo-checkout';

/** Types a test card into the fields of a checkout, as a shopper does. */
export function typeCard(checkout: HTMLElement, number: string): void {
  typeTexts(checkout, {
    number,
    expiry: `12/${(new Date().getFullYear() + 2) % 100}`,
    'security-code': /^3[47]/.test(number) ? '1234' : '123',
    name: 'Ada Lovelace',
    phone: '+44 20 7946 0000',
  });
}

/** Chooses Testpay, if the order has it, and types the account holder's name and country. */
export async function typeHolder(checkout: ScudoCheckout): Promise<void> {
  const radios = [...(checkout.shadowRoot?.querySelectorAll<HTMLInputElement>('[part~=methods] [type=radio]') ?? [])];
  radios.find(({ value }) => value === 'testpay')?.click();
  await checkout.updateComplete;
  typeTexts(checkout, { holder: 'Ada Lovelace' });
  const country = checkout.shadowRoot?.querySelector<HTMLSelectElement>('select#country');
  if (!country) return;
  country.value = 'GB';
  country.dispatchEvent(new Event('change', { bubbles: true }));
}

function typeTexts(checkout: HTMLElement, texts: Readonly<Record<string, string>>): void {
  for (const [id, text] of Object.entries(texts)) {
    const input = checkout.shadowRoot?.querySelector<HTMLInputElement>(`#${id}`);
    if (!input || input.readOnly) continue;
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  checkout.shadowRoot?.querySelector<HTMLElement>('[type=submit]')?.focus();
}
