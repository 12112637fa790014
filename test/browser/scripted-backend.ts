import type {
  Order,
  BackendClient,
  BackendAnswer,
  VersionCheckResult,
} from '../../src/payment/backend-client/backend-client.js';
import { outcomeOf } from '../../src/payment/outcome.js';

/** A merchant's backend whose every answer a test decides, and which remembers what it was asked. */
export interface ScriptedBackend extends BackendClient {
  readonly calls: {
    readonly call: string;
    readonly input?: unknown;
    readonly key?: string;
    readonly replaces?: string | undefined;
  }[];
  answers: {
    order: () => Order | Promise<Order>;
    prepare: () => VersionCheckResult | Promise<VersionCheckResult>;
    authenticate: () => BackendAnswer | Promise<BackendAnswer>;
    authorize: () => BackendAnswer | Promise<BackendAnswer>;
    redirect: () => BackendAnswer | Promise<BackendAnswer>;
  };
}

export const OPEN_ORDER: Order = {
  id: 'A1',
  amount: '1999',
  currency: 'EUR',
  state: 'open',
  methods: [{ code: 'card' }],
  ask: [],
};

/** Sent to PayPal, and not come back from there yet. */
export const UNFINISHED_ORDER: Order = {
  ...OPEN_ORDER,
  state: 'pending',
  methods: [{ code: 'card' }, { code: 'paypal' }],
  redirect: { id: 'A1-paypal', method: 'paypal', unfinished: true },
};

export const PAID: BackendAnswer = { result: 'outcome', outcome: outcomeOf('authorized', { id: 'A1', state: 'paid' }) };

export const CHALLENGE: BackendAnswer = {
  result: 'challenge',
  challenge: {
    serverTransId: '3f1c1f0e-0000-4000-8000-000000000001',
    acsUrl: 'http://127.0.0.1:1/acs',
    encodedCreq: 'e30',
  },
};

export function scriptedBackend(
  answers: Partial<ScriptedBackend['answers']> = {},
  framePage = 'http://localhost/nothing-here',
): ScriptedBackend {
  const calls: ScriptedBackend['calls'] = [];
  const backend: ScriptedBackend = {
    framePage,
    calls,
    answers: {
      order: () => OPEN_ORDER,
      prepare: () => ({ enrolled: false }),
      authenticate: () => PAID,
      authorize: () => PAID,
      redirect: () => ({ result: 'redirect', url: 'http://127.0.0.1:1/testpay/1' }),
      ...answers,
    },
    async readOrder(_order, { unless }) {
      calls.push({ call: 'order', ...(unless ? { input: { unless } } : {}) });
      return backend.answers.order();
    },
    async checkVersion(_order, number, { replaces }) {
      calls.push({ call: 'prepare', input: number, replaces });
      return backend.answers.prepare();
    },
    async authenticate(_order, input, { idempotencyKey }) {
      calls.push({ call: 'authenticate', input, key: idempotencyKey });
      return backend.answers.authenticate();
    },
    async authorize(_order, input, { idempotencyKey }) {
      calls.push({ call: 'authorize', input, key: idempotencyKey });
      return backend.answers.authorize();
    },
    async redirect(_order, input, { idempotencyKey, replaces }) {
      calls.push({ call: 'redirect', input, key: idempotencyKey, replaces });
      return backend.answers.redirect();
    },
  };
  return backend;
}

export const never = <Answer>() => new Promise<Answer>(() => undefined);
