import { html, type TemplateResult } from 'lit';
import { SECTIONS } from './sections.js';
import { CHOICES, type View } from './view.js';

interface Option {
  readonly value: string;
  readonly name: string;
  /** The language of the name. */
  readonly lang?: string;
}

const SCHEMES: Readonly<Record<string, string>> = {
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
  both: 'Side by side',
};

/** Returns the name of a language in that language, with a capital letter. */
function languageName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

const LANGUAGES: readonly Option[] = CHOICES.lang
  .map((lang) => ({ value: lang, name: languageName(lang), lang }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

function sections(only: string): readonly Option[] {
  const options = [{ value: '', name: 'Everything' }, ...SECTIONS.map(({ id, name }) => ({ value: id, name }))];
  return options.some(({ value }) => value === only) ? options : [...options, { value: only, name: only }];
}

/**
 * Renders the controls of the gallery.
 *
 * @param onChange Called with the changed parameters.
 */
export function bar(view: View, onChange: (change: Partial<View>) => void): TemplateResult {
  const choice = (name: keyof View, label: string, options: readonly Option[]) => html`
    <label>
      <span>${label}</span>
      <select
        name=${name}
        @change=${({ currentTarget }: Event) => onChange({ [name]: (currentTarget as HTMLSelectElement).value })}
      >
        ${options.map(
          ({ value, name: text, lang }) =>
            html`<option value=${value} lang=${lang ?? 'en'} ?selected=${value === view[name]}>${text}</option>`,
        )}
      </select>
    </label>
  `;
  return html`
    <form class="bar" aria-label="View" @submit=${(event: Event) => event.preventDefault()}>
      ${choice('only', 'Show', sections(view.only))}
      ${choice(
        'preset',
        'Theme',
        CHOICES.preset.map((preset) => ({ value: preset, name: preset.charAt(0).toUpperCase() + preset.slice(1) })),
      )}
      ${choice('lang', 'Language', LANGUAGES)}
      ${choice(
        'scheme',
        'Colors',
        CHOICES.scheme.map((scheme) => ({ value: scheme, name: SCHEMES[scheme] ?? scheme })),
      )}
      ${choice(
        'width',
        'Width',
        CHOICES.width.toSorted().map((width) => ({ value: width, name: `${width} px` })),
      )}
    </form>
  `;
}
