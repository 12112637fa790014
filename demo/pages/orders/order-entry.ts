import { formatAmount } from 'scudo-checkout/payment';
import { make } from '../shared/elements.js';
import type { HistoryEntry, Order, Refund } from './back-office-client.js';
import {
  decisionForm,
  lookUpButton,
  refundDecisionForm,
  refundForm,
  reopenForm,
  secondPaymentForm,
  type Act,
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
};

/** States in which a person can settle or reopen an order. */
const UNSETTLED = ['in-doubt', 'pending', 'failed'];
/** States of a refund that a person can settle. */
const UNSETTLED_REFUND = ['sent', 'unresolved', 'pending'];

/** One order with its flags, refunds, forms and history. */
export function orderEntry(order: Order, open: boolean, act: Act): HTMLElement {
  const { id, reference, state, method, flags, refunds, history } = order;
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
    ...(order.refundable === '0' ? [] : [refundForm(order, act)]),
    ...(UNSETTLED.includes(state) ? [lookUpButton(order, act), decisionForm(order, act)] : []),
    ...(state === 'open' && flags.some(({ kind }) => kind === 'too-many-attempts') ? [reopenForm(order, act)] : []),
    ...(refunds.length > 0 ? [make('ul', {}, ...refunds.map((refund) => refundItem(order, refund, act)))] : []),
    make('ol', {}, ...history.map((entry) => make('li', {}, historyText(entry)))),
  );
  return details;
}

function refundItem(order: Order, refund: Refund, act: Act): HTMLElement {
  const { amount, state, message } = refund;
  const text = `Refund of ${formatAmount({ ...order, amount }, 'en')}: ${state}${message ? ` (${message})` : ''}`;
  return make('li', {}, text, ...(UNSETTLED_REFUND.includes(state) ? [refundDecisionForm(order, refund, act)] : []));
}

function historyText({ at, event, state, detail }: HistoryEntry): string {
  return `${at.slice(0, 19).replace('T', ' ')} ${event} → ${state}${detail ? ` ${JSON.stringify(detail)}` : ''}`;
}
