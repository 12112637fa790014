import type { CardFrameStyle } from '../../protocol/adapter/card-frame-codec.js';
import { fill, withDigits } from '../i18n/fill.js';
import type { FieldLanguage } from '../i18n/language.controller.js';
import type { Localize } from '../i18n/messages.js';

/** The key of the ten digits of the language, beside the messages. A page of an earlier version sends none. */
export const DIGITS = 'digits';

/** The language of the page, which the frame receives with its style. */
export function frameLanguage(
  received: () => Pick<CardFrameStyle, 'language' | 'messages'> | undefined,
): FieldLanguage {
  const inDigits = (text: string) => withDigits(text, received()?.messages[DIGITS]);
  const localize: Localize = (message, values) => inDigits(fill(received()?.messages[message] ?? '', values));
  return {
    localize,
    withDigits: inDigits,
    get tag() {
      return received()?.language ?? 'en';
    },
  };
}
