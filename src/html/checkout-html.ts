import { html, nothing } from 'lit';
import type { Checkout } from '../payment/checkout/checkout.js';
import { checkoutTemplate } from '../elements/checkout/checkout.template.js';
import { orderLines } from '../elements/order-lines/order-lines.template.js';
import type { Order } from '../payment/backend-client/backend-client.js';
import * as z from '../protocol/zod.js';
import { orderViewSchema } from '../protocol/adapter/adapter-answers.js';
import { FORM_LAYOUTS, LABEL_PLACES } from '../protocol/adapter/card-frame-lists.js';
import { camelName, renamed } from '../protocol/values/camel-case.js';
import { parseMessage } from '../protocol/values/field-issue.js';
import { servedForm } from './served-form.js';
import { escaped, inert, shadowRootText, templateText } from './template-text.js';

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

const shape = {
  backend: z.string(),
  lang: z.optional(z.string()),
  layout: z.optional(z.enum(FORM_LAYOUTS, `one of ${FORM_LAYOUTS.join(', ')}`)),
  labels: z.optional(z.enum(LABEL_PLACES, `one of ${LABEL_PLACES.join(', ')}`)),
  files: z.optional(z.string()),
} satisfies { readonly [Name in keyof Required<CheckoutHtmlOptions>]: z.ZodMiniType };

/** Unknown options are mistakes, unless they are undefined. */
const optionsSchema = z.catchall(
  z.object(shape),
  z.custom((value) => value === undefined, `left out: the options are ${Object.keys(shape).join(', ')}`),
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
  const form = inert(templateText(await formOf(known, lang)));
  const styles = `${files.replace(/\/?$/, '/')}form.css`;
  return `<scudo-checkout${attributes}>${shadowRootText(styles, form)}</scudo-checkout>`;
}

async function formOf(order: Order, lang: string) {
  const { language, icons, form } = await servedForm(lang);
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
