import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

export interface RadioChoice<Value extends string> {
  readonly value: Value;
  readonly label: string | TemplateResult;
}

/** Renders radio buttons as one row of buttons, which is a single tab stop. */
export function radioGroup<Value extends string>(
  name: string,
  legend: string,
  chosen: string,
  choices: readonly RadioChoice<Value>[],
  onChoose: (value: Value) => void,
): TemplateResult {
  return html`
    <fieldset class="segments" data-group=${name}>
      <legend class="visually-hidden">${legend}</legend>
      ${choices.map(
        ({ value, label }) => html`
          <label>
            <input
              type="radio"
              name=${name}
              value=${value}
              .checked=${live(value === chosen)}
              @change=${() => onChoose(value)}
            />
            <span>${label}</span>
          </label>
        `,
      )}
    </fieldset>
  `;
}
