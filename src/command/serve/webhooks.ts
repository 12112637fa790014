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
/** Time from the first failure of a webhook after which it is not repeated, in milliseconds: 3 days. */
const RETRIED_FOR = 3 * 86_400_000;
/** Minimum number of failures of such a webhook. A time in which `serve` was down does not count alone. */
const MIN_FAILURES = 4;

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
      const { failures = 0, failingSince } = order.delivery ?? {};
      const isOld = failingSince !== undefined && now().getTime() - Date.parse(failingSince) >= RETRIED_FOR;
      if (isOld && failures + 1 >= MIN_FAILURES) throw new UndeliverableError(cause);
      throw cause;
    }
  };
}
