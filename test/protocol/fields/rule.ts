/**
 * Rules of message fields as data. Each value comes from the two interface documents. Where they leave a list open, it
 * comes from docs/reference/gateway.md#enumerations. Lengths that neither has come from EMV 3-D Secure, Protocol and
 * Core Functions Specification, table A.1.
 */
export interface FieldRule {
  /** The dotted name on the wire. In XML, attributes begin with `@` and `#text` is the text beside them. */
  readonly field: string;
  /** `required`: a message without the field is wrong. `either`: the documents leave it open. */
  readonly presence: 'required' | 'optional' | 'either';
  /** Values that pass and travel unchanged. */
  readonly right: readonly unknown[];
  /** Values that clients of the real gateway send, and the documents' form that they become. */
  readonly becomes: readonly (readonly [sent: unknown, read: unknown])[];
  readonly wrong: readonly unknown[];
  /** The field decides nothing: wrong values and other types count as absent, and the message is read. */
  readonly informs?: true;
  /** The value is an object of any shape. */
  readonly object?: true;
  /** Any type passes: data of a scheme, of which the project reads nothing, or a field that is unusable then. */
  readonly free?: true;
  /** Returns true if a value arrived unchanged. Default: deep equality. */
  readonly same?: (sent: unknown, read: unknown) => boolean;
  /** The name by which a refusal calls it, where it is not the field's own. */
  readonly namedAs?: string;
}

export type Values = Pick<FieldRule, 'right' | 'wrong'> & Partial<Pick<FieldRule, 'becomes'>>;

/** A message with all its fields, and how the project reads it. */
export interface MessageFields {
  readonly name: string;
  /** JSON answers may carry null for an absent field (docs/reference/gateway.md#authentication-response). */
  readonly kind: 'JSON request' | 'JSON answer' | 'XML request' | 'XML answer' | 'pairs';
  /** Path of the records of a report. A wrong record does not lose its page. */
  readonly records?: string;
  /** The rules are those that differ from another message's. */
  readonly part?: true;
  readonly sample: object;
  /** @throws {MessageError} naming each wrong field. */
  readonly read: (message: unknown) => unknown;
  readonly fields: readonly FieldRule[];
}

const rule =
  (presence: FieldRule['presence']) =>
  (field: string, { right, wrong, becomes = [] }: Values): FieldRule => ({ field, presence, right, wrong, becomes });
export const required = rule('required');
export const optional = rule('optional');
export const either = rule('either');
/** The same for an element of XML: its text counts, also with attributes, and the first of several elements. */
export const element = (field: string, values: Values): FieldRule => {
  const [text] = values.right;
  const forms: FieldRule['becomes'] = [
    [[text, 'other'], text],
    [{ '@lang': 'en', '#text': text }, text],
    [[{ '@lang': 'en', '#text': text }, { '@lang': 'de' }], text],
  ];
  return informing(field, { ...values, becomes: [...(values.becomes ?? []), ...forms] });
};
/** An item of a list of an answer that decides nothing: one of another shape is left out. */
export const listed = (field: string, values: Values): FieldRule => ({ ...either(field, values), informs: true });
/** An optional field of an answer that decides nothing. */
export const informing = (field: string, values: Values): FieldRule => ({ ...optional(field, values), informs: true });

/** A closed list: each of its values, and no other. `near` are wrong values that resemble right ones. */
export function oneOf(
  values: readonly [string, ...string[]],
  { near = [], becomes = [] }: { near?: readonly unknown[]; becomes?: FieldRule['becomes'] } = {},
): Values {
  const [first] = values;
  const common = ['', first.toLowerCase(), `${first}_X`, ` ${first}`, 'OTHER_VALUE', '01', 1];
  return {
    right: values,
    becomes,
    wrong: [...new Set([...common, ...near])].filter((value) => !values.includes(value as string)),
  };
}

/** An informational list that is known to be incomplete: a value that no list has passes as text. */
export const openList = (...known: readonly string[]): Values => ({ right: [...known, 'BRAND_NEW'], wrong: [] });

/** Text of 1 to `most` characters. */
export const text = (most: number, sample = 'Zoë O’Neill & Söhne'): Values => ({
  right: [sample, 'x'.repeat(most)],
  wrong: ['', 'x'.repeat(most + 1), 7],
});
/** Text of up to `most` characters that may be blank. */
export const blankableText = (most: number): Values => ({
  right: ['Floor 2', '', 'x'.repeat(most)],
  wrong: ['x'.repeat(most + 1), 7],
});
/** Text that neither document limits. */
export const anyText: Values = { right: ['Call us.', 'x'.repeat(300)], wrong: [] };

/** So many digits, as text. */
export const digits = (least: number, most = least, more: Partial<Values> = {}): Values => ({
  right: ['7'.repeat(least), '8'.repeat(most), '0'.repeat(most), ...(more.right ?? [])],
  becomes: more.becomes ?? [],
  wrong: [
    ...(least > 1 ? ['7'.repeat(least - 1)] : []),
    '',
    '8'.repeat(most + 1),
    'x'.repeat(most),
    ' 7',
    ...(more.wrong ?? []),
  ],
});

/** "Booleans inside request bodies are sent as the strings true/false." Clients send JSON booleans as well. */
export const stringBoolean: Values = {
  right: ['true', 'false'],
  becomes: [
    [true, 'true'],
    [false, 'false'],
  ],
  wrong: ['', 'yes', 'YES', 'NO', 'TRUE', 'False', '1', '0', 1, 0],
};

