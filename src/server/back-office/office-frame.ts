import { html, raw } from 'hono/html';
import { decimalAmount } from '../../protocol/values/amount.js';
import type { OrderRecord } from '../domain/record/order-record.js';
import { OFFICE_STYLE } from './office-style.js';

export type Html = ReturnType<typeof html>;

/** The result of a form, or the reason why it was refused. */
export interface OfficeMessage {
  readonly text: string;
  readonly isProblem: boolean;
}

/** A link in the head of each page. */
export interface OfficeLink {
  /** The text of the link. */
  readonly text: string;
  /** The address, which may be relative. */
  readonly href: string;
}

/** Parts of each page. */
export interface OfficeParts {
  readonly links: readonly OfficeLink[];
  /** The value that each form carries, which no other site can read. */
  readonly token: string;
  readonly message?: OfficeMessage | undefined;
}

/** The page with a message only. */
export function messagePage(text: string): Html {
  return page('Back office', { token: '', links: [], message: { text, isProblem: true } }, '', html``);
}

/** A page with its head. `beside` is shown next to the title. */
export function page(title: string, { message, links }: OfficeParts, beside: Html | '', content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>${raw(OFFICE_STYLE)}</style>
      </head>
      <body>
        <nav aria-label="Pages">
          ${[{ text: 'All orders', href: '?' }, ...links].map(({ text, href }) => html`<a href="${href}">${text}</a> `)}
        </nav>
        <main>
          <header><h1>${title}</h1>${beside}</header>
          ${
            message === undefined
              ? ''
              : html`<p role="${message.isProblem ? 'alert' : 'status'}" tabindex="-1" autofocus>${message.text}</p>`
          }
          ${content}
        </main>
      </body>
    </html>`;
}

/** The field for the reason of a decision. */
export const REASON = html`<label>Reason <input name="reason" required maxlength="500" size="30" autocomplete="off" /></label>`;

/** A field for an amount, filled with one if it is given. */
export function amountField(record: OrderRecord, purpose: string, minor?: string): Html {
  const { currency, exponent } = record;
  return html`<label
    >${purpose} amount in ${currency}
    <input name="amount" required inputmode="decimal" size="12" autocomplete="off" value="${minor === undefined ? '' : decimalAmount(minor, exponent)}"
  /></label>`;
}

/** A form about the order or the orders of the page. */
export function form(
  { token }: OfficeParts,
  action: string,
  hidden: Readonly<Record<string, string>>,
  content: Html,
): Html {
  return html`<form method="post">
    ${Object.entries({ ...hidden, action, token }).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${content}
  </form>`;
}

/** A name, its text if it has one, and the element of the gateway's message. */
export type Fact = readonly [name: string, text: string | undefined, element?: string];

export const factList = (facts: readonly Fact[]): Html => html`<dl>
  ${facts.map(([name, text, element]) =>
    text ? html`<div><dt>${name}${element ? html` <small>(${element})</small>` : ''}</dt><dd>${text}</dd></div>` : '',
  )}
</dl>`;
