import {
  BackendError,
  type BackendClient,
  type OrderState,
  type Order,
  type PaymentAnswer,
  type VersionCheck,
} from 'scudo-checkout/payment';

/** What a call comes to: an answer, a fault, or nothing at all. */
export type Answer<Answered> = Answered | BackendError | 'never';

/** What a merchant's backend says in a scene. */
export interface Script {
  /** How the order differs from the plain one. */
  readonly order?: Answer<Partial<Order>>;
  readonly preparation?: Answer<VersionCheck>;
  /** To the card. */
  readonly payment?: Answer<PaymentAnswer>;
  /** To the way to another payment method. */
  readonly redirect?: Answer<PaymentAnswer>;
}

export const ORDER: Order = {
  id: 'A1',
  amount: '1999',
  currency: 'EUR',
  description: 'One fine coin',
  state: 'open',
  methods: [{ code: 'card' }],
  ask: [],
};

export const UNREACHABLE = new BackendError({ kind: 'unanswered' }, 'The gallery’s shop does not answer.');

/** Answers a payment of an order that waits for another one. */
export const BEGUN = new BackendError(
  { kind: 'problem', code: 'order-not-open', retryable: false, fields: [] },
  'The order of the gallery’s shop waits for another payment.',
);

export const UNKNOWN = new BackendError(
  { kind: 'problem', code: 'order-not-found', retryable: false, fields: [] },
  'The gallery’s shop has no such order.',
);

/** Refuses fields, by the names that they have on the wire. */
export function refusing(...names: readonly string[]): BackendError {
  const fields = names.map((field) => ({ field, message: 'refused' }));
  return new BackendError(
    { kind: 'problem', code: 'invalid-request', retryable: false, fields },
    'The gallery’s shop refuses that.',
  );
}

/**
 * A merchant's backend without a network. Its frame page is the real one of the demo's backend; what
 * became of a challenge it never says, so that a payment stands still there.
 */
export function scriptedShop({
  order = {},
  preparation = { enrolled: false },
  payment = 'never',
  redirect = 'never',
}: Script): BackendClient {
  // As in life an order is read as what its payment has come to.
  let come: OrderState | undefined;
  return {
    framePage: new URL('/scudo/frame', location.href).href,
    readOrder: () =>
      answered(isAnswer(order) ? { ...ORDER, ...order, state: come ?? order.state ?? ORDER.state } : order),
    checkVersion: () => answered(preparation),
    authenticate() {
      if (isAnswer(payment) && payment.result === 'outcome') come = payment.outcome.order.state;
      return answered(payment);
    },
    authorize: () => answered<PaymentAnswer>('never'),
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
