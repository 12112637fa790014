import type { TemplateResult } from 'lit';
import type { Icons } from '../icons/icons.controller.js';
import type { FieldName, FieldTexts } from '../fields/form-field.js';
import { BRAND_ICONS, brandIcon, isCodeOnFront } from './form-fields.js';
import type { Lit } from '../fields/lit.js';

/** The icons of card fields. */
export const FIELD_ICONS = [...BRAND_ICONS, 'code-back', 'code-front'] as const;

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
  // Those for which there is no space are not shown.
  return html`<span class="accepted" part="accepted-cards">${BRAND_ICONS.map((one) => icons.render(one))}</span>`;
}
