import { currencyCodeSchema, isExponent } from '../../protocol/values/amount.js';
import * as z from '../../protocol/zod.js';
import { blockedPortMistakes, isolationMistakes } from './backend-addresses.js';
import type { MerchantBackendOptions } from './backend-options.js';
import type { Gateway } from '../gateway/gateway.js';
import { gatewayContradictions, gatewayOptionsSchema } from '../gateway/gateway-options.schema.js';
import { mistakesOf } from '../util/check-options.js';
import type { OptionMistake } from '../util/option-error.js';
import {
  list,
  optional,
  optionOf,
  optionsByKey,
  optionsObject,
  required,
  type OptionRule,
  type OptionShape,
} from '../util/option-rule.js';
import { count, flag, func, milliseconds, oneOf, pageAddress, serviceAddress, timer } from '../util/option-values.js';
import { DEFAULT_LIMITS, OPTIONAL_LIMITS } from '../limits/limits.js';
import { methodOffersSchema } from '../domain/input/method-offer.schema.js';
import { PAGE_FIELDS } from '../domain/input/page-fields.js';
import { chosenPoliciesSchema } from '../domain/input/policies.schema.js';
import {
  isOrderStore,
  orderStoreSchema,
  sqliteContradictions,
  sqliteOptionsSchema,
} from '../adapters/store/store-options.schema.js';

const page = pageAddress("'https://shop.example'");

const pagesSchema = list(
  {
    expected: 'a list of at least one origin, each an https: URL (or http: on localhost)',
    example: "['https://shop.example']",
    isRight: isFilled,
  },
  page,
);

const embeddersSchema = list(
  {
    expected: 'a list of origins, each an https: URL (or http: on localhost)',
    example: "['https://partner.example']",
    isRight: Array.isArray,
  },
  page,
);

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

const exponentsSchema = optionsByKey(
  {
    expected: 'an alphabetic currency code (ISO 4217) in upper case',
    isRight: (code) => currencyCodeSchema.safeParse(code).success,
  },
  { expected: 'a whole number of decimals, 0 to 4', example: '0', isRight: isExponent },
  'exponents: { HUF: 0 }',
);

const pageFieldsSchema = list(
  {
    expected: `a list of ${Object.keys(PAGE_FIELDS).join(', ')}`,
    example: "['order.deliveryTimeframe']",
    isRight: Array.isArray,
  },
  {
    expected: `one of ${Object.keys(PAGE_FIELDS).join(', ')}`,
    isRight: (value) => typeof value === 'string' && Object.hasOwn(PAGE_FIELDS, value),
  },
);

const key: OptionRule = {
  expected: 'a text or bytes, at least 16 long',
  example: 'process.env.SCUDO_FINGERPRINT_KEY',
  isRight: (value) => (typeof value === 'string' || value instanceof Uint8Array) && value.length >= 16,
  isSecret: true,
};

const token: OptionRule = {
  expected: 'a text of at least 16 characters',
  example: 'process.env.SCUDO_DIAGNOSTICS_TOKEN',
  isRight: (value) => typeof value === 'string' && value.length >= 16,
  isSecret: true,
};

const settlement: OptionRule = {
  expected: "true, false or 'multi'",
  example: 'false',
  isRight: (value) => value === true || value === false || value === 'multi',
};

const limitRules = Object.entries(DEFAULT_LIMITS).map(
  ([name, limit]) => [name, optional(count(String(limit), { min: OPTIONAL_LIMITS.includes(name) ? 0 : 1 }))] as const,
);

const limitsSchema = optionsObject(Object.fromEntries(limitRules), 'limits: { attemptsPerOrder: 6 }');

/** The schema of `MerchantBackendOptions` with the options of a gateway client and of the default store. */
const shape = {
  publicUrl: required(serviceAddress("'https://shop.example/scudo'")),
  gateway: gatewayOptionsSchema,
  pages: z.optional(pagesSchema),
  cardFields: optional(oneOf(['isolated', 'page'])),
  embedders: z.optional(embeddersSchema),
  fieldsScript: optional(func("() => readFile('fields.js', 'utf8')")),
  methods: optionOf(methodOffersSchema, "methods: [{ code: 'card' }, { code: 'testpay', name: 'Testpay' }]"),
  exponents: z.optional(exponentsSchema),
  returnPage: optional(pageAddress("'https://shop.example/return.html?order={order}'")),
  store: z.optional(sqliteOptionsSchema),
  merchantContactUrl: optional(pageAddress("'https://shop.example/help'")),
  policies: optionOf(chosenPoliciesSchema, "policies: { attempted: 'refuse' }"),
  ask: optional(func("() => ['email', 'billing_address']")),
  hiddenMethods: optional(func("() => ['testpay']")),
  authenticationFieldsFromPage: z.optional(pageFieldsSchema),
  autosettle: optional(settlement),
  trustProxy: optional(flag()),
  allowInsecure: optional(flag()),
  diagnostics: z.optional(
    optionsObject({ token: required(token) }, 'diagnostics: { token: process.env.SCUDO_DIAGNOSTICS_TOKEN }'),
  ),
  limits: z.optional(limitsSchema),
  ownOrderIds: optional(flag()),
  fingerprintKey: optional(key),
  onOrderChanged: optional(func('async (order, change) => { … }')),
  beforePayment: optional(func("({ card }) => (isBlocked(card) ? 'backend-refused' : undefined)")),
  onAttempt: optional(func('(order, attempt) => count(attempt)')),
  onProblem: optional(func('(problem) => log(problem)')),
  onEvent: optional(func('(event) => logger[event.level](event)')),
  patience: optional(milliseconds('25_000')),
  abandonRedirectsAfter: optional(milliseconds('1_800_000')),
  releaseRefundsAfter: optional(milliseconds('86_400_000')),
  reportUncapturedAfter: optional(milliseconds('432_000_000', { min: 1 })),
  now: optional(func('() => new Date()')),
  randomUuid: optional(func('() => crypto.randomUUID()')),
  randomBytes: optional(func('(length) => crypto.getRandomValues(new Uint8Array(length))')),
  pause: optional(func('(ms) => new Promise((resolve) => setTimeout(resolve, ms))')),
  after: optional(timer),
} satisfies OptionShape<MerchantBackendOptions>;

/** The schema of the options of `close`. */
export const closeOptionsSchema = optionsObject({ within: optional(milliseconds('30_000')) });

/** Checks the options of `createMerchantBackend`. */
export function backendMistakes(options: unknown): OptionMistake[] {
  const { gateway, store } = (options ?? {}) as Readonly<Record<string, unknown>>;
  const optionsSchema = optionsObject({
    ...shape,
    ...(isGateway(gateway) ? { gateway: z.unknown() } : {}),
    ...(isOrderStore(store) ? { store: orderStoreSchema } : {}),
  });
  return [
    ...mistakesOf(optionsSchema, options),
    ...blockedPortMistakes(options),
    ...isolationMistakes(options),
    ...(isGateway(gateway) ? [] : gatewayContradictions(gateway, 'gateway.')),
    ...(isOrderStore(store) ? [] : sqliteContradictions(store, 'store.')),
  ];
}

/** True for a gateway client; false for the options of one. */
export function isGateway(gateway: unknown): gateway is Gateway {
  return typeof (gateway as Partial<Gateway> | null | undefined)?.versionCheck === 'function';
}
