import { html, nothing, type TemplateResult } from 'lit';
import type { Outcome } from '../../payment/outcome.js';
import type { Localize } from '../i18n/messages.js';

export interface OutcomePanelOptions {
  readonly localize: Localize;
  readonly outcome: Outcome;
  /** Formatted, with its currency. */
  readonly amount: string;
  /** The name of the redirect payment method. */
  readonly method?: string;
  /** Present when the shopper can resume an unfinished redirect payment. */
  readonly unfinished?: UnfinishedOptions;
  /** Returns to the form; or the address of the page that has the form. */
  readonly onTryAgain: (() => void) | string | undefined;
  readonly onCheck: () => void;
}

export interface UnfinishedOptions {
  /** True when another method was refused, because the shopper may have begun to pay. */
  readonly isKept: boolean;
  readonly onContinue: () => void;
  /** Present when another method can be chosen. */
  readonly onChooseAnother?: () => void;
}

/** Renders the outcome with the next action: another try, or reading the order again. */
export function outcomePanel({
  localize,
  outcome,
  amount,
  method = '',
  unfinished,
  onTryAgain,
  onCheck,
}: OutcomePanelOptions): TemplateResult {
  const { status, code, cardholderText, retryable } = outcome;
  return html`
    <section class="outcome" part="outcome" data-status=${status} aria-labelledby="outcome-title">
      <h2 id="outcome-title" part="outcome-title" tabindex="-1">${localize(`${status}-title`)}</h2>
      <p part="outcome-text">${unfinished ? localize(unfinished.isKept ? 'redirect-kept' : 'redirect-unfinished', { method }) : localize(code, { amount })}</p>
      ${cardholderText ? html`<p part="cardholder-text"><strong>${localize('from-your-bank')}</strong> <bdi>${cardholderText}</bdi></p>` : nothing}
      <slot name="outcome-${status}"></slot>
      ${unfinished ? unfinishedActions(unfinished, method, localize) : nothing}
      ${retryable ? (typeof onTryAgain === 'string' ? html`<a class="link" part="button" href=${onTryAgain}>${localize('another-way')}</a>` : onTryAgain && button(localize('try-again'), onTryAgain, 'button try-again')) : nothing}
      ${!unfinished && !retryable && (status === 'failed' || status === 'pending' || status === 'in-doubt') ? button(localize('check'), onCheck) : nothing}
    </section>
  `;
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
