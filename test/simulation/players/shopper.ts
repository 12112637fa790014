import { createCheckout, fetchBackend, type Card, type CheckoutSnapshot } from '../../../src/payment.js';
import type { FaultOf } from '../engine/hops.js';
import type { Owner } from '../engine/scheduler.js';
import type { Command, Monitor } from '../world/monitor.js';
import { BACKEND } from '../world/processes.js';
import type { Sim } from '../world/sim.js';
import { chooseCard, mistyped } from './cards.js';
import { openTab, type Browser, type PageForm, type Route } from './browser.js';
import type { Page } from './page.js';
import { createRedirectVisits } from './redirect-visits.js';

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

const TESTPAY = ['testpay', 'sofort'] as const;
const RIGHT_CODE = '123456';
const HOUR = 3_600_000;
const QUARTER = 920_000;
/** The time limit of a challenge is nearly over. */
const NEARLY_TEN_MINUTES = 590_000;
/** Steps at which a lost connection matters most. */
const CALLS: readonly CheckoutSnapshot['step'][] = [
  'awaiting-preparation',
  'authenticating',
  'leaving-challenge',
  'reading-result',
  'initiating',
  'resuming',
  'switching',
  'reading-order',
];
/** Steps at which a shopper may read the order again, or look at another tab. */
const LOOKS_AGAIN: readonly CheckoutSnapshot['step'][] = [
  'entering',
  'correcting-redirect',
  'redirecting',
  'pending',
  'choosing-another',
];

