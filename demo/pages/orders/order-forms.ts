import { formatAmount } from 'scudo-checkout/payment';
import { make } from '../shared/elements.js';
import {
  lookUpOrder,
  refundOrder,
  reopenOrder,
  settleOrder,
  type Decision,
  type Order,
  type Refund,
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
    make('button', {}, 'Refund'),
    `${formatAmount({ ...order, amount: refundable }, 'en')} left`,
  );
  // The same key is the same refund, so that a second click refunds nothing.
  const key = crypto.randomUUID();
  onSubmit(form, () => act(id, () => refund(order, { amount: amount.value.trim() }, key)));
  return form;
}

/** The interface has refunds for redirect payments only; for a card the shop's answer says so. */
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
  const words = message ? ` (${message})` : '';
  const text = (minor: string) => formatAmount({ ...order, amount: minor }, 'en');
  return `Refund of ${text(amount)}: ${state}${words}. ${text(left)} left.`;
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

/** The decision of a person about a refund without a final result. */
export function refundDecisionForm({ id }: Order, { key }: Refund, act: Act): HTMLElement {
  const settle = (as: string) => async (decision: Decision) => {
    const settled = await settleOrder(id, { as, refund: key, ...decision });
    return `Settled. The order is ${settled.state}.`;
  };
  return personForm(id, act, [
    ['Settle as refunded', settle('refunded')],
    ['Settle as not refunded', settle('not-refunded')],
  ]);
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
