import { html } from 'hono/html';
import { Hono } from 'hono';
import { pageResponse } from '../http/page.js';
import { RESULT_MESSAGES } from '../gateway/xml/ordinary-declines.js';
import {
  AUTHORIZATION_ENDINGS,
  ENDING_TEXTS,
  PAYMENT_CREDIT_ENDINGS,
  PAYMENT_SET_ENDINGS,
} from '../gateway/xml/amount-endings.js';
import type { Settings } from '../core/settings.js';
import type { AuthorizationResult } from '../cards/behaviours.js';
import type { TestCard } from '../cards/test-cards.js';

/** The routes of the sandbox. */
export const ADDRESSES = [
  ['POST', '/3ds2/protocol-versions', 'version check'],
  ['POST', '/3ds2/authentications', 'authentication'],
  ['GET', '/3ds2/authentications/{server_trans_id}', 'authentication data'],
  ['POST', '/3ds2/authentications/search', 'authentication search'],
  ['POST', '/acs/method', 'method URL of the ACS'],
  ['POST', '/acs/challenge', 'challenge page of the ACS'],
  [
    'POST',
    '/epage-remote.cgi',
    'XML: auth, settle, multisettle, void and rebate; otb, query, payment-set and payment-credit',
  ],
  ['GET', '/portal', 'back office of the gateway: capture, void and refund of card payments'],
  ['GET', '/testpay/{id}', 'page of the payment simulator'],
  ['GET', '/payments', 'payment report'],
  ['GET', '/refunds', 'refund report'],
  ['GET', '/messages?order={id}', 'log of an order’s messages'],
  ['POST', '/clock', 'puts the clock forward, if that is enabled'],
] as const;

/** GET /: a page that explains the sandbox, its test cards and its amounts. */
export function homeRoute(settings: Settings, testCards: readonly TestCard[]): Hono {
  const addresses = ADDRESSES.map(
    ([method, path, meaning]) =>
      html`<tr><td><code>${method} ${settings.address(path)}</code></td><td>${meaning}</td></tr>`,
  );
  const cards = testCards.map(({ number, label }) => html`<tr><td><code>${number}</code></td><td>${label}</td></tr>`);
  const endings = Object.entries(AUTHORIZATION_ENDINGS).map(
    ([ending, how]) => html`<tr><td><code>…${ending}</code></td><td>${description(how)}</td></tr>`,
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
      <h1>A simulated payment gateway, card directory and issuer</h1>
      <p class="lead">
        No money is moved. Merchant <code>${settings.merchantId}</code>, account <code>${settings.accountId}</code>;
        one-time code <code>${settings.challengeCode}</code>.
      </p>
      <nav aria-label="Sections">
        <a href="#cards">Test cards</a> <a href="#amounts">Amounts</a> <a href="#methods">Other payment methods</a>
        <a href="#addresses">Addresses</a> <a href="${settings.local('/portal')}">Back office</a>
      </nav>
      <section aria-labelledby="cards">
        <h2 id="cards">Test cards</h2>
        <p>
          All are valid with any future expiry date and any security code. Every other card succeeds without a challenge.
        </p>
        <table><tbody>${cards}</tbody></table>
      </section>
      <section aria-labelledby="amounts">
        <h2 id="amounts">Amounts</h2>
        <p>
          The last three digits of the amount in minor units select the result of a card authorization, whatever the card.
        </p>
        <table><tbody>${endings}</tbody></table>
      </section>
      <section aria-labelledby="methods">
        <h2 id="methods">Other payment methods</h2>
        <p>
          Every payment method, for example <code>testpay</code>, opens a page that asks for the response and for the
          delay of the status message. The last three digits of the amount select other answers. A pending refund ends
          after ${settings.refundDelay / 1000} s, and its status message goes to the <code>statusupdateurl</code> of the
          payment-credit.
        </p>
        <table><tbody>${methodEndings}</tbody></table>
      </section>
      <section aria-labelledby="addresses">
        <h2 id="addresses">Addresses</h2>
        <table><tbody>${addresses}</tbody></table>
      </section>
    </main>`;
  const route = new Hono();
  route.get('/', () =>
    pageResponse({ title: 'Scudo sandbox', layout: 'home', icon: '/acs/favicon.svg', body }, settings),
  );
  return route;
}

function description(how: AuthorizationResult | 'unanswered'): string {
  return how === 'unanswered' ? 'authorized, and the answer is lost' : `${how} ${RESULT_MESSAGES[how]}`;
}
