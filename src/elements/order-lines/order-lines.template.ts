import type { TemplateResult } from 'lit';
import type { Amount, OrderLine } from '../../protocol/values/amount.js';
import type { Language } from '../i18n/language.controller.js';
import { html, nothing } from '../late-data/late-html.js';

/** Renders the lines of an order below its description. The number of items opens them in place. */
export function orderLines(
  { lines = [], currency, exponent }: Omit<Amount, 'amount'> & { readonly lines?: readonly OrderLine[] | undefined },
  language: Pick<Language, 'localize' | 'amountOf' | 'withDigits'>,
): TemplateResult | undefined {
  if (lines.length === 0) return undefined;
  // A discount is no item.
  const items = lines.filter(({ amount }) => !amount.startsWith('-'));
  const count = items.reduce((sum, { quantity = 0 }) => sum + quantity, 0) || items.length;
  const amountText = ({ amount }: OrderLine) => {
    const text = language.amountOf({ amount: amount.replace('-', ''), currency, exponent });
    // The mark keeps the minus before the number, also from right to left.
    return amount.startsWith('-') ? `\u200e\u2212${text}` : text;
  };
  const line = (one: OrderLine) => html`<li part="line">
    <span part="line-text">${(one.quantity ?? 1) > 1 ? language.withDigits(`${one.quantity} × `) : nothing}<bdi>${one.text}</bdi></span>
    <bdi part="line-amount">${amountText(one)}</bdi>
  </li>`;
  return html`<details part="lines">
    <summary part="lines-summary">${language.localize(count === 1 ? 'one-item' : 'items', { count: String(count) })}</summary>
    <ul part="lines-list">${lines.map(line)}</ul>
  </details>`;
}
