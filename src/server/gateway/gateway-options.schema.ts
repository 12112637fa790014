import * as z from '../../protocol/zod.js';
import { accountIdSchema, merchantIdSchema } from '../../protocol/values/request-values.js';
import { blockedPortOf } from '../../protocol/values/blocked-port.js';
import { isInsecureAddress, isLoopbackAddress } from '../../protocol/values/web-address.js';
import { mistakesOf } from '../util/check-options.js';
import type { OptionMistake } from '../util/option-error.js';
import {
  list,
  optional,
  optionsObject,
  required,
  shown,
  type OptionRule,
  type OptionShape,
} from '../util/option-rule.js';
import {
  flag,
  func,
  milliseconds,
  oneOf,
  path,
  secretText,
  serviceAddress,
  text,
  timer,
} from '../util/option-values.js';
import { DEFAULT_PATHS, type GatewayOptions, type GatewayPaths, type HashAlgorithms } from './gateway-options.js';
import { DEFAULT_NAMES, type GatewayNames, type HashFields } from './inferred-names.js';

const header: OptionRule = {
  expected: 'an object with the texts name and value',
  example: "{ name: 'X-GP-VERSION', value: '2.2.0' }",
  isRight(value) {
    if (typeof value !== 'object' || value === null) return false;
    const { name, value: content } = value as Record<string, unknown>;
    return (
      typeof name === 'string' &&
      /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) &&
      typeof content === 'string' &&
      /^[\x20-\x7e]+$/.test(content)
    );
  },
};

/** The identifiers that every message to the gateway has. */
const identifier = (example: string, schema: z.ZodMiniType): OptionRule => ({
  expected: 'a text of 1 to 50 letters, digits and dots',
  example,
  isRight: (value) => schema.safeParse(value).success,
});

const identifiersSchema = list(
  { expected: 'a list of texts', example: "['A000000802-001']", isRight: Array.isArray },
  text("'A000000802-001'"),
);

const gatewayPathsSchema = optionsObject(
  {
    threeDSecure: optional(path(`'${DEFAULT_PATHS.threeDSecure}'`)),
    xml: optional(path(`'${DEFAULT_PATHS.xml}'`)),
    payments: optional(path(`'${DEFAULT_PATHS.payments}'`)),
    refunds: optional(path(`'${DEFAULT_PATHS.refunds}'`)),
  } satisfies OptionShape<GatewayPaths>,
  `paths: { xml: '${DEFAULT_PATHS.xml}' }`,
);

const hashAlgorithm = oneOf(['sha1', 'sha256']);
const hashAlgorithmsSchema = optionsObject(
  {
    json: optional(hashAlgorithm),
    xml: optional(hashAlgorithm),
    reports: optional(hashAlgorithm),
    messages: optional(hashAlgorithm),
  } satisfies OptionShape<HashAlgorithms>,
  "hashAlgorithms: { json: 'sha1', xml: 'sha256' }",
);

const hashFieldSchema = optional(func('(message) => [message.merchantId, message.orderId]'));

const hashFieldsSchema = optionsObject(
  {
    authenticationSearch: hashFieldSchema,
    paymentSetAnswer: hashFieldSchema,
    paymentCreditAnswer: hashFieldSchema,
    paymentReport: hashFieldSchema,
    refundReport: hashFieldSchema,
  } satisfies OptionShape<HashFields>,
  'hashFields: { paymentReport: (message) => [message.merchantId, message.orderId] }',
);

const name = (key: keyof GatewayNames) => optional(text(`'${DEFAULT_NAMES[key]}'`));

const namesSchema = optionsObject(
  {
    redirectUrl: name('redirectUrl'),
    merchantTransactionId: name('merchantTransactionId'),
    merchantRefundId: name('merchantRefundId'),
    payments: name('payments'),
    refunds: name('refunds'),
    bin: name('bin'),
    dsTransId: name('dsTransId'),
    orderId: name('orderId'),
    pageNumber: name('pageNumber'),
    pageSize: name('pageSize'),
  } satisfies OptionShape<GatewayNames>,
  `names: { orderId: '${DEFAULT_NAMES.orderId}' }`,
);

