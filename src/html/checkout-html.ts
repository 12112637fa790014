import { html, nothing, type ReactiveControllerHost } from 'lit';
import type { Checkout } from '../payment/checkout/checkout.js';
import { systemClock } from '../payment/clock.js';
import { PaymentForm } from '../elements/card-form/payment-form.controller.js';
import { checkoutTemplate } from '../elements/checkout/checkout.template.js';
import { orderLines } from '../elements/order-lines/order-lines.template.js';
import { ENGLISH_MESSAGES } from '../elements/i18n/english.js';
import { fill } from '../elements/i18n/fill.js';
import { amountsFrom, messagesFrom } from '../elements/i18n/language-file.js';
import type { Localize } from '../elements/i18n/messages.js';
import { placeholderTemplate } from '../elements/icons/icon.template.js';
import type { Order } from '../payment/backend-client/backend-client.js';
import * as z from '../protocol/zod.js';
import { orderViewSchema } from '../protocol/adapter/adapter-answers.js';
import { FORM_LAYOUTS, LABEL_PLACES } from '../protocol/adapter/card-frame-lists.js';
import { formatAmount, type Amount } from '../protocol/values/amount.js';
import { camelName, renamed } from '../protocol/values/camel-case.js';
import { parseMessage } from '../protocol/values/field-issue.js';
import { chooseTag, directionOf } from '../protocol/values/language-tag.js';
import { escaped, templateText } from './template-text.js';

/** Attributes of the element, and the files of the package. */
export interface CheckoutHtmlOptions {
  /** The address of the backend, as the attribute `backend` has it. */
  readonly backend: string;
  /** The language of the texts (BCP 47), which the page should have, too. Default: English. */
  readonly lang?: string | undefined;
  /** The attribute `layout`. */
  readonly layout?: 'accordion' | 'tabs' | 'compact' | undefined;
  /** The attribute `labels`. */
  readonly labels?: 'above' | 'floating' | 'inset' | undefined;
  /** The address of the package's files, where `form.css` is. Default: `/`. */
  readonly files?: string | undefined;
}

const optionsSchema = z.object({
  backend: z.string(),
  lang: z.optional(z.string()),
  layout: z.optional(z.enum(FORM_LAYOUTS, `one of ${FORM_LAYOUTS.join(', ')}`)),
  labels: z.optional(z.enum(LABEL_PLACES, `one of ${LABEL_PLACES.join(', ')}`)),
  files: z.optional(z.string()),
});

/** Loads the data of each language besides English, by its tag. The build makes a module of each file. */
const LANGUAGES = new Map(
  Object.entries(import.meta.glob('../elements/i18n/locales/*.json', { import: 'default' })).map(
    ([path, load]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), load] as const,
  ),
);

/**
 * Returns `<scudo-checkout>` with its form as HTML, for the page of one order. The shopper can type before the script
 * has loaded, and Pay is disabled until then. The HTML has no personal data, but it has the secret id of the order:
 * send the page with `Cache-Control: no-store`. An order that takes no payment gives the element without a form.
 * @param order the answer of the backend to `GET orders/{id}`
 * @param options the attributes of the element, and the address of the package's files
 * @returns the HTML of the element, with a declarative shadow root
 * @throws {MessageError} naming the option, or the field of the order, that is wrong
 * @example
 * const page = await checkoutHtml(order, { backend: '/scudo', lang: 'de' });
 */
export async function checkoutHtml(order: unknown, options: CheckoutHtmlOptions): Promise<string> {
  const { backend, lang = 'en', layout, labels, files = '/' } = parseMessage('options', optionsSchema, options);
  const known = renamed(parseMessage('order', orderViewSchema, order), camelName) as Order;
  const attributes = Object.entries({ backend, order: known.id, lang, layout, labels })
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escaped(value)}"`))
    .join('');
  const isPayable = (known.state === 'open' || known.state === 'failed') && !known.suspended && !known.redirect;
  if (!isPayable || known.methods.length === 0) return `<scudo-checkout${attributes}></scudo-checkout>`;
  const styles = `<link rel="stylesheet" href="${escaped(`${files.replace(/\/?$/, '/')}form.css`)}">`;
  const form = inert(templateText(await formOf(known, lang)));
  return `<scudo-checkout${attributes}><template shadowrootmode="open"><!---->${styles}${form}</template></scudo-checkout>`;
}

/**
 * Returns HTML that does nothing before its script. Inputs have no names and buttons are disabled, so that Enter does
 * not put a card number into an address.
 */
function inert(text: string): string {
  return text
    .replace(/(<(?:input|select)\b[^>]*?)\sname="[^"]*"/g, '$1')
    .replace(/<button\b/g, '<button disabled')
    .replace(/type="radio"/g, 'type="radio" disabled');
}

async function formOf(order: Order, lang: string) {
  const tag = chooseTag([lang], ['en', ...LANGUAGES.keys()]) ?? 'en';
  const data = await LANGUAGES.get(tag)?.();
  const messages = data === undefined ? ENGLISH_MESSAGES : messagesFrom(data);
  const amounts = amountsFrom((Object(data) as { readonly amounts?: unknown }).amounts);
  const localize: Localize = (message, values) => fill(messages[message], values);
  const language = {
    localize,
    tag,
    direction: directionOf(tag),
    amountOf: (one: Amount | undefined) => (one ? formatAmount(one, tag, amounts) : ''),
  };
  const icons = {
    render: (name: string, part = '') => placeholderTemplate([name], `icon-${name} ${part}`.trim()),
    renderMethod: (code: string, part = '') => placeholderTemplate([code, 'redirect'], `icon-${code} ${part}`.trim()),
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
    icons,
  );
  form.brands = order.methods.find(({ code }) => code === 'card')?.brands;
  form.method = order.methods[0] ?? form.method;
  if (order.cardFrame !== undefined) form.isolated = { render: () => nothing } as unknown as typeof form.isolated;
  return html`${checkoutTemplate({
    icons,
    language,
    snapshot: { step: 'entering', order, trace: [], refused: [], preparation: 'idle', mayMoveFocus: false },
    checkout: {} as Checkout,
    form,
    early: { isShown: false, isWaiting: false, methods: [], amount: '' },
    locked: false,
    keepsForm: false,
    card: undefined,
    challenge: undefined,
    hasButton: true,
    failure: undefined,
    isInterrupted: false,
    orderLines,
    page: { customer: undefined, next: undefined },
    onTryAgain: () => undefined,
    onPayBy: () => undefined,
    onSubmit: () => undefined,
  })}`;
}
