import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { LONGEST, THEME_PRESETS, WITHIN, type Theme } from './theme.js';
import { hexOf } from './preset-values.js';
import type { ThemeGroup, ThemeProperty } from './theme-properties.js';

export interface ControlsOptions {
  readonly theme: Theme;
  readonly properties: readonly ThemeProperty[];
  /** Returns the value of a property: from the theme, else from its preset, else the default of the elements. */
  readonly valueOf: (name: string) => string;
  readonly languages: readonly string[];
  readonly change: (change: Partial<Theme>) => void;
}

const GROUPS: readonly ThemeGroup[] = ['Colour', 'Type', 'Shape', 'Space and density', 'Motion'];
const WIDTHS = [320, 390, 768] as const;

/** Renders the controls of a theme. */
export function controls(options: ControlsOptions): TemplateResult {
  const { theme, properties, change, languages } = options;
  return html`
    <fieldset>
      <legend>Theme</legend>
      ${choice(
        'Preset',
        theme.preset,
        THEME_PRESETS.map((preset) => [preset, preset.charAt(0).toUpperCase() + preset.slice(1)]),
        (preset) => change({ preset }),
      )}
      ${choice(
        'Scheme',
        theme.scheme,
        [
          ['', 'As the system has it'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ],
        (scheme) => change({ scheme: scheme as Theme['scheme'] }),
      )}
      <label class="check"><input
        type="checkbox"
        .checked=${live(theme.values['motion'] === '0s')}
        @change=${({ target }: Event) => {
          change({ values: withValue(theme, 'motion', (target as HTMLInputElement).checked ? '0s' : '') });
        }}
      /> Reduced motion</label>
    </fieldset>
    <fieldset>
      <legend>Words</legend>
      ${choice(
        'Language',
        theme.lang,
        [
          ['', 'As the page and the browser have it'],
          ...languages.map((tag): [string, string] => [tag, nameOfLanguage(tag)]),
        ],
        (lang) => change({ lang }),
      )}
      ${choice(
        'Direction',
        theme.dir,
        [
          ['', 'As the language is written'],
          ['ltr', 'Left to right'],
          ['rtl', 'Right to left'],
        ],
        (dir) => change({ dir: dir as Theme['dir'] }),
      )}
    </fieldset>
    <fieldset>
      <legend>Page</legend>
      <label>Width of the frame <output>${theme.width ? `${theme.width} px` : 'all available'}</output>
        <input
          type="range"
          min="240"
          max="1200"
          step="10"
          .value=${live(String(theme.width || 1200))}
          @input=${({ target }: Event) => change({ width: Number((target as HTMLInputElement).value) })}
        /></label>
      <div class="row">${[...WIDTHS, 0].map(
        (width) =>
          html`<button type="button" aria-pressed=${theme.width === width} @click=${() => change({ width })}>${
            width || 'All'
          }</button>`,
      )}</div>
      ${choice(
        'Bank’s page',
        theme.challenge,
        [
          ['', 'In a dialog'],
          ['inline', 'In place'],
        ],
        (challenge) => change({ challenge: challenge as Theme['challenge'] }),
      )}
    </fieldset>
    ${GROUPS.map((group) => {
      const members = properties.filter((property) => property.group === group);
      return members.length === 0
        ? nothing
        : html`
            <details ?open=${group === 'Colour'}>
              <summary>${group}</summary>
              ${members.map((property) => control(property, options))}
            </details>
          `;
    })}
    <button type="button" @click=${() => change({ values: {} })} ?disabled=${Object.keys(theme.values).length === 0}>
      Take all changes back
    </button>
  `;
}

function choice(
  label: string,
  value: string,
  choices: readonly (readonly [string, string])[],
  onChoose: (value: string) => void,
): TemplateResult {
  const id = label.toLowerCase().replace(/\W+/g, '-');
  const take = ({ target }: Event) => onChoose((target as HTMLSelectElement).value);
  return html`
    <label for=${id}>${label}</label>
    <select id=${id} .value=${live(value)} @change=${take}>
      ${choices.map(([one, words]) => html`<option value=${one} ?selected=${one === value}>${words}</option>`)}
    </select>
  `;
}

