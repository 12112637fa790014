import { parseCommand } from '../../../src/command/sandbox-options.js';
import { parseConformance } from '../../../src/command/conformance/conformance-options.js';
import { CommandUsageError } from '../../../src/command/usage-error.js';
import {
  createGateway,
  createMerchantBackend,
  GatewayError,
  MessageError,
  OptionError,
  Problem,
  type MerchantHandler,
} from '../../../src/server.js';
import { createSandbox } from '../../../src/sandbox.js';
import { renamed, camelName } from '../../../src/protocol/values/camel-case.js';
import * as sample from '../../protocol/samples.js';
import { memoryOrderStore } from '../../server/adapters/store/memory-order-store.js';
import {
  asText,
  CARD_NUMBERS,
  expectRefusal,
  expectThat,
  type Input,
  type InputObject,
  type Target,
} from '../engine/target.js';

/** The text `ƒ` in an input becomes a function, and `ƒdate` a date. JSON has neither. */
function withFunctions(input: Input): unknown {
  if (input === 'ƒ') return () => undefined;
  if (input === 'ƒdate') return new Date('2026-11-20T12:00:00Z');
  if (Array.isArray(input)) return input.map((one) => withFunctions(one as Input));
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, withFunctions(value as Input)]));
}

const GATEWAY = {
  baseUrl: 'https://gateway.example',
  merchantId: 'scudo',
  accountId: 'internet',
  secret: 'secret-0123456789',
};
const SECRET = 'a secret that no error shows';

const memory = memoryOrderStore();
/** Options with a store in memory, because the default opens a file. */
const withMemory = (options: unknown): never =>
  (typeof options === 'object' && options !== null && !Array.isArray(options)
    ? { ...options, store: memory }
    : options) as never;

function options(name: string, seeds: readonly InputObject[], create: (input: unknown) => unknown): Target {
  return {
    name,
    holds: 'OptionError with a line for each mistake and without the secret, or an object',
    seeds: [...seeds, ...seeds.map((seed) => ({ ...seed, unknown: 1 }))],
    steps: [60_000, 1_000],
    run(input) {
      try {
        create(withFunctions(input));
      } catch (error) {
        if (!(error instanceof OptionError)) throw error;
        const { mistakes, message } = error;
        expectThat(mistakes.length > 0 && message.split('\n').length >= mistakes.length, 'no mistake is named');
        // A secret elsewhere in the options is no secret.
        const rest = JSON.stringify(input).replaceAll(/"(secret|refundPassword|fingerprintKey|token)":"[^"]*"/g, '');
        if (!rest.includes(SECRET)) expectThat(!message.includes(SECRET), `the secret is in the error: ${message}`);
      }
    },
  };
}

const ORDER: InputObject = {
  id: 'A1',
  reference: '7',
  amount: '1999',
  currency: 'EUR',
  description: 'Coins',
  payer: {
    email: 'ada@example.com',
    mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' },
    billingAddress: { line1: '1 Coin Lane', city: 'London', postalCode: 'N1', country: '826' },
  },
  methods: [{ code: 'card' }, { code: 'testpay', name: 'Testpay' }],
  accountHolderName: 'Ada Lovelace',
  country: 'GB',
  descriptor: 'Coins',
  comments: ['Thank you'],
  policies: { attempted: 'refuse' },
};
const AUTHENTICATION = renamed(sample.AUTHENTICATION.order, camelName) as unknown as InputObject;

function shopBackend(): MerchantHandler {
  return createMerchantBackend({
    publicUrl: 'https://shop.example/scudo',
    store: memoryOrderStore(),
    ownOrderIds: true,
    onProblem: () => undefined,
    now: () => new Date('2026-11-20T12:00:00Z'),
    pause: () => Promise.resolve(),
    gateway: { ...GATEWAY, fetch: () => Promise.reject(new TypeError('refused')) },
  });
}

/** Inputs of the calls of `orders`. */
const ORDER_CALLS: Readonly<
  Record<string, readonly [InputObject, (backend: MerchantHandler, input: never) => Promise<unknown>]>
