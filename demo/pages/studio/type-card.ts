/** Types a test card into the fields of a checkout, as a shopper does. */
export function typeCard(checkout: HTMLElement, number: string): void {
  const texts: Record<string, string> = {
    number,
    expiry: `12/${(new Date().getFullYear() + 2) % 100}`,
    'security-code': /^3[47]/.test(number) ? '1234' : '123',
    name: 'Ada Lovelace',
    phone: '+44 20 7946 0000',
  };
  for (const [id, text] of Object.entries(texts)) {
    const input = checkout.shadowRoot?.querySelector<HTMLInputElement>(`#${id}`);
    if (!input || input.readOnly) continue;
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  checkout.shadowRoot?.querySelector<HTMLElement>('[type=submit]')?.focus();
}
