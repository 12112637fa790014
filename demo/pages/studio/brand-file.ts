import { html, type TemplateResult } from 'lit';
import { brandOf } from '../theme/brand-tokens.js';
import type { Texts } from '../theme/theme.js';

/** Renders a field that reads the design tokens of a brand from a JSON file. */
export function brandFile(
  onBrand: (values: Texts) => void,
  note: string,
  onNote: (note: string) => void,
): TemplateResult {
  const read = async ({ target }: Event) => {
    const field = target as HTMLInputElement;
    const [file] = field.files ?? [];
    if (!file) return;
    try {
      const brand = brandOf(await file.text(), (property, value) => CSS.supports(property, value));
      const names = Object.keys(brand);
      if (names.length > 0) onBrand(brand);
      onNote(
        names.length > 0
          ? `${file.name} sets ${names.map((name) => `--scudo-${name}`).join(', ')}.`
          : `${file.name} has no token of a brand, such as color.primary.`,
      );
    } catch (error) {
      onNote(`${file.name} is not valid JSON: ${(error as Error).message}`);
    }
    // The same file can be read again.
    field.value = '';
  };
  return html`<div class="choice">
    <label for="brand-file">Brand from a tokens file</label>
    <input id="brand-file" type="file" accept=".json,application/json" @change=${read} />
    <p class="quiet" role="status">${note}</p>
  </div>`;
}
