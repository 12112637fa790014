import type { ExpectMatcherState, MatcherReturnType } from 'playwright/test';
import {
  ORDER_STATES,
  OUTCOME_STATUSES,
  type OrderState,
  type OutcomeStatus,
} from '../protocol/adapter/outcome-codes.js';
import type { CheckoutPage } from './checkout-page.js';
import { checkChoice } from './choice.js';
import { consoleText } from './page-console.js';
import { expect as base } from './playwright-test.js';
import type { ReturnPage } from './return-page.js';
import type { SiteOrder } from './sample-shop.js';

/** The time limit of a matcher. */
interface MatcherOptions {
  /** Milliseconds. Default: Playwright's limit for assertions. */
  readonly timeout?: number;
}

/** A checkout or return page. */
type PaymentPage = Pick<CheckoutPage | ReturnPage, 'outcome' | 'progress'>;

/** An order whose state can be read. */
type ReadableOrder = Pick<SiteOrder, 'id' | 'state'>;

interface Probe {
  /** Name of the subject, such as `the outcome`. */
  readonly subject: string;
  readonly read: () => Promise<string>;
  readonly expected: string;
  readonly options: MatcherOptions;
  /** Reads what else a failure names. */
  readonly detail: () => Promise<string>;
}

/** Waits until a text is the expected one, or is another one after `not`. */
async function probed(matcher: ExpectMatcherState, name: string, probe: Probe): Promise<MatcherReturnType> {
  const { subject, expected, options } = probe;
  const { timeout = matcher.timeout } = options;
  let actual = '';
  let failure: Error | undefined;
  const read = async () => {
    try {
      actual = await probe.read();
      failure = undefined;
      return actual;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  };
  const polled = base.poll(read, { timeout });
  let holds = true;
  try {
    if (matcher.isNot) await polled.not.toBe(expected);
    else await polled.toBe(expected);
  } catch (error) {
    // A page that is closed, or a backend that does not answer, is no wrong value, also after an earlier one.
    if (failure !== undefined) throw failure;
    if (actual === '') throw error;
    holds = false;
  }
  const detail = holds ? '' : await probe.detail();
  return {
    name,
    expected,
    actual,
    pass: holds !== matcher.isNot,
    message: () =>
      `${subject} is ${actual}, expected${matcher.isNot ? ' not' : ''} ${expected} (${timeout} ms).${detail}`,
  };
}

/** The status that a page shows, or the step in which it waits. */
async function shownStatus({ outcome, progress }: PaymentPage): Promise<string> {
  const limit = { timeout: 5000 };
  if ((await outcome.count()) > 0) return (await outcome.getAttribute('data-status', limit)) ?? 'absent';
  const step = (await progress.count()) > 0 ? (await progress.first().textContent(limit))?.trim() : '';
  return step ? `absent (the page shows "${step}")` : 'absent';
}

/** The code and the texts of the outcome that a page shows, and the lines on its console. */
async function outcomeDetail({ outcome }: PaymentPage): Promise<string> {
  const lines = consoleText(outcome.page());
  const read = outcome.evaluate(
    (panel) => ({
      code: panel.getAttribute('data-code') ?? 'absent',
      texts: Array.from(panel.querySelectorAll<HTMLElement>('h2, p'), (text) => text.innerText),
    }),
    undefined,
    { timeout: 1000 },
  );
  // Without an outcome, the matcher has the step in its place.
  const shown = (await outcome.count()) > 0 ? await read.catch(() => undefined) : undefined;
  return shown ? `\nIts code is ${shown.code}, and the page shows "${shown.texts.join(' ')}".${lines}` : lines;
}

const outcomeProbe = (page: PaymentPage, expected: OutcomeStatus, options: MatcherOptions): Probe => ({
  subject: 'The outcome',
  read: () => shownStatus(page),
  expected,
  options,
  detail: () => outcomeDetail(page),
});

const stateProbe = (order: ReadableOrder, expected: OrderState, options: MatcherOptions): Probe => ({
  subject: `The state of order ${order.id}`,
  read: () => order.state(),
  expected,
  options,
  detail: async () => '',
});

const isPage = (value: unknown): value is PaymentPage =>
  typeof value === 'object' && value !== null && 'outcome' in value && 'progress' in value;

const isOrder = (value: unknown): value is ReadableOrder =>
  typeof value === 'object' && value !== null && typeof (value as Partial<ReadableOrder>).state === 'function';

const PAGES = 'checkout or returnPage';
const ORDER = 'an order of orders.create';

/** The error of a matcher that is given another value, which types do not prevent in JavaScript. */
function wrongSubject(matcher: string, subjects: string, value: unknown): TypeError {
  return new TypeError(`${matcher} takes ${subjects}; got ${kindOf(value)}.`);
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (value instanceof Promise) return 'a promise: await it first';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'another object' : `a ${typeof value}`;
}

/**
 * Playwright's `expect` with matchers for payments. They wait like Playwright's own.
 *
 * - `toBePaid()`: a checkout or return page shows the outcome `paid`, or an order of `orders.create` is `paid` at the
 *   backend.
 * - `toHaveOutcome(status)`: a checkout or return page shows an outcome with the status.
 * - `toHaveState(state)`: an order of `orders.create` has the state at the backend.
 *
 * A failure names the code and the texts of the outcome, and the lines that the elements have written on the console.
 * After `not` a matcher passes at the first other value, so `not.toBePaid()` proves little before the payment has
 * ended: wait for the outcome first, as below. Errors of reading, such as those of a closed page, are thrown.
 *
 * @example
 * import { cards, expect, test } from 'scudo-checkout/playwright';
 *
 * test('a declined card is not charged', async ({ orders, page, checkout }) => {
 *   const order = await orders.create();
 *   await page.goto(order.path);
 *   await checkout.pay(cards['declined-101']);
 *   await expect(checkout).toHaveOutcome('declined');
 *   await expect(order).toHaveState('open');
 * });
 */
export const expect = base.extend({
  toBePaid(this: ExpectMatcherState, received: PaymentPage | ReadableOrder, options: MatcherOptions = {}) {
    if (isPage(received)) return probed(this, 'toBePaid', outcomeProbe(received, 'paid', options));
    if (isOrder(received)) return probed(this, 'toBePaid', stateProbe(received, 'paid', options));
    throw wrongSubject('toBePaid', `checkout, returnPage or ${ORDER}`, received);
  },
  toHaveOutcome(this: ExpectMatcherState, page: PaymentPage, status: OutcomeStatus, options: MatcherOptions = {}) {
    checkChoice('The status of an outcome', status, OUTCOME_STATUSES);
    if (!isPage(page)) throw wrongSubject('toHaveOutcome', PAGES, page);
    return probed(this, 'toHaveOutcome', outcomeProbe(page, status, options));
  },
  toHaveState(this: ExpectMatcherState, order: ReadableOrder, state: OrderState, options: MatcherOptions = {}) {
    checkChoice('The state of an order', state, ORDER_STATES);
    if (!isOrder(order)) throw wrongSubject('toHaveState', ORDER, order);
    return probed(this, 'toHaveState', stateProbe(order, state, options));
  },
});
