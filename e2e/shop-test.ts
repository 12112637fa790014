import { createHash } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import { orderIdPrefix } from '../src/protocol/values/order-id-prefix.js';
import {
  type CheckoutPage,
  SandboxClient,
  test as base,
  testCard,
  type MessageKind,
  type SandboxMessage,
} from '../src/playwright.js';
import { createdOrders } from '../src/playwright/created-orders.js';
import { startDemo } from '../scripts/demo-site.mjs';

/** An order, as GET /shop/orders/{id} returns it. */
export interface ShopOrder {
  readonly id: string;
  readonly state: string;
  readonly amount: string;
  readonly liability_shift: boolean | null;
  readonly authentication: {
    readonly status: string;
    readonly eci?: string;
    readonly version?: string;
    readonly server_trans_id?: string;
  } | null;
  readonly method: string | null;
  readonly refundable: string;
  readonly contradiction: boolean;
  readonly history: readonly { readonly event: string; readonly state: string }[];
}

/** A message of the sandbox's log. A flow reads the fields of the kind that it asks for. */
export interface Message extends SandboxMessage {
  readonly request: any;
  readonly response: any;
}

/** The shop and the gateway behind the page, for the assertions of a flow. */
export interface Shop {
  readonly url: string;
  createOrder(order?: object): Promise<string>;
  order(id: string): Promise<ShopOrder>;
  /** Messages that the gateway received for an order, optionally of one kind. */
  messages(id: string, kind?: MessageKind): Promise<Message[]>;
  /** Advances the gateway's clock. Resolves when all due calls have ended. */
  advance(seconds: number): Promise<number>;
  /** Changes an order, as a shop does whose basket has changed. */
  update(id: string, update: object): Promise<void>;
  refund(id: string, amount?: string): Promise<{ readonly status: number; readonly body: any }>;
}

export const PAYER = {
  email: 'ada@example.com',
  mobile_phone: { country_code: '44', subscriber_number: '2079460000' },
};

