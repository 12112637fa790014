import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Texts } from '../theme/theme.js';

export interface PresetThumbnail {
  readonly preset: string;
  /** Returns the value of a property in the preset. */
  readonly valueOf: (name: string) => string;
}

/** Names of presets that are not their file names. */
const NAMES: Texts = { default: 'Default' };

export function presetName(preset: string): string {
  return NAMES[preset] ?? preset.charAt(0).toUpperCase() + preset.slice(1);
}

/** Renders the presets as radio buttons, each with a small drawing of a checkout in its colors and shapes. */
export function presetChoice(
  thumbnails: readonly PresetThumbnail[],
  chosen: string,
  choose: (preset: string) => void,
): TemplateResult {
  return html`
    <fieldset class="presets">
      <legend>Preset</legend>
      ${thumbnails.map(
        ({ preset, valueOf }) => html`
          <label>
            <input
              type="radio"
              name="preset"
              value=${preset}
              .checked=${live(preset === chosen)}
              @change=${() => choose(preset)}
            />
            <span class="thumbnail" aria-hidden="true" .style=${drawing(valueOf)}>
              <i></i><b></b><b></b><u></u>
            </span>
            <span>${presetName(preset)}</span>
          </label>
        `,
      )}
    </fieldset>
  `;
}

/** The custom properties of a drawing. */
function drawing(valueOf: (name: string) => string): string {
  // A color that the element derives from another one cannot be drawn here.
  const drawn = (value: string) =>
    !value.includes('var(') && (CSS.supports('color', value) || /^[\d.]+(px|r?em)?$/.test(value));
  const brand = [valueOf('color-accent'), valueOf('color-brand')].find(drawn) ?? '';
  const values: Texts = {
    text: valueOf('color-text'),
    surface: valueOf('color-surface'),
    field: valueOf('color-field'),
    line: valueOf('color-line'),
    brand,
    radius: valueOf('radius'),
    button: valueOf('radius-button'),
  };
  return Object.entries(values)
    .filter(([, value]) => drawn(value))
    .map(([name, value]) => `--${name}: ${value}`)
    .join('; ');
}
