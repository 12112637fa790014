import { formatAmount } from 'scudo-checkout/payment';
import { make } from '../shared/elements.js';
import {
  cancelOrder,
  captureOrder,
  lookUpOrder,
  refundOrder,
  reopenOrder,
  settleOrder,
  type Decision,
  type MoneyCall,
  type Order,
} from './back-office-client.js';

/** Runs an action, shows its text or its error, and shows the order again. */
export type Act = (order: string, action: () => Promise<string>) => void;

/** Kept while the page is open, so that a person enters the name once. */
let lastPerson = '';

export function refundForm(order: Order, act: Act): HTMLElement {
  const { id, refundable } = order;
  const amount = make('input', { name: 'amount', inputmode: 'numeric', value: refundable, size: '10' });
  const form = make(
    'form',
    { class: 'refund' },
    make('label', {}, 'Amount in minor units', amount),
    make('button', {}, 'Refund this amount'),
    `${formatAmount({ ...order, amount: refundable }, 'en')} left`,
  );
  // The same key is the same refund, so that a second click refunds nothing.
  const key = crypto.randomUUID();
  onSubmit(form, () => act(id, () => refund(order, { amount: amount.value.trim() }, key)));
  return form;
}

/** Captures a reserved amount, whole or in parts. */
export function captureForm(order: Order, act: Act): HTMLElement {
  const { id, capturable } = order;
  const amount = make('input', { name: 'amount', inputmode: 'numeric', value: capturable, size: '10' });
  const form = make(
    'form',
    { class: 'refund' },
    make('label', {}, 'Capture, in minor units', amount),
    make('button', {}, CAPTURE_PART),
    make('button', {}, 'Capture this amount and release the rest'),
    `${formatAmount({ ...order, amount: capturable }, 'en')} left to capture`,
  );
  const key = crypto.randomUUID();
  onSubmit(form, (button) => {
    const final = button?.textContent === CAPTURE_PART ? {} : { final: true };
    act(id, () => capture(order, { amount: amount.value.trim(), ...final }, key));
  });
  return form;
}

const CAPTURE_PART = 'Capture this amount';

async function capture(order: Order, input: object, key: string): Promise<string> {
  const { state, amount, capturable: left, message } = await captureOrder(order.id, input, key);
  const text = (minor: string) => formatAmount({ ...order, amount: minor }, 'en');
  return `Capture of ${text(amount)}: ${state}${inWords(message)}. ${text(left)} left to capture.`;
}

const inWords = (message: string | undefined) => (message ? ` (${message})` : '');

/**
 * Cancels an order: ends one that is not paid, releases a reserved amount, and voids or refunds a payment.
 */
export function cancelForm(order: Order, act: Act): HTMLElement {
  const label = CANCEL_LABELS[order.state] ?? 'Cancel: give the whole amount back';
  const key = crypto.randomUUID();
  return personForm(order.id, act, [
    [
      label,
      async (decision) => {
        const { way, state, message } = await cancelOrder(order.id, decision, key);
        return `Cancellation: ${way}, ${state}${inWords(message)}.`;
      },
    ],
  ]);
}

const CANCEL_LABELS: Readonly<Record<string, string>> = {
  open: 'Cancel: the order takes no payment',
  failed: 'Cancel: the order takes no payment',
  authorized: 'Cancel: release the whole amount',
};

/** Records a capture, void or refund that staff have made in the gateway's own back office. */
export function elsewhereForm(order: Order, act: Act): HTMLElement {
  const amount = make('input', { name: 'elsewhere', inputmode: 'numeric', value: order.amount, size: '10' });
  const key = crypto.randomUUID();
  const record = (as: string) => async (decision: Decision) => {
    const { state } = await settleOrder(order.id, { as, amount: amount.value.trim(), key, ...decision });
    return `Recorded. The order is ${state}.`;
  };
  const form = personForm(order.id, act, [
    ...(order.capturable === '0' ? [] : [['Record a capture made elsewhere', record('captured-elsewhere')] as const]),
    ['Record a void made elsewhere', record('voided-elsewhere')],
    ...(order.refundable === '0' ? [] : [['Record money returned elsewhere', record('refunded-elsewhere')] as const]),
  ]);
  form.prepend(make('label', {}, 'Made in the gateway’s back office, in minor units', amount));
  return form;
}

