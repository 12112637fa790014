import { DELAYS, RESPONSES } from '../../../src/sandbox/testpay/testpay-choices.js';
import type { Dice } from '../engine/dice.js';
import type { FaultOf } from '../engine/hops.js';
import type { Owner } from '../engine/scheduler.js';
import type { Monitor } from '../world/monitor.js';
import { BACKEND } from '../world/processes.js';
import type { Sim } from '../world/sim.js';
import { postOf } from '../world/wire.js';
import { formIn, type Route, type Tab } from './browser.js';
import type { Page } from './page.js';
import { WEIGHTS } from '../engine/weights.js';

export interface RedirectVisitOptions {
  readonly sim: Sim;
  readonly monitor: Monitor;
  readonly toBackend: Route;
  readonly toIssuer: Route;
  /** Returns the dice of a decision of the shopper. */
  readonly dice: (label: string) => Dice;
  /** Draws whether the shopper does something unusual. */
  readonly does: (what: FaultOf<'shopper'>, weight?: number) => boolean;
  readonly open: (kind: Page['kind']) => void;
  readonly close: (page: Page) => void;
}

const HOUR = 3_600_000;

/** Returns what a shopper does after a redirect: visits the page of the payment method, and comes back or not. */
export function createRedirectVisits({
  sim,
  monitor,
  toBackend,
  toIssuer,
  dice,
  does,
  open,
  close,
}: RedirectVisitOptions): (page: Page, url: string) => Promise<void> {
  const { scheduler, faults } = sim;

  /** The shopper at the payment method: the page unloads, and another one opens after the return. */
  async function visit(page: Page, url: string): Promise<void> {
    const { tab } = page;
    // The payment method opens in a tab of its own, and the page of the checkout stays open beside it.
    const staysOpen = does('second-tab', WEIGHTS.shopper.keepTab);
    const shown = await navigated(page, 'testpay', { method: 'GET', url, headers: {} });
    if (!shown || !formIn(shown.body, url)) return;
    const away = staysOpen ? undefined : leavePage(page);
    const answers = dice('testpay');
    await scheduler.sleep(away ?? tab.owner, answers.between(1500, 20_000));
    if (!faults.isHealed && does('back', WEIGHTS.shopper.back)) {
      open('checkout');
      if (answers.chance(0.4)) return;
      // The page of the payment method is still open in another tab, and is answered later.
      await scheduler.sleep(away ?? tab.owner, answers.between(20_000, 150_000));
    }
    if (!faults.isHealed && does('close', WEIGHTS.shopper.closeAtMethod)) return;
    if (!faults.isHealed && does('abandon-for-an-hour', WEIGHTS.shopper.abandon))
      await scheduler.sleep(away ?? tab.owner, HOUR);
    const delay = answers.chance(0.6) ? 'No delay' : answers.pick(Object.keys(DELAYS));
    const response = answers.chance(0.6) ? 'Succeeded' : answers.pick(Object.keys(RESPONSES));
    sim.note(tab.owner.name, `answers testpay: ${response}, ${delay}`);
    const post = postOf(url, { response, delay });
    const returned = await navigated(page, 'testpay answer', post);
    const location = returned?.headers['location'];
    if (!location) return;
    monitor.sawMessage({ method: 'GET', url: location, headers: {} });
    const landed = await navigated(page, 'return', { method: 'GET', url: location, headers: {} });
    if (landed?.status === 303) open('return');
    // A shopper whose browser shows an error goes to the shop's page again.
    else if (dice('lost').chance(0.5)) open('return');
  }

  /** Unloads the page, because its tab shows another site. Returns the owner of the timers of the visit there. */
  function leavePage(page: Page): Owner {
    const away = { name: `${page.tab.owner.name} away`, isAlive: true };
    close(page);
    return away;
  }

  /** Navigates, and reloads twice after an error. */
  async function navigated(page: Page, label: string, message: Parameters<Route>[0]) {
    const visitor = { name: `${page.tab.owner.name} away`, isAlive: true };
    for (let tries = 0; tries < 3; tries++) {
      const reply = await sim.network
        .exchange({
          hop: message.url.startsWith(BACKEND) ? 'browser-backend' : 'browser-issuer',
          label,
          from: visitor,
          message,
          deliver: message.url.startsWith(BACKEND) ? toBackend : toIssuer,
          // A browser waits for longer than any shopper.
          signal: deadline(visitor, 60_000),
        })
        .catch(() => undefined);
      if (reply && reply.status < 400) return reply;
      await scheduler.sleep(visitor, 2000);
    }
    return undefined;
  }

  function deadline(owner: Tab['owner'], ms: number): AbortSignal {
    const limit = new AbortController();
    scheduler.after(owner, ms, () => limit.abort(new Error('The shopper reloads.')));
    return limit.signal;
  }

  return visit;
}
