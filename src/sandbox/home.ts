import { html } from 'hono/html';
import { Hono } from 'hono';
import { pageResponse } from './http/page.js';
import { AMOUNT_ENDINGS, RESULT_WORDS } from './gateway/xml/ordinary-declines.js';
import { ENDING_TEXTS, PAYMENT_CREDIT_ENDINGS, PAYMENT_SET_ENDINGS } from './gateway/xml/amount-endings.js';
import type { SandboxState } from './state.js';
import type { AuthorizationResult } from './cards/behaviours.js';
import type { TestCard } from './cards/test-cards.js';

/** What answers where. */
export const ADDRESSES = [
  ['POST', '/3ds2/protocol-versions', 'version check'],
  ['POST', '/3ds2/authentications', 'authentication'],
  ['GET', '/3ds2/authentications/{server_trans_id}', 'authentication data'],
  ['POST', '/3ds2/authentications/search', 'authentication search'],
  ['POST', '/acs/method', 'method URL of the bank'],
  ['POST', '/acs/challenge', 'challenge page of the bank'],
  ['POST', '/epage-remote.cgi', 'auth, payment-set, payment-credit (XML)'],
  ['GET', '/testpay/{id}', 'page of the payment simulator'],
  ['GET', '/payments', 'payment report'],
  ['GET', '/refunds', 'refund report'],
  ['GET', '/messages?order={id}', 'log of an order’s messages'],
  ['POST', '/clock', 'puts the clock forward, where that is allowed'],
] as const;

/** GET /: what this is, for people who come upon it. */
export function homeRoute({ settings }: SandboxState, testCards: readonly TestCard[]): Hono {
  const addresses = ADDRESSES.map(
    ([method, path, meaning]) =>
      html`<tr><td><code>${method} ${settings.address(path)}</code></td><td>${meaning}</td></tr>`,
  );
  const cards = testCards.map(({ number, label }) => html`<tr><td><code>${number}</code></td><td>${label}</td></tr>`);
  const endings = Object.entries(AMOUNT_ENDINGS).map(
    ([ending, how]) => html`<tr><td><code>…${ending}</code></td><td>${words(how)}</td></tr>`,
  );
  const methodEndings = [
    ...Object.entries(PAYMENT_SET_ENDINGS).map(
      ([ending, how]) =>
        html`<tr><td><code>…${ending}</code></td><td>payment-set: ${ENDING_TEXTS['payment-set'][how]}</td></tr>`,
    ),
    ...Object.entries(PAYMENT_CREDIT_ENDINGS).map(
      ([ending, how]) =>
        html`<tr><td><code>…${ending}</code></td><td>payment-credit: ${ENDING_TEXTS['payment-credit'][how]}</td></tr>`,
    ),
  ];
  const body = html`<main>
      <header>Scudo sandbox</header>
      <h1>A payment gateway, a card directory and a bank to try things with</h1>
      <p>No money moves here. Merchant <code>${settings.merchantId}</code>, account <code>${settings.accountId}</code>; one-time code <code>${settings.challengeCode}</code>.</p>
      <h2>Addresses</h2>
      <table><tbody>${addresses}</tbody></table>
      <h2>Test cards</h2>
      <p>Any future expiry date and any security code. Every other card succeeds without a challenge.</p>
      <table><tbody>${cards}</tbody></table>
      <h2>Amounts</h2>
      <p>The last three digits of the amount in minor units, whatever the card.</p>
      <table><tbody>${endings}</tbody></table>
      <h2>Other payment methods</h2>
      <p>Every payment method, <code>testpay</code> first of all, opens a page that asks what shall come of the payment, and when the shop is sent the final status.</p>
      <table><tbody>${methodEndings}</tbody></table>
    </main>`;
  const route = new Hono();
  route.get('/', () => pageResponse({ title: 'Scudo sandbox', layout: 'home', body }, settings));
  return route;
}

function words(how: AuthorizationResult | 'unanswered'): string {
  return how === 'unanswered' ? 'authorized, and the answer is lost' : `${how} ${RESULT_WORDS[how]}`;
}
