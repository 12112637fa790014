import { createCheckout, fetchBackend } from '../../../src/payment.js';
import type { FaultOf } from '../engine/hops.js';
import type { Owner } from '../engine/scheduler.js';
import type { Monitor } from '../world/monitor.js';
import { BACKEND } from '../world/processes.js';
import type { Sim } from '../world/sim.js';
import type { Acts } from './acts.js';
import { openTab, type Browser, type Route } from './browser.js';
import { createInterruptions } from './interruptions.js';
import type { Page } from './page.js';
import { createPayments } from './payments.js';
import { createReactions } from './reactions.js';
import { createRedirectVisits } from './redirect-visits.js';
import { WEIGHTS } from '../engine/weights.js';

export interface Shopper {
  readonly order: string;
  readonly pages: readonly Page[];
  /** Opens the first page. */
  begin(): void;
  /** Opens a page for another payment, as the shop has asked for. */
  invite(): void;
  /** Does nothing of its own any more. Its pages stay open. */
  rest(): void;
}

export interface ShopperOptions {
  readonly sim: Sim;
  readonly browser: Browser;
  readonly order: string;
  readonly monitor: Monitor;
  readonly toBackend: Route;
  readonly toIssuer: Route;
}

const HOUR = 3_600_000;
/** Errors of the clock of a shopper's device, in milliseconds. */
const JUMPS = [-HOUR, -HOUR, HOUR, -26 * HOUR, 26 * HOUR];

export function createShopper({ sim, browser, order, monitor, toBackend, toIssuer }: ShopperOptions): Shopper {
  const { scheduler, faults } = sim;
  const pages: Page[] = [];
  const visitor: Owner = { name: order, isAlive: true };
  const dice = (label: string) => sim.dice(`${order} ${label}`);
  let isResting = false;

  function does(what: FaultOf<'shopper'>, weight = 1): boolean {
    return faults.draw('shopper', `${order} ${what}`, { weight, among: [what] }) !== undefined;
  }

  const acts: Acts = {
    sim,
    order,
    browser,
    monitor,
    pages,
    budget: dice('budget').between(1, 3),
    reads: 3,
    dice,
    does,
    open,
    openInAnHour: () => void scheduler.after(visitor, HOUR, () => open('checkout')),
    close,
    later: (page, ms, act) =>
      void scheduler.after(page.tab.owner, ms, () => {
        if (page.isOpen && !isResting) act();
      }),
    isAt: ({ checkout }, ...steps) => steps.includes(checkout.snapshot.step),
    command(page, name, act) {
      sim.note(page.tab.owner.name, `the shopper: ${name}`);
      monitor.commanded(page, name);
      act();
    },
  };
  const usuallyRedirects = dice('method').chance(0.35);
  const interruptions = createInterruptions(acts);
  const reactions = createReactions(acts, createPayments(acts), interruptions);
  const visit = createRedirectVisits({ sim, monitor, toBackend, toIssuer, dice, does, open, close });

  return {
    order,
    pages,
    begin: () => open('checkout'),
    invite() {
      acts.budget = Math.max(acts.budget, 1);
      open('checkout');
    },
    rest() {
      isResting = true;
      for (const { tab } of pages) tab.isOnline = true;
    },
  };

  function open(kind: Page['kind'], prefersRedirect = usuallyRedirects): void {
    if (isResting || pages.length > 12) return;
    const tab = openTab({
      sim,
      browser,
      name: `${order} tab ${pages.length + 1}`,
      toBackend,
      toIssuer,
      answerChallenge: (form) => reactions.answerChallenge(page, form),
    });
    const timers: Owner = { name: tab.owner.name, isAlive: true };
    let skew = 0;
    if (faults.draw('page', order)) {
      const jump = dice('clock-jump');
      scheduler.after(tab.owner, jump.between(500, 200_000), () => {
        skew = jump.pick(JUMPS);
        sim.note(tab.owner.name, `its clock jumps by ${skew} ms`);
      });
    }
    const clock = {
      now: () => new Date(scheduler.now() + skew),
      after: (ms: number, call: () => void) => scheduler.after(timers, ms, call),
    };
    const shared = {
      backend: fetchBackend(BACKEND, { fetch: monitor.watched(tab), clock }),
      order,
      clock,
      randomUuid: () => sim.uuid(),
      redirect(url: string) {
        monitor.leaves(page, url);
        void visit(page, url);
      },
    };
    const checkout =
      kind === 'return'
        ? createCheckout({ ...shared, page: 'return' })
        : createCheckout({
            ...shared,
            frames: {
              method: () => tab.host,
              availableSpace: () => ({ width: 400, height: 700 }),
              challenge() {
                if (does('block-frame', WEIGHTS.shopper.blockFrame))
                  throw new Error('The page has no place for a frame.');
                return tab.host;
              },
              challengeTitle: 'Confirm',
            },
            prepare: dice('prepare').chance(0.2) ? 'on-pay' : 'on-number',
          });
    const page: Page = { tab, timers, checkout, kind, prefersRedirect, isOpen: true };
    pages.push(page);
    sim.note(tab.owner.name, `opens the ${kind} page`);
    monitor.opened(page, order);
    let { snapshot: last } = checkout;
    let { step } = last;
    checkout.subscribe((snapshot) => {
      // A checkout that stops sends its last snapshot again.
      if (!tab.owner.isAlive || snapshot === last) return;
      last = snapshot;
      monitor.shown(page, snapshot);
      if (snapshot.step === step) return;
      step = snapshot.step;
      reactions.react(page, snapshot);
    });
    reactions.react(page, checkout.snapshot);
    interruptions.plan(page);
  }

  /** Unloads a page: its timers, calls and frames end. A shop that removes the element stops the checkout by itself. */
  function close(page: Page): void {
    if (!page.isOpen) return;
    page.isOpen = false;
    sim.note(page.tab.owner.name, 'is closed');
    if (!dice('removed').chance(0.5)) return unload(page);
    page.checkout.stop();
    // A call that was aborted ends its timer when its promise has settled.
    scheduler.after(visitor, 0, () => {
      monitor.stopped(page);
      unload(page);
    });
  }

  function unload({ tab, timers }: Page): void {
    tab.owner.isAlive = false;
    timers.isAlive = false;
  }
}
