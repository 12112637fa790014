import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { LONGEST } from '../theme/theme.js';

/** A text of a theme with its field. */
export interface TextField {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  /** The text without the theme. */
  readonly placeholder: string;
}

export interface TextListOptions {
  readonly fields: readonly TextField[];
  readonly set: (name: string, text: string) => void;
  /** The pattern of a text, and an explanation of it. */
  readonly pattern?: readonly [pattern: string, title: string];
}

/** Renders a field for each text, with its name as code and a button that resets it. */
export function textList({ fields, set, pattern }: TextListOptions): TemplateResult {
  return html`<div class="texts">
    ${fields.map(
      ({ name, label, text, placeholder }) => html`<div class="property" data-text=${name} ?data-changed=${text !== ''}>
        <label>
          <span class="what"><b>${label}</b> ${label === name ? nothing : html`<code>${name}</code>`}</span>
          <input
            type="text"
            maxlength=${LONGEST}
            pattern=${pattern?.[0] ?? '.*'}
            title=${pattern?.[1] ?? ''}
            placeholder=${placeholder}
            spellcheck="false"
            .value=${live(text)}
            @input=${({ target }: Event) => {
              const field = target as HTMLInputElement;
              if (field.checkValidity()) set(name, field.value);
            }}
            @change=${({ target }: Event) => (target as HTMLInputElement).reportValidity()}
          />
        </label>
        ${
          text === ''
            ? nothing
            : html`<button
                type="button"
                class="back"
                aria-label="Reset ${label}"
                title="Reset"
                @click=${() => set(name, '')}
              >↺</button>`
        }
      </div>`,
    )}
  </div>`;
}
