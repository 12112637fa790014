import { cardField } from './form-fields.js';
import { isCardField, type FieldName, type FieldTexts, type FormField } from '../fields/form-field.js';

/** The focus that moves on by itself from a complete field (docs/element.md#card-fields). */
export class AutoAdvance {
  readonly #done = new Set<FieldName>();

  /** Lets every field move the focus once more. */
  reset(): void {
    this.#done.clear();
  }

  /**
   * Focuses the card field after a valid one that needs no further digit, at once, so that a screen keyboard stays. It
   * does so once for each field, and only if the next one is empty, because a shopper may come back to correct a digit.
   */
  from(input: HTMLInputElement, { name }: FormField, fields: readonly FormField[], texts: FieldTexts): void {
    const next = fields[fields.findIndex((one) => one.name === name) + 1];
    if (!next || !isCardField(next.name) || texts[next.name] !== '') return;
    if (this.#done.has(name) || !cardField(name)?.isFull?.(texts)) return;
    this.#done.add(name);
    (input.getRootNode() as ShadowRoot).querySelector<HTMLElement>(`#${next.name}`)?.focus();
  }
}
