import type { ReactiveControllerHost } from 'lit';
import { systemClock } from '../payment/clock.js';
import { PaymentForm } from '../elements/card-form/payment-form.controller.js';
import { ENGLISH_MESSAGES } from '../elements/i18n/english.js';
import { fill, withDigits as digitsIn } from '../elements/i18n/fill.js';
import { amountsFrom, messagesFrom } from '../elements/i18n/language-file.js';
import type { Localize } from '../elements/i18n/messages.js';
import { placeholderTemplate } from '../elements/icons/icon.template.js';
import { formatAmount, type Amount } from '../protocol/values/amount.js';
import { chooseTag, directionOf } from '../protocol/values/language-tag.js';

/** Loads the data of each language besides English, by its tag. The build makes a module of each file. */
const LANGUAGES = new Map(
  Object.entries(import.meta.glob('../elements/i18n/locales/*.json', { import: 'default' })).map(
    ([path, load]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), load] as const,
  ),
);

const ICONS = {
  render: (name: string, part = '') => placeholderTemplate([name], `icon-${name} ${part}`.trim()),
  renderMethod: (code: string, part = '') => placeholderTemplate([code, 'redirect'], `icon-${code} ${part}`.trim()),
};

/** More characters than a tag has. A client chooses it, and the time for a longer text grows with its square. */
const MAX_TAG = 100;

/** Returns the form of an element without the element, in a language of the package. */
export async function servedForm(lang: string) {
  const tag = chooseTag([lang.slice(0, MAX_TAG)], ['en', ...LANGUAGES.keys()]) ?? 'en';
  const data = await LANGUAGES.get(tag)?.();
  const messages = data === undefined ? ENGLISH_MESSAGES : messagesFrom(data);
  const amounts = amountsFrom((Object(data) as { readonly amounts?: unknown }).amounts);
  const withDigits = (text: string) => digitsIn(text, amounts?.digits);
  const localize: Localize = (message, values) => withDigits(fill(messages[message], values));
  const language = {
    localize,
    withDigits,
    tag,
    direction: directionOf(tag),
    amountOf: (one: Amount | undefined) => (one ? formatAmount(one, tag, amounts) : ''),
  };
  const host = {
    addController: () => undefined,
    requestUpdate: () => undefined,
  } as unknown as ReactiveControllerHost & {
    readonly renderRoot: DocumentFragment;
  };
  const form = new PaymentForm(
    host,
    language,
    () => undefined,
    {},
    () => systemClock,
    undefined,
    ICONS,
  );
  return { language, icons: ICONS, form };
}
