import type { TemplateResult } from 'lit';
import type { Icons } from '../icons/icons.controller.js';
import type { FieldName, FieldTexts } from '../fields/form-field.js';
import { brandIcon, isCodeOnFront } from './form-fields.js';
import type { Lit } from '../fields/lit.js';

/** The brands of the interface document, the most frequent first. Those for which there is no space are not shown. */
const BRANDS = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb'] as const;

/**
 * Renders the picture at the end of a card field: the accepted brands and then the one that the digits identify, and the
 * place of the security code.
 */
export function fieldPicture(
  lit: Lit,
  name: FieldName,
  texts: FieldTexts,
  icons: Pick<Icons, 'render'>,
): TemplateResult | Lit['nothing'] {
  if (name === 'security-code') return icons.render(isCodeOnFront(texts) ? 'code-front' : 'code-back');
  if (name !== 'number') return lit.nothing;
  const brand = brandIcon(texts);
  if (brand) return icons.render(brand);
  if (texts.number !== '') return lit.nothing;
  const { html } = lit;
  return html`<span class="accepted" part="accepted-cards">${BRANDS.map((one) => icons.render(one))}</span>`;
}
