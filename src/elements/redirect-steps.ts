import { html, nothing, type TemplateResult } from 'lit';
import type { RedirectPaymentSnapshot } from '../payment/redirect-payment.js';
import { outcomePanel, type OutcomePanelOptions } from './outcome-panel.js';
import type { Say } from './messages.js';

export type RedirectStepsOptions = Omit<OutcomePanelOptions, 'outcome' | 'onContinue'> & {
  readonly snapshot: RedirectPaymentSnapshot;
  /** The method's name. */
  readonly method: string;
  /** Goes on with an unfinished payment of that method's code. */
  readonly onContinue: (code: string) => void;
};

/** What a payment that leaves the page shows at each step. */
export function redirectSteps({
  snapshot: { step, outcome, url, order },
  onContinue,
  ...options
}: RedirectStepsOptions): TemplateResult | typeof nothing {
  switch (step) {
    case 'redirecting':
      // For whoever was not taken away by themselves.
      return html`<p part="message"><a id="leave" class="link" part="button" href=${url ?? ''} target="_top" rel="noreferrer">${options.say('continue-to', { method: options.method })}</a></p>`;
    case 'unreachable':
      return unreachable(options.onCheck, options.say);
    case 'pending':
    case 'outcome':
      return outcome
        ? outcomePanel({
            outcome,
            ...options,
            onContinue:
              outcome.status === 'pending' && order?.redirect?.unfinished
                ? () => onContinue(order.redirect?.method ?? '')
                : undefined,
          })
        : nothing;
    case 'choosing':
    case 'initiating':
    case 'going-on':
    case 'returned':
    case 'awaiting-status':
      return nothing;
  }
}

/** What is happening, for the live region. */
export function redirectProgress({ step }: RedirectPaymentSnapshot, method: string, say: Say): string | typeof nothing {
  switch (step) {
    case 'going-on':
      return say('step-initiating', { method });
    case 'initiating':
    case 'redirecting':
    case 'awaiting-status':
      return say(`step-${step}`, { method });
    case 'returned':
      return say('reading-payment');
    case 'choosing':
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
