import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { ChallengeWindowSize } from '../protocol/three-d-secure-values.js';
import type { Room } from '../three-d-secure/window-size.js';
import type { Clock } from '../payment/clock.js';
import type { FrameHost } from '../payment/frame-host.js';
import type { Say } from './messages.js';
import type { Word } from './words.js';

/** What the dialog needs beside the frame, in pixels: title, buttons, and a margin. */
const CHROME: Room = { width: 34, height: 130 };

/** How long a bank's page may stay blank before the shopper is offered help, in milliseconds. */
const BLANK = 15_000;

/** What the dialog's foot says: nothing but Cancel, the question before it cancels, or help over a page that does not come. */
type Notice = 'none' | 'question' | 'slow';

/** What the shopper can want of a challenge, and what the dialog knows of its page. */
export interface ChallengeDialogOptions {
  readonly say: Say;
  readonly clock: () => Clock;
  readonly onCancel: () => void;
  /** The shopper wants the bank's page opened again. */
  readonly onAgain: () => void;
  /** In place, for pages that want the bank's page in their own; else above everything. */
  readonly inline: () => boolean;
}

/**
 * The native dialog around the challenge frame. It is in the top layer, above a merchant's own dialogs. "Cancel" and
 * Escape ask for confirmation. If the bank's page stays blank, the dialog offers help.
 */
export class ChallengeDialog implements ReactiveController {
  #open = false;
  #notice: Notice = 'none';
  /** Takes back the help that is still to come. */
  #shown: (() => void) | undefined;
  #size: ChallengeWindowSize = 'FULL_SCREEN';

  constructor(
    private readonly host: ReactiveControllerHost & {
      readonly renderRoot: HTMLElement | DocumentFragment;
      readonly updateComplete: Promise<boolean>;
    },
    private readonly options: ChallengeDialogOptions,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.close();
  }

  /** The room that a frame would have on this screen. */
  get room(): Room {
    const { clientWidth, clientHeight } = document.documentElement;
    const width = this.options.inline() ? (this.host.renderRoot.querySelector('.room')?.clientWidth ?? 0) : clientWidth;
    return { width: width - CHROME.width, height: Math.max(clientHeight, 0) - CHROME.height };
  }

  /** Where the payment's frames go. @param may asked before a challenge shows. */
  frames(may: () => boolean): FrameHost {
    return {
      method: () => this.host.renderRoot,
      room: () => this.room,
      challenge: (size) => (may() ? this.open(size) : undefined),
      challengeTitle: this.options.say('challenge-frame'),
    };
  }

  /** Shows the dialog; resolves with the place for a frame of that size. */
  async open(size: ChallengeWindowSize): Promise<ParentNode | undefined> {
    this.#open = true;
    this.#size = size;
    this.#notice = 'none';
    this.loaded();
    this.#shown = this.options.clock().after(BLANK, () => this.#slow());
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
    // The form is above it: a small screen would show nothing of it.
    requestAnimationFrame(() => dialog.scrollIntoView({ block: 'nearest' }));
  }

  get isOpen(): boolean {
    return this.#open;
  }

  /** Something of the bank's is there: help over a blank page is needed no more. */
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
    this.#dialog?.close();
    this.host.requestUpdate();
  }

  get #dialog(): HTMLDialogElement | null {
    // Before its first rendering an element has no root yet.
    return (this.host.renderRoot as ParentNode | undefined)?.querySelector('dialog') ?? null;
  }

  /** Says something else, and leaves the focus where the answer is, if it was there before. */
  #turn(notice: Notice): void {
    const held = notice === 'question' || this.#dialog?.querySelector('.actions :focus');
    this.#notice = notice;
    this.host.requestUpdate();
    if (held)
      void this.host.updateComplete.then(() => this.#dialog?.querySelector<HTMLElement>('.actions button')?.focus());
  }

  #onCancel(event: Event): void {
    event.preventDefault();
    this.#turn('question');
  }

  #onClose(): void {
    // A browser closes a dialog on a second Escape whatever the page says: shown again, it asks.
    // The news of a challenge that we closed may come when the next one is open.
    if (!this.#open || !this.#dialog || this.#dialog.open) return;
    this.#show(this.#dialog);
    this.#turn('question');
  }

  #foot(): TemplateResult {
    const { say, onCancel, onAgain } = this.options;
    switch (this.#notice) {
      case 'none':
        return html`${second('challenge-cancel', () => this.#turn('question'))}`;
      case 'question':
        return html`<p part="message" role="alert">${say('challenge-question')}</p>
          <button part="button" type="button" @click=${() => this.#turn('none')}>${say('challenge-keep')}</button>
          ${second('challenge-stop', onCancel)}`;
      case 'slow':
        return html`<p part="message" role="alert">${say('challenge-slow')}</p>
          <button part="button" type="button" @click=${() => this.#turn('none')}>${say('challenge-wait')}</button>
          ${second('challenge-again', onAgain)} ${second('challenge-cancel', () => this.#turn('question'))}`;
    }
    function second(word: Word, onClick: () => void): TemplateResult {
      return html`<button part="button secondary-button" type="button" @click=${onClick}>${say(word)}</button>`;
    }
  }

  render(): TemplateResult {
    return html`
      <dialog part="challenge-dialog" data-size=${this.#size} ?data-inline=${this.options.inline()} aria-labelledby="challenge-title" @cancel=${(event: Event) => this.#onCancel(event)} @close=${() => this.#onClose()}>
        <h2 id="challenge-title" part="challenge-title" tabindex="-1" .autofocus=${true}>${this.options.say('challenge-title')}</h2>
        <div class="frame" part="challenge-room"></div>
        <div class="actions" part="challenge-actions">${this.#foot()}</div>
      </dialog>
    `;
  }
}
