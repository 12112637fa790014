import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Texts } from '../theme/theme.js';

/** Names of presets that are not their file names. */
const NAMES: Texts = { default: 'Default' };

export function presetName(preset: string): string {
  return NAMES[preset] ?? preset.charAt(0).toUpperCase() + preset.slice(1);
}

/** Renders the presets as radio buttons, each with a picture of the checkout. */
export function presetChoice(
  thumbnails: ReadonlyMap<string, HTMLElement>,
  chosen: string,
  choose: (preset: string) => void,
): TemplateResult {
  return html`
    <fieldset class="presets">
      <legend>Preset</legend>
      ${Array.from(
        thumbnails,
        ([preset, picture]) => html`
          <label>
            <input
              type="radio"
              name="preset"
              value=${preset}
              .checked=${live(preset === chosen)}
              @change=${() => choose(preset)}
            />
            ${picture}
            <span>${presetName(preset)}</span>
          </label>
        `,
      )}
    </fieldset>
  `;
}
