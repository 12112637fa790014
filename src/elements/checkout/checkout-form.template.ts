import { html, nothing, type TemplateResult } from 'lit';
import type { OrderMethod } from '../../payment/backend-client/backend-client.js';
import { cardMarks } from '../card-form/field-picture.template.js';
import { methodPicker } from '../payment-methods/method-picker.template.js';
import type { PaymentForm } from '../card-form/payment-form.controller.js';
import type { Icons } from '../icons/icons.controller.js';
import type { Language } from '../i18n/language.controller.js';
import type { Localize } from '../i18n/messages.js';

export interface CheckoutFormOptions {
  readonly icons: Pick<Icons, 'render' | 'renderMethod'>;
  readonly localize: Localize;
  readonly withDigits: Language['withDigits'];
  readonly form: PaymentForm;
  readonly methods: readonly OrderMethod[];
  /**
   * True while something else is shown. The form stays in the document, because a frame that is removed loses what was
   * typed.
   */
  readonly hidden: boolean;
  /** True while the form cannot be submitted. */
  readonly locked: boolean;
  /** True while a payment runs. */
  readonly busy: boolean;
  /** Formatted, with its currency; undefined when nothing is charged. */
  readonly amount: string | undefined;
  /** The name of the chosen method. */
  readonly method: string;
  /** False when a button of the page pays. */
  readonly hasButton: boolean;
  /** True when the page was left during the challenge of an earlier payment. */
  readonly isInterrupted: boolean;
  /** The outcome of the last try, above the button. */
  readonly failure: TemplateResult | undefined;
  /** The number of outcomes so far. */
  readonly outcomes: number;
  readonly onSubmit: () => void;
}

/** Renders the payment methods, the fields of the chosen one, and the button with the amount. */
export function checkoutForm(options: CheckoutFormOptions): TemplateResult {
  const { icons, localize, form, methods, locked, amount, method, hasButton, onSubmit } = options;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  // A form without a button does not submit on Enter. Fields of the page in a slot belong to other forms.
  const enter = ({ key, isComposing, target, currentTarget }: KeyboardEvent) => {
    if (key === 'Enter' && !isComposing && target instanceof HTMLInputElement && target.form === currentTarget)
      onSubmit();
  };
  const fieldsOf = ({ code }: OrderMethod) => {
    // A frame that is removed loses what was typed, so the fields of the card stay.
    if (code === 'card') return form.renderCard(locked);
    return code === form.method.code
      ? html`${form.renderHolder(locked)}<p class="hint" part="hint">${localize('redirect-hint', { amount, method })}</p>`
      : nothing;
  };
  return html`
    <form part="form" novalidate ?hidden=${options.hidden} ?data-locked=${locked} @submit=${submit} @keydown=${hasButton ? nothing : enter}>
      ${options.isInterrupted ? html`<p class="interrupted" part="interrupted" aria-live="polite">${localize('payment-interrupted')}</p>` : nothing}
      <div class="express" part="express" .inert=${locked} data-empty>
        <slot name="express" @slotchange=${showFilledSlot}></slot>
        <p part="express-divider">${amount === undefined ? nothing : localize('or-another-way')}</p>
      </div>
      <slot name="before-methods"></slot>
      ${methodPicker({ icons, localize, methods, chosen: form.method.code, locked, fieldsOf, cardMarks: () => (form.isolated ? undefined : cardMarks(icons, form.brands, options, 'method-mark')), onChoose: (chosen) => form.choose(chosen) })}
      <slot name="terms"></slot>
      ${options.failure ?? nothing}${form.news.renderRefusal()}
      ${hasButton ? appearing(payButton(options), options.outcomes) : nothing}
      ${form.news.render()}
    </form>
  `;
}

let sizes: ResizeObserver | undefined;

/** Shows the parent of a slot only while an element of the page has a size in the slot. */
export function showFilledSlot({ currentTarget }: Event): void {
  const slot = currentTarget as HTMLSlotElement;
  // A wallet that is not available hides its button later. In its own frame, the change would be an error of the page.
  // Environments of component tests observe no sizes (docs/testing.md#component-tests).
  const { ResizeObserver } = globalThis as { readonly ResizeObserver?: typeof globalThis.ResizeObserver };
  sizes ??=
    ResizeObserver &&
    new ResizeObserver((entries) =>
      requestAnimationFrame(() => {
        for (const { target } of entries) if (target.assignedSlot) showWithContent(target.assignedSlot);
      }),
    );
  for (const one of slot.assignedElements()) sizes?.observe(one);
  showWithContent(slot);
}

function showWithContent(slot: HTMLSlotElement): void {
  const isFilled = slot.assignedElements().some((one) => one.getBoundingClientRect().height > 0);
  slot.parentElement?.toggleAttribute('data-empty', !isFilled);
}

/** Renders new elements for each outcome: it does not push the button away, but the two appear together. */
export function appearing(content: TemplateResult, outcomes: number): TemplateResult {
  return outcomes % 2 === 0 ? html`${content}` : html` ${content}`;
}

function payButton(options: CheckoutFormOptions): TemplateResult {
  const { icons, locked, busy } = options;
  const icon = busy
    ? html`<span class="spinner" part="spinner"></span>`
    : html`<slot name="pay-icon">${icons.render('lock')}</slot>`;
  return html`<button part=${busy ? 'button pay-button pay-button-busy' : 'button pay-button'} type="submit" aria-disabled=${locked ? 'true' : 'false'} aria-busy=${busy ? 'true' : 'false'}>${icon}<span part="pay-label">${payLabel(options)}</span></button>`;
}

function payLabel({ localize, form, busy, amount, method }: CheckoutFormOptions): string {
  if (amount === undefined) return localize(busy ? 'saving-card' : 'save-card');
  if (form.method.code === 'card') return localize(busy ? 'paying' : 'pay', { amount });
  return localize(busy ? 'continuing-to' : 'continue-to', { method });
}
