import { describe, expect, it } from 'vitest';
import {
  addressFields,
  billingAddressOf,
  type AddressContext,
} from '../../../src/elements/payer-fields/address-fields.js';
import type { StateList } from '../../../src/elements/payer-fields/address-format.js';
import type { FieldName, FieldTexts } from '../../../src/elements/fields/form-field.js';
import { ADDRESS_DATA as LOAD_ADDRESS_DATA, STATE_DATA } from '../../../src/elements/payer-fields/data-files.js';

const ADDRESSES = await LOAD_ADDRESS_DATA();
const textsIn = (country: string, texts: Partial<FieldTexts> = {}) =>
  new Proxy({ country, ...texts } as FieldTexts, {
    get: (known, name) => (known as Record<string | symbol, string>)[name] ?? '',
  });

async function contextOf(country: string, language = 'en'): Promise<AddressContext> {
  const states: StateList | undefined = (await STATE_DATA())[country];
  return { addresses: ADDRESSES, states, language };
}

async function fieldsOf(country: string, language?: string) {
  const context = await contextOf(country, language);
  return addressFields(textsIn(country), context);
}

async function errorsOf(country: string, texts: Partial<FieldTexts>) {
  const context = await contextOf(country);
  const typed = textsIn(country, texts);
  return Object.fromEntries(
    addressFields(typed, context).flatMap((field) => {
      const error = field.check(typed, new Date());
      return error ? [[field.name, error]] : [];
    }),
  );
}

describe('addressFields', () => {
  it.each<[string, string, string]>([
    ['US', 'en', 'line1 line2? city area postcode'],
    ['GB', 'en', 'line1 line2? city postcode'],
    ['DE', 'de', 'line1 line2? postcode city'],
    ['JP', 'ja', 'postcode area city line1 line2?'],
    ['JP', 'en', 'line1 line2? city area postcode'],
    ['AE', 'en', 'line1 line2? area'],
    ['HK', 'en', 'line1 line2? city? area'],
    ['SG', 'en', 'line1 line2? postcode'],
    ['BR', 'pt', 'line1 line2? quarter? city area postcode'],
    ['PF', 'fr', 'line1 line2? postcode city area-name'],
    ['AO', 'pt', 'line1 line2? city'],
  ])('%s in the language %s has the fields %s', async (country, language, names) => {
    const fields = await fieldsOf(country, language);
    expect(fields.map(({ name, required }) => (required ? name : `${name}?`)).join(' ')).toBe(names);
  });

  it.each<[string, FieldName, string]>([
    ['US', 'postcode', 'ZIP code'],
    ['US', 'area', 'State'],
    ['GB', 'city', 'Post town'],
    ['JP', 'area', 'Prefecture'],
    ['AE', 'area', 'Emirate'],
    ['IE', 'postcode', 'Eircode'],
    ['BR', 'quarter', 'Neighbourhood'],
  ])('in %s the field %s is called %s', async (country, name, label) => {
    const fields = await fieldsOf(country);
    expect(fields.find((field) => field.name === name)?.late?.[1]).toBe(label);
  });

  it('names states in the language of the country, and in Latin letters elsewhere', async () => {
    const namesOf = async (language: string) =>
      (await fieldsOf('JP', language)).find(({ name }) => name === 'area')?.options?.slice(0, 2);
    expect(await namesOf('ja')).toEqual([
      ['JP-01', '北海道'],
      ['JP-02', '青森県'],
    ]);
    expect(await namesOf('en')).toEqual([
      ['JP-23', 'Aichi'],
      ['JP-05', 'Akita'],
    ]);
  });

  it('addressFields has the plain fields while no data are loaded', () => {
    const fields = addressFields(textsIn('AE'), { addresses: undefined, states: undefined, language: 'en' });
    expect(fields.map(({ name }) => name)).toEqual(['line1', 'city', 'postcode']);
  });

  it('requires the required fields only', async () => {
    expect(Object.keys(await errorsOf('US', {}))).toEqual(['line1', 'city', 'area', 'postcode']);
    expect(Object.keys(await errorsOf('AE', {}))).toEqual(['line1', 'area']);
  });

  it('refuses a state of another country', async () => {
    const { area } = await errorsOf('US', { area: 'BR-AL' });
    expect(area).toEqual({ message: 'field-missing' });
  });

  it.each([
    ['US', '1600', '95014'],
    ['GB', 'N1', 'EC1Y 8SY'],
    ['JP', '12', '154-0023'],
  ])('in %s refuses the postcode %s, with the example %s', async (country, postcode, example) => {
    const { postcode: error } = await errorsOf(country, { postcode });
    expect(error).toEqual({ message: 'postcode-wrong', values: { example } });
  });

  it.each([
    ['GB', ' sw1a 1aa'],
    ['JP', '１５４－００２３'],
    ['US', '20500-0003'],
  ])('in %s accepts the postcode “%s”', async (country, postcode) => {
    expect(await errorsOf(country, { postcode })).not.toHaveProperty('postcode');
  });

  it('refuses a line that is longer than the interface allows', async () => {
    const { line1 } = await errorsOf('GB', { line1: 'x'.repeat(51) });
    expect(line1).toEqual({ message: 'name-long', values: { most: '50' } });
  });

  it.each(Object.entries(ADDRESSES.countries))(
    'the example of a postcode in %s is right',
    (country, { example, pattern }) => {
      const typed = textsIn(country, { postcode: example ?? '' });
      const fields = addressFields(typed, { addresses: ADDRESSES, states: [], language: 'en' });
      expect(fields.find(({ name }) => name === 'postcode')?.check(typed, new Date())).toBeUndefined();
      expect(example === undefined).toBe(pattern === undefined);
    },
  );
});