/** "ISO 8601 date-times with fractional seconds"; docs/reference/gateway.md#hosts-and-headers has the other forms. */
export const dateTime: Values = {
  right: [
    '2026-11-20T22:24:10.123456',
    '2026-11-20T22:24:10.123',
    '2026-11-20T22:24:10',
    '2026-11-20T21:11:07.000+00:00',
    '2026-11-20T21:11:07.123456Z',
    '2026-11-20T09:11Z',
  ],
  wrong: [
    '',
    'now',
    '2026-11-20',
    '20261120222410',
    '2026-02-30T10:00:00.000000',
    '2026-13-01T10:00:00.000000',
    '2026-11-20T25:61:00.000000',
    1_763_677_450,
  ],
};

/** The form of the search: "date-times without zone". */
export const zonelessDateTime: Values = {
  right: ['2026-11-20T22:24:10.123456', '2026-11-20T22:24:10.123', '2026-11-20T22:24:10'],
  wrong: [
    ...dateTime.wrong,
    '2026-11-20T21:11:07.000+00:00',
    '2026-11-20T21:11:07-0500',
    '2026-11-20T21:11:07.123456Z',
    '2026-11-20T09:11Z',
  ],
};

/** A date-time that stands in a field of the past or future, where the sandbox's clock does not matter. */
export const date: Values = {
  right: ['2026-01-31', '2028-02-29', '2026-12-31'],
  wrong: ['', '20261201', '2026-12-1', '31.01.2026', '01/28', '2020-00-00', '2026-02-30', '2026-13-01', 20_260_131],
};

/** YYYYMMDDHHMMSS. */
export const compactTimestamp: Values = {
  right: ['20261120222410', '20261120000000'],
  wrong: ['', '2026112022241', '202611202224100', '2026-11-20T22:24', 'yesterday', '2026112022241x'],
};

/** "Amounts are strings holding minor units." */
export const amount: Values = {
  right: ['1', '1999', '999999999999'],
  wrong: ['', '19.99', '-1', '+5', '1e3', '1,999', ' 1999', '9999999999999', 1999],
};

/** The same in JSON requests, which carry no leading zeros. */
export const jsonAmount: Values = { ...amount, becomes: [['0001999', '1999']] };

/** A number of an answer, as a number or as text. */
export const answeredNumber: Values = {
  right: [0, 1, 100],
  wrong: ['', 'many', '-1', '1.5'],
};

/** An alphabetic code (ISO 4217). */
export const currency: Values = {
  right: ['EUR', 'USD', 'JPY'],
  wrong: ['', 'EU', 'EURO', 'eur', '978', 'E1R', 'Dollar', 978],
};

/** "Country values are numeric three-digit codes." Some clients send numbers. */
export const numericCountry: Values = {
  right: ['826', '276', '036', '004'],
  becomes: [[826, '826']],
  wrong: ['', 'GB', 'GBR', 'Germany', '82', '8260', '+82', 82.6],
};

/** Two letters (ISO 3166-1 alpha-2). */
export const countryLetters: Values = { right: ['DE', 'GB', 'US'], wrong: ['D', 'DEU', 'de', '276', 'D1', 'Germany'] };

/** An address that a shopper or a form may be sent to: https, or http on loopback. */
export const address: Values = {
  right: [
    'https://shop.example/scudo/A1',
    'https://shop.example:8443/a?b=c',
    'http://localhost:4173/scudo',
    'http://127.0.0.1:4173/scudo',
  ],
  wrong: [
    '',
    'shop.example',
    '/scudo/return',
    'http://shop.example/',
    'ftp://shop.example/',
    'javascript:alert(1)',
    'https://user:word@shop.example/',
    7,
  ],
};

export const uuid: Values = {
  right: ['3f1c1f0e-0000-4000-8000-000000000001', '3F1C1F0E-0000-4000-8000-00000000000A'],
  wrong: [
    '',
    'x',
    '3f1c1f0e000040008000000000000001',
    '3f1c1f0e-0000-4000-8000-00000000000',
    '3f1c1f0e-0000-4000-8000-0000000000011',
    'gf1c1f0e-0000-4000-8000-000000000001',
    7,
  ],
};

/** "The exact version (pattern 2.x.x)". */
export const version: Values = {
  right: ['2.1.0', '2.2.0', '2.3.1'],
  wrong: ['', '2', '2.2', '1.0.2', '3.0.0', 'v2.2.0', '2.2.0.0', '2.2.x', 2.2],
};

export const email: Values = {
  right: ['ada@example.com', 'ada.byron+shop@mail.example.co.uk', `${'a'.repeat(242)}@example.com`],
  wrong: [
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada byron@example.com',
    `${'a'.repeat(243)}@example.com`,
    5,
  ],
};

/** Merchant and account identifiers (Payment report query parameters: 1-50). */
export const shopIdentifier: Values = {
  right: ['scudo', 'Scudo.7', 'm', 'm'.repeat(50)],
  wrong: ['', 'a b', 'a/b', 'a_b', 'm'.repeat(51), 'm'.repeat(500), 5],
};

/** "Characters a-z A-Z 0-9 underscore hyphen", 1 to 50. */
export const orderId: Values = {
  right: ['A1', 'a_b-C', 'A'.repeat(50)],
  wrong: ['', 'a b', 'a.b', 'a/b', 'ä', 'A'.repeat(51), 7],
};

/** Base64url; an ACS may send standard base64 with padding, in lines (docs/reference/gateway.md#browser-legs). */
export const base64: Values = {
  right: ['e30', 'eyJhIjoi4oKsIn0', 'a+/b==', 'a-_b'],
  becomes: [
    ['e30\r\ne30\n', 'e30e30'],
    [' a-\t_b ', 'a-_b'],
  ],
  wrong: ['', '<>', 'a"b', 7],
};
