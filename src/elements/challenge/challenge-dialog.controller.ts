import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';
import { html, nothing } from '../late-data/late-html.js';
import { adoptStyles } from '../themes/adopt-styles.js';
import { challengeStyles } from '../themes/challenge.styles.js';
import type { ChallengeWindowSize } from '../../protocol/three-d-secure/three-d-secure-values.js';
import type { PixelSize } from '../../three-d-secure/window-size.js';
import type { CheckoutStep } from '../../payment/flow/checkout.states.js';
import type { Clock } from '../../payment/clock.js';
import type { Icons } from '../icons/icons.controller.js';
import type { Localize } from '../i18n/messages.js';
import { progressText } from '../outcome/progress.js';
import type { MessageKey } from '../i18n/english.js';

/** The space around the frame, in pixels: title, amount, steps, and a margin. */
const CHROME: PixelSize = { width: 34, height: 120 };

/** The borders of a dialog in place, in pixels. */
const BORDERS = 2;

/** Windows narrower than this have the dialog as a sheet at full width, in pixels. */
const PHONE_WIDTH = 480;

/**
 * The width of the smallest frame for a sheet, in pixels (EMV 3DS, Challenge Window Size 02). Below it the sheet is
 * full screen.
 */
const SHEET_WIDTH = 390;

/**
 * The content above the end of the issuer's page: nothing, the question before it cancels, or help over a page that
 * stays blank.
 */
type Notice = 'none' | 'question' | 'slow';

/** The actions of the shopper, and the properties of the page. */
export interface ChallengeDialogOptions {
  readonly icons: Icons;
  readonly localize: Localize;
  readonly clock: () => Clock;
  readonly onCancel: () => void;
  /** Called when the shopper wants to open the issuer's page again. */
  readonly onReopen: () => void;
  /** Milliseconds for which an issuer's page may stay blank before the dialog offers help. Default: 15,000. */
  readonly helpAfter?: number;
  /** True when the challenge is shown in place; otherwise it is above everything. */
  readonly inline: () => boolean;
}

/**
 * The native dialog around the challenge frame. It is in the top layer, above a merchant's own dialogs. Its only button
 * and Escape ask whether to cancel. If the issuer's page stays blank, the dialog offers help.
 */
export class ChallengeDialog implements ReactiveController {
  #open = false;
  #notice: Notice = 'none';
  /** Cancels the timer of the help. */
  #shown: (() => void) | undefined;
  #size: ChallengeWindowSize = 'FULL_SCREEN';
  /** The text until the issuer's page has loaded, and then for screen readers. */
  #step: CheckoutStep = 'opening-challenge';
  #document: 'issuer' | 'shop' = 'issuer';
  /** True while the frame has a document of the shop, and the gateway had no result yet. */
  #isReading = false;

  constructor(
    private readonly host: ReactiveControllerHost & {
      readonly renderRoot: HTMLElement | DocumentFragment;
      readonly updateComplete: Promise<boolean>;
    },
    private readonly options: ChallengeDialogOptions,
  ) {
    host.addController(this);
    adoptStyles(host.renderRoot, challengeStyles);
  }

  hostDisconnected(): void {
    this.close();
  }

  /** The space that is available for a frame on this screen. */
  get availableSpace(): PixelSize {
    const { clientWidth, clientHeight } = document.documentElement;
    const height = Math.max(clientHeight, 0) - CHROME.height;
    const inPlace = this.host.renderRoot.querySelector('.body')?.clientWidth ?? 0;
    if (this.options.inline()) return { width: inPlace - BORDERS, height };
    if (clientWidth >= PHONE_WIDTH) return { width: clientWidth - CHROME.width, height };
    return { width: clientWidth >= SHEET_WIDTH ? clientWidth : 0, height };
  }

  /** Follows the document of the frame. */
  shows(document: 'issuer' | 'shop'): void {
    this.#document = document;
    if (document === 'issuer') this.#isReading = false;
    this.host.requestUpdate();
  }

  /** Shows the dialog; resolves with the parent of a frame of that size. */
  async open(size: ChallengeWindowSize): Promise<ParentNode | undefined> {
    this.#open = true;
    this.#size = size;
    this.#notice = 'none';
    this.#isReading = false;
    this.loaded();
    const { clock, helpAfter = 15_000 } = this.options;
    this.#shown = clock().after(helpAfter, () => this.#slow());
    this.host.requestUpdate();
    await this.host.updateComplete;
    const dialog = this.#dialog;
    // It may have been closed again while it was rendered.
    if (!this.isOpen || !dialog) return undefined;
    if (!dialog.open) this.#show(dialog);
    return dialog.querySelector('.frame') ?? undefined;
  }

