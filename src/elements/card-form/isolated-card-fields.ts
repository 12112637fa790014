import type { nothing, TemplateResult } from 'lit';
import type { CardFieldName, NextTry } from '../../protocol/adapter/card-frame-lists.js';

/** Card fields in a frame, whose texts the form does not have. */
export interface IsolatedCardFields {
  /** Stands for a complete and valid card number. */
  readonly number: string | undefined;
  /** The name of the card's brand, when its digits identify it. */
  readonly brand: string | undefined;
  /** True when a field shows an error. */
  readonly hasErrors: boolean;
  /** True when a field has the focus. */
  readonly hasFocus: boolean;
  /** Marks and focuses refused card fields, by their wire names. Returns false when there is none. */
  refuse(wireNames: readonly string[]): boolean;
  end(nextTry: NextTry): void;
  forget(): void;
  focus(field?: CardFieldName): void;
  render(locked: boolean): TemplateResult | typeof nothing;
}
