import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { ChallengeWindowSize } from '../protocol/three-d-secure-values.js';
import type { Room } from '../three-d-secure/window-size.js';
import type { FrameHost } from '../payment/frame-host.js';
import type { Say } from './messages.js';

/** What the dialog needs beside the frame, in pixels: title, buttons, and a margin. */
const CHROME: Room = { width: 34, height: 130 };

/**
 * The native dialog around the challenge frame: in the top layer, above a merchant's own dialogs
 * (field lessons 12). "Cancel" and Escape ask before they cancel.
 */
export class ChallengeDialog implements ReactiveController {
  #open = false;
  #asking = false;
  #size: ChallengeWindowSize = 'FULL_SCREEN';

  constructor(
    private readonly host: ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment; readonly updateComplete: Promise<boolean> },
    private readonly say: Say,
    private readonly onCancel: () => void,
    /** In place, for pages that want the bank's page in their own; else above everything. */
    private readonly inline: () => boolean = () => false,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.close();
  }

  /** The room that a frame would have on this screen. */
  get room(): Room {
    const { clientWidth, clientHeight } = document.documentElement;
    const width = this.inline() ? (this.host as unknown as Element).clientWidth : clientWidth;
    return { width: width - CHROME.width, height: Math.max(clientHeight, 0) - CHROME.height };
  }

  /** Where the payment's frames go. @param may asked before a challenge shows. */
  frames(may: () => boolean): FrameHost {
    return {
      method: () => this.host.renderRoot,
      room: () => this.room,
      challenge: (size) => (may() ? this.open(size) : undefined),
      challengeTitle: this.say('challenge-frame'),
    };
  }

  /** Shows the dialog; resolves with the place for a frame of that size. */
  async open(size: ChallengeWindowSize): Promise<ParentNode | undefined> {
    this.#open = true;
    this.#size = size;
    this.#asking = false;
    this.host.requestUpdate();
    await this.host.updateComplete;
    const dialog = this.#dialog;
    // It may have been closed again while it was rendered.
    if (!this.isOpen || !dialog) return undefined;
    if (!dialog.open) this.#show(dialog);
    return dialog.querySelector('.frame') ?? undefined;
  }

  #show(dialog: HTMLDialogElement): void {
    if (this.inline()) dialog.show();
    else dialog.showModal();
  }

  get isOpen(): boolean {
    return this.#open;
  }

  close(): void {
    this.#open = false;
    this.#dialog?.close();
    this.host.requestUpdate();
  }

  get #dialog(): HTMLDialogElement | null {
    // Before its first rendering an element has no root yet.
    return (this.host.renderRoot as ParentNode | undefined)?.querySelector('dialog') ?? null;
  }

  #ask(asking: boolean): void {
    this.#asking = asking;
    this.host.requestUpdate();
    void this.host.updateComplete.then(() => this.#dialog?.querySelector<HTMLElement>(asking ? '.keep' : '.cancel')?.focus());
  }

  #onCancel(event: Event): void {
    event.preventDefault();
    this.#ask(true);
  }

  #onClose(): void {
    // A browser closes a dialog on a second Escape whatever the page says: shown again, it asks.
    if (!this.#open) return;
    if (this.#dialog) this.#show(this.#dialog);
    this.#ask(true);
  }

  #confirm(): void {
    this.#asking = false;
    this.onCancel();
  }

  render(): TemplateResult {
    return html`
      <dialog part="challenge-dialog" data-size=${this.#size} ?data-inline=${this.inline()} aria-labelledby="challenge-title" @cancel=${(event: Event) => this.#onCancel(event)} @close=${() => this.#onClose()}>
        <h2 id="challenge-title" part="challenge-title" tabindex="-1" .autofocus=${true}>${this.say('challenge-title')}</h2>
        <div class="frame" part="challenge-room"></div>
        <div class="actions" part="challenge-actions">
          ${this.#asking
            ? html`
                <p id="challenge-question" role="alert">${this.say('challenge-question')}</p>
                <button class="keep" part="button" type="button" @click=${() => this.#ask(false)}>${this.say('challenge-keep')}</button>
                <button part="button secondary-button" type="button" @click=${() => this.#confirm()}>${this.say('challenge-stop')}</button>
              `
            : html`<button class="cancel" part="button secondary-button" type="button" @click=${() => this.#ask(true)}>${this.say('challenge-cancel')}</button>`}
        </div>
      </dialog>
    `;
  }
}
