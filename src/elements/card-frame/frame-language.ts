import type { Language } from '../i18n/language.controller.js';
import type { Localize } from '../i18n/messages.js';

/** The language of the page, which the frame receives with its style. */
export function frameLanguage(
  localize: Localize,
  received: () => string | undefined,
): Pick<Language, 'localize' | 'tag'> {
  return {
    localize,
    get tag() {
      return received() ?? 'en';
    },
  };
}
