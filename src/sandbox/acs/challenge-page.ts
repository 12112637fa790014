import { html } from 'hono/html';
import { formatAmount } from '../../protocol/values/amount.js';
import type { SimulatedChallenge } from '../issuer/model.js';
import { ATTEMPTS } from '../issuer/challenge.js';
import type { Settings } from '../core/settings.js';
import type { Authentication, Transaction } from '../issuer/model.js';
import { pageResponse, type Markup } from '../http/page.js';

/** Makes the page that asks for a one-time code, laid out for the window size of the challenge request. */
export function challengePage(
  transaction: Transaction,
  authentication: Authentication,
  challenge: SimulatedChallenge,
  settings: Settings,
): Promise<Response> {
  const { order, message_category } = authentication.request;
  const wrong = challenge.attemptsLeft < ATTEMPTS;
  // Without input the page completes by itself. A cardholder who has sent a wrong code has started typing.
  const auto = settings.autoComplete !== false && !wrong ? settings.autoComplete : undefined;
  const { amount: minor, currency } = order;
  const exponent = settings.exponents[currency];
  const amount =
    message_category === 'PAYMENT_AUTHENTICATION'
      ? html`<div><dt>Amount</dt><dd>${formatAmount({ amount: minor, currency, exponent }, 'en')}</dd></div>`
      : '';
  return pageResponse(
    {
      title: 'Sandbox Bank: confirm it is you',
      layout: layoutOf(challenge),
      body: html`<main>
      <header>Sandbox Bank</header>
      <h1>Confirm it is you</h1>
      <dl>
        <div><dt>Shop</dt><dd>${settings.merchantName}</dd></div>
        ${amount}
        <div><dt>Card</dt><dd>•••• ${transaction.card.lastFour}</dd></div>
      </dl>
      <form method="post" action="${settings.local('/acs/challenge/answer')}"
        ${auto === undefined ? '' : html`data-auto-complete="${auto}"`}>
        <input type="hidden" name="acsTransID" value="${authentication.acsTransId}">
        ${wrong ? html`<p role="alert" id="wrong">This code is wrong. ${attemptsLeft(challenge.attemptsLeft)}</p>` : ''}
        <label for="code">One-time code</label>
        <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="32" required
          aria-describedby="hint${wrong ? ' wrong' : ''}"${wrong ? html` aria-invalid="true" autofocus` : ''}>
        <p id="hint" class="hint">In this sandbox the code is ${settings.challengeCode}.</p>
        <div class="buttons">
          <button name="action" value="confirm">Confirm</button>
          <button name="action" value="cancel" class="quiet" formnovalidate>Cancel</button>
        </div>
        ${auto === undefined ? '' : autoNote(auto)}
      </form>
    </main>`,
    },
    settings,
  );
}

export function layoutOf({ windowSize }: SimulatedChallenge): string {
  return `acs window-${windowSize}`;
}

function autoNote(milliseconds: number): Markup {
  const seconds = Math.ceil(milliseconds / 1000);
  return html`<p class="hint" data-auto-note>Without a code it confirms by itself in ${seconds} s.</p>`;
}

function attemptsLeft(count: number): string {
  return count === 1 ? 'You have one attempt left.' : `You have ${count} attempts left.`;
}
