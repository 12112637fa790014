import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { LONGEST, PRESETS, WITHIN, type Look } from './look.js';
import { hexOf } from './preset-values.js';
import type { ThemeGroup, ThemeProperty } from './theme-properties.js';

export interface ControlsOptions {
  readonly look: Look;
  readonly properties: readonly ThemeProperty[];
  /** The value that holds: of the look, else of its preset, else the elements’ own. */
  readonly valueOf: (name: string) => string;
  readonly languages: readonly string[];
  readonly change: (change: Partial<Look>) => void;
}

const GROUPS: readonly ThemeGroup[] = ['Colour', 'Type', 'Shape', 'Space and density', 'Motion'];
const WIDTHS = [320, 390, 768] as const;

/** Everything that makes the look, as controls. */
export function controls(options: ControlsOptions): TemplateResult {
  const { look, properties, change, languages } = options;
  return html`
    <fieldset>
      <legend>Look</legend>
      ${choice(
        'Preset',
        look.preset,
        PRESETS.map((preset) => [preset, preset.charAt(0).toUpperCase() + preset.slice(1)]),
        (preset) => change({ preset }),
      )}
      ${choice(
        'Scheme',
        look.scheme,
        [
          ['', 'As the system has it'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ],
        (scheme) => change({ scheme: scheme as Look['scheme'] }),
      )}
      <label class="check"><input type="checkbox" .checked=${live(look.values['motion'] === '0s')} @change=${({ target }: Event) => change({ values: withValue(look, 'motion', (target as HTMLInputElement).checked ? '0s' : '') })} /> Reduced motion</label>
    </fieldset>
    <fieldset>
      <legend>Words</legend>
      ${choice('Language', look.lang, [['', 'As the page and the browser have it'], ...languages.map((tag): [string, string] => [tag, nameOfLanguage(tag)])], (lang) => change({ lang }))}
      ${choice(
        'Direction',
        look.dir,
        [
          ['', 'As the language is written'],
          ['ltr', 'Left to right'],
          ['rtl', 'Right to left'],
        ],
        (dir) => change({ dir: dir as Look['dir'] }),
      )}
    </fieldset>
    <fieldset>
      <legend>Room</legend>
      <label>Width of the frame <output>${look.width ? `${look.width} px` : 'all there is'}</output>
        <input type="range" min="240" max="1200" step="10" .value=${live(String(look.width || 1200))} @input=${({ target }: Event) => change({ width: Number((target as HTMLInputElement).value) })} /></label>
      <div class="row">${WIDTHS.map((width) => html`<button type="button" aria-pressed=${look.width === width} @click=${() => change({ width })}>${width}</button>`)}<button type="button" aria-pressed=${look.width === 0} @click=${() => change({ width: 0 })}>All</button></div>
      ${choice(
        'Bank’s page',
        look.challenge,
        [
          ['', 'In a dialog'],
          ['inline', 'In place'],
        ],
        (challenge) => change({ challenge: challenge as Look['challenge'] }),
      )}
    </fieldset>
    ${GROUPS.map((group) => {
      const members = properties.filter((property) => property.group === group);
      return members.length === 0
        ? nothing
        : html`<details ?open=${group === 'Colour'}><summary>${group}</summary>${members.map((property) => control(property, options))}</details>`;
    })}
    <button type="button" @click=${() => change({ values: {} })} ?disabled=${Object.keys(look.values).length === 0}>Take all changes back</button>
  `;
}

function choice(
  label: string,
  value: string,
  choices: readonly (readonly [string, string])[],
  onChoose: (value: string) => void,
): TemplateResult {
  const id = label.toLowerCase().replace(/\W+/g, '-');
  return html`<label for=${id}>${label}</label><select id=${id} .value=${live(value)} @change=${({ target }: Event) => onChoose((target as HTMLSelectElement).value)}>${choices.map(([one, words]) => html`<option value=${one} ?selected=${one === value}>${words}</option>`)}</select>`;
}

function control(property: ThemeProperty, { look, valueOf, change }: ControlsOptions): TemplateResult {
  const { name, description, control: kind } = property;
  const value = valueOf(name);
  const set = (next: string) => change({ values: withValue(look, name, next) });
  const changed = look.values[name] !== undefined;
  return html`<div class="property" data-property=${name} ?data-changed=${changed}>
    <span class="what"><code>--scudo-${name}</code><small>${description}</small></span>
    ${kind.kind === 'colour' ? colours(name, value, valueOf('color-surface'), set) : kind.kind === 'number' ? number(property, kind, value, set) : text(name, value, set)}
    ${changed ? html`<button type="button" class="back" aria-label="Take --scudo-${name} back" title="Take back" @click=${() => set('')}>↺</button>` : nothing}
  </div>`;
}

/** One for light and one for dark: together they are `light-dark()`. */
function colours(name: string, value: string, surface: string, set: (value: string) => void): TemplateResult {
  // The one that is not touched stays what it is, such as `transparent`, which a colour field cannot show.
  const [, light = value, dark = value] =
    /^light-dark\(([^,()]+),([^,()]+)\)$/.exec(value)?.map((part) => part.trim()) ?? [];
  return html`<span class="pair">
    <input type="color" aria-label="--scudo-${name}, light" title="light" .value=${live(hexOf(light, 'light', surface))} @input=${({ target }: Event) => set(`light-dark(${(target as HTMLInputElement).value}, ${dark})`)} />
    <input type="color" aria-label="--scudo-${name}, dark" title="dark" .value=${live(hexOf(dark, 'dark', surface))} @input=${({ target }: Event) => set(`light-dark(${light}, ${(target as HTMLInputElement).value})`)} />
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
  // A preset may say in rem what is px here; what is no number of this unit starts at the least.
  const amount = told === undefined ? least : Number(told) * (of === 'rem' && unit === 'px' ? 16 : 1);
  return html`<span class="pair">
    <input type="range" aria-label="--scudo-${name}" min=${least} max=${most} step=${step} .value=${live(String(amount))} @input=${({ target }: Event) => set(`${(target as HTMLInputElement).value}${unit}`)} />
    <output>${value}</output>
  </span>`;
}

function text(name: string, value: string, set: (value: string) => void): TemplateResult {
  const take = ({ target }: Event) => {
    const field = target as HTMLInputElement;
    if (field.reportValidity()) set(field.value.trim());
  };
  return html`<input type="text" aria-label="--scudo-${name}" title="Without { } and ;" pattern=${WITHIN} maxlength=${LONGEST} spellcheck="false" .value=${live(value)} @change=${take} />`;
}

/** The values with one changed; an empty one is taken out. */
function withValue({ values }: Look, name: string, value: string): Readonly<Record<string, string>> {
  const { [name]: _before, ...rest } = values;
  return value === '' ? rest : { ...rest, [name]: value };
}

function nameOfLanguage(tag: string): string {
  return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
}
