import type { OrderRecord } from '../../../src/server.js';
import type { Page } from '../players/page.js';
import type { GatewayWithBooks } from './gateway.js';
import { PAID } from './money.js';
import type { Sim } from './sim.js';
import { isAtRest, limitOf, METHOD_LIMIT } from './steps.js';
import type { WatchedPage } from './watched-page.js';

/** The limits of the steps of pages, and whether pages follow their orders: `page-ends`. */
export interface PageLimits {
  /** The page leaves its step. */
  checkStep(page: Page, watched: WatchedPage): void;
  /** The page leaves its state of the preparation. */
  checkPreparation(page: Page, watched: WatchedPage): void;
  /** Checks a page at any time. */
  check(page: Page, watched: WatchedPage): void;
  /** True while a page has to change by itself: its step has an end, or its order has one that it does not show yet. */
  isUnsettled(watched: WatchedPage): boolean;
}

/** Time for a timer that is due, in milliseconds. */
const GRACE = 5000;

export function watchLimits(
  sim: Sim,
  booksOf: () => GatewayWithBooks,
  recordOf: (order: string) => OrderRecord | undefined,
): PageLimits {
  const { scheduler } = sim;

  function checkStep(page: Page, { step, since }: WatchedPage): void {
    const most = limitOf(step);
    if (most !== undefined && scheduler.now() - since > most + GRACE)
      sim.violate('page-ends', `${page.tab.owner.name} is at ${step} for ${scheduler.now() - since} ms`);
  }

  function checkPreparation(page: Page, { preparation, preparingSince }: WatchedPage): void {
    const ms = scheduler.now() - preparingSince;
    if (preparation === 'running-method' && ms > METHOD_LIMIT + GRACE)
      sim.violate('page-ends', `${page.tab.owner.name} is at ${preparation} for ${ms} ms`);
  }

  /** A page of a healed world that shows an unfinished payment follows its order. */
  function isStale({ step, last, hasUnansweredCall, order }: WatchedPage): boolean {
    const { state, attempts = [] } = recordOf(order) ?? {};
    if (!sim.faults.isHealed || state === undefined) return false;
    // The shopper has begun a redirect payment for which the order no longer waits. Its status may come later.
    const isBegun =
      booksOf().of(order).length > 0 ||
      attempts.some((one) => one.kind === 'redirect' && booksOf().isWaiting(one.gatewayOrderId));
    if ((state === 'open' || state === 'failed') && isBegun) return false;
    if (step === 'pending') return state !== 'pending';
    if (step !== 'outcome' || last !== 'in-doubt') return false;
    // Ignore an order that can be paid while a call without an answer may still be on its way.
    return hasUnansweredCall ? PAID.includes(state) : state !== 'in-doubt' && state !== 'pending';
  }

  function checkStale(page: Page, watched: WatchedPage): void {
    const { state } = recordOf(watched.order) ?? {};
    if (!isStale(watched)) {
      delete watched.staleSince;
      return;
    }
    watched.staleSince ??= scheduler.now();
    if (scheduler.now() - watched.staleSince > 180_000)
      sim.violate('page-ends', `${page.tab.owner.name} shows an unfinished payment and the order is ${state}`);
  }

  return {
    checkStep,
    checkPreparation,
    check(page, watched) {
      checkStep(page, watched);
      checkPreparation(page, watched);
      checkStale(page, watched);
    },
    isUnsettled({ step, last, staleSince, order }) {
      if (!isAtRest(step) || step === 'pending' || staleSince !== undefined) return true;
      return step === 'outcome' && last === 'in-doubt' && recordOf(order)?.state === 'in-doubt';
    },
  };
}
