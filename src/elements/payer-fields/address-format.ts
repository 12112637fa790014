import type { AddressLabel } from '../i18n/messages.js';

/** The address format of a country. */
export interface AddressFormat {
  /**
   * The fields in the order of the country: A for the street, D for a part of a city, C for the city, S for the state
   * or province, Z for the postcode. A small letter is an optional field.
   */
  readonly fields: string;
  /** The order in texts with Latin letters, if it is another one. */
  readonly latin?: string;
  /** The language of the order in `fields`, and of the names of states. */
  readonly language?: string;
  readonly city?: AddressLabel;
  readonly quarter?: AddressLabel;
  readonly area?: AddressLabel;
  readonly postcode?: AddressLabel;
  /** A regular expression that every postcode matches. */
  readonly pattern?: string;
  /** An example of a postcode. */
  readonly example?: string;
  /** True when there is a file with the states. */
  readonly states?: true;
}

/** The address formats of all countries, and the English labels of their fields. */
export interface AddressData {
  readonly labels: Readonly<Record<AddressLabel, string>>;
  readonly countries: Readonly<Record<string, AddressFormat>>;
}

/** The states of a country: the code (ISO 3166-2 without the country; the name if there is none) and the names. */
export type StateList = readonly (readonly [code: string, name: string, latin?: string])[];