> = {
  create: [ORDER, (backend, input) => backend.orders.create(input)],
  'create-authentication': [
    { ...ORDER, authentication: { order: AUTHENTICATION, whitelistStatus: 'NOT_WHITELISTED' } },
    (backend, input) => backend.orders.create(input),
  ],
  list: [
    { states: ['open'], reference: '4711', flag: 'contradiction', limit: 10, updatedBefore: 'ƒdate', after: 'x' },
    (backend, input) => backend.orders.list(input),
  ],
  count: [
    { states: ['open'], gatewayOrderId: 'A1-1', pasref: '1', createdFrom: 'ƒdate' },
    (backend, input) => backend.orders.count(input),
  ],
  export: [{ states: ['paid'], personal: true }, (backend, input) => backend.orders.export(input).next()],
  erase: [{ by: 'Ada', reason: 'asked' }, (backend, input) => backend.orders.erase('A1', input)],
  settle: [
    { as: 'paid', by: 'Ada', reason: 'seen', attempt: 'A1-1' },
    (backend, input) => backend.orders.settle('A1', input),
  ],
  reopen: [{ by: 'Ada', reason: 'seen' }, (backend, input) => backend.orders.reopen('A1', input)],
  refund: [{ amount: '100', key: 'k', comment: 'sorry' }, (backend, input) => backend.orders.refund('A1', input)],
  prune: [{ olderThan: 86_400_000 }, (backend, input) => backend.orders.prune(input)],
  reconcile: [{ olderThan: 0, limit: 10 }, (backend, input) => backend.orders.reconcile(input)],
  'pay-stored': [
    {
      card: { number: '4222000006285344', expiryMonth: '12', expiryYear: '28', fullName: 'Ada Lovelace' },
      source: 'MERCHANT_INITIATED',
    },
    (backend, input) => backend.orders.payStored('A1', input),
  ],
};

function orderCall([name, [seed, call]]: [string, (typeof ORDER_CALLS)[string]]): Target {
  return {
    name: `orders-${name}`,
    holds: 'MessageError, OptionError, Problem or GatewayError without card number, or a result',
    seeds: [seed],
    share: 0.25,
    steps: [80_000, 1_000],
    async run(input) {
      const backend = shopBackend();
      await backend.orders.create(ORDER as never);
      // Each case has an order of its own to create.
      const given =
        name.startsWith('create') && (input as { id?: Input } | null)?.id === 'A1'
          ? { ...(input as InputObject), id: 'A2' }
          : input;
      // A name of a field, which the error names, is the merchant's own text.
      const values = JSON.stringify(given).replaceAll(/"[^"]*":/g, '');
      const numbers = CARD_NUMBERS.filter(
        (number) => values.includes(number) && !JSON.stringify(given).includes(`${number}":`),
      );
      try {
        await call(backend, withFunctions(given) as never);
      } catch (error) {
        expectRefusal(error, [MessageError, OptionError, Problem, GatewayError], numbers);
      }
    },
  };
}

const words = (name: string, seeds: readonly string[], read: (words: readonly string[]) => unknown): Target => ({
  name,
  holds: 'a usage error, or the options of the command',
  seeds,
  isText: true,
  run(input) {
    try {
      read(asText(input).split(' '));
    } catch (error) {
      if (!(error instanceof CommandUsageError)) throw error;
    }
  },
});

/** Options that developers give. */
export const OPTION_TARGETS: readonly Target[] = [
  options(
    'backend-options',
    [
      {
        publicUrl: 'https://shop.example/scudo',
        gateway: { ...GATEWAY, secret: SECRET },
        pages: ['https://shop.example'],
        methods: [{ code: 'card' }, { code: 'testpay', name: 'Testpay' }],
        returnPage: 'https://shop.example/return.html?order={order}',
        policies: { attempted: 'refuse' },
        limits: { attemptsPerOrder: 6 },
        fingerprintKey: SECRET,
        diagnostics: { token: SECRET },
        onOrderChanged: 'ƒ',
        patience: 1000,
        authenticationFieldsFromPage: ['order.deliveryTimeframe'],
        trustProxy: true,
      },
    ],
    (input) => createMerchantBackend(withMemory(input)),
  ),
  options(
    'gateway-options',
    [
      {
        ...GATEWAY,
        secret: SECRET,
        refundPassword: SECRET,
        hashAlgorithm: 'sha256',
        timeout: 10_000,
        xmlBaseUrl: 'https://xml.example',
        paths: { xml: '/x', threeDSecure: '/3ds2' },
        messageExtensions: ['A1'],
        fetch: 'ƒ',
      },
    ],
    (input) => createGateway(input as never),
  ),
  {
    name: 'sandbox-options',
    holds: 'RangeError or TypeError, or a sandbox',
    seeds: [
      {
        baseUrl: 'http://127.0.0.1:4174',
        merchantHosts: ['shop.example'],
        ranges: [{ low: '4000000000000000', high: '4000000000000009', scheme: 'VISA', behaviour: 'frictionless' }],
        reportFields: 'document',
        autoComplete: false,
      },
    ],
    async run(input) {
      const { file: _file, snapshot: _snapshot, ...rest } = Object(input) as InputObject;
      try {
        await createSandbox(withFunctions(rest) as never).close();
      } catch (error) {
        expectRefusal(error, [RangeError, TypeError], []);
      }
    },
  },
  ...Object.entries(ORDER_CALLS).map(orderCall),
  words(
    'sandbox-command',
    [
      'sandbox --port 4174 --merchant-host shop.example --auto-complete off',
      'sandbox --base-url http://a --report-delay 1.5 -h',
    ],
    parseCommand,
  ),
  words(
    'conformance-command',
    ['--url https://shop.example/scudo --new-order https://shop.example/orders --only cards', '--help'],
    parseConformance,
  ),
];
