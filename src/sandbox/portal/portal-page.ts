import { html } from 'hono/html';
import { decimalAmount, exponentOf, formatAmount } from '../../protocol/values/amount.js';
import {
  awaitsBatch,
  capturedAmount,
  isSettled,
  isVoided,
  leftToCapture,
  leftToRefund,
  refundedAmount,
} from '../authorizations/card-movement.js';
import type { Authorization, CardMovement } from '../authorizations/model.js';
import { refusalOfVoid } from '../authorizations/movement-rules.js';
import type { Settings } from '../core/settings.js';
import { pageResponse, type Markup } from '../http/page.js';

/** The path of the back office; a payment has its order id below it. */
export const PORTAL_PATH = '/portal';

const HEADER = 'Scudo sandbox: back office';

function page(title: string, body: Markup, settings: Settings, status = 200): Promise<Response> {
  return pageResponse(
    {
      title: `${title} – ${HEADER}`,
      layout: 'home',
      icon: '/acs/favicon.svg',
      status,
      body: html`<main>
      <header>${HEADER}</header>
      ${body}
    </main>`,
    },
    settings,
  );
}

function shownAmount(minor: bigint, { currency }: Authorization, { exponents }: Settings): string {
  return formatAmount({ amount: String(minor), currency, exponent: exponents[currency] }, 'en');
}

/** The number of decimals of a payment's amounts. */
export function decimalsOf({ currency }: Authorization, { exponents }: Settings): number {
  return exponents[currency] ?? exponentOf(currency);
}

const shownTime = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function stateOf(authorization: Authorization, settings: Settings): string {
  const now = settings.now();
  const refunded = refundedAmount(authorization);
  if (isVoided(authorization)) return 'voided';
  if (refunded > 0n) return `refunded ${shownAmount(refunded, authorization, settings)}`;
  const captured = capturedAmount(authorization);
  if (captured === 0n) return 'reserved';
  const state = isSettled(authorization, now) ? 'settled' : 'in the next batch';
  return `${state}: ${shownAmount(captured, authorization, settings)}`;
}

/** Makes the list of card payments, newest first. */
export function paymentsPage(payments: readonly Authorization[], settings: Settings): Promise<Response> {
  const rows = payments.map(
    (payment) =>
      html`<tr>
            <td><a href="${settings.local(`${PORTAL_PATH}/${payment.orderId}`)}">${payment.orderId}</a></td>
            <td>${shownTime(payment.at)}</td>
            <td>${payment.maskedNumber}</td>
            <td>${shownAmount(BigInt(payment.amount), payment, settings)}</td>
            <td>${stateOf(payment, settings)}</td>
          </tr>`,
  );
  const waiting = payments.filter((payment) => awaitsBatch(payment, settings.now())).length;
  const list = html`<table>
          <thead><tr><th>Order</th><th>Time</th><th>Card</th><th>Amount</th><th>State</th></tr></thead>
          <tbody>${rows}</tbody>
        </table>`;
  return page(
    'Card payments',
    html`<h1>Card payments</h1>
      <p class="lead">
        Staff of a shop work here without the shop’s own system. The shop learns of it only from the gateway’s answers.
      </p>
      <section aria-labelledby="payments">
        <h2 id="payments">Payments</h2>
        ${payments.length > 0 ? list : html`<p>No card payment was approved yet.</p>`}
      </section>
      <section aria-labelledby="batch">
        <h2 id="batch">Batch</h2>
        <p>
          The batch of a day is sent at midnight UTC. Payments in it can then be refunded, and no longer voided.
          ${waiting} waiting.
        </p>
        <form method="post" action="${settings.local(PORTAL_PATH)}">
          <div class="buttons"><button>Send the batch now</button></div>
        </form>
      </section>`,
    settings,
  );
}

interface PaymentPage {
  readonly authorization: Authorization;
  /** Why the last action was refused. */
  readonly alert?: string | undefined;
}

/** Makes the page of a payment, with the actions that the gateway allows now. */
export function paymentPage({ authorization, alert }: PaymentPage, settings: Settings): Promise<Response> {
  const { orderId, amount, pasref, authcode, maskedNumber, movements } = authorization;
  const toCapture = leftToCapture(authorization, settings.moneyCeiling);
  const toRefund = isSettled(authorization, settings.now()) ? leftToRefund(authorization, settings.moneyCeiling) : 0n;
  const show = (minor: bigint) => shownAmount(minor, authorization, settings);
  const form = (action: string, content: Markup | string, button: string) =>
    html`<form method="post" action="${settings.local(`${PORTAL_PATH}/${orderId}`)}">
          <input type="hidden" name="action" value="${action}">
          ${content}
          <div class="buttons"><button>${button}</button></div>
        </form>`;
  const amountField = (id: string, label: string, left: bigint) =>
    html`<label for="${id}">${label}</label>
          <input id="${id}" name="amount" inputmode="decimal" autocomplete="off" value="${decimalAmount(String(left), decimalsOf(authorization, settings))}">
          <p class="hint">At most ${show(left)}.</p>`;
  const actions = [
    toCapture > 0n ? form('settle', amountField('capture', 'Capture', toCapture), 'Capture this amount') : '',
    refusalOfVoid(authorization, settings) ? '' : form('void', '', 'Void: the shopper pays nothing'),
    toRefund > 0n ? form('rebate', amountField('refund', 'Refund', toRefund), 'Refund this amount') : '',
  ].filter((action) => action !== '');
  return page(
    orderId,
    html`<h1>Order ${orderId}</h1>
      ${alert === undefined ? '' : html`<p role="alert">${alert}</p>`}
      <section aria-labelledby="payment">
        <h2 id="payment">Payment</h2>
        <dl>
          <div><dt>Amount</dt><dd>${show(BigInt(amount))}</dd></div>
          <div><dt>State</dt><dd>${stateOf(authorization, settings)}</dd></div>
          <div><dt>Card</dt><dd>${maskedNumber}</dd></div>
          <div><dt>pasref</dt><dd>${pasref}</dd></div>
          <div><dt>authcode</dt><dd>${authcode}</dd></div>
        </dl>
        ${movements.length > 0 ? movementTable(movements, show) : ''}
      </section>
      <section aria-labelledby="actions">
        <h2 id="actions">Actions</h2>
        ${actions.length > 0 ? actions : html`<p>Nothing is left to do.</p>`}
      </section>
      <p><a href="${settings.local(PORTAL_PATH)}">All card payments</a></p>`,
    settings,
    alert === undefined ? 200 : 409,
  );
}

const MOVEMENT_NAMES = { settle: 'captured', void: 'voided', rebate: 'refunded' } as const;

function movementTable(movements: readonly CardMovement[], show: (minor: bigint) => string): Markup {
  const rows = movements.map(
    ({ at, kind, amount, by, pasref }) =>
      html`<tr><td>${shownTime(at)}</td><td>${MOVEMENT_NAMES[kind]} ${show(BigInt(amount))}</td><td>${by === 'portal' ? 'here' : 'by the shop’s system'}</td><td>${pasref}</td></tr>`,
  );
  return html`<table><tbody>${rows}</tbody></table>`;
}

/** Makes the page of a refusal. */
export function portalRefusal(status: 403 | 404, reason: string, settings: Settings): Promise<Response> {
  return page(
    'not possible',
    html`<h1>This is not possible</h1>
      <p role="alert">${reason}</p>`,
    settings,
    status,
  );
}
