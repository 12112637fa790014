import { readFileSync } from 'node:fs';
import * as z from '../../protocol/zod.js';
import { withInsecureHosts } from '../../protocol/values/web-address.js';
import { backendMistakes } from '../../server/backend-options.schema.js';
import type { MerchantBackendOptions } from '../../server/backend-options.js';
import { shown } from '../../server/options/option-rule.js';
import { isLike } from '../../server/options/similar-name.js';

/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting of `scudo-checkout serve`. */
interface Setting<Value> {
  /** The meaning, for the usage of the command. */
  readonly meaning: string;
  /** Completes "must be". */
  readonly expected: string;
  readonly example: string;
  /** Returns undefined for a text that is no such value. */
  readonly read: (text: string) => Value | undefined;
  /** The text of a setting that is absent. */
  readonly default?: string;
  readonly required?: true;
  /** True for a text that no message shows, and that a file may hold (the setting `…_FILE`). */
  readonly isSecret?: true;
  /** The option of `createMerchantBackend` that has the value. Its rules apply as well. */
  readonly option?: string;
}

const TOKEN_LENGTH = 32;

const asText = (text: string): string => text;
const asList = (text: string): string[] => text.split(',').map((entry) => entry.trim());
const asFlag = (text: string): boolean | undefined => (text === 'true' ? true : text === 'false' ? false : undefined);
const numberIn = (min: number, max: number) => (text: string) =>
  /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined;

const port = { expected: 'a port, 0 to 65535 (0 for a free one)', read: numberIn(0, 65_535) };
const flag = { expected: 'true or false', example: 'true', read: asFlag };
const someText = { expected: 'a text', read: asText };
const address = { expected: 'an address', read: asText };
const secret = { ...someText, isSecret: true } as const;

const setting = <Value>(one: Setting<Value>) => one;

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
    meaning: 'origins of the checkout pages; default: that of SCUDO_PUBLIC_URL',
    expected: 'origins with commas between them',
    example: 'https://shop.example',
    read: asList,
    option: 'pages',
  }),
  SCUDO_RETURN_PAGE: setting({
    ...address,
    meaning: 'the page with <scudo-return>; default: return.html?order={order} at the first page',
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
    example: 'Po8lRRT67a',
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
    meaning: 'the password of card refunds; default: that of refunds',
    example: 'rebate',
    option: 'gateway.rebatePassword',
  }),
  SCUDO_STORE: setting({
    ...secret,
    meaning: 'the orders: a postgres: address, or the path of an SQLite file; default: scudo.db',
    expected: 'a postgres: address, or the path of a file',
    example: '/data/scudo.db',
    default: 'scudo.db',
    read: (text) => (/^(postgres(ql)?:\/\/.|(?![a-z]{2,}:\/\/))/i.test(text) ? text : undefined),
  }),
  SCUDO_METHODS: setting({
    meaning: 'payment methods of an order that names none; default: card',
    expected: 'codes with commas between them',
    example: 'card,testpay',
    default: 'card',
    read: (text) => asList(text).map((code) => ({ code })),
    option: 'methods',
  }),
  SCUDO_AUTOSETTLE: setting({
    meaning: 'false reserves amounts for one capture, multi for several; default: true',
    expected: 'true, false or multi',
    example: 'multi',
    default: 'true',
    read: (text) => (text === 'multi' ? text : asFlag(text)),
    option: 'autosettle',
  }),
  SCUDO_TRUST_PROXY: setting({
    ...flag,
    meaning: 'true behind a proxy that adds X-Forwarded-For; default: false',
    default: 'false',
    option: 'trustProxy',
  }),
  SCUDO_ALLOW_INSECURE: setting({
    ...flag,
    meaning: 'true accepts http: for the addresses here, for tests only; default: false',
    default: 'false',
    option: 'allowInsecure',
  }),
  SCUDO_FINGERPRINT_KEY: setting({
    ...secret,
    meaning: 'the key of card fingerprints; default: derived from SCUDO_SECRET',
    example: 'a-random-text-of-32-characters-or-more',
    option: 'fingerprintKey',
  }),
  SCUDO_DIAGNOSTICS_TOKEN: setting({
    ...secret,
    meaning: 'the token of GET diagnostics; default: there is no such route',
    example: 'a-random-text-of-32-characters-or-more',
    option: 'diagnostics.token',
  }),
  SCUDO_HOST: setting({
    ...someText,
    meaning: 'the host at which the handler listens; default: 127.0.0.1',
    example: '0.0.0.0',
    default: '127.0.0.1',
  }),
  SCUDO_PORT: setting({ ...port, meaning: 'its port; default: 3001', example: '3001', default: '3001' }),
  SCUDO_OPERATOR_HOST: setting({
    ...someText,
    meaning: 'the host of the operator API; default: 127.0.0.1',
    example: '127.0.0.1',
    default: '127.0.0.1',
  }),
  SCUDO_OPERATOR_PORT: setting({ ...port, meaning: 'its port; default: 3002', example: '3002', default: '3002' }),
  SCUDO_OPERATOR_TOKEN: setting({
    ...secret,
    meaning: 'the token of the operator API',
    expected: `a random text of at least ${TOKEN_LENGTH} characters without spaces`,
    example: 'a-random-text-of-32-characters-or-more',
    required: true,
    read: (text) => (text.length >= TOKEN_LENGTH && /^[\x21-\x7e]+$/.test(text) ? text : undefined),
  }),
  SCUDO_RECONCILE_SECONDS: setting({
    meaning: 'the pause between two reconciliations; default: 60',
    expected: 'a whole number of seconds, 1 to 86400',
    example: '60',
    default: '60',
    read: numberIn(1, 86_400),
  }),
} satisfies Readonly<Record<string, Setting<unknown>>>;

