import type { CheckoutSnapshot } from '../../../src/payment.js';
import { FORMS, type Acts } from './acts.js';
import type { PageForm } from './browser.js';
import type { Interruptions } from './interruptions.js';
import type { Page } from './page.js';
import type { Payments } from './payments.js';
import { WEIGHTS } from '../engine/weights.js';

/** The answers of a shopper to what a page and an issuer show. */
export interface Reactions {
  /** Does what a shopper does at a step, after some time. */
  react(page: Page, snapshot: CheckoutSnapshot): void;
  /** Returns the fields that the shopper submits to the issuer; undefined to leave its page. */
  answerChallenge(page: Page, form: PageForm): Promise<Record<string, string> | undefined>;
}

const RIGHT_CODE = '123456';
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
/** Steps at which a payment begins. */
const BEGINS: readonly CheckoutSnapshot['step'][] = ['awaiting-preparation', 'authenticating', 'initiating'];
/** Steps at which a shopper may read the order again, or look at another tab. */
const LOOKS_AGAIN: readonly CheckoutSnapshot['step'][] = [
  'entering',
  'correcting-redirect',
  'redirecting',
  'pending',
  'choosing-another',
];

export function createReactions(acts: Acts, payments: Payments, { goOffline, leaveForApp }: Interruptions): Reactions {
  const { sim, dice, does, later, isAt, command, open, close } = acts;
  const { scheduler, faults } = sim;
  /** Pages whose shopper is in the issuer's app for the whole time of the challenge. */
  const away = new Set<Page>();
  /** The shopper's next payment begins in all tabs. */
  let paysEverywhere = false;

  function react(page: Page, { step, outcome }: CheckoutSnapshot): void {
    const { checkout, tab } = page;
    const think = dice(`think ${step}`).between(300, 6000);
    if (LOOKS_AGAIN.includes(step)) lookAgain(page, step, think);
    if (paysEverywhere && BEGINS.includes(step)) payEverywhere(page);
    if (CALLS.includes(step) && does('offline', WEIGHTS.shopper.offlineInCall))
      later(page, think / 60, () => goOffline(page));
    switch (step) {
      case 'reading-order':
        // The browser fills the form in before the order is known.
        if (page.kind === 'checkout' && dice('filled in').chance(0.1))
          later(page, dice('fill').between(1, 100), () => payments.typeNumber(page));
        return;
      case 'entering':
      case 'correcting-redirect':
      case 'choosing-another':
        if (acts.budget <= 0) return;
        if (does('pay-everywhere', WEIGHTS.shopper.payEverywhere)) {
          paysEverywhere = true;
          open('checkout', true);
        }
        if (dice('number first').chance(0.15)) later(page, think / 4, () => payments.typeNumber(page));
        return later(page, think, () => {
          if (!isAt(page, step) || acts.budget <= 0) return;
          acts.budget--;
          payments.pay(page);
        });
      case 'outcome':
        if (outcome?.retryable && acts.budget > 0) {
          return later(page, think, () => command(page, 'tryAgain', () => checkout.tryAgain()));
        }
        if (does('check', WEIGHTS.shopper.checkAtEnd))
          later(page, think, () => isAt(page, 'outcome') && command(page, 'check', () => checkout.check()));
        if (outcome?.status === 'in-doubt' && acts.reads-- > 0) {
          return later(page, 20_000, () => command(page, 'check', () => checkout.check()));
        }
        return;
      case 'unreachable':
        if (acts.reads-- > 0) later(page, think, () => command(page, 'check', () => checkout.check()));
        return;
      case 'pending':
        if (page.kind === 'checkout' && acts.budget > 0 && does('choose-another', WEIGHTS.shopper.chooseAnother)) {
          return later(
            page,
            think,
            () => isAt(page, 'pending') && command(page, 'choose', () => checkout.chooseAnother()),
          );
        }
        if (page.kind === 'checkout' && acts.budget > 0)
          return later(page, think + 5000, () => payments.payByRedirect(page));
        // Most shoppers do not look at a pending payment for long.
        if (dice('patient').chance(0.15)) return;
        return void scheduler.after(tab.owner, dice('patience').between(20_000, 240_000), () => close(page));
      case 'awaiting-preparation':
        if (does('cancel', WEIGHTS.shopper.cancelInPreparation))
          later(page, think, () => command(page, 'cancel', () => checkout.cancel()));
        return;
      case 'leaving-challenge':
        return payElsewhere(page, think / 60);
      case 'opening-challenge':
        if (does('reopen-challenge', WEIGHTS.shopper.reopenEarly)) {
          later(page, think / 30, () => command(page, 'reopen', () => checkout.reopenChallenge()));
        }
        if (dice('waits').chance(0.4)) return;
        return later(page, 9000, () => {
          if (isAt(page, step)) command(page, 'reopen', () => checkout.reopenChallenge());
        });
      case 'challenging':
        if (does('cancel', WEIGHTS.shopper.cancelChallenge))
          later(page, think, () => command(page, 'cancel', () => checkout.cancel()));
        if (faults.draw('frame', 'challenge', { weight: WEIGHTS.frame.reloadPage, among: ['reload-in-challenge'] })) {
          later(page, think / 2, () => {
            close(page);
            open(page.kind);
          });
        }
        if (does('leave-for-app', WEIGHTS.shopper.leaveForApp)) later(page, think, () => leaveForApp(page));
        if (does('return-late', WEIGHTS.shopper.returnLate)) {
          away.add(page);
          later(page, think, () => leaveForApp(page, NEARLY_TEN_MINUTES));
        }
        payElsewhere(page, think);
        return;
      case 'checking-challenge':
        payElsewhere(page, think / 20);
        if (does('cancel', WEIGHTS.shopper.cancelAfterChallenge))
          later(page, think / 20, () => command(page, 'cancel', () => checkout.cancel()));
        return;
      case 'awaiting-issuer':
        if (does('cancel', WEIGHTS.shopper.cancelAtIssuer))
          later(page, think + 2000, () => command(page, 'cancel', () => checkout.cancel()));
        payElsewhere(page, think);
        return;
      default:
    }
  }

  /** Pays by redirect in the other tabs, within an instant after this one. */
  function payEverywhere(page: Page): void {
    paysEverywhere = false;
    for (const other of acts.pages.filter((one) => one !== page && one.isOpen))
      later(other, dice('instant').between(0, 60), () => isAt(other, ...FORMS) && payments.payByRedirect(other));
  }

  /** Pays in another tab by redirect while this page authenticates. */
  function payElsewhere(page: Page, ms: number): void {
    if (!does('second-tab', WEIGHTS.shopper.payElsewhere)) return;
    later(page, ms, () => {
      acts.budget++;
      open('checkout', true);
    });
  }

  /** Reads the order again, or looks at another tab and comes back. */
  function lookAgain(page: Page, step: CheckoutSnapshot['step'], think: number): void {
    if (does('check', WEIGHTS.shopper.checkAgain)) {
      later(page, think / 2, () => isAt(page, step) && command(page, 'check', () => page.checkout.check()));
    }
    if (does('switch-tab', WEIGHTS.shopper.switchTab)) later(page, think / 3, () => leaveForApp(page));
  }

  async function answerChallenge(page: Page, form: PageForm): Promise<Record<string, string> | undefined> {
    const choice = dice('challenge');
    await scheduler.sleep(page.tab.owner, choice.between(2000, 30_000));
    if (!faults.isHealed && does('reopen-challenge', WEIGHTS.shopper.reopen)) {
      command(page, 'reopen', () => page.checkout.reopenChallenge());
      return undefined;
    }
    if (form.fields['code'] === undefined && does('wrong-code', WEIGHTS.shopper.wrongCode))
      return { code: '000000', action: 'confirm' };
    if (away.has(page)) return undefined;
    const roll = choice.next();
    if (roll < 0.75) return { code: RIGHT_CODE, action: 'confirm' };
    if (roll < 0.9) return { code: '', action: 'cancel' };
    return undefined;
  }

  return { react, answerChallenge };
}
