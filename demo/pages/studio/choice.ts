import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

/** Renders a labelled select. */
export function choice(
  label: string,
  value: string,
  choices: readonly (readonly [value: string, text: string])[],
  onChoose: (value: string) => void,
): TemplateResult {
  const id = `choice-${label.toLowerCase().replace(/\W+/g, '-')}`;
  const take = ({ target }: Event) => onChoose((target as HTMLSelectElement).value);
  return html`
    <div class="choice">
      <label for=${id}>${label}</label>
      <select id=${id} .value=${live(value)} @change=${take}>
        ${choices.map(([one, text]) => html`<option value=${one} ?selected=${one === value}>${text}</option>`)}
      </select>
    </div>
  `;
}
