import { html } from 'hono/html';
import { formatAmount } from '../../protocol/values/amount.js';
import { pageResponse, type Markup } from '../http/page.js';
import type { Settings } from '../core/settings.js';
import type { RedirectTransaction } from './model.js';
import { DELAYS, RESPONSES } from './testpay-choices.js';

const HEADER = 'Payment simulator';
/** The page fills the screen, because shoppers are redirected to it and it is not framed. */
const LAYOUT = 'acs window-05';

/**
 * Makes the simulator's page, where the shopper chooses the response and the delay (Non-Card Payment Methods
 * Interface, Simulator).
 */
export function testpayPage(transaction: RedirectTransaction, settings: Settings): Promise<Response> {
  return pageResponse(
    {
      title: `${HEADER}: ${transaction.paymentMethod}`,
      layout: LAYOUT,
      // CSP checks the redirect after this form as well.
      posts: transaction.returnUrl,
      redirects: true,
      body: html`<main>
      <header>${HEADER}</header>
      <h1>Pay with ${transaction.paymentMethod}</h1>
      ${summary(transaction, settings)}
      <form method="post" action="${settings.local(`/testpay/${transaction.id}`)}">
        <label for="response">Response</label>
        <select id="response" name="response">${options(RESPONSES)}</select>
        <label for="delay">Delay</label>
        <select id="delay" name="delay" aria-describedby="hint">${options(DELAYS)}</select>
        <p id="hint" class="hint">When the shop is sent the final status. You are taken back at once.</p>
        <div class="buttons"><button>Submit</button></div>
      </form>
    </main>`,
    },
    settings,
  );
}

/** Makes the page of an answered payment, with a link back to the shop. */
export function answeredPage(
  transaction: RedirectTransaction,
  returnLink: Markup,
  settings: Settings,
): Promise<Response> {
  return pageResponse(
    {
      title: `${HEADER}: already answered`,
      layout: LAYOUT,
      posts: transaction.returnUrl,
      redirects: true,
      body: html`<main>
      <header>${HEADER}</header>
      <h1>This payment is already answered</h1>
      ${summary(transaction, settings)}
      <p>${transaction.answer?.response ?? ''}, ${transaction.answer?.delay ?? ''}. It cannot be answered again.</p>
      ${returnLink}
    </main>`,
    },
    settings,
  );
}

/** Makes the page that posts the shopper back to the shop, by script or else by its button. */
export function returnPage(transaction: RedirectTransaction, form: Markup, settings: Settings): Promise<Response> {
  return pageResponse(
    {
      title: `${HEADER}: back to the shop`,
      layout: LAYOUT,
      posts: transaction.returnUrl,
      redirects: true,
      body: html`<main>
      <header>${HEADER}</header>
      <h1>Back to the shop</h1>
      <p>You are taken back to the shop. If nothing happens, press the button.</p>
      ${form}
    </main>`,
    },
    settings,
  );
}

/** Makes the page of a refusal. */
export function testpayRefusal(status: 400 | 404, reason: string, settings: Settings): Promise<Response> {
  return pageResponse(
    {
      title: `${HEADER}: not possible`,
      layout: LAYOUT,
      status,
      body: html`<main>
      <header>${HEADER}</header>
      <h1>This is not possible</h1>
      <p role="alert">${reason}</p>
    </main>`,
    },
    settings,
  );
}

function summary({ amount, currency, descriptor }: RedirectTransaction, settings: Settings): Markup {
  const exponent = settings.exponents[currency];
  return html`<dl>
        <div><dt>Shop</dt><dd>${settings.merchantName}</dd></div>
        <div><dt>Amount</dt><dd>${formatAmount({ amount, currency, exponent }, 'en')}</dd></div>
        ${descriptor === undefined ? '' : html`<div><dt>Purpose</dt><dd>${descriptor}</dd></div>`}
      </dl>`;
}

function options(choices: object): Markup[] {
  return Object.keys(choices).map((choice) => html`<option>${choice}</option>`);
}
