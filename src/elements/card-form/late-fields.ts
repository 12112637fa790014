import { nothing, type TemplateResult } from 'lit';
import type { FieldTexts } from '../fields/form-field.js';
import type { FieldLanguage } from '../i18n/language.controller.js';
import type { LateData } from '../late-data/late-data.js';
import type * as payerCode from '../payer-fields/payer-code.js';

/** The code and the data of the fields besides the card. The frame of isolated card fields has neither. */
export interface LateFields {
  /** Undefined until an order was read. */
  readonly code?: typeof payerCode | undefined;
  readonly data?: LateData | undefined;
}

/** The calling code before a phone number, and the form around it. */
interface PhonePrefix {
  readonly plans: Parameters<typeof payerCode.phonePrefix>[0]['plans'] | undefined;
  readonly texts: FieldTexts;
  readonly language: FieldLanguage;
  readonly locked: boolean;
  readonly onChoose: (country: string) => void;
}

/** Renders the calling code before a phone number, once its data is loaded. */
export function phonePrefixOf(
  { code }: LateFields,
  { plans, texts, language, locked, onChoose }: PhonePrefix,
): TemplateResult | typeof nothing {
  if (!plans || !code) return nothing;
  return code.phonePrefix({ plans, language, locked, country: texts['phone-country'], onChoose });
}
