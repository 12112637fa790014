import { html, nothing, type TemplateResult } from 'lit';
import type { Icons } from '../icons/icons.controller.js';
import type { Language } from '../i18n/language.controller.js';
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

/** The most icons of accepted cards that are shown, also in a narrow tab. Screen readers read out all cards. */
const MOST_MARKS = 4;
const MOST_IN_TAB = 2;

/** Renders the icons of the first accepted cards, and the number of the others, such as `+2`. */
export function cardMarks(
  icons: Pick<Icons, 'render'>,
  codes: readonly string[] | undefined,
  { withDigits }: Pick<Language, 'withDigits'>,
  part?: string,
): TemplateResult {
  const brands = acceptedBrands(codes);
  const others = (most: number) => (brands.length > most ? withDigits(`+${brands.length - most}`) : '');
  return html`${brands.slice(0, MOST_MARKS).map((one) => icons.render(one, part))}${brands.length >= MOST_MARKS ? html`<span class="more-cards" part="more-cards" dir="ltr" data-count=${others(MOST_MARKS)} data-narrow=${others(MOST_IN_TAB)}></span>` : nothing}`;
}

/**
 * Renders the accepted cards beside the label of the number. They keep their place, unseen, once the digits identify
 * one of them, whose picture is in the field.
 */
export function acceptedCards(
  texts: FieldTexts,
  icons: Pick<Icons, 'render'>,
  codes: readonly string[] | undefined,
  language: Pick<Language, 'withDigits'>,
): TemplateResult {
  const brand = brandIcon(brandOf(texts));
  const isTaken = acceptedBrands(codes).some((one) => one === brand);
  return html`<span class="accepted" part="accepted-cards" ?data-unseen=${isTaken}>${cardMarks(icons, codes, language)}</span>`;
}
