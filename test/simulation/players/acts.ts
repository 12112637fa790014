import type { CheckoutSnapshot } from '../../../src/payment.js';
import type { Dice } from '../engine/dice.js';
import type { FaultOf } from '../engine/hops.js';
import type { Monitor } from '../world/monitor.js';
import type { Command } from '../world/watched-page.js';
import type { Sim } from '../world/sim.js';
import type { Browser } from './browser.js';
import type { Page } from './page.js';

/** Steps at which a page takes a payment. */
export const FORMS: readonly CheckoutSnapshot['step'][] = ['entering', 'correcting-redirect', 'choosing-another'];

/** The acts of one shopper, which its payments, reactions and interruptions share. */
export interface Acts {
  readonly sim: Sim;
  readonly order: string;
  readonly browser: Browser;
  readonly monitor: Monitor;
  /** The pages that the shopper has opened, also those that are closed. */
  readonly pages: readonly Page[];
  /** Payments that the shopper still begins. */
  budget: number;
  /** Times that the shopper still reads an outcome again. */
  reads: number;
  /** Returns the dice of a decision of the shopper. */
  dice(label: string): Dice;
  /** Draws whether the shopper does something unusual. */
  does(what: FaultOf<'shopper'>, weight?: number): boolean;
  open(kind: Page['kind'], prefersRedirect?: boolean): void;
  /** Opens a page after an hour. */
  openInAnHour(): void;
  close(page: Page): void;
  /** Acts after some milliseconds, if the page is still open and the shopper does not rest. */
  later(page: Page, ms: number, act: () => void): void;
  isAt(page: Page, ...steps: readonly CheckoutSnapshot['step'][]): boolean;
  /** Does something in the page that the monitor has to know of. */
  command(page: Page, name: Command, act: () => void): void;
}
