import { html, nothing, type TemplateResult } from 'lit';
import type { Outcome } from '../payment/outcome.js';
import type { Say } from './messages.js';

export interface OutcomePanelOptions {
  readonly say: Say;
  readonly outcome: Outcome;
  /** Formatted, with its currency. */
  readonly amount: string;
  /** The name of the method that the shopper was sent to. */
  readonly method?: string;
  /** There when a payment that was left unfinished can be gone on with. */
  readonly onContinue?: (() => void) | undefined;
  /** Back to the form, or to the page that has one. */
  readonly onTryAgain: (() => void) | string | undefined;
  readonly onCheck: () => void;
}

/**
 * How the payment ended, in words, and the way on from there: another try, or a look at the order
 * where another try would change nothing.
 */
export function outcomePanel({
  say,
  outcome,
  amount,
  method = '',
  onContinue,
  onTryAgain,
  onCheck,
}: OutcomePanelOptions): TemplateResult {
  const { status, code, cardholderText, retryable } = outcome;
  return html`
    <section class="outcome" part="outcome" data-status=${status} aria-labelledby="outcome-title">
      <h2 id="outcome-title" part="outcome-title" tabindex="-1">${say(`${status}-title`)}</h2>
      <p part="outcome-text">${onContinue ? say('redirect-unfinished', { method }) : say(code, { amount })}</p>
      ${cardholderText ? html`<p part="cardholder-text"><strong>${say('from-your-bank')}</strong> <bdi>${cardholderText}</bdi></p>` : nothing}
      <slot name="outcome-${status}"></slot>
      ${onContinue ? button(say('continue-to', { method }), onContinue) : nothing}
      ${retryable ? (typeof onTryAgain === 'string' ? html`<a class="link" part="button" href=${onTryAgain}>${say('another-way')}</a>` : onTryAgain && button(say('try-again'), onTryAgain, 'button try-again')) : nothing}
      ${!onContinue && !retryable && (status === 'failed' || status === 'pending' || status === 'in-doubt') ? button(say('check'), onCheck) : nothing}
    </section>
  `;
}

function button(words: string, onClick: () => void, part = 'button'): TemplateResult {
  return html`<button part=${part} type="button" @click=${onClick}>${words}</button>`;
}
