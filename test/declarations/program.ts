import type { ScudoCheckout } from 'scudo-checkout';
import { createCheckout } from 'scudo-checkout/payment';
import { createSandbox } from 'scudo-checkout/sandbox';
import {
  createMerchantBackend,
  createPostgresOrderStore,
  createSqliteOrderStore,
  type MerchantBackendOptions,
} from 'scudo-checkout/server';
import { storeChecks } from 'scudo-checkout/store-conformance';

const { env } = process;

/** Options from the environment need no fallback. */
const options: MerchantBackendOptions = {
  publicUrl: env['PUBLIC_URL'],
  returnPage: env['RETURN_PAGE'],
  gateway: { baseUrl: env['GATEWAY_URL'], merchantId: env['MERCHANT'], secret: env['SECRET'], timeout: undefined },
  limits: { cardsPerOrder: undefined },
  policies: undefined,
  store: env['DATABASE_URL']
    ? createPostgresOrderStore({ connectionString: env['DATABASE_URL'] })
    : createSqliteOrderStore({ path: env['DATABASE_FILE'] }),
};

const { orders } = createMerchantBackend(options);
const optional: string | undefined = env['OPTIONAL'];

/** Fields of inputs that are undefined count as absent. */
export const calls = [
  orders.create({
    amount: '1999',
    currency: 'EUR',
    reference: optional,
    payer: { email: optional },
    methods: undefined,
  }),
  orders.list({ after: optional, limit: undefined }),
  orders.refund('A', { amount: optional, comment: optional }),
  orders.settle('A', { as: 'paid', by: 'Ada', reason: 'Found', attempt: optional }),
  orders.reconcile({ limit: undefined }),
];
export const used = [createCheckout, createSandbox, storeChecks];
export type Used = ScudoCheckout;