  #show(dialog: HTMLDialogElement): void {
    if (!this.options.inline()) return dialog.showModal();
    dialog.show();
    // The form is above it, and a small screen would not show it.
    requestAnimationFrame(() => dialog.scrollIntoView({ block: 'nearest' }));
  }

  get isOpen(): boolean {
    return this.#open;
  }

  /** True while the challenge takes the place of the form. */
  get isInPlace(): boolean {
    return this.#open && this.options.inline();
  }

  /** Closes the dialog after the challenge, and removes the help when the issuer's page has loaded. */
  follow(step: CheckoutStep): void {
    if (step !== 'opening-challenge' && step !== 'challenging' && step !== 'checking-challenge') this.close();
    if (step === 'challenging' && this.#step === 'checking-challenge') this.#isReading = this.#document === 'shop';
    this.#step = step;
    if (step === 'challenging') this.loaded();
  }

  /** Removes the help over a blank page. */
  loaded(): void {
    this.#shown?.();
    this.#shown = undefined;
    if (this.#notice === 'slow') this.#turn('none');
  }

  #slow(): void {
    // An open question is answered first.
    if (this.#notice === 'none') this.#notice = 'slow';
    this.host.requestUpdate();
  }

  close(): void {
    this.#open = false;
    this.#notice = 'none';
    this.loaded();
    // Environments of component tests have no dialogs (docs/testing.md#component-tests).
    (this.#dialog as Partial<HTMLDialogElement> | null)?.close?.();
    this.host.requestUpdate();
  }

  get #dialog(): HTMLDialogElement | null {
    // An element has no root before its first rendering.
    return (this.host.renderRoot as ParentNode | undefined)?.querySelector('dialog') ?? null;
  }

  /** Changes the notice. Moves the focus to its first button for a question, and after a notice with the focus. */
  #turn(notice: Notice): void {
    const held = notice === 'question' || this.#dialog?.querySelector('.notice :focus');
    const place = notice === 'none' ? '.close' : '.notice button';
    this.#notice = notice;
    this.host.requestUpdate();
    if (held) void this.host.updateComplete.then(() => this.#dialog?.querySelector<HTMLElement>(place)?.focus());
  }

  #onCancel(event: Event): void {
    event.preventDefault();
    this.#turn('question');
  }

  #onClose(): void {
    // A browser closes a dialog on a second Escape even if the page cancels the event. The dialog opens again with the
    // question. The event of a dialog that was closed here may arrive when the next one is open.
    if (!this.#open || !this.#dialog || this.#dialog.open) return;
    this.#show(this.#dialog);
    this.#turn('question');
  }

  #notices(progress: string | undefined): TemplateResult {
    const { icons, localize, onCancel, onReopen } = this.options;
    switch (this.#notice) {
      case 'none':
        // The first stop of Tab is the issuer's page, not the button.
        return html`
          ${this.#isReading ? html`<div class="actions notice" part="challenge-notice"><p part="message" aria-hidden="true">${progress}</p></div>` : nothing}
          <button class="close" part="challenge-close" type="button" @click=${() => this.#turn('question')}>${icons.render('close')}<span class="for-readers">${localize('challenge-cancel')}</span></button>
        `;
      case 'question':
        return html`<div class="actions notice" part="challenge-notice">
          <p part="message" role="alert">${localize('challenge-question')}</p>
          ${this.#primary('challenge-keep')}${this.#secondary('challenge-cancel', onCancel)}
        </div>`;
      case 'slow':
        return html`<div class="actions notice" part="challenge-notice">
          <p part="message" role="alert">${localize('challenge-slow')}</p>
          ${this.#primary('challenge-wait')}${this.#secondary('challenge-again', onReopen)}${this.#secondary('challenge-cancel', () => this.#turn('question'))}
        </div>`;
    }
  }

  #primary(label: MessageKey): TemplateResult {
    return html`<button part="button" type="button" @click=${() => this.#turn('none')}>${this.options.localize(label)}</button>`;
  }

  #secondary(label: MessageKey, onClick: () => void): TemplateResult {
    return html`<button part="button secondary-button" type="button" @click=${onClick}>${this.options.localize(label)}</button>`;
  }

  /** @param facts What is confirmed: amount and card. Empty ones are left out. */
  render(...facts: readonly (string | undefined)[]): TemplateResult {
    const { localize, inline } = this.options;
    // An issuer's page that is slow to load may be usable already.
    const isLoading = this.#open && this.#step === 'opening-challenge' && this.#notice !== 'slow';
    const progress = this.#isReading ? localize('step-reading-result') : progressText(this.#step, '', localize);
    return html`
      <dialog part="challenge-dialog" data-size=${this.#size} ?data-inline=${inline()} aria-labelledby="challenge-title" @cancel=${(event: Event) => this.#onCancel(event)} @close=${() => this.#onClose()}>
        <div class="challenge-head" part="challenge-head">
          <h2 id="challenge-title" part="challenge-title" tabindex="-1" .autofocus=${true}>${localize('challenge-title')}</h2>
          <p part="challenge-facts">${facts.filter(Boolean).join(' · ')}</p>
          <ol part="challenge-steps">
            <li part="challenge-step challenge-step-done">${localize('card')}</li>
            <li part="challenge-step challenge-step-current" aria-current="step">${localize('challenge-step-bank')}</li>
            <li part="challenge-step">${localize('challenge-step-done')}</li>
          </ol>
        </div>
        <div class="frame" part="challenge-space">
          <div part="challenge-progress" class=${isLoading ? 'frame-progress' : 'for-readers'}>
            <span class="spinner" part="spinner"></span>
            <p part="challenge-progress-text" aria-live="polite">${this.#open ? progress : nothing}</p>
          </div>
        </div>
        ${this.#notices(progress)}
      </dialog>
    `;
  }
}
