import type { HashAlgorithm } from '../../protocol/values/securehash.js';
import { paymentMethodCodeSchema } from '../../protocol/redirect/payment-method.js';
import { SHOPPER_FIELDS, type ShopperField } from '../../protocol/adapter/adapter-answers.js';
import type { MerchantBackendOptions } from '../../server/options/backend-options.js';
import { isPlainObject } from '../../server/util/plain-object.js';
import { jsonOf } from '../json-of.js';
import { HOST } from '../option-reader.js';

/** A setting of `scudo-checkout serve`. */
export interface Setting<Value> {
  /** The meaning, for the usage of the command. */
  readonly meaning: string;
  /** Completes "must be". */
  readonly expected: string;
  readonly example: string;
  /** Returns undefined for a text that is no such value. */
  readonly read: (text: string) => Value | undefined;
  /** The text of a setting that is absent. */
  readonly default?: string;
  /** The rule for a setting that is absent and has no such text. Default: `none`. */
  readonly absent?: string;
  readonly required?: true;
  /** True for a text that no message shows, and that a file may hold (the setting `…_FILE`). */
  readonly isSecret?: true;
  /** True for a secret that the shop makes up. Its example, which docs/serve.md prints, is for tests only. */
  readonly isMadeUp?: true;
  /** The option of `createMerchantBackend` that has the value. Its rules apply as well. */
  readonly option?: string;
}

const TOKEN_LENGTH = 32;

const asText = (text: string): string | undefined => (/\p{Cc}/u.test(text) ? undefined : text);
const asList = (text: string): string[] => text.split(',').map((entry) => entry.trim());
const asFlag = (text: string): boolean | undefined => (text === 'true' ? true : text === 'false' ? false : undefined);
const numberIn = (min: number, max: number) => (text: string) =>
  /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined;

const port = { expected: 'a port, 0 to 65535 (0 for a free one)', read: numberIn(0, 65_535) };
const flag = { expected: 'true or false', example: 'true', read: asFlag };
const someText = { expected: 'a text in one line', read: asText };
const address = { expected: 'an address', read: asText };
const secret = { ...someText, isSecret: true } as const;
const madeUp = { ...secret, isMadeUp: true } as const;

/** Codes with a number of decimals each, such as `HUF:0,ISK:0`. */
function asExponents(text: string): Readonly<Record<string, number>> | undefined {
  const entries = asList(text).map((entry) => /^([A-Za-z]{3}):(\d)$/.exec(entry));
  return entries.every((entry) => entry !== null)
    ? Object.fromEntries(entries.map(([, code = '', decimals]) => [code, Number(decimals)]))
    : undefined;
}

function asFields(text: string): readonly ShopperField[] | undefined {
  const names = asList(text);
  const fields = names.flatMap((name) => SHOPPER_FIELDS.filter((one) => one === name));
  return fields.length === names.length ? fields : undefined;
}

function asMethodCodes(text: string): string[] | undefined {
  const codes = asList(text);
  return codes.every((code) => paymentMethodCodeSchema.safeParse(code).success) ? codes : undefined;
}

/** Options as JSON. Their own rules are those of `createMerchantBackend`. */
function asOptions(text: string): Partial<MerchantBackendOptions> | undefined {
  const options = jsonOf(text);
  if (!isPlainObject(options)) return undefined;
  const { gateway = {} } = options as Partial<MerchantBackendOptions>;
  return isPlainObject(gateway) ? (options as Partial<MerchantBackendOptions>) : undefined;
}