describe('billingAddressOf', () => {
  it.each<[string, Partial<FieldTexts>, object]>([
    [
      'US',
      { line1: '1 Main St', line2: 'Apt 2', city: 'Springfield', area: 'US-IL', postcode: '62701' },
      { line1: '1 Main St', line2: 'Apt 2', city: 'Springfield', state: 'IL', postalCode: '62701' },
    ],
    [
      'JP',
      { line1: '1-2-3', city: '世田谷区', area: 'JP-13', postcode: '１５４－００２３' },
      { line1: '1-2-3', city: '世田谷区', state: '13', postalCode: '154-0023' },
    ],
    [
      'GB',
      { line1: '1 Coin Lane', city: 'London', postcode: 'n1 1aa' },
      { line1: '1 Coin Lane', city: 'London', postalCode: 'N1 1AA' },
    ],
    [
      'AE',
      { line1: '1 Corniche', area: 'AE-DU', postcode: '12345' },
      { line1: '1 Corniche', city: 'Dubai', state: 'DU' },
    ],
    ['HK', { line1: '1 Nathan Rd', area: 'HK-九龍' }, { line1: '1 Nathan Rd', line3: 'Kowloon', city: 'Kowloon' }],
    [
      'SG',
      { line1: '1 Orchard Rd', postcode: '238801' },
      { line1: '1 Orchard Rd', city: 'Singapore', postalCode: '238801' },
    ],
    [
      'BR',
      { line1: 'Rua A 1', quarter: 'Centro', city: 'Maceió', area: 'BR-AL', postcode: '57000-000' },
      { line1: 'Rua A 1', line3: 'Centro', city: 'Maceió', state: 'AL', postalCode: '57000-000' },
    ],
    ['US', { line1: '1 Main St', city: 'X', area: 'BR-AL' }, { line1: '1 Main St', city: 'X' }],
  ])('in %s the texts %j are the address %j', async (country, texts, address) => {
    expect(billingAddressOf(textsIn(country, texts), await contextOf(country))).toEqual({ ...address, country });
  });

  it('billingAddressOf has the state as text where the list could not be loaded', () => {
    const context = { addresses: ADDRESSES, states: undefined, language: 'en' };
    const { state, line3 } = billingAddressOf(textsIn('US', { 'area-name': 'Illinois', city: 'X' }), context);
    expect([state, line3]).toEqual([undefined, 'Illinois']);
    expect(billingAddressOf(textsIn('US', { 'area-name': 'IL', city: 'X' }), context).state).toBe('IL');
  });
});

it.each([
  ['AE', 'city', 'area'],
  ['AE', 'line3', 'area'],
  ['US', 'city', 'city'],
  ['BR', 'line3', 'quarter'],
  ['PF', 'line3', 'area-name'],
])('in %s the refused part %s is that of the field %s', async (country, part, name) => {
  const wireName = `payer.billing_address.${part}`;
  const names = (await fieldsOf(country)).filter(({ wireNames }) => wireNames.test(wireName)).map((one) => one.name);
  expect(names).toEqual([name]);
});

it('the states of a country are sorted once for each language', async () => {
  const options = async (language: string) =>
    (await fieldsOf('JP', language)).find(({ name }) => name === 'area')!.options;
  expect(await options('en')).toBe(await options('en'));
  expect(await options('fr')).not.toBe(await options('en'));
});
