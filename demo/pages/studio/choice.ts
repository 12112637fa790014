import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

/** Renders a labelled select. */
export function choice(
  label: string,
  value: string,
  choices: readonly (readonly [value: string, text: string])[],
  onChoose: (value: string) => void,
): TemplateResult {
  return html`
    <label class="choice">
      <span>${label}</span>
      <select .value=${live(value)} @change=${({ target }: Event) => onChoose((target as HTMLSelectElement).value)}>
        ${choices.map(([one, text]) => html`<option value=${one} ?selected=${one === value}>${text}</option>`)}
      </select>
    </label>
  `;
}