/** The schema of `GatewayOptions`. */
export const gatewayOptionsSchema = optionsObject(
  {
    baseUrl: required(serviceAddress("'https://gateway.example'")),
    xmlBaseUrl: optional(serviceAddress("'https://xml.gateway.example'")),
    allowInsecure: optional(flag()),
    merchantId: required(identifier("'shop'", merchantIdSchema)),
    accountId: optional(identifier("'internet'", accountIdSchema)),
    secret: required(secretText('process.env.GATEWAY_SECRET')),
    refundPassword: optional(secretText('process.env.GATEWAY_REFUND_PASSWORD')),
    rebatePassword: optional(secretText('process.env.GATEWAY_REBATE_PASSWORD')),
    hashAlgorithm: optional(hashAlgorithm),
    hashAlgorithms: z.optional(hashAlgorithmsSchema),
    versionHeader: optional(header),
    paths: z.optional(gatewayPathsSchema),
    hashFields: z.optional(hashFieldsSchema),
    names: z.optional(namesSchema),
    missingSecurityCode: optional(oneOf(['not-requested', 'omit'])),
    messageExtensions: z.optional(identifiersSchema),
    timeout: optional(milliseconds('20_000', { min: 1 })),
    fetch: optional(func('(input, init) => fetch(input, init)')),
    now: optional(func('() => new Date()')),
    after: optional(timer),
    digest: optional(func('async (text, algorithm) => hexDigest(text, algorithm)')),
  } satisfies OptionShape<GatewayOptions>,
  'gateway: { baseUrl, merchantId, secret }',
);

/** Minimum length of a secret that protects real payments. */
const MIN_SECRET_LENGTH = 16;

/** Checks the options of `createGateway`. */
export function gatewayMistakes(options: unknown): OptionMistake[] {
  return [...mistakesOf(gatewayOptionsSchema, options), ...gatewayContradictions(options)];
}

/** Mistakes that concern more than one option. `prefix` precedes the names of options in messages. */
export function gatewayContradictions(options: unknown, prefix = ''): OptionMistake[] {
  if (typeof options !== 'object' || options === null) return [];
  const { baseUrl, xmlBaseUrl = baseUrl, secret, paths } = options as Readonly<Record<string, unknown>>;
  return [
    ...blockedPorts(prefix, options as Readonly<Record<string, unknown>>),
    ...weakSecret(prefix, [baseUrl, xmlBaseUrl], secret),
    ...equalPaths(prefix, baseUrl === xmlBaseUrl, paths),
  ];
}

function blockedPorts(prefix: string, options: Readonly<Record<string, unknown>>): OptionMistake[] {
  return ['baseUrl', 'xmlBaseUrl'].flatMap((name): OptionMistake[] => {
    const { [name]: address } = options;
    const port = typeof address === 'string' ? blockedPortOf(address) : undefined;
    if (port === undefined) return [];
    const option = `${prefix}${name}`;
    const message = `${option} must have another port than ${port}, to which fetch sends nothing. Example: https://gateway.example`;
    return [{ option, message }];
  });
}

function weakSecret(prefix: string, hosts: readonly unknown[], secret: unknown): OptionMistake[] {
  if (typeof secret !== 'string' || secret === '' || secret.length >= MIN_SECRET_LENGTH) return [];
  // Without an address the host is not known, and its own mistake is reported.
  const addresses = hosts.filter((host): host is string => typeof host === 'string' && URL.canParse(host));
  if (addresses.every((host) => isLoopbackAddress(host) || isInsecureAddress(host))) return [];
  const option = `${prefix}secret`;
  const message =
    `${option} must be a text of at least ${MIN_SECRET_LENGTH} characters, unless the gateway is on a loopback host; ` +
    `got ${secret.length} characters. Example: secret: process.env.GATEWAY_SECRET`;
  return [{ option, message }];
}

/** Two interfaces of one host cannot have the same path. */
function equalPaths(prefix: string, isOneHost: boolean, paths: unknown): OptionMistake[] {
  if (typeof paths !== 'object' || paths === null) return [];
  // An unknown name is another mistake, and its value may be a secret.
  const isPath = (name: string) => Object.hasOwn(DEFAULT_PATHS, name);
  const given = Object.entries(paths).filter(([name, value]) => isPath(name) && value !== undefined);
  const all = Object.entries<unknown>({ ...DEFAULT_PATHS, ...Object.fromEntries(given) });
  return given.flatMap(([name, value]): OptionMistake[] => {
    const other = all.find(
      ([key, path]) => key !== name && path === value && (isOneHost || (key !== 'xml' && name !== 'xml')),
    );
    if (!other) return [];
    const option = `${prefix}paths.${name}`;
    const message =
      `${option} must be another path than ${prefix}paths.${other[0]}; got ${shown(value)} for both. ` +
      `Example: ${name}: '${DEFAULT_PATHS[name as keyof GatewayPaths]}'`;
    return [{ option, message }];
  });
}
