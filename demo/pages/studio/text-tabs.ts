import { html, nothing, type TemplateResult } from 'lit';
import { DECLARATIONS, type Texts, type Theme } from '../theme/theme.js';
import type { NamedPlace } from '../theme/theme-names.js';
import { choice } from './choice.js';
import { textList } from './text-list.js';

/** Words that the tab shows before the reader searches. */
const FREQUENT = [
  'pay',
  'pay-note',
  'paying',
  'methods',
  'card',
  'card-details',
  'number',
  'expiry',
  'security-code',
  'name',
  'phone',
  'paid-title',
  'authorized',
  'declined-title',
  'declined',
];

export interface WordsTabOptions {
  readonly theme: Theme;
  readonly languages: readonly string[];
  /** The messages of the language, by key. */
  readonly messages: Texts;
  /** The reason why the messages are not those of the language; empty without a failure. */
  readonly problem: string;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly change: (part: Partial<Theme>, control: string) => void;
  readonly set: (name: string, text: string) => void;
}

/** Renders language and direction, and a field for each message of the element. */
export function wordsTab(options: WordsTabOptions): TemplateResult {
  const { theme, languages, messages, problem, search, onSearch, change, set } = options;
  const wanted = search.trim().toLowerCase();
  const names = Object.keys(messages).filter((name) =>
    wanted === ''
      ? FREQUENT.includes(name) || theme.messages[name] !== undefined
      : `${name} ${messages[name] ?? ''}`.toLowerCase().includes(wanted),
  );
  return html`
    ${choice(
      'Language',
      theme.lang,
      [
        ['', 'As the page and the browser have it'],
        ...languages.map((tag): [string, string] => [tag, nameOfLanguage(tag)]),
      ],
      (lang) => change({ lang }, 'lang'),
    )}
    <div role="status">${problem === '' ? nothing : html`<p class="warning">${problem}</p>`}</div>
    ${choice(
      'Direction',
      theme.dir,
      [
        ['', 'As the language is written'],
        ['ltr', 'Left to right'],
        ['rtl', 'Right to left'],
      ],
      (dir) => change({ dir: dir as Theme['dir'] }, 'dir'),
    )}
    ${searchField('Find a text', `one of ${Object.keys(messages).length} texts`, search, onSearch)}
    ${textList({
      fields: names.map((name) => ({
        name,
        label: messages[name] ?? name,
        text: theme.messages[name] ?? '',
        placeholder: messages[name] ?? '',
      })),
      set,
    })}
  `;
}

function searchField(label: string, placeholder: string, search: string, onSearch: (text: string) => void) {
  return html`<label class="choice">
    <span>${label}</span>
    <input
      type="search"
      placeholder=${placeholder}
      .value=${search}
      @input=${({ target }: Event) => onSearch((target as HTMLInputElement).value)}
    />
  </label>`;
}

interface PartsTabOptions extends Pick<WordsTabOptions, 'theme' | 'search' | 'onSearch' | 'set'> {
  readonly parts: readonly NamedPlace[];
}

/** Renders a field with CSS for each part of the element that the search finds. */
export function partsTab({ theme, parts, search, onSearch, set }: PartsTabOptions): TemplateResult {
  const wanted = search.trim().toLowerCase();
  const shown = parts.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted));
  return html`
    <p class="quiet">CSS for a part of the element, such as <code>text-transform: uppercase</code>.</p>
    ${searchField('Find a part', `one of ${parts.length} parts`, search, onSearch)}
    <p class="quiet" role="status">${shown.length === 0 ? 'No part has this text in its name or description.' : nothing}</p>
    ${textList({
      fields: shown.map(({ name, description }) => ({
        name: `::part(${name})`,
        label: description.replace(/\. .*|\.$/s, ''),
        text: theme.parts[name] ?? '',
        placeholder: 'property: value;',
      })),
      set: (name, text) => set(name.slice('::part('.length, -1), text),
      pattern: [DECLARATIONS, 'Declarations without { } < > @ \\ comments, url(), image-set() and src()'],
    })}
  `;
}

/** Renders a field with the text of each slot. */
export function slotsTab(theme: Theme, slots: readonly NamedPlace[], set: (name: string, text: string) => void) {
  return html`
    <p class="quiet">Content of the shop. A page can put any HTML here; the studio has text.</p>
    ${textList({
      fields: slots.map(({ name, description }) => ({
        name,
        label: description.replace(/\. .*|\.$/s, ''),
        text: theme.slots[name] ?? '',
        placeholder: '',
      })),
      set,
    })}
  `;
}

function nameOfLanguage(tag: string): string {
  return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
}
