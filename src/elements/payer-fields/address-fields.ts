import type { AddressLabel } from '../i18n/messages.js';
import { latinDigits } from '../../protocol/values/card-number.js';
import { cleanText } from '../../protocol/values/clean-text.js';
import type { AddressInput } from '../../payment/backend-client/backend-client.js';
import type { FieldError, FieldName, FieldTexts, FormField, Option } from '../fields/form-field.js';
import type { MessageKey } from '../i18n/english.js';
import type { AddressData, AddressFormat, StateList } from './address-format.js';
import { sorted } from './countries.js';

/** The data of the addresses of a country, as far as they are loaded. */
export interface AddressContext {
  readonly addresses: AddressData | undefined;
  /** The states of the chosen country: empty while they are loaded, undefined if there is no list. */
  readonly states: StateList | undefined;
  /** The language of the texts (BCP 47). */
  readonly language: string;
}

/** The longest text of a line and of a city in the interface. */
const LONGEST = 50;

const formatOf = ({ addresses }: AddressContext, { country }: FieldTexts): AddressFormat | undefined =>
  addresses?.countries[country];

/**
 * Returns the fields of an address in the order of its country. Without data: first line, city, and a postcode that may
 * stay empty, because some countries have none.
 */
export function addressFields(texts: FieldTexts, context: AddressContext): readonly FormField[] {
  const { addresses, states, language } = context;
  const { country } = texts;
  const format = formatOf(context, texts);
  // The order and the names of states are those of the country if they fit the language.
  const isLocal = format?.language === new Intl.Locale(language).language;
  const order = (isLocal ? undefined : format?.latin) ?? format?.fields ?? 'ACz';
  const has = (letter: string) => order.toUpperCase().includes(letter);
  // `billingAddressOf` sends the state as the third line or the city where the address has no such part.
  const stateNames = `(?:state${has('D') ? '' : '|line3'}${has('C') ? '' : '|city'})`;
  // The data have no letter for the second line.
  return Array.from(order.replace('A', format ? 'Al' : 'A'), (letter) => {
    const required = letter < 'a';
    const text = (name: FieldName, level: string, wire: string, label?: AddressLabel, most = LONGEST): FormField => ({
      name,
      // All fields that have no message of their own have a label in the address data.
      label: name as MessageKey,
      late: label && ([label, addresses?.labels[label] ?? ''] as const),
      autocomplete: `billing ${level}` as AutoFill,
      type: 'text',
      inputMode: 'text',
      required,
      wireNames: new RegExp(`^payer\\.billing_address\\.${wire}`),
      check(typed) {
        const { length } = cleanText(typed[name]);
        if (length === 0) return required ? MISSING : undefined;
        return length > most ? { message: 'name-long', values: { most: String(most) } } : undefined;
      },
    });
    switch (letter.toUpperCase()) {
      case 'A':
        return text('line1', 'address-line1', 'line1');
      case 'L':
        return text('line2', 'address-line2', 'line2', 'line2');
      case 'C':
        return text('city', 'address-level2', 'city', format?.city);
      case 'D':
        return text('quarter', 'address-level3', 'line3', format?.quarter);
      case 'S':
        return states ? area(states) : text('area-name', 'address-level1', stateNames, format?.area);
      default: {
        const field = text('postcode', 'postal-code', 'postal_code', format?.postcode, 16);
        return { ...field, check: (typed, now) => field.check(typed, now) ?? checkPostcode(typed, format) };
      }
    }

    /** A select. Its values name the country, because countries have equal codes. */
    function area(list: StateList): FormField {
      const options = list.map(([code, name, latin = name]): Option => [`${country}-${code}`, isLocal ? name : latin]);
      return {
        ...text('area', 'address-level1', stateNames, format?.area),
        type: 'select',
        options: isLocal ? options : sortedStates(list, options, language),
        placeholder: 'choose',
        check: (typed) => (required && !options.some(([value]) => value === typed.area) ? MISSING : undefined),
      };
    }
  });
}

const sortedOptions = new WeakMap<StateList, Map<string, readonly Option[]>>();

/** Sorts the options of a list once for each language, because each rendering needs them. */
function sortedStates(list: StateList, options: readonly Option[], language: string): readonly Option[] {
  const known = sortedOptions.get(list) ?? new Map<string, readonly Option[]>();
  sortedOptions.set(list, known);
  const inOrder = known.get(language) ?? sorted(options, language);
  known.set(language, inOrder);
  return inOrder;
}

const MISSING: FieldError = { message: 'field-missing' };

/** Input methods of East Asia write wide digits, and others those of their script. */
const postcodeOf = ({ postcode }: FieldTexts): string => cleanText(latinDigits(postcode)).toUpperCase();

function checkPostcode(
  texts: FieldTexts,
  { pattern = '.*', example = '' }: Partial<AddressFormat> = {},
): FieldError | undefined {
  const postcode = postcodeOf(texts);
  return postcode === '' || new RegExp(`^(?:${pattern})$`, 'i').test(postcode)
    ? undefined
    : { message: 'postcode-wrong', values: { example } };
}

/**
 * Returns the address as the interface has it. A part of a city, and a state without a code (ISO 3166-2), are the third
 * line. Where addresses have no city, the state is the city, or the country if it is one city.
 */
export function billingAddressOf(texts: FieldTexts, context: AddressContext): AddressInput {
  const { country } = texts;
  const { states } = context;
  const fields = formatOf(context, texts)?.fields.toUpperCase() ?? 'ACZ';
  const given = (letter: string, text: string) => (fields.includes(letter) ? cleanText(text) : '');
  const [chosen = '', name = '', latin = name] = states?.find(([code]) => texts.area === `${country}-${code}`) ?? [];
  const typed = given('S', texts['area-name']);
  const stateName = states ? latin : typed;
  const [state] = /^[A-Z\d]{1,3}$/.exec(states ? chosen : typed) ?? [];
  const line2 = given('A', texts.line2);
  const line3 = [given('D', texts.quarter), state ? '' : stateName].filter(Boolean).join(', ').slice(0, LONGEST);
  const postalCode = given('Z', postcodeOf(texts));
  return {
    line1: cleanText(texts.line1),
    ...(line2 && { line2 }),
    ...(line3 && { line3 }),
    city:
      given('C', texts.city) || stateName || (new Intl.DisplayNames('en', { type: 'region' }).of(country) ?? country),
    ...(postalCode && { postalCode }),
    ...(state && { state }),
    country,
  };
}
