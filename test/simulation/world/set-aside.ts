import type { OrderRecord } from '../../../src/server.js';
import type { Page } from '../players/page.js';
import type { GatewayWithBooks } from './gateway.js';
import type { Sim } from './sim.js';

/** Redirect payments that orders do not wait for any more: `set-aside`, and a part of `charged-once`. */
export interface SetAside {
  written(record: OrderRecord): void;
  /** The page leaves for the address of a redirect payment. */
  leaves(page: Page, url: string): void;
}

type RedirectAttempt = Extract<OrderRecord['attempts'][number], { readonly kind: 'redirect' }>;

/** Longest time between the shopper's answer at a payment method and a look-up that does not know it. */
const LATEST_LOOK_UP = 180_000;

/** A payment that was set aside, with the time. */
interface Left {
  readonly at: number;
  readonly url: string | undefined;
}

export function watchSetAside(sim: Sim, booksOf: () => GatewayWithBooks): SetAside {
  const { scheduler } = sim;
  const left = new Map<string, Left>();

  /** An order gives up only what the shopper has not begun to pay. Look-ups may be as late as a request. */
  function checkSetAside({ gatewayOrderId, progress }: RedirectAttempt): void {
    if (progress.step !== 'set-aside' || (progress.by !== 'expiry' && progress.by !== 'other-method')) return;
    const answeredAt = booksOf().answeredAt(gatewayOrderId) ?? Infinity;
    if (!sim.isBeyond && scheduler.now() - answeredAt > LATEST_LOOK_UP)
      sim.violate('set-aside', `${gatewayOrderId} is set aside by ${progress.by}, and was answered long before`);
  }

  return {
    written({ attempts }) {
      for (const attempt of attempts) {
        if (attempt.kind !== 'redirect') continue;
        const { gatewayOrderId, progress, redirectUrl: url } = attempt;
        // The order waits again for one that the shopper has begun since then, so that it may be continued.
        if (!['set-aside', 'dismissed'].includes(progress.step)) left.delete(gatewayOrderId);
        else if (!left.has(gatewayOrderId)) {
          left.set(gatewayOrderId, { at: scheduler.now(), url });
          checkSetAside(attempt);
        }
      }
    },
    leaves({ tab }, url) {
      for (const [gatewayOrderId, one] of left)
        if (one.url === url && one.at < tab.answeredAt)
          sim.violate('charged-once', `${tab.owner.name} leaves for ${gatewayOrderId}, which was set aside`);
    },
  };
}
