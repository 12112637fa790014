import { html, nothing, type TemplateResult } from 'lit';
import type { RedirectPaymentSnapshot } from '../payment/redirect-payment.js';
import type { RedirectPaymentState } from '../payment/redirect-payment.table.js';
import { outcomePanel, type OutcomePanelOptions } from './outcome-panel.js';
import type { Say } from './messages.js';

export type RedirectStepsOptions = Omit<OutcomePanelOptions, 'outcome' | 'unfinished'> & {
  readonly snapshot: RedirectPaymentSnapshot;
  /** The method's name. */
  readonly method: string;
  /** Back to the choice of a method; absent where there is none. */
  readonly onChooseAnother?: () => void;
  /** Resumes the unfinished payment of that method's code. */
  readonly onContinue: (code: string) => void;
};

/** Steps in which the checkout's form shows. */
const WITH_FORM: readonly RedirectPaymentState[] = ['choosing', 'choosing-another', 'initiating', 'switching'];

/** True when the redirect payment shows something of its own in place of the form. */
export function replacesForm({ step }: RedirectPaymentSnapshot): boolean {
  return !WITH_FORM.includes(step);
}

/** Renders each step of a redirect payment. */
export function redirectSteps({
  snapshot: { step, outcome, url, order, kept = false },
  onContinue,
  onChooseAnother,
  ...options
}: RedirectStepsOptions): TemplateResult | typeof nothing {
  switch (step) {
    case 'redirecting':
      // For a shopper whose browser did not navigate.
      return html`<p part="message"><a id="leave" class="link" part="button" href=${url ?? ''} target="_top" rel="noreferrer">${options.say('continue-to', { method: options.method })}</a></p>`;
    case 'unreachable':
      return unreachable(options.onCheck, options.say);
    case 'pending':
    case 'outcome': {
      if (!outcome) return nothing;
      const unfinished =
        outcome.status === 'pending' && order?.redirect?.unfinished ? order.redirect.method : undefined;
      if (unfinished === undefined) return outcomePanel({ outcome, ...options });
      const hasAnother = !kept && order?.methods.some(({ code }) => code !== unfinished);
      return outcomePanel({
        outcome,
        ...options,
        unfinished: {
          kept,
          onContinue: () => onContinue(unfinished),
          ...(hasAnother && onChooseAnother ? { onChooseAnother } : {}),
        },
      });
    }
    case 'choosing':
    case 'choosing-another':
    case 'switching':
    case 'initiating':
    case 'going-on':
    case 'returned':
    case 'awaiting-status':
      return nothing;
  }
}

/** The text of the live region. */
export function redirectProgress({ step }: RedirectPaymentSnapshot, method: string, say: Say): string | typeof nothing {
  switch (step) {
    case 'going-on':
    case 'switching':
      return say('step-initiating', { method });
    case 'initiating':
    case 'redirecting':
    case 'awaiting-status':
      return say(`step-${step}`, { method });
    case 'returned':
      return say('reading-payment');
    case 'choosing':
    case 'choosing-another':
    case 'unreachable':
    case 'pending':
    case 'outcome':
      return nothing;
  }
}

/** The order could not be read. */
export function unreachable(onCheck: () => void, say: Say): TemplateResult {
  return html`<p id="unreachable" part="message" tabindex="-1" role="alert">${say('loading-failed')}</p>
    <button part="button" type="button" @click=${onCheck}>${say('reload')}</button>`;
}
