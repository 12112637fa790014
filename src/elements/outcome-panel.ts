import { html, nothing, type TemplateResult } from 'lit';
import type { Outcome } from '../payment/outcome.js';
import { fill, OUTCOME_WORDS, say } from './words.js';

export interface OutcomePanelOptions {
  readonly outcome: Outcome;
  /** Formatted, with its currency. */
  readonly amount: string;
  readonly onTryAgain: () => void;
  readonly onCheck: () => void;
}

/**
 * How the payment ended, in words, and the way on from there: another try, or a look at the order
 * where another try would change nothing.
 */
export function outcomePanel({ outcome, amount, onTryAgain, onCheck }: OutcomePanelOptions): TemplateResult {
  const { status, code, cardholderText, retryable } = outcome;
  return html`
    <section class="outcome" part="outcome" data-status=${status} aria-labelledby="outcome-title">
      <h2 id="outcome-title" part="outcome-title" tabindex="-1">${say(`${status}-title`)}</h2>
      <p part="outcome-text">${fill(OUTCOME_WORDS[code], { amount })}</p>
      ${cardholderText ? html`<p part="cardholder-text"><strong>${say('from-your-bank')}</strong> ${cardholderText}</p>` : nothing}
      ${retryable ? button('try-again', onTryAgain) : nothing}
      ${status === 'failed' && !retryable ? button('try-again', onCheck) : nothing}
      ${status === 'pending' || status === 'in-doubt' ? button('check', onCheck) : nothing}
    </section>
  `;
}

function button(word: 'try-again' | 'check', onClick: () => void): TemplateResult {
  return html`<button part="button" type="button" @click=${onClick}>${say(word)}</button>`;
}
