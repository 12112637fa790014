import type { TemplateResult } from 'lit';
import { html, nothing } from '../late-data/late-html.js';
import type { Outcome, OutcomeStatus } from '../../payment/outcome.js';
import type { Icons } from '../icons/icons.controller.js';
import type { IconName } from '../icons/icons.js';
import type { MessageKey } from '../i18n/english.js';
import type { Localize } from '../i18n/messages.js';

export interface OutcomePanelOptions {
  readonly icons: Pick<Icons, 'render' | 'renderMethod'>;
  readonly localize: Localize;
  /** The language of dates; present for the end of a payment. */
  readonly tag?: string;
  readonly outcome: Outcome;
  /** Formatted, with its currency; empty when none is shown. */
  readonly amount: string;
  /** The shop's own number for the order. The id of the order is a secret. */
  readonly reference?: string | undefined;
  /** The name by which the shopper is thanked. */
  readonly customer?: string | undefined;
  readonly next?: NextStep | undefined;
  /** The name of the redirect payment method. */
  readonly method?: string;
  /** The card or payment method that was used, as the shopper knows it, such as `Visa •••• 5344`. */
  readonly paidWith?: string | undefined;
  /** The picture of that card or payment method. */
  readonly paidWithMark?: unknown;
  /** Present when the shopper can resume an unfinished redirect payment. */
  readonly unfinished?: UnfinishedOptions | undefined;
  /** Returns to the form; or the address of the page that has the form. */
  readonly onTryAgain: (() => void) | string | undefined;
  /** The payment methods that are offered instead of a card that may not be tried again. */
  readonly otherMethods?: readonly OtherMethod[];
  readonly onCheck: () => void;
}

/** The link to the next step after a paid order. */
export interface NextStep {
  readonly text: string;
  /** On the origin of the page, or with https. */
  readonly href: string;
}

interface OtherMethod {
  readonly name: string;
  readonly onChoose: () => void;
}

export interface UnfinishedOptions {
  /** True when another method was refused, because the shopper may have begun to pay. */
  readonly isKept: boolean;
  readonly onContinue: () => void;
  /** Present when another method can be chosen. */
  readonly onChooseAnother?: (() => void) | undefined;
}

const ICON_OF_STATUS: Readonly<Record<OutcomeStatus, IconName>> = {
  paid: 'success',
  authenticated: 'success',
  declined: 'failure',
  'not-authenticated': 'failure',
  cancelled: 'cancelled',
  pending: 'pending',
  'in-doubt': 'question',
  failed: 'failure',
};

/** Renders the outcome with the next action: another try, or reading the order again. */
export function outcomePanel(options: OutcomePanelOptions): TemplateResult {
  const { icons, localize, outcome, amount, method = '', unfinished, otherMethods = [], onTryAgain, onCheck } = options;
  const { status, code, cardholderText, retryable } = outcome;
  const text = unfinished
    ? localize(unfinished.isKept ? 'redirect-kept' : 'redirect-unfinished', { method })
    : outcomeText(options);
  // The amount is large above the text already, so that only screen readers need it in a sentence.
  const total = status === 'paid' ? amount : '';
  const isRepeated = total !== '' && text.includes(total);
  const described = cardholderText ? 'outcome-text cardholder-text' : 'outcome-text';
  return html`
    <section class="outcome" part="outcome outcome-${status}" data-status=${status} data-code=${code} ?data-end=${!retryable} aria-labelledby="outcome-title">
      <span class="seal" part=${retryable ? '' : 'outcome-icon'}>${icons.render(retryable ? 'warning' : ICON_OF_STATUS[status])}</span>
      <h2 id="outcome-title" part="outcome-title" tabindex="-1" aria-describedby=${described}>${title(options)}</h2>
      ${total ? html`<p class="total" part="outcome-amount" aria-hidden=${isRepeated}>${total}</p>` : nothing}
      <p id="outcome-text" class=${isRepeated ? 'for-readers' : ''} part="outcome-text">${text}</p>
      ${cardholderText ? html`<p id="cardholder-text" part="cardholder-text"><strong>${localize('from-your-bank')}</strong> <bdi>${cardholderText}</bdi></p>` : nothing}
      ${retryable ? nothing : outcomeDetails(options)}
      <slot name="outcome-${status}"></slot>
      ${status === 'paid' ? nextStep(options.next) : nothing}
      ${unfinished ? unfinishedActions(unfinished, method, localize) : nothing}
      ${retryable ? (typeof onTryAgain === 'string' ? html`<a class="link" part="button" href=${onTryAgain}>${localize('another-way')}</a>` : onTryAgain && button(localize(outcome.sameCard ? 'try-again' : 'another-card'), onTryAgain, 'button try-again')) : nothing}
      ${retryable ? otherMethods.map(({ name, onChoose }) => button(localize('pay-by', { method: name }), onChoose, 'button secondary-button')) : nothing}
      ${(!unfinished || unfinished.isKept) && !retryable && code !== 'order-ended' && (status === 'failed' || status === 'pending' || status === 'in-doubt') ? button(localize('check'), onCheck, 'button secondary-button') : nothing}
    </section>
  `;
}

