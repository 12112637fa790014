import { formatAmount } from 'scudo-checkout/payment';
import { make } from '../shared/elements.js';
import type { HistoryEntry, MoneyCall, Order } from './back-office-client.js';
import {
  callDecisionForm,
  cancelForm,
  captureForm,
  decisionForm,
  elsewhereForm,
  lookUpButton,
  refundForm,
  reopenForm,
  secondPaymentForm,
  type Act,
  type KeyField,
} from './order-forms.js';

const FLAG_TEXTS: Readonly<Record<string, string>> = {
  contradiction: 'The gateway’s statements contradict each other',
  'second-payment': 'Paid a second time',
  'amount-differs': 'A status message names another amount',
  'report-behind': 'The payments report has not confirmed a status message yet',
  unconfirmed: 'Settled by a status message alone; the payments report was unreadable',
  'unexpected-message': 'A signed message is about an unknown payment',
  'paid-after-end': 'Paid after the order had ended',
  'too-many-attempts': 'Limit of attempts reached',
  'unknown-result': 'Result of a call unknown: look at the gateway’s back office',
  'not-captured': 'Reserved for days and not captured',
  undelivered: 'Changes wait to be sent to the shop again',
  'changed-elsewhere': 'Changed in the gateway’s back office: record the amount',
};

/** States in which a person can settle or reopen an order. */
const UNSETTLED = ['in-doubt', 'pending', 'failed'];
/** States of a capture, void or refund that a person can settle. */
const UNSETTLED_CALL = ['sent', 'unresolved', 'pending'];
/** States in which the order can end, or all the money can go back to the shopper. */
const CANCELLABLE = ['open', 'failed', 'authorized', 'paid'];

/** One order with its flags, refunds, forms and history. */
export function orderEntry(order: Order, open: boolean, act: Act): HTMLElement {
  const { id, reference, state, method, flags, captures, voids, refunds, history } = order;
  const isCardPayment = method === 'card' && (order.captured !== '0' || order.capturable !== '0');
  const calls = [
    ...captures.map((call) => callItem(order, 'capture', call, act)),
    ...voids.map((call) => callItem(order, 'cancel', call, act)),
    ...refunds.map((call) => callItem(order, 'refund', call, act)),
  ];
  const details = make('details', { 'data-order': id, 'data-state': state });
  details.open = open;
  details.append(
    make(
      'summary',
      {},
      make('strong', {}, state),
      make('span', {}, formatAmount(order, 'en')),
      make('span', {}, method ?? '—'),
      ...(reference ? [make('span', { class: 'reference' }, reference)] : []),
      make('code', {}, id),
      ...flags.map(({ kind }) => make('span', { class: 'flag' }, FLAG_TEXTS[kind] ?? kind)),
    ),
    ...flags
      .flatMap(({ kind, attempt }) => (kind === 'second-payment' && attempt ? [attempt] : []))
      .map((attempt) => secondPaymentForm(order, attempt, act)),
    ...(isCardPayment ? [make('p', {}, amountsText(order)), lookUpButton(order, act)] : []),
    ...(order.authorization ? [make('p', {}, authorizationText(order.authorization))] : []),
    ...(order.capturable === '0' ? [] : [captureForm(order, act)]),
    ...(order.refundable === '0' ? [] : [refundForm(order, act)]),
    ...(CANCELLABLE.includes(state) ? [cancelForm(order, act)] : []),
    ...(isCardPayment ? [elsewhereForm(order, act)] : []),
    ...(UNSETTLED.includes(state) ? [lookUpButton(order, act), decisionForm(order, act)] : []),
    ...(state === 'open' && flags.some(({ kind }) => kind === 'too-many-attempts') ? [reopenForm(order, act)] : []),
    ...(calls.length > 0 ? [make('ul', {}, ...calls)] : []),
    make('ol', {}, ...history.map((entry) => make('li', {}, historyText(entry)))),
  );
  return details;
}

function authorizationText(authorization: Readonly<Record<string, string>>): string {
  const texts = Object.entries(authorization).map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`);
  return `Authorization: ${texts.join(', ')}.`;
}

function amountsText(order: Order): string {
  const text = (amount: string) => formatAmount({ ...order, amount }, 'en');
  const { captured, capturable, refunded, refundable } = order;
  return `Captured ${text(captured)}, ${text(capturable)} left to capture. Given back ${text(refunded)}, ${text(refundable)} left.`;
}

const CALL_NAMES: Readonly<Record<KeyField, string>> = { capture: 'Capture', cancel: 'Void', refund: 'Refund' };

function callItem(order: Order, field: KeyField, call: MoneyCall, act: Act): HTMLElement {
  const { amount, state, message } = call;
  const shown = formatAmount({ ...order, amount }, 'en');
  const text = `${CALL_NAMES[field]} of ${shown}: ${state}${message ? ` (${message})` : ''}`;
  return make('li', {}, text, ...(UNSETTLED_CALL.includes(state) ? [callDecisionForm(order, field, call, act)] : []));
}

function historyText({ at, event, state, detail }: HistoryEntry): string {
  return `${at.slice(0, 19).replace('T', ' ')} ${event} → ${state}${detail ? ` ${JSON.stringify(detail)}` : ''}`;
}