function control(property: ThemeProperty, { theme, valueOf, change }: ControlsOptions): TemplateResult {
  const { name, description, control: kind } = property;
  const value = valueOf(name);
  const set = (next: string) => change({ values: withValue(theme, name, next) });
  const changed = theme.values[name] !== undefined;
  return html`<div class="property" data-property=${name} ?data-changed=${changed}>
    <span class="what"><code>--scudo-${name}</code><small>${description}</small></span>
    ${
      kind.kind === 'colour'
        ? colours(name, value, valueOf('color-surface'), set)
        : kind.kind === 'number'
          ? number(property, kind, value, set)
          : text(name, value, set)
    }
    ${changed ? back(name, set) : nothing}
  </div>`;
}

function back(name: string, set: (value: string) => void): TemplateResult {
  return html`
    <button
      type="button"
      class="back"
      aria-label="Take --scudo-${name} back"
      title="Take back"
      @click=${() => set('')}
    >↺</button>
  `;
}

/** Renders two color fields, for light and dark. Their values form one `light-dark()`. */
function colours(name: string, value: string, surface: string, set: (value: string) => void): TemplateResult {
  // The other color keeps its value, such as `transparent`, which a color field cannot show.
  const [, light = value, dark = value] =
    /^light-dark\(([^,()]+),([^,()]+)\)$/.exec(value)?.map((part) => part.trim()) ?? [];
  return html`<span class="pair">
    <input
      type="color"
      aria-label="--scudo-${name}, light"
      title="light"
      .value=${live(hexOf(light, 'light', surface))}
      @input=${({ target }: Event) => set(`light-dark(${(target as HTMLInputElement).value}, ${dark})`)}
    />
    <input
      type="color"
      aria-label="--scudo-${name}, dark"
      title="dark"
      .value=${live(hexOf(dark, 'dark', surface))}
      @input=${({ target }: Event) => set(`light-dark(${light}, ${(target as HTMLInputElement).value})`)}
    />
  </span>`;
}

function number(
  { name }: ThemeProperty,
  {
    unit,
    least,
    most,
    step,
  }: { readonly unit: string; readonly least: number; readonly most: number; readonly step: number },
  value: string,
  set: (value: string) => void,
): TemplateResult {
  const [, told, of] = /^([\d.]+)(px|r?em|s)?$/.exec(value) ?? [];
  // A preset may use rem instead of px. A value of another unit starts at the minimum.
  const amount = told === undefined ? least : Number(told) * (of === 'rem' && unit === 'px' ? 16 : 1);
  return html`<span class="pair">
    <input
      type="range"
      aria-label="--scudo-${name}"
      min=${least}
      max=${most}
      step=${step}
      .value=${live(String(amount))}
      @input=${({ target }: Event) => set(`${(target as HTMLInputElement).value}${unit}`)}
    />
    <output>${value}</output>
  </span>`;
}

function text(name: string, value: string, set: (value: string) => void): TemplateResult {
  const take = ({ target }: Event) => {
    const field = target as HTMLInputElement;
    if (field.reportValidity()) set(field.value.trim());
  };
  return html`
    <input
      type="text"
      aria-label="--scudo-${name}"
      title="Without { } and ;"
      pattern=${WITHIN}
      maxlength=${LONGEST}
      spellcheck="false"
      .value=${live(value)}
      @change=${take}
    />
  `;
}

/** Returns the values with one change. An empty value is removed. */
function withValue({ values }: Theme, name: string, value: string): Readonly<Record<string, string>> {
  const { [name]: _before, ...rest } = values;
  return value === '' ? rest : { ...rest, [name]: value };
}

function nameOfLanguage(tag: string): string {
  return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
}