export function createShopper({ sim, browser, order, monitor, toBackend, toIssuer }: ShopperOptions): Shopper {
  const { scheduler, faults } = sim;
  const pages: Page[] = [];
  /** Pages whose shopper is in the issuer's app for the whole time of the challenge. */
  const away = new Set<Page>();
  const dice = (label: string) => sim.dice(`${order} ${label}`);
  /** Payments that the shopper still begins. */
  let budget = dice('budget').between(1, 3);
  let reads = 3;
  let isResting = false;
  const usuallyRedirects = dice('method').chance(0.35);

  function does(what: FaultOf<'shopper'>, weight = 1): boolean {
    return faults.draw('shopper', `${order} ${what}`, { weight, among: [what] }) !== undefined;
  }

  function open(kind: Page['kind'], prefersRedirect = usuallyRedirects): void {
    if (isResting || pages.length > 12) return;
    const tab = openTab({
      sim,
      browser,
      name: `${order} tab ${pages.length + 1}`,
      toBackend,
      toIssuer,
      answerChallenge: (form) => answerChallenge(page, form),
    });
    const timers: Owner = { name: tab.owner.name, isAlive: true };
    const clock = {
      now: () => new Date(scheduler.now()),
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
                if (does('block-frame', 0.3)) throw new Error('The page has no place for a frame.');
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
      monitor.shown(page, order, snapshot);
      if (snapshot.step === step) return;
      step = snapshot.step;
      react(page, snapshot);
    });
    react(page, checkout.snapshot);
    disturb(page);
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

  const isActive = (page: Page) => page.isOpen && !isResting;
  const later = (page: Page, ms: number, act: () => void) =>
    void scheduler.after(page.tab.owner, ms, () => {
      if (isActive(page)) act();
    });
  const isAt = ({ checkout }: Page, ...steps: readonly CheckoutSnapshot['step'][]) =>
    steps.includes(checkout.snapshot.step);

  /** Does what a shopper does at a step, after some time. */
  function react(page: Page, { step, outcome }: CheckoutSnapshot): void {
    const { checkout, tab } = page;
    const think = dice(`think ${step}`).between(300, 6000);
    if (LOOKS_AGAIN.includes(step)) lookAgain(page, step, think);
    if (CALLS.includes(step) && does('offline', 0.25)) later(page, think / 60, () => goOffline(page));
    switch (step) {
      case 'reading-order':
        // The browser fills the form in before the order is known.
        if (page.kind === 'checkout' && dice('filled in').chance(0.1))
          later(page, dice('fill').between(1, 100), () => checkout.enterNumber(cardOf().number));
        return;
      case 'entering':
      case 'correcting-redirect':
      case 'choosing-another':
        if (budget <= 0) return;
        if (dice('number first').chance(0.15)) later(page, think / 4, () => checkout.enterNumber(cardOf().number));
        return later(page, think, () => {
          if (!isAt(page, step) || budget <= 0) return;
          budget--;
          const wantsRedirect = page.prefersRedirect === dice('other method').chance(0.85);
          if (wantsRedirect && offersRedirect(page)) redirect(page);
          else payByCard(page);
        });
      case 'outcome':
        if (outcome?.retryable && budget > 0) {
          return later(page, think, () => command(page, 'tryAgain', () => checkout.tryAgain()));
        }
        if (does('check', 0.2))
          later(page, think, () => isAt(page, 'outcome') && command(page, 'check', () => checkout.check()));
        if (outcome?.status === 'in-doubt' && reads-- > 0) {
          return later(page, 20_000, () => command(page, 'check', () => checkout.check()));
        }
        return;
      case 'unreachable':
        if (reads-- > 0) later(page, think, () => command(page, 'check', () => checkout.check()));
        return;
      case 'pending':
        if (page.kind === 'checkout' && budget > 0 && does('choose-another', 8)) {
          return later(
            page,
            think,
            () => isAt(page, 'pending') && command(page, 'choose', () => checkout.chooseAnother()),
          );
        }
        if (page.kind === 'checkout' && budget > 0) return later(page, think + 5000, () => redirect(page));
        // Most shoppers do not look at a pending payment for long.
        if (dice('patient').chance(0.15)) return;
        return void scheduler.after(tab.owner, dice('patience').between(20_000, 240_000), () => close(page));
      case 'awaiting-preparation':
        if (does('cancel', 0.6)) later(page, think, () => command(page, 'cancel', () => checkout.cancel()));
        return;
      case 'leaving-challenge':
        return payElsewhere(page, think / 60);
      case 'opening-challenge':
        if (does('reopen-challenge', 0.7)) {
          later(page, think / 30, () => command(page, 'reopen', () => checkout.reopenChallenge()));
        }
        if (dice('waits').chance(0.4)) return;
        return later(page, 9000, () => {
          if (isAt(page, step)) command(page, 'reopen', () => checkout.reopenChallenge());
        });
      case 'challenging':
        if (does('cancel', 0.5)) later(page, think, () => command(page, 'cancel', () => checkout.cancel()));
        if (does('leave-for-app', 4)) later(page, think, () => leaveForApp(page));
        if (does('return-late', 0.3)) {
          away.add(page);
          later(page, think, () => leaveForApp(page, NEARLY_TEN_MINUTES));
        }
        payElsewhere(page, think);
        return;
      case 'checking-challenge':
        payElsewhere(page, think / 20);
        if (does('cancel', 2)) later(page, think / 20, () => command(page, 'cancel', () => checkout.cancel()));
        return;
      case 'awaiting-issuer':
        if (does('cancel', 1)) later(page, think + 2000, () => command(page, 'cancel', () => checkout.cancel()));
        payElsewhere(page, think);
        return;
      default:
    }
  }

  /** Pays in another tab by redirect while this page authenticates. */
  function payElsewhere(page: Page, ms: number): void {
    if (!does('second-tab', 0.3)) return;
    later(page, ms, () => {
      budget++;
      open('checkout', true);
    });
  }

  function goOffline({ tab }: Page): void {
    tab.isOnline = false;
    sim.note(tab.owner.name, 'is offline');
    scheduler.after(tab.owner, dice('offline').between(1000, 200_000), () => (tab.isOnline = true));
  }

  /** Reads the order again, or looks at another tab and comes back. */
  function lookAgain(page: Page, step: CheckoutSnapshot['step'], think: number): void {
    if (does('check', 0.7)) {
      later(page, think / 2, () => isAt(page, step) && command(page, 'check', () => page.checkout.check()));
    }
    if (does('switch-tab', 2)) later(page, think / 3, () => leaveForApp(page));
  }

  function command(page: Page, name: Command, act: () => void): void {
    sim.note(page.tab.owner.name, `the shopper: ${name}`);
    monitor.commanded(page, name);
    act();
  }

  function cardOf(): Card {
    const card = chooseCard(dice);
    monitor.cards.usesCard(card.number);
    return card;
  }

  function payByCard(page: Page): void {
    const { checkout } = page;
    const right = cardOf();
    const card = does('wrong-input', 0.5) ? mistyped(right, dice('mistake')) : right;
    monitor.cards.usesCard(card.number);
    checkout.enterNumber(card.number);
    if (does('clear-number')) {
      later(page, dice('clear').between(20, 900), () => checkout.enterNumber(undefined));
      if (dice('type again').chance(0.8)) later(page, 1500, () => checkout.enterNumber(card.number));
    }
    if (does('change-card')) {
      const other = cardOf();
      later(page, 900, () => checkout.enterNumber(other.number));
      later(page, 2200, () => checkout.enterNumber(card.number));
    }
    const typing = dice('typing').between(2500, 14_000) + (does('hesitate', 0.2) ? QUARTER : 0);
    later(page, typing, () => {
      if (!isAt(page, 'entering', 'choosing-another', 'correcting-redirect')) return;
      const pay = () => void checkout.pay(card).catch((error: unknown) => monitor.failed(page, error));
      command(page, 'pay', pay);
      if (does('double-click', 2)) later(page, 120, pay);
      if (does('cancel', 0.3)) later(page, 400, () => command(page, 'cancel', () => checkout.cancel()));
    });
  }

  function redirect(page: Page): void {
    const country = does('wrong-input', 1.2) ? 'UK' : 'GB';
    // The number that was typed before is of no use.
    if (dice('typed before').chance(0.1)) page.checkout.enterNumber(cardOf().number);
    const input = { method: dice('redirect').pick(TESTPAY), accountHolderName: 'Ada Lovelace', country };
    command(page, 'redirect', () => page.checkout.redirect(input));
    if (does('double-click', 2)) later(page, 120, () => page.checkout.redirect(input));
  }

  /** A page of an order that only confirms a card has no other method. */
  function offersRedirect({ checkout }: Page): boolean {
    return checkout.snapshot.order?.methods.some(({ code }) => code !== 'card') ?? false;
  }

  function leaveForApp(page: Page, ms = dice('app').between(2000, 40_000)): void {
    browser.show('hidden');
    later(page, ms, () => browser.show('visible'));
  }

  async function answerChallenge(page: Page, form: PageForm): Promise<Record<string, string> | undefined> {
    const choice = dice('challenge');
    await scheduler.sleep(page.tab.owner, choice.between(2000, 30_000));
    if (!faults.isHealed && does('reopen-challenge', 0.5)) {
      command(page, 'reopen', () => page.checkout.reopenChallenge());
      return undefined;
    }
    if (form.fields['code'] === undefined && does('wrong-code', 2)) return { code: '000000', action: 'confirm' };
    if (away.has(page)) return undefined;
    const roll = choice.next();
    if (roll < 0.75) return { code: RIGHT_CODE, action: 'confirm' };
    if (roll < 0.9) return { code: '', action: 'cancel' };
    return undefined;
  }

  /** Plans what happens to a page apart from the payment. */
  function disturb(page: Page): void {
    const at = (label: string) => dice(`at ${label}`).between(500, 90_000);
    if (does('reload', 1.2)) {
      later(page, at('reload'), () => {
        close(page);
        open(page.kind);
      });
    }
    if (does('close', 0.6)) later(page, at('close'), () => close(page));
    if (does('abandon-for-an-hour', 0.4)) {
      later(page, at('abandon'), () => {
        close(page);
        scheduler.after(visitor, HOUR, () => !isResting && open('checkout'));
      });
    }
    if (does('second-tab', 3)) later(page, dice('second tab').between(100, 20_000), () => open('checkout'));
    if (does('offline', 1)) later(page, at('offline'), () => goOffline(page));
  }

  const visitor = { name: order, isAlive: true };
  const visit = createRedirectVisits({ sim, monitor, toBackend, toIssuer, dice, does, open, close });
  return {
    order,
    pages,
    begin: () => open('checkout'),
    invite() {
      budget = Math.max(budget, 1);
      open('checkout');
    },
    rest() {
      isResting = true;
      for (const { tab } of pages) tab.isOnline = true;
    },
  };
}
