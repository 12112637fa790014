import type { Acts } from './acts.js';
import type { Page } from './page.js';
import { WEIGHTS } from '../engine/weights.js';

/** Events that interrupt a payment. */
export interface Interruptions {
  /** Plans what happens to a page apart from the payment. */
  plan(page: Page): void;
  goOffline(page: Page): void;
  /** Hides the page for some milliseconds, as a change to another app does. */
  leaveForApp(page: Page, ms?: number): void;
}

export function createInterruptions({
  sim,
  browser,
  dice,
  does,
  later,
  open,
  openInAnHour,
  close,
}: Acts): Interruptions {
  const { scheduler } = sim;

  function goOffline({ tab }: Page): void {
    tab.isOnline = false;
    sim.note(tab.owner.name, 'is offline');
    scheduler.after(tab.owner, dice('offline').between(1000, 200_000), () => (tab.isOnline = true));
  }

  function leaveForApp(page: Page, ms = dice('app').between(2000, 40_000)): void {
    browser.show('hidden');
    later(page, ms, () => browser.show('visible'));
  }

  function plan(page: Page): void {
    const at = (label: string) => dice(`at ${label}`).between(500, 90_000);
    if (does('reload', WEIGHTS.shopper.reload)) {
      later(page, at('reload'), () => {
        close(page);
        open(page.kind);
      });
    }
    if (does('close', WEIGHTS.shopper.close)) later(page, at('close'), () => close(page));
    if (does('abandon-for-an-hour', WEIGHTS.shopper.abandon)) {
      later(page, at('abandon'), () => {
        close(page);
        openInAnHour();
      });
    }
    if (does('second-tab', WEIGHTS.shopper.secondTab))
      later(page, dice('second tab').between(100, 20_000), () => open('checkout'));
    if (does('offline', WEIGHTS.shopper.offline)) later(page, at('offline'), () => goOffline(page));
  }

  return { plan, goOffline, leaveForApp };
}
