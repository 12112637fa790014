import { html } from 'lit';
import { css } from '@lit/reactive-element/css-tag.js';
import { usableArrangement } from '../elements/card-form/arrangement.js';
import { cardFieldsSheets } from '../elements/card-frame/card-fields.styles.js';
import { servedForm } from './served-form.js';
import { escaped, inert, shadowRootText, templateText } from './template-text.js';

/**
 * Rules until the script and the style of the page are there. On a fast network both come before the fields are shown,
 * so that the shopper sees no other style first.
 */
const servedStyles = css`
  body {
    margin: 0;
  }

  :host {
    font: 16px/1.5 system-ui;
  }

  .body {
    animation: show 1ms 300ms both;
  }

  @keyframes show {
    from {
      opacity: 0;
    }
  }
`;

/** The styles of the page with the isolated card fields, and of the fields in its shadow root. */
export const cardFieldsCss = [...cardFieldsSheets, servedStyles].map(({ cssText }) => cssText).join('\n');

/** The page with the isolated card fields, as text. */
export interface CardFieldsText {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly title: string;
  /** The element with its fields as HTML. */
  readonly element: string;
}

/**
 * Returns `<scudo-card-fields>` with its fields as HTML, so that the shopper can type before the script has loaded. The
 * accepted cards are not known here, so it names none.
 * @param query the parameters of the page's address: `lang`, `layout`, `labels`, and `order` with the names of fields
 * @param styles the address of `cardFieldsCss`
 */
export async function cardFieldsHtml(
  { lang = 'en', order = '', ...places }: Readonly<Partial<Record<string, string>>>,
  styles: string,
): Promise<CardFieldsText> {
  const { language, form } = await servedForm(lang);
  const { tag, direction, localize } = language;
  const { layout = '', labels = '', fieldOrder } = usableArrangement({ ...places, fieldOrder: order.split(' ') });
  form.method = { code: 'card' };
  form.arrangement = { fieldOrder };
  form.brands = [];
  const fields = html`<div class="body" lang=${tag} dir=${direction}>${form.renderCard(false)}</div>`;
  const root = shadowRootText(styles, inert(templateText(fields)));
  return {
    language: tag,
    direction,
    title: localize('card-details'),
    element: `<scudo-card-fields layout="${escaped(layout)}" labels="${escaped(labels)}">${root}</scudo-card-fields>`,
  };
}
