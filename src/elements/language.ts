import type { LitElement, ReactiveController } from 'lit';
import { formatAmount } from '../protocol/amount.js';
import type { Order } from '../payment/backend-client/backend-client.js';
import { chooseLanguage, directionOf, LANGUAGES } from './languages.js';
import type { Messages, Say } from './messages.js';
import { ENGLISH, fill, OUTCOME_WORDS } from './words.js';

/** An element that says something: its own words come before a language's. */
export type Speaking = LitElement & { readonly messages: Partial<Messages> | undefined };

/**
 * The language of an element: its `lang`, the page's around it, then the browser's; the first one
 * that there is. Until it is loaded, and if it cannot be, everything is said in English.
 */
export class Language implements ReactiveController {
  #chosen = 'en';
  #messages: Messages = { ...ENGLISH, ...OUTCOME_WORDS };
  /** In which the messages are: a language that is still loading is not spoken yet. */
  tag = 'en';

  constructor(private readonly host: Speaking) {
    host.addController(this);
  }

  hostUpdate(): void {
    const around = this.host.closest<HTMLElement>('[lang]:not([lang=""])')?.lang ?? document.documentElement.lang;
    const chosen = chooseLanguage([around, ...navigator.languages].filter((tag) => tag !== ''));
    if (chosen === this.#chosen) return;
    this.#chosen = chosen;
    void this.#load(chosen);
  }

  async #load(chosen: string): Promise<void> {
    const messages =
      (await LANGUAGES[chosen]?.().then(
        (loaded) => loaded.messages,
        () => undefined,
      )) ?? (chosen === 'en' ? { ...ENGLISH, ...OUTCOME_WORDS } : undefined);
    // Another one may have been wanted meanwhile.
    if (!messages || chosen !== this.#chosen) return;
    this.#messages = messages;
    this.tag = chosen;
    this.host.requestUpdate();
  }

  /** Of the language, unless the page says otherwise. */
  get direction(): 'ltr' | 'rtl' {
    const { dir } = this.host;
    return dir === 'ltr' || dir === 'rtl' ? dir : directionOf(this.tag);
  }

  readonly say: Say = (word, values) => fill(this.host.messages?.[word] ?? this.#messages[word], values);

  /** An order's amount as people of this language write it. */
  amountOf(order: Order | undefined): string {
    return order ? formatAmount(order.amount, order.currency, this.tag) : '';
  }
}
