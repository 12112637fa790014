import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { LONGEST, WITHIN } from '../theme/theme.js';
import { fontValue } from './css-values.js';

/** Fonts that systems have, as stacks of families. */
const FONT_STACKS: readonly (readonly [name: string, family: string])[] = [
  ['System', 'system-ui, sans-serif'],
  ['Humanist', 'Seravek, "Gill Sans Nova", Ubuntu, Calibri, "DejaVu Sans", sans-serif'],
  ['Geometric', 'Avenir, Montserrat, Corbel, "URW Gothic", sans-serif'],
  ['Grotesque', '"Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif'],
  ['Rounded', 'ui-rounded, "SF Pro Rounded", Nunito, Quicksand, system-ui, sans-serif'],
  ['Old style', '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif'],
  ['Transitional', 'Charter, "Bitstream Charter", Cambria, "Liberation Serif", serif'],
  ['Monospaced', 'ui-monospace, "Cascadia Code", Menlo, Consolas, "Liberation Mono", monospace'],
];

/** Renders a choice of font stacks, and a field for another font. The size stays. */
export function fontControl(label: string, value: string, set: (value: string) => void): TemplateResult {
  const { size, family } = fontValue(value);
  const isListed = FONT_STACKS.some(([, stack]) => stack === family);
  const take = ({ target }: Event) => {
    const field = target as HTMLInputElement;
    if (field.reportValidity()) set(field.value.trim());
  };
  return html`<span class="font">
    <select
      aria-label=${label}
      .value=${live(isListed ? family : '')}
      @change=${({ target }: Event) => {
        const stack = (target as HTMLSelectElement).value;
        set(stack ? `${size} ${stack}` : value);
      }}
    >
      ${FONT_STACKS.map(([name, stack]) => html`<option value=${stack} ?selected=${stack === family}>${name}</option>`)}
      ${isListed ? nothing : html`<option value="" selected>Another font</option>`}
    </select>
    <input
      type="text"
      aria-label="${label}, as CSS"
      title="Size, line height and families, without { } ; \\ and url()"
      pattern=${WITHIN}
      maxlength=${LONGEST}
      spellcheck="false"
      .value=${live(value)}
      @change=${take}
    />
  </span>`;
}