type Name = keyof typeof SETTINGS;
type ValueOf<Given> = Given extends { readonly read: (text: string) => infer Value }
  ? Exclude<Value, undefined>
  : never;

/** The values of the settings. One that is absent and has no default is undefined. */
export type ServeSettings = { readonly [Key in Name]: ValueOf<(typeof SETTINGS)[Key]> | undefined };

/** Wrong settings. The message has one line for each of them. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly mistakes: readonly string[]) {
    super(mistakes.join('\n'));
  }
}

/** The schema of the settings. Each value is a text of the environment, or undefined. */
const settingsSchema = z.object(
  Object.fromEntries(Object.entries(SETTINGS).map(([name, one]) => [name, settingSchema(name, one)])),
);

function settingSchema(name: string, { read, isSecret, ...words }: Setting<unknown>): z.ZodMiniType {
  return z.pipe(
    z.optional(z.string()),
    z.transform((given: string | undefined, { issues }) => {
      const text = given === undefined || given === '' ? words.default : given;
      const value = text === undefined ? undefined : read(text);
      if (value !== undefined || (text === undefined && !words.required)) return value;
      const got = text === undefined ? 'is missing. It must be' : 'must be';
      const but = text === undefined ? '' : `; got ${isSecret ? `a text of ${text.length} characters` : shown(text)}`;
      const message = `${name} ${got} ${words.expected}${but}. Example: ${name}=${words.example}`;
      issues.push({ code: 'custom', message, input: undefined });
      return undefined;
    }),
  );
}

const NAMES = Object.keys(SETTINGS) as Name[];
const IS_SECRET = (name: Name) => (SETTINGS[name] as Setting<unknown>).isSecret === true;

/**
 * Reads the settings from the environment, and from the files that it names.
 * @param options returns the options of `createMerchantBackend`, whose rules apply to the settings as well
 * @throws {SettingsError} with each wrong setting
 */
export function readSettings(
  env: Environment,
  options: (settings: ServeSettings) => MerchantBackendOptions,
  readFile = readTextFile,
): ServeSettings {
  const files = new Map<Name, string>();
  const texts = Object.fromEntries(
    NAMES.map((name) => {
      try {
        return [name, settingText(env, name, readFile)];
      } catch (error) {
        files.set(name, (error as Error).message);
        return [name, undefined];
      }
    }),
  );
  const { data, error } = settingsSchema.safeParse(texts);
  const own = (error?.issues ?? []).map(({ path, message }) => [path[0] as Name, message] as const);
  const settings = (data ?? valuesOf(texts)) as unknown as ServeSettings;
  const found = new Map<string, string>([...own, ...files]);
  for (const [name, message] of optionMistakes(options(settings))) if (!found.has(name)) found.set(name, message);
  for (const message of misspelled(env)) found.set(message, message);
  if (found.size > 0) throw new SettingsError([...found.values()]);
  return settings;
}

/**
 * The text of a setting in the environment, or in the file that its variable `…_FILE` names.
 * @throws {Error} when both are set, or the file cannot be read
 */
export function settingText(env: Environment, name: Name, readFile = readTextFile): string | undefined {
  const variable = `${name}_FILE`;
  const path = env[variable];
  if (path === undefined || path === '' || !IS_SECRET(name)) return env[name];
  if (env[name]) throw new Error(`${name} and ${variable} are two places for one setting. Set one of them.`);
  try {
    return readFile(path).replace(/\r?\n$/, '');
  } catch {
    throw new Error(
      `${variable} must be the path of a readable file; got ${shown(path)}. Example: ${variable}=/run/secrets/scudo`,
    );
  }
}

function readTextFile(path: string): string {
  return readFileSync(path, 'utf8');
}

/** The values of right settings, beside wrong ones. */
function valuesOf(texts: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    NAMES.map((name) => {
      const { default: absent, read } = SETTINGS[name] as Setting<unknown>;
      const text = texts[name] || absent;
      return [name, text === undefined ? undefined : read(text)];
    }),
  );
}

/** The mistakes that `createMerchantBackend` finds, by setting and in its words. */
function optionMistakes(options: MerchantBackendOptions): (readonly [string, string])[] {
  const addresses = [options.publicUrl, options.returnPage, ...(options.pages ?? []), addressOfGateway(options)];
  const hosts = options.allowInsecure === true ? addresses.flatMap(hostOf) : [];
  return withInsecureHosts(hosts, () => backendMistakes(options)).map(({ option, message }) => {
    const name = NAMES.find((one) => {
      const known = (SETTINGS[one] as Setting<unknown>).option;
      return (
        known !== undefined && (option === known || option.startsWith(`${known}[`) || option.startsWith(`${known}.`))
      );
    });
    if (!name) return [option, message];
    const { example } = SETTINGS[name];
    const words = message.replace(option, name).replace(/\.? Example: .*$/s, '');
    return [name, `${words}. Example: ${name}=${example}`];
  });
}

function addressOfGateway({ gateway }: MerchantBackendOptions): string | undefined {
  return 'versionCheck' in gateway ? undefined : gateway.baseUrl;
}

function hostOf(text: string | undefined): readonly string[] {
  return text !== undefined && URL.canParse(text) ? [new URL(text).hostname] : [];
}

/** A line for each variable whose name is nearly that of a setting, because it would have no effect. */
function misspelled(env: Environment): readonly string[] {
  const known = NAMES.flatMap((name) => (IS_SECRET(name) ? [name, `${name}_FILE`] : [name]));
  return Object.keys(env)
    .filter((name) => name.startsWith('SCUDO_') && env[name] !== undefined && !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((one) => isLike(name, one));
      return meant ? [`${name} is not a setting. Did you mean ${meant}?`] : [];
    });
}
