import type { Card } from '../../../src/payment.js';
import { FORMS, type Acts } from './acts.js';
import { chooseCard, mistyped } from './cards.js';
import type { Page } from './page.js';
import { WEIGHTS } from '../engine/weights.js';

/** The payments that a shopper begins. */
export interface Payments {
  /** Types the number of a card, before the other fields. */
  typeNumber(page: Page): void;
  /** Pays by the method that the shopper wants in this page. */
  pay(page: Page): void;
  payByRedirect(page: Page): void;
}

const TESTPAY = ['testpay', 'sofort'] as const;
const QUARTER = 920_000;

export function createPayments({ sim, order, monitor, dice, does, later, isAt, command }: Acts): Payments {
  function cardOf(): Card {
    const card = chooseCard(dice, sim.setup.of(order).exemptStatus !== undefined);
    monitor.cards.usesCard(card.number);
    return card;
  }

  function payByCard(page: Page): void {
    const { checkout } = page;
    const right = cardOf();
    const card = does('wrong-input', WEIGHTS.shopper.wrongCard) ? mistyped(right, dice('mistake')) : right;
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
    const typing = dice('typing').between(2500, 14_000) + (does('hesitate', WEIGHTS.shopper.hesitate) ? QUARTER : 0);
    later(page, typing, () => {
      if (!isAt(page, ...FORMS)) return;
      const pay = () => void checkout.pay(card).catch((error: unknown) => monitor.payRejected(page, error));
      command(page, 'pay', pay);
      if (does('double-click', WEIGHTS.shopper.doubleClick)) later(page, 120, pay);
      if (does('cancel', WEIGHTS.shopper.cancelAtOnce))
        later(page, 400, () => command(page, 'cancel', () => checkout.cancel()));
    });
  }

  function payByRedirect(page: Page): void {
    const country = does('wrong-input', WEIGHTS.shopper.wrongRedirect) ? 'UK' : 'GB';
    // The number that was typed before is of no use.
    if (dice('typed before').chance(0.1)) page.checkout.enterNumber(cardOf().number);
    const input = { method: dice('redirect').pick(TESTPAY), accountHolderName: 'Ada Lovelace', country };
    command(page, 'redirect', () => page.checkout.redirect(input));
    if (does('double-click', WEIGHTS.shopper.doubleClick)) later(page, 120, () => page.checkout.redirect(input));
  }

  /** A page of an order that only confirms a card has no other method. */
  function offersRedirect({ checkout }: Page): boolean {
    return checkout.snapshot.order?.methods.some(({ code }) => code !== 'card') ?? false;
  }

  return {
    payByRedirect,
    typeNumber: ({ checkout }) => checkout.enterNumber(cardOf().number),
    pay(page) {
      const wantsRedirect = page.prefersRedirect === dice('other method').chance(0.85);
      if (wantsRedirect && offersRedirect(page)) payByRedirect(page);
      else payByCard(page);
    },
  };
}
