import {
  BackendError,
  type BackendClient,
  type OrderState,
  type Order,
  type BackendAnswer,
  type VersionCheckResult,
} from 'scudo-checkout/payment';
import { shopAddress } from '../shared/shop-address.js';

/** The result of a call: an answer, an error, or no answer. */
export type Answer<Answered> = Answered | BackendError | 'never';

/** The answers of the merchant's backend in a scene. */
export interface Script {
  /** Fields that differ from the default order. */
  readonly order?: Answer<Partial<Order>>;
  readonly preparation?: Answer<VersionCheckResult>;
  /** The answer to a card payment. */
  readonly payment?: Answer<BackendAnswer>;
  /** The answer to the start of a redirect payment. */
  readonly redirect?: Answer<BackendAnswer>;
}

/** An id as `orders.create` makes it: shoppers never see it. */
const ORDER_ID = '0bd6fa2c-3b17-4b0e-9d6c-51b8a2d0c3f4';

/** The time of each payment: noon, because its date depends on the time zone. */
export const PAID_AT = '2026-11-20T12:00:00Z';

export const ORDER: Order = {
  id: ORDER_ID,
  reference: 'SO-4711',
  amount: '1999',
  currency: 'EUR',
  description: 'One fine coin',
  state: 'open',
  methods: [{ code: 'card' }],
  ask: [],
};

export const UNREACHABLE = new BackendError({ kind: 'unanswered' }, 'The gallery’s shop does not answer.');

/** The error for an order that waits for another payment. */
export const BEGUN = new BackendError(
  { kind: 'problem', code: 'order-not-open', retryable: false, fields: [] },
  'The order of the gallery’s shop waits for another payment.',
);

export const UNKNOWN = new BackendError(
  { kind: 'problem', code: 'order-not-found', retryable: false, fields: [] },
  'The gallery’s shop has no such order.',
);

/** Returns an error that refuses fields, by their wire names. */
export function refusing(...names: readonly string[]): BackendError {
  const fields = names.map((field) => ({ field, message: 'refused' }));
  return new BackendError(
    { kind: 'problem', code: 'invalid-request', retryable: false, fields },
    'The gallery’s shop refuses that.',
  );
}

/**
 * Returns a merchant's backend without a network. Its frame page is that of the demo's backend. It does not answer
 * after a challenge, so that the payment stays in that step.
 */
export function scriptedShop({
  order = {},
  preparation = { enrolled: false },
  payment = 'never',
  redirect = 'never',
}: Script): BackendClient {
  // After a payment the order is read with the state of that payment.
  let stateAfterPayment: OrderState | undefined;
  return {
    framePage: shopAddress('scudo/frame'),
    readOrder: () =>
      answered(
        isAnswer(order) ? { ...ORDER, ...order, state: stateAfterPayment ?? order.state ?? ORDER.state } : order,
      ),
    checkVersion: () => answered(preparation),
    authenticate() {
      if (isAnswer(payment) && payment.result === 'outcome') stateAfterPayment = payment.outcome.order.state;
      return answered(payment);
    },
    authorize: () => answered<BackendAnswer>('never'),
    redirect: () => answered(redirect),
  };
}

function isAnswer<Answered>(answer: Answer<Answered>): answer is Answered {
  return answer !== 'never' && !(answer instanceof BackendError);
}

function answered<Answered>(answer: Answer<Answered>): Promise<Answered> {
  if (isAnswer(answer)) return Promise.resolve(answer);
  return answer === 'never' ? new Promise(() => undefined) : Promise.reject(answer as BackendError);
}
