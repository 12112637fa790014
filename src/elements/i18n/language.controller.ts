import type { LitElement, ReactiveController } from 'lit';
import type { Clock } from '../../payment/clock.js';
import { formatAmount, type Amount, type AmountFormat } from '../../protocol/values/amount.js';
import type { Order } from '../../payment/backend-client/backend-client.js';
import { CHARGED_OTHERWISE } from '../../protocol/adapter/outcome-codes.js';
import type { OutcomeCode } from '../../payment/outcome.js';
import { reporter } from '../developer/reporter.js';
import { ENGLISH_MESSAGES, type MessageKey } from './english.js';
import { fill, withDigits } from './fill.js';
import { browserLanguages } from './browser-languages.js';
import { amountsFrom, messagesFrom } from './language-file.js';
import { directionOf } from '../../protocol/values/language-tag.js';
import { chooseLanguage, LANGUAGES } from './languages.js';
import type { AddressLabel, Messages, Localize } from './messages.js';

/** An element with texts. Its own messages replace those of the language. */
export type Localized = LitElement & { readonly messages: Partial<Messages> | undefined; readonly clock: Clock };

/** The texts of the card fields, which the frame of isolated card fields has, too. */
export type FieldLanguage = Pick<Language, 'localize' | 'withDigits' | 'tag'>;

/** The shortest time between two tries to load a language, in milliseconds. */
const RETRY_AFTER = 10_000;

/**
 * The language of an element: its `lang`, that of the page around it, or the browser's, whichever exists first. All
 * texts are English until the language is loaded. After a failure it is loaded again.
 */
export class Language implements ReactiveController {
  /** The language that is loaded or loading. */
  chosen = 'en';
  #messages: Messages = ENGLISH_MESSAGES;
  #amounts: AmountFormat | undefined;
  /** True when a language that could not be loaded may be requested again. */
  #isRetryDue = false;
  /** Cancels the pause after a failure. */
  #stopRetry: (() => void) | undefined;
  /** The language of the messages; not yet that of a language which is still loading. */
  tag = 'en';
  /** The languages of the page and the browser, as BCP 47 tags. A new list only when they change. */
  wanted: readonly string[] = [];

  constructor(private readonly host: Localized) {
    host.addController(this);
  }

  hostUpdate(): void {
    // An element that was removed is rendered once more, and needs no texts.
    if (!this.host.isConnected) return;
    const around = this.host.closest<HTMLElement>('[lang]:not([lang=""])')?.lang ?? document.documentElement.lang;
    const wanted = [around, ...browserLanguages()].filter((tag) => tag !== '');
    const isRetry = this.#isRetryDue;
    const isNew = wanted.join() !== this.wanted.join();
    if (isNew) this.wanted = wanted;
    if (!isNew && !isRetry) return;
    const chosen = chooseLanguage(wanted);
    if (chosen === this.chosen && !isRetry) return;
    this.chosen = chosen;
    this.#isRetryDue = false;
    this.#stopRetry?.();
    this.#stopRetry = undefined;
    void this.#load(chosen);
  }

  hostDisconnected(): void {
    if (!this.#stopRetry) return;
    this.#stopRetry();
    this.#retryIsDue();
  }

  async #load(chosen: string): Promise<void> {
    let messages = ENGLISH_MESSAGES;
    let amounts: AmountFormat | undefined;
    try {
      // A page may have added the language, so what it has is checked, too.
      if (chosen !== 'en') {
        const loaded = await LANGUAGES[chosen]?.();
        messages = messagesFrom(loaded?.messages);
        amounts = amountsFrom(loaded?.amounts);
      }
    } catch (error) {
      reporter.report?.(this.host, { language: chosen, error });
      if (chosen !== this.chosen) return;
      // An element that was removed retries when it is inserted again.
      if (!this.host.isConnected) return this.#retryIsDue();
      this.#stopRetry = this.host.clock.after(RETRY_AFTER, () => {
        this.#retryIsDue();
        // Nothing else may render the element again.
        this.host.requestUpdate();
      });
      return;
    }
    // Another language may have been chosen meanwhile.
    if (chosen !== this.chosen) return;
    this.#messages = messages;
    this.#amounts = amounts;
    this.tag = chosen;
    this.host.requestUpdate();
  }

  #retryIsDue(): void {
    this.#stopRetry = undefined;
    this.#isRetryDue = true;
  }

  /** The direction of the language, unless the page sets `dir`. */
  get direction(): 'ltr' | 'rtl' {
    const { dir } = this.host;
    return dir === 'ltr' || dir === 'rtl' ? dir : directionOf(this.tag);
  }

  readonly localize: Localize = (message, values) =>
    this.withDigits(fill(this.host.messages?.[message] ?? this.#messages[message], values));

  /** Returns a text with the digits of the language. */
  readonly withDigits = (text: string): string => withDigits(text, this.#amounts?.digits);

  /** True for the name of a message of the elements. */
  readonly knows = (message: string): message is MessageKey | OutcomeCode => Object.hasOwn(ENGLISH_MESSAGES, message);

  /** Returns the label of an address field, whose English is in the address data. */
  readonly localizeLabel = (label: AddressLabel, english: string): string =>
    this.host.messages?.[label] ?? this.#messages[label] ?? english;

  /** True when the texts are those of the chosen language. */
  get isLoaded(): boolean {
    return this.chosen === this.tag;
  }

  /** True until the chosen language is loaded or has failed. */
  get isLoading(): boolean {
    return !this.isLoaded && !this.#stopRetry;
  }

  /**
   * Formats the amount of an order in the language: at the end what the shop has charged. Empty if that is nothing, or
   * is not known.
   */
  amountOf(order: (Amount & Partial<Pick<Order, 'charged' | 'state'>>) | undefined): string {
    if (!order) return '';
    const charged = order.charged ?? (CHARGED_OTHERWISE.includes(order.state) ? '0' : undefined);
    if (charged !== undefined && !Number(charged)) return '';
    return formatAmount({ ...order, amount: charged ?? order.amount }, this.tag, this.#amounts);
  }
}
