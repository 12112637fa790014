import { html, nothing, type TemplateResult } from 'lit';
import type { Icons } from '../icons/icons.controller.js';
import type { FieldName, FieldTexts } from '../fields/form-field.js';
import { acceptedBrands, brandIcon, brandOf, cardField } from './form-fields.js';

/**
 * Renders the picture at the end of a card field: the brand that the digits identify, and the place of the security
 * code.
 */
export function fieldPicture(
  name: FieldName,
  texts: FieldTexts,
  icons: Pick<Icons, 'render'>,
): TemplateResult | typeof nothing {
  const icon = cardField(name)?.icon?.(texts);
  return icon ? icons.render(icon) : nothing;
}

/**
 * Renders the icons of the accepted cards, which wrap where there is no space for all of them. They keep their place,
 * unseen, once the digits identify one of them, whose picture is in the field.
 */
export function acceptedCards(
  texts: FieldTexts,
  icons: Pick<Icons, 'render'>,
  codes: readonly string[] | undefined,
): TemplateResult {
  const brands = acceptedBrands(codes);
  const brand = brandIcon(brandOf(texts));
  const isTaken = brands.some((one) => one === brand);
  return html`<span class="accepted" part="accepted-cards" ?data-unseen=${isTaken}>${brands.map((one) => icons.render(one))}</span>`;
}
