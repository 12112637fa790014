import type { TemplateResult } from 'lit';
import type { FieldLanguage } from '../i18n/language.controller.js';
import { html, nothing } from '../late-data/late-html.js';
import { countryOptions } from './countries.js';
import type { PhonePlans } from './phone-number.js';

interface PhonePrefixOptions {
  readonly plans: PhonePlans;
  /** The chosen country. */
  readonly country: string;
  readonly language: FieldLanguage;
  readonly locked: boolean;
  readonly onChoose: (country: string) => void;
}

/**
 * Renders the select of the calling code. Its options begin with the names of countries, so that one finds them by
 * typing. Closed, it shows the code only: the select is transparent, above a text.
 */
export function phonePrefix({
  plans,
  country,
  language: { tag, localize, withDigits },
  locked,
  onChoose,
}: PhonePrefixOptions): TemplateResult {
  return html`<span class="prefix" part="input phone-country">
    <span aria-hidden="true" dir="ltr">${withDigits(`+${plans[country]?.[0] ?? ''}`)}</span>
    <select
      id="phone-country"
      name="phone-country"
      .autocomplete=${'tel-country-code'}
      aria-label=${localize('phone-country')}
      aria-disabled=${locked ? 'true' : 'false'}
      @change=${({ currentTarget }: Event) => onChoose((currentTarget as HTMLSelectElement).value)}
    >
      ${plans[country] ? nothing : html`<option value=""></option>`}
      ${countryOptions(tag, Object.keys(plans)).map(([code, name]) =>
        locked && code !== country
          ? nothing
          : // The mark keeps "+44" in this order in texts from right to left.
            html`<option value=${code} .selected=${code === country}>${withDigits(`${name} \u200e+${plans[code]?.[0]}`)}</option>`,
      )}
    </select>
  </span>`;
}