function isWebhookSecret(text: string): boolean {
  const [, key = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = Buffer.from(key, 'base64');
  const whole = bytes.toString('base64');
  return (key === whole || key === whole.replaceAll('=', '')) && bytes.length >= 24 && bytes.length <= 64;
}

/** True for the address of a PostgreSQL database. */
export function isPostgresAddress(text: string): boolean {
  return /^postgres(ql)?:\/\/[^\s'"]+$/i.test(text);
}

/** False for an address that would lose a part, or cannot be read. An address of a socket may have no host. */
function isReadableAddress(text: string): boolean {
  const address = text.replace('@/', '@localhost/');
  return URL.canParse(address) && new URL(address).hash === '';
}

const setting = <const Given extends Setting<unknown>>(one: Given) => one;

/** The settings of `scudo-checkout serve`, as docs/serve.md lists them. */
export const SETTINGS = {
  SCUDO_PUBLIC_URL: setting({
    ...address,
    meaning: 'the address of the handler for browsers',
    example: 'https://shop.example/scudo',
    required: true,
    option: 'publicUrl',
  }),
  SCUDO_PAGES: setting({
    meaning: 'origins of the checkout pages, with commas between them',
    absent: 'that of SCUDO_PUBLIC_URL',
    expected: 'origins with commas between them',
    example: 'https://shop.example',
    read: asList,
    option: 'pages',
  }),
  SCUDO_RETURN_PAGE: setting({
    ...address,
    meaning: 'the page with <scudo-return>',
    absent: 'return.html?order={order} at the first page',
    example: 'https://shop.example/return?order={order}',
    option: 'returnPage',
  }),
  SCUDO_GATEWAY_URL: setting({
    ...address,
    meaning: 'the address of the gateway',
    example: 'http://127.0.0.1:4174',
    required: true,
    option: 'gateway.baseUrl',
  }),
  SCUDO_XML_URL: setting({
    ...address,
    meaning: 'the address of the XML interface',
    absent: 'that of SCUDO_GATEWAY_URL',
    example: 'http://127.0.0.1:4174',
    option: 'gateway.xmlBaseUrl',
  }),
  SCUDO_MERCHANT_ID: setting({
    ...someText,
    meaning: 'the merchant at the gateway',
    example: 'yourshop',
    required: true,
    option: 'gateway.merchantId',
  }),
  SCUDO_ACCOUNT_ID: setting({
    ...someText,
    meaning: 'the account at the gateway',
    example: 'internet',
    required: true,
    option: 'gateway.accountId',
  }),
  SCUDO_SECRET: setting({
    ...secret,
    meaning: 'the shared secret of the account',
    example: 'the-secret-of-your-account',
    required: true,
    option: 'gateway.secret',
  }),
  SCUDO_REFUND_PASSWORD: setting({
    ...secret,
    meaning: 'the password of refunds',
    example: 'refund',
    option: 'gateway.refundPassword',
  }),
  SCUDO_REBATE_PASSWORD: setting({
    ...secret,
    meaning: 'the password of card refunds',
    absent: 'that of refunds',
    example: 'rebate',
    option: 'gateway.rebatePassword',
  }),
  SCUDO_HASH_ALGORITHM: setting({
    ...someText,
    meaning: 'the algorithm of hashes, sha1 or sha256',
    absent: 'sha1',
    example: 'sha256',
    read: (text) => text as HashAlgorithm,
    option: 'gateway.hashAlgorithm',
  }),
  SCUDO_STORE: setting({
    ...secret,
    meaning: 'the orders: a postgres: address, or the path of an SQLite file',
    expected: 'a postgres:// address with %23 for each #, or the path of a file without postgres, sqlite:, :// and @',
    example: '/data/scudo.db',
    default: 'scudo.db',
    // A mistyped address would be taken for a path, which messages of SQLite show with its password.
    read: (text) =>
      (isPostgresAddress(text) ? isReadableAddress(text) : !/postgres|:\/\/|@|^:memory:$|^sqlite:/i.test(text))
        ? asText(text)
        : undefined,
  }),
  SCUDO_METHODS: setting({
    meaning: 'payment methods of an order that names none, with commas between them',
    absent: 'card',
    expected: 'codes with commas between them',
    example: 'card,testpay',
    read: (text) => asList(text).map((code) => ({ code })),
    option: 'methods',
  }),
  SCUDO_HIDDEN_METHODS: setting({
    meaning: 'payment methods that are down and hidden from shoppers, with commas between them',
    expected: 'codes with commas between them',
    example: 'testpay',
    read: asMethodCodes,
  }),
  SCUDO_ASK: setting({
    meaning: 'fields that the form asks for besides a phone number that is missing, with commas between them',
    expected: `fields with commas between them, of ${SHOPPER_FIELDS.join(', ')}`,
    example: 'email,billing_address',
    read: asFields,
  }),
  SCUDO_EXPONENTS: setting({
    meaning: 'decimals of amounts where the gateway deviates from ISO 4217, such as HUF:0,ISK:0',
    expected: 'codes of currencies with their decimals and commas between them',
    example: 'HUF:0,ISK:0',
    read: asExponents,
    option: 'exponents',
  }),
  SCUDO_AUTOSETTLE: setting({
    meaning: 'false reserves amounts for one capture, multi for several',
    absent: 'true',
    expected: 'true, false or multi',
    example: 'multi',
    read: (text) => (text === 'multi' ? text : asFlag(text)),
    option: 'autosettle',
  }),
  SCUDO_TRUST_PROXY: setting({
    ...flag,
    meaning: 'true behind a proxy that adds X-Forwarded-For',
    absent: 'false',
    option: 'trustProxy',
  }),
  SCUDO_ALLOW_INSECURE: setting({
    ...flag,
    meaning: 'true accepts http: for the addresses here, for tests only',
    absent: 'false',
    option: 'allowInsecure',
  }),
  SCUDO_FINGERPRINT_KEY: setting({
    ...madeUp,
    meaning: 'the key of card fingerprints',
    absent: 'derived from SCUDO_SECRET',
    example: 'a-random-text-of-32-characters-or-more',
    option: 'fingerprintKey',
  }),
  SCUDO_DIAGNOSTICS_TOKEN: setting({
    ...madeUp,
    meaning: 'the token of GET diagnostics',
    absent: 'there is no such route',
    example: 'a-random-text-of-32-characters-or-more',
    option: 'diagnostics.token',
  }),
  SCUDO_OPTIONS: setting({
    meaning: 'further options of createMerchantBackend, as JSON; a setting of its own precedes',
    expected: 'a JSON object of options of createMerchantBackend, in which gateway is an object',
    example: '{"policies": {"attempted": "refuse"}}',
    // Its options can be secrets, and the text is long: a file may hold it, and no message shows it.
    isSecret: true,
    read: asOptions,
  }),
  SCUDO_HOST: setting({
    ...HOST,
    meaning: 'the host at which the handler listens',
    example: '0.0.0.0',
    default: '127.0.0.1',
  }),
  SCUDO_LISTEN_PORT: setting({ ...port, meaning: 'its port', example: '3001', default: '3001' }),
  SCUDO_OPERATOR_HOST: setting({
    ...HOST,
    meaning: 'the host of the operator API',
    example: '127.0.0.1',
    default: '127.0.0.1',
  }),
  SCUDO_OPERATOR_LISTEN_PORT: setting({
    ...port,
    meaning: 'its port',
    example: '3002',
    default: '3002',
  }),
  SCUDO_OPERATOR_TOKEN: setting({
    ...madeUp,
    meaning: 'the token of the operator API',
    expected: `a random text of at least ${TOKEN_LENGTH} characters without spaces`,
    example: 'a-random-text-of-32-characters-or-more',
    required: true,
    read: (text) => (text.length >= TOKEN_LENGTH && /^[\x21-\x7e]+$/.test(text) ? text : undefined),
  }),
  SCUDO_WEBHOOK_URL: setting({
    meaning: 'the receiver of webhooks',
    expected: 'an https: URL (or http: on localhost) without user, at a port that fetch accepts',
    example: 'http://127.0.0.1:8000/webhooks/scudo',
    read: asText,
  }),
  SCUDO_WEBHOOK_SECRETS: setting({
    meaning: 'one secret that signs webhooks, or two with a space between them',
    expected: 'one or two texts that begin with whsec_, with 24 to 64 bytes in base64',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    isSecret: true,
    isMadeUp: true,
    read: (text) => {
      const secrets = text.split(' ').filter((one) => one !== '');
      return secrets.length >= 1 && secrets.length <= 2 && secrets.every(isWebhookSecret) ? secrets : undefined;
    },
  }),
  SCUDO_RECONCILE_SECONDS: setting({
    meaning: 'the pause between two reconciliations',
    expected: 'a whole number of seconds, 1 to 86400',
    example: '60',
    default: '60',
    read: numberIn(1, 86_400),
  }),
} satisfies Readonly<Record<string, Setting<unknown>>>;

/** The name of a setting. */
export type SettingName = keyof typeof SETTINGS;
type ValueOf<Given> = Given extends { readonly read: (text: string) => infer Value }
  ? Exclude<Value, undefined>
  : never;

type Absent<Given> = Given extends { readonly required: true } | { readonly default: string } ? never : undefined;

/** The values of the settings. One that is absent and has no default is undefined. */
export type ServeSettings = {
  readonly [Key in SettingName]: ValueOf<(typeof SETTINGS)[Key]> | Absent<(typeof SETTINGS)[Key]>;
};

/** The words for the default of a setting in the usage and in docs/serve.md. */
export function defaultText({ required, default: text, absent = 'none' }: Setting<unknown>): string {
  return required ? 'required' : (text ?? absent);
}
