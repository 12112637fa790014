import { html, nothing, type TemplateResult } from 'lit';
import type { OrderMethod } from '../../payment/backend-client/backend-client.js';
import { methodMark, methodName } from './payment-methods.js';
import type { Localize } from '../i18n/messages.js';

export interface MethodPickerOptions {
  readonly localize: Localize;
  readonly methods: readonly OrderMethod[];
  readonly chosen: string;
  readonly locked: boolean;
  readonly onChoose: (method: OrderMethod) => void;
}

/** Renders the payment methods as radio buttons; nothing when there is only one. */
export function methodPicker({
  localize,
  methods,
  chosen,
  locked,
  onChoose,
}: MethodPickerOptions): TemplateResult | typeof nothing {
  if (methods.length < 2) return nothing;
  return html`<fieldset class="methods" part="methods">
    <legend part="legend">${localize('methods')}</legend>
    ${methods.map((method) => {
      const mark = methodMark(method);
      return html`<label part="method">
        <input
          type="radio"
          name="method"
          part="method-radio"
          .value=${method.code}
          .checked=${method.code === chosen}
          ?disabled=${locked && method.code !== chosen}
          @change=${() => onChoose(method)}
        />
        ${mark ? html`<img part="method-mark" src=${mark} alt="" />` : nothing}<span part="method-name">${methodName(method, localize)}</span>
      </label>`;
    })}
  </fieldset>`;
}