function title({ localize, outcome: { status, code }, customer }: OutcomePanelOptions): string {
  if (code === 'payment-returned') return localize('payment-returned-title');
  return status === 'paid' && customer ? localize('thank-you', { name: customer }) : localize(`${status}-title`);
}

function nextStep(next: NextStep | undefined): TemplateResult | typeof nothing {
  if (!next || !URL.canParse(next.href, document.baseURI)) return nothing;
  const { href, protocol, origin } = new URL(next.href, document.baseURI);
  if (protocol !== 'https:' && origin !== location.origin) return nothing;
  return html`<a class="link" part="button next" href=${href}>${next.text}</a>`;
}

/** After a redirect the page reads an order that is paid already, and thanks for it. */
function outcomeText({ localize, outcome: { code, order }, amount, paidWith }: OutcomePanelOptions): string {
  return code === 'already-paid' && order.state === 'paid' && paidWith
    ? localize('paid-with', { amount, method: paidWith })
    : localize(code, { amount });
}

/** Renders the facts of a payment that has ended or is under way: amount, card or method, the shop's number, date. */
function outcomeDetails({
  localize,
  tag,
  outcome: { status, order },
  amount,
  reference,
  paidWith,
  paidWithMark,
}: OutcomePanelOptions): TemplateResult | typeof nothing {
  const paidAt = status === 'paid' ? Date.parse(order.paidAt ?? '') : 0;
  const facts: readonly (readonly [label: MessageKey, value: string | undefined, mark?: unknown])[] = [
    ['detail-amount', status === 'paid' || status === 'authenticated' ? undefined : amount],
    [
      status === 'paid' ? 'detail-method' : 'detail-payment-method',
      status === 'failed' ? undefined : paidWith,
      paidWithMark,
    ],
    ['detail-order', reference],
    ['detail-date', paidAt ? new Date(paidAt).toLocaleDateString(tag, { dateStyle: 'long' }) : undefined],
  ];
  const known = facts.filter(([, value]) => value);
  if (known.length === 0) return nothing;
  return html`<dl class="details" part="outcome-details">
    ${known.map(([label, value, mark]) => html`<div><dt part="outcome-label">${localize(label)}</dt><dd part="outcome-value">${mark ?? nothing}<bdi>${value}</bdi></dd></div>`)}
  </dl>`;
}

/** Renders the buttons of an unfinished payment: to resume it, and to choose another method. */
function unfinishedActions(
  { onContinue, onChooseAnother }: UnfinishedOptions,
  method: string,
  localize: Localize,
): TemplateResult {
  return html`<div class="actions">
    ${button(localize('continue-to', { method }), onContinue)}
    ${onChooseAnother ? button(localize('other-method'), onChooseAnother, 'button secondary-button') : nothing}
  </div>`;
}

function button(label: string, onClick: () => void, part = 'button'): TemplateResult {
  return html`<button part=${part} type="button" @click=${onClick}>${label}</button>`;
}