export function shopAt(url: string, sandbox: string): Shop {
  const json = async (address: string, init?: RequestInit): Promise<unknown> => {
    const response = await fetch(address, init);
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return response.json();
  };
  const local = url.replace('localhost', '127.0.0.1');
  const gateway = new SandboxClient(sandbox);
  return {
    url,
    async createOrder(order = {}) {
      const body = JSON.stringify({ amount: '1999', currency: 'EUR', payer: PAYER, ...order });
      const { id } = (await json(`${local}/shop/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })) as { id: string };
      createdOrders.add(id);
      return id;
    },
    order: async (id) => (await json(`${local}/shop/orders/${id}`)) as ShopOrder,
    advance: async (seconds) => (await gateway.clock.advance(seconds)).getTime(),
    async update(id, update) {
      const headers = { 'content-type': 'application/json' };
      await json(`${local}/shop/orders/${id}/updates`, { method: 'POST', headers, body: JSON.stringify(update) });
    },
    async refund(id, amount) {
      const response = await fetch(`${local}/shop/orders/${id}/refunds`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ amount }),
      });
      return { status: response.status, body: await response.json() };
    },
    messages: (id, kind) => gateway.messages(id, kind),
  };
}

/** The beginning of the gateway order ids of an order. */
export const prefixOf = (id: string) => orderIdPrefix(id, (text) => createHash('sha256').update(text).digest('hex'));

/** The id by which the gateway knows an attempt of an order. */
export const attemptOf = (id: string) => expect.stringMatching(new RegExp(`^${prefixOf(id)}-[a-z0-9]{10}$`)) as unknown;

/** A card number in groups of four, as the field shows it. */
export const asPrinted = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ');

export interface OutcomeDetail {
  readonly status: string;
  readonly code: string;
  readonly retryable: boolean;
  readonly cardholderText?: string;
  readonly order: { readonly id: string; readonly state: string };
}

/** Collects the outcome and step events of a page from now on; returns a function that reads the outcomes. */
export async function recordOutcomes(page: Page): Promise<() => Promise<OutcomeDetail[]>> {
  await page.addInitScript(() => {
    const outcomes: unknown[] = [];
    Object.assign(window, { outcomes, step: undefined });
    addEventListener('scudo-outcome', (event) => outcomes.push((event as CustomEvent).detail));
    addEventListener('scudo-step', (event) =>
      Object.assign(window, { step: (event as CustomEvent<{ step: string }>).detail.step }),
    );
  });
  return () => page.evaluate(() => (window as unknown as { outcomes: OutcomeDetail[] }).outcomes);
}

/** Waits until the payment of a page that `open` has opened is in a step. */
export async function untilStep(page: Page, step: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => (window as unknown as { step?: string }).step)).toBe(step);
}

/**
 * Presses "Try again" until the fields are there. Firefox keeps the failure of an import until the page is loaded
 * again, which the second press does (docs/reference/browser-lessons.md, Failed imports).
 */
export async function loadAgain({ element }: CheckoutPage): Promise<void> {
  const fields = element.locator('#number, [part=card-frame]');
  await expect(async () => {
    if (await fields.isVisible()) return;
    await element.getByRole('button', { name: 'Try again' }).click({ timeout: 5_000 });
    await expect(fields).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

/** Messages that browsers write for what is no fault of a page. */
const HARMLESS = [
  // Browsers ask for an icon that these pages do not have.
  /\/favicon\.ico/,
  // Firefox writes it for an element that delegates its focus, and then focuses the element's button.
  /invalid form control .*is not focusable/,
  // Firefox reports a call that the backend refuses to a page as an error, other browsers on the console only.
  /^Cross-Origin Request Blocked/,
];

interface Fixtures {
  readonly shop: Shop;
  /** Opens the minimal page of an order. Returns a function that reads its outcome events so far. */
  readonly open: (id: string) => Promise<() => Promise<OutcomeDetail[]>>;
  /** Lets the sandbox's ACS confirm a challenge by itself after ten seconds; off, so that no flow races against it. */
  readonly acsConfirms: boolean;
  /** Checks after each flow for everything that no flow may cause. */
  readonly clean: undefined;
}

/** Sends an input event to the page of the sandbox's ACS, which stops its timer. */
function typeAtOnce(): void {
  if (!location.pathname.startsWith('/acs/')) return;
  addEventListener('DOMContentLoaded', () => document.querySelector('#code')?.dispatchEvent(new Event('input')));
}

/** The package's fixtures with the demo as the shop of each worker. */
export const test = base.extend<Fixtures>({
  site: [
    async ({}, use) => {
      const demo = await startDemo();
      await use(demo);
      await demo.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  acsConfirms: [false, { option: true }],
  context: async ({ context, acsConfirms }, use) => {
    if (!acsConfirms) await context.addInitScript(typeAtOnce);
    await use(context);
  },
  shop: async ({ site }, use) => {
    await use(shopAt(site.shopUrl, site.sandboxUrl));
  },
  open: async ({ page }, use) => {
    await use(async (id) => {
      const outcomes = await recordOutcomes(page);
      await page.goto(`/minimal.html?order=${id}`);
      return outcomes;
    });
  },
  clean: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      const complain = (text: string) => {
        if (!HARMLESS.some((pattern) => pattern.test(text))) complaints.push(text);
      };
      // Firefox reports violations of a policy as errors.
      page.on('pageerror', (error) => complain(String(error)));
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted/.test(message.text())) complain(message.text());
      });
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** `test` with demos that no other file uses, because its flows advance the gateway's clock. */
export const ownDemoTest = test.extend<object, { readonly ownDemo: undefined }>({
  // Files whose tests have other worker fixtures get workers of their own.
  ownDemo: [async ({}, use) => use(undefined), { scope: 'worker', auto: true }],
});

export { testCard as card, expect };
