import { html, nothing, type TemplateResult } from 'lit';
import type { OrderMethod } from '../../payment/backend-client/backend-client.js';
import { methodMark, methodName } from './payment-methods.js';
import type { Icons } from '../icons/icons.controller.js';
import type { Localize } from '../i18n/messages.js';

export interface MethodPickerOptions {
  readonly icons: Pick<Icons, 'render' | 'renderMethod'>;
  readonly localize: Localize;
  readonly methods: readonly OrderMethod[];
  readonly chosen: string;
  readonly locked: boolean;
  readonly onChoose: (method: OrderMethod) => void;
  /** Renders the accepted cards, in place of the icon of a card. */
  readonly cardMarks: () => TemplateResult | undefined;
  /** Renders the fields of a method. Those of the card stay while another method is chosen. */
  readonly fieldsOf: (method: OrderMethod) => unknown;
}

/** Renders the payment methods as radio buttons, each with its fields; only the fields when there is one method. */
export function methodPicker({
  icons,
  localize,
  methods,
  chosen,
  locked,
  onChoose,
  cardMarks,
  fieldsOf,
}: MethodPickerOptions): TemplateResult {
  const isList = methods.length > 1;
  return html`<div class="methods" part="methods" role=${isList ? 'group' : 'presentation'} aria-label=${isList ? localize('methods') : nothing}>
    ${methods.map((method) => {
      const isChosen = method.code === chosen;
      return html`<div part=${isChosen ? 'method-item method-chosen' : 'method-item'}>
        ${isList ? methodRow({ icons, localize, chosen, locked, onChoose, cardMarks }, method) : nothing}
        <div class="groups" part="method-fields" ?hidden=${!isChosen}>${fieldsOf(method)}</div>
      </div>`;
    })}
  </div>`;
}

function methodRow(
  { icons, localize, chosen, locked, onChoose, cardMarks }: Omit<MethodPickerOptions, 'methods' | 'fieldsOf'>,
  method: OrderMethod,
): TemplateResult {
  return html`<label class="method" part="method">
    <input
      type="radio"
      name="method"
      part="method-radio"
      .value=${method.code}
      .checked=${method.code === chosen}
      ?disabled=${locked && method.code !== chosen}
      @change=${() => onChoose(method)}
    />
    <span part="method-name">${methodName(method, localize)}</span>
    <span class="marks" part="method-marks">${(method.code === 'card' && !methodMark(method) ? cardMarks() : undefined) ?? methodMarks(icons, method)}</span>
  </label>`;
}

/** Renders the image that a page gives a method, else the package's icons. */
export function methodMarks(icons: Pick<Icons, 'renderMethod'>, method: OrderMethod, part = 'method-mark'): unknown {
  const mark = methodMark(method);
  if (mark) return html`<img part=${part} src=${mark} alt="" />`;
  return icons.renderMethod(method.code, part);
}