/** Refunds the second payment of an order. */
export function secondPaymentForm(order: Order, attempt: string, act: Act): HTMLElement {
  const form = make('form', { class: 'refund' }, make('button', {}, 'Refund the second payment'));
  onSubmit(form, () => act(order.id, () => refund(order, { attempt }, `second-payment-${attempt}`)));
  return form;
}

/** Asks the gateway about the unresolved payments and refunds of the order. */
export function lookUpButton({ id }: Order, act: Act): HTMLElement {
  const button = make('button', { type: 'button' }, 'Look up now');
  button.addEventListener('click', () =>
    act(id, async () => `Looked up at the gateway. The order is ${(await lookUpOrder(id)).state}.`),
  );
  return button;
}

async function refund(order: Order, input: object, key: string): Promise<string> {
  const { state, amount, refundable: left, message } = await refundOrder(order.id, input, key);
  const text = (minor: string) => formatAmount({ ...order, amount: minor }, 'en');
  return `Refund of ${text(amount)}: ${state}${inWords(message)}. ${text(left)} left.`;
}

/** The decision of a person about an order that the gateway cannot settle. */
export function decisionForm({ id, state }: Order, act: Act): HTMLElement {
  const settle = (as: string) => async (decision: Decision) => {
    const settled = await settleOrder(id, { as, ...decision });
    return `Settled. The order is ${settled.state}.`;
  };
  return personForm(id, act, [
    ['Settle as paid', settle('paid')],
    ...(state === 'failed' ? [] : [['Settle as failed', settle('failed')] as const]),
    reopenChoice(id),
  ]);
}

/** The decision of a person to allow further attempts to pay an order that has reached a limit. */
export function reopenForm({ id }: Order, act: Act): HTMLElement {
  return personForm(id, act, [reopenChoice(id)]);
}

function reopenChoice(id: string): Choice {
  return ['Reopen', async (decision) => `The order is ${(await reopenOrder(id, decision)).state} again.`];
}

/** The decisions of a person about a call without a final result, by the field that has its key. */
const CALL_DECISIONS = {
  capture: [
    ['Settle as captured', 'captured'],
    ['Settle as not captured', 'not-captured'],
  ],
  cancel: [
    ['Settle as voided', 'voided'],
    ['Settle as not voided', 'not-voided'],
  ],
  refund: [
    ['Settle as refunded', 'refunded'],
    ['Settle as not refunded', 'not-refunded'],
  ],
} as const;
export type KeyField = keyof typeof CALL_DECISIONS;

export function callDecisionForm({ id }: Order, field: KeyField, { key }: MoneyCall, act: Act): HTMLElement {
  const settle = (as: string) => async (decision: Decision) => {
    const settled = await settleOrder(id, { as, [field]: key, ...decision });
    return `Settled. The order is ${settled.state}.`;
  };
  return personForm(
    id,
    act,
    CALL_DECISIONS[field].map(([label, as]) => [label, settle(as)]),
  );
}

type Choice = readonly [label: string, decide: (decision: Decision) => Promise<string>];

function personForm(id: string, act: Act, choices: readonly Choice[]): HTMLElement {
  const by = make('input', { name: 'by', autocomplete: 'name', required: '', value: lastPerson });
  const reason = make('input', { name: 'reason', required: '', size: '30' });
  const form = make(
    'form',
    { class: 'refund' },
    make('label', {}, 'Your name', by),
    make('label', {}, 'Reason', reason),
    ...choices.map(([label]) => make('button', {}, label)),
  );
  onSubmit(form, (button) => {
    lastPerson = by.value.trim();
    const chosen = choices.find(([label]) => label === button?.textContent) ?? choices[0];
    if (chosen) act(id, () => chosen[1]({ by: lastPerson, reason: reason.value.trim() }));
  });
  return form;
}

function onSubmit(form: HTMLFormElement, submitted: (button: HTMLElement | null) => void): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submitted(event.submitter);
  });
}
