import type { TemplateResult } from 'lit';
import type { Icons } from '../icons/icons.controller.js';
import type { FieldName, FieldTexts } from '../fields/form-field.js';
import { acceptedBrands, brandIcon, brandOf, cardField } from './form-fields.js';
import type { Lit } from '../fields/lit.js';

/**
 * Renders the picture at the end of a card field: the brand that the digits identify, and the place of the security
 * code.
 */
export function fieldPicture(
  lit: Lit,
  name: FieldName,
  texts: FieldTexts,
  icons: Pick<Icons, 'render'>,
): TemplateResult | Lit['nothing'] {
  const icon = cardField(name)?.icon?.(texts);
  return icon ? icons.render(icon) : lit.nothing;
}

/**
 * Renders the icons of the accepted cards, which wrap where there is no space for all of them. They keep their place,
 * unseen, once the digits identify one of them, whose picture is in the field.
 */
export function acceptedCards(
  { html }: Lit,
  texts: FieldTexts,
  icons: Pick<Icons, 'render'>,
  codes: readonly string[] | undefined,
): TemplateResult {
  const brands = acceptedBrands(codes);
  const brand = brandIcon(brandOf(texts));
  const isTaken = brands.some((one) => one === brand);
  return html`<span class="accepted" part="accepted-cards" ?data-unseen=${isTaken}>${brands.map((one) => icons.render(one))}</span>`;
}
