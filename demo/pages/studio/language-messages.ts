import type { Texts } from '../theme/theme.js';

/** Loads the messages of a language. Rejects when it cannot. */
type LoadTexts = (lang: string) => Promise<Texts>;

/** The messages of the chosen language, by key. */
export class LanguageMessages {
  /** The language that was asked for last. */
  #lang: string | undefined;
  #texts: Texts = {};
  #problem = '';

  /**
   * @param english The messages while another language cannot be loaded, as in the elements.
   * @param onLoaded Called when the messages have changed.
   */
  constructor(
    private readonly english: Texts,
    private readonly load: LoadTexts,
    private readonly onLoaded: () => void,
  ) {}

  get texts(): Texts {
    return this.#texts;
  }

  /** The reason why the messages are English; empty without a failure. */
  get problem(): string {
    return this.#problem;
  }

  /** Loads a language unless it is loaded or on its way. A failed one is loaded again after another language. */
  async show(lang: string): Promise<void> {
    if (this.#lang === lang) return;
    this.#lang = lang;
    let texts = this.english;
    let problem = '';
    try {
      texts = await this.load(lang);
    } catch (error) {
      problem = `The messages of “${lang}” cannot be loaded: ${(error as Error).message} English is shown.`;
    }
    // Another language may have been chosen meanwhile.
    if (this.#lang !== lang) return;
    this.#texts = texts;
    this.#problem = problem;
    this.onLoaded();
  }
}
