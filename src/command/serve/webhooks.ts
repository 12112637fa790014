import { Webhook } from 'standardwebhooks';
import { UndeliverableError, type OnOrderChanged } from '../../server/use-cases/orders/deliver-changes.js';
import { amountsOf } from '../../server/domain/states/money.js';

/** The receiver of webhooks, and parts that tests replace. */
export interface WebhookParts {
  readonly url: string;
  /** Secrets with the prefix `whsec_`. Each of them signs, so that a receiver can change from one to the other. */
  readonly secrets: readonly string[];
  readonly now: () => Date;
  readonly fetch?: typeof globalThis.fetch;
}

/** Maximum wait for the answer of the receiver, in milliseconds: well below the lease of a delivery. */
const TIMEOUT = 15_000;
/** Failures of one webhook after which it is not repeated: the pauses between them (deliver-changes.ts) take 3 days. */
export const LAST_FAILURE = 82;

/**
 * Returns a listener that posts each change of an order as a signed webhook
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */
export function webhookSender({ url, secrets, now, fetch = globalThis.fetch }: WebhookParts): OnOrderChanged {
  const signers = secrets.map((secret) => new Webhook(secret));
  return async (order, change) => {
    const { id, reference, state, amount, currency, exponent, flags } = order;
    const body = JSON.stringify({
      type: `order.${change.kind}`,
      timestamp: change.at,
      data: {
        order: { id, reference, state, amount, currency, exponent, ...amountsOf(order), flags },
        change,
      },
    });
    const signedAt = now();
    const headers = {
      'content-type': 'application/json',
      'webhook-id': change.id,
      'webhook-timestamp': String(Math.floor(signedAt.getTime() / 1000)),
      'webhook-signature': signers.map((signer) => signer.sign(change.id, signedAt, body)).join(' '),
    };
    try {
      const signal = AbortSignal.timeout(TIMEOUT);
      const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
      // The status decides, so that a body without an end delays nothing.
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The receiver of webhooks has answered ${answer.status}.`);
    } catch (cause) {
      const failures = (order.delivery?.failures ?? 0) + 1;
      if (failures >= LAST_FAILURE) throw new UndeliverableError(cause);
      throw cause;
    }
  };
}
