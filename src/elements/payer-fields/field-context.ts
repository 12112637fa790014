import type { ShopperField } from '../../protocol/adapter/adapter-answers.js';
import { REDIRECT_FIELDS } from '../../protocol/redirect/redirect-fields.js';
import type { OrderMethod } from '../../payment/backend-client/backend-client.js';
import type { StateList } from './address-format.js';
import type { Language } from '../i18n/language.controller.js';
import { likelyCountry } from '../i18n/likely-country.js';
import { countryOptions } from './countries.js';
import { ADDRESS_DATA, PHONE_DATA, STATE_DATA } from './data-files.js';
import type { LateData } from '../late-data/late-data.js';
import type { FieldTexts } from '../fields/form-field.js';
import type { FieldContext } from './payer-fields.js';

interface AskingForm {
  readonly asked: readonly ShopperField[];
  readonly method: OrderMethod;
  readonly texts: FieldTexts;
}

/** Returns the data of the fields besides the card. They are loaded when a field of the form needs them. */
export function fieldContext(late: LateData, { asked, method, texts }: AskingForm, language: string): FieldContext {
  const hasAddress = asked.includes('billing_address');
  const hasCountry = hasAddress || method.ask?.some((name) => REDIRECT_FIELDS[name].check === 'country');
  const addresses = hasCountry ? late.read(ADDRESS_DATA) : undefined;
  return {
    language,
    plans: asked.includes('mobile_phone') ? late.read(PHONE_DATA) : undefined,
    addresses,
    states: hasAddress && addresses?.countries[texts.country]?.states ? statesOf(late, texts.country) : undefined,
    countries: hasCountry ? countryOptions(language, addresses && Object.keys(addresses.countries)) : [],
  };
}

/** Returns the country of the shopper's locale, for a form that asks for more than the card. */
export function presetCountry(
  { asked, method }: Pick<AskingForm, 'asked' | 'method'>,
  { tag, wanted }: Pick<Language, 'tag'> & Partial<Pick<Language, 'wanted'>>,
): string | undefined {
  return wanted && (asked.length > 0 || method.ask?.length) ? likelyCountry(tag, wanted) : undefined;
}

function statesOf(late: LateData, country: string): StateList | undefined {
  const loading: Readonly<Record<string, StateList>> = { [country]: [] };
  return late.read(STATE_DATA, loading)?.[country];
}
