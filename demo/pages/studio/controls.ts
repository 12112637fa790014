import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { LONGEST, WITHIN } from '../theme/theme.js';
import { lightAndDark } from './css-values.js';
import { fontControl } from './font-control.js';
import { sliderPosition, type LabelledProperty, type PropertyControl, type Slider } from './property-controls.js';
import type { Scheme } from './rendered-colors.js';

/** The values of properties, and a way to change them. */
export interface PropertyValues {
  /** Returns the value of a property: from the theme, else from its preset, else the default of the elements. */
  readonly valueOf: (name: string) => string;
  /** Returns the color that a property has with a value as `#rrggbb`, as the element has it. */
  readonly hexOf: (name: string, value: string, scheme: Scheme) => string;
  readonly isChanged: (name: string) => boolean;
  /** Sets a value; empty for the default. */
  readonly set: (name: string, value: string) => void;
}

/** Renders a property with its label, its name in CSS, its control, and a button that resets it. */
export function propertyControl(property: LabelledProperty, values: PropertyValues): TemplateResult {
  const { name, label, description, control } = property;
  const changed = values.isChanged(name);
  return html`<div class="property" data-property=${name} data-kind=${control.kind} ?data-changed=${changed}>
    <span class="what" title=${description}><b>${label}</b> <code>--scudo-${name}</code></span>
    ${input(property, control, values)}
    ${
      changed
        ? html`<button
            type="button"
            class="back"
            aria-label="Reset ${label}"
            title="Reset"
            @click=${() => values.set(name, '')}
          >↺</button>`
        : nothing
    }
  </div>`;
}

function input(property: LabelledProperty, control: PropertyControl, values: PropertyValues): TemplateResult {
  const { name, label } = property;
  const value = values.valueOf(name);
  const set = (next: string) => values.set(name, next);
  switch (control.kind) {
    case 'color':
      return colors(label, value, (own, scheme) => values.hexOf(name, own, scheme), set);
    case 'number':
      return slider(label, control, value, set);
    case 'font':
      return fontControl(label, value, set);
    case 'css':
      return cssField(label, value, set);
  }
}

/** Renders two color fields, for light and dark, each with its value. Their values form one `light-dark()`. */
function colors(
  label: string,
  value: string,
  hexOf: (value: string, scheme: Scheme) => string,
  set: (value: string) => void,
): TemplateResult {
  // The other color keeps its value, such as `transparent`, which a color field cannot show.
  const [light, dark] = lightAndDark(value);
  const field = (scheme: Scheme, own: string, join: (chosen: string) => string) => html`
    <label class="swatch">
      <input
        type="color"
        aria-label="${label}, ${scheme}"
        .value=${live(hexOf(own, scheme))}
        @input=${({ target }: Event) => set(join((target as HTMLInputElement).value))}
      />
      <span>${scheme === 'light' ? 'Light' : 'Dark'}<code>${hexOf(own, scheme)}</code></span>
    </label>
  `;
  return html`<span class="pair">
    ${field('light', light, (chosen) => (isColor(dark) ? `light-dark(${chosen}, ${dark})` : chosen))}
    ${field('dark', dark, (chosen) => (isColor(light) ? `light-dark(${light}, ${chosen})` : chosen))}
  </span>`;
}

/** True for a value that `light-dark()` may have. A keyword, such as that of a derived default, is none. */
function isColor(value: string): boolean {
  return value !== 'inherit' && CSS.supports('color', value);
}

function slider(label: string, control: Slider, value: string, set: (value: string) => void): TemplateResult {
  const { least, most, step } = control;
  const { number, unit } = sliderPosition(control, value);
  return html`<span class="slider">
    <input
      type="range"
      aria-label=${label}
      min=${least}
      max=${most}
      step=${step}
      .value=${live(String(number))}
      @input=${({ target }: Event) => set(`${(target as HTMLInputElement).value}${unit}`)}
    />
    <output>${value}</output>
  </span>`;
}

/** Renders a field for a CSS value. */
export function cssField(label: string, value: string, set: (value: string) => void): TemplateResult {
  const take = ({ target }: Event) => {
    const field = target as HTMLInputElement;
    if (field.reportValidity()) set(field.value.trim());
  };
  return html`
    <input
      type="text"
      aria-label=${label}
      title="Without { } ; \\ comments, url(), image-set() and src()"
      pattern=${WITHIN}
      maxlength=${LONGEST}
      spellcheck="false"
      .value=${live(value)}
      @change=${take}
    />
  `;
}
