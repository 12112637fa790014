import { render } from 'lit';
import { ENGLISH_MESSAGES, LANGUAGES } from 'scudo-checkout';
import { withText, type TextGroup, type Texts, type Theme } from '../theme/theme.js';
import type { ThemeNames } from '../theme/theme-names.js';
import { brandFile } from './brand-file.js';
import { hexText, over } from './contrast.js';
import { contrastView } from './contrast-view.js';
import { endStep, historyOf, record, redo, undo, type History } from './history.js';
import { LanguageMessages } from './language-messages.js';
import { panel, type Tab } from './panel.js';
import { presetChoice } from './preset-choice.js';
import { labelledProperties, type PropertyGroup } from './property-controls.js';
import { colorIn, type ColorPair, type Scheme } from './rendered-colors.js';
import { partsTab, slotsTab, wordsTab } from './text-tabs.js';
import { themeTab } from './theme-tab.js';

export interface ThemeEditorOptions {
  readonly place: HTMLElement;
  readonly names: ThemeNames;
  /** The values of the presets by name. */
  readonly presets: ReadonlyMap<string, Texts>;
  readonly theme: Theme;
  /** Pictures of the checkout by preset. */
  readonly thumbnails: ReadonlyMap<string, HTMLElement>;
  /** Called with each theme that the reader sets. */
  readonly onTheme: (theme: Theme) => void;
}

/** The theme of the studio with its history, and the panel that edits it. */
export class ThemeEditor {
  #history: History<Theme>;
  #tab: Tab = 'theme';
  /** The result of the last import of a brand. */
  #brandNote = '';
  readonly #searches = { words: '', parts: '' };
  readonly #openGroups = new Set<PropertyGroup>();
  readonly #messages = new LanguageMessages(ENGLISH_MESSAGES, messagesIn, () => this.draw());
  #pairs: readonly ColorPair[] = [];
  /** The place in an element where the values of its properties apply. */
  #colorPlace: ParentNode & Node = document.body;

  readonly #properties;
  readonly #languages = ['en', ...Object.keys(LANGUAGES)];

  constructor(private readonly options: ThemeEditorOptions) {
    this.#history = historyOf(options.theme);
    this.#properties = labelledProperties(options.names.properties);
    document.addEventListener('change', () => (this.#history = endStep(this.#history)));
    document.addEventListener('keydown', (event) => this.#onKey(event));
  }

  get theme(): Theme {
    return this.#history.present;
  }

  /** Changes a part of the theme. Changes of one control in a row are one step of the history. */
  change(part: Partial<Theme>, control: string): void {
    this.#move(record(this.#history, { ...this.theme, ...part }, control));
  }

  /** Shows the colors that the element is rendered with. */
  showColors(pairs: readonly ColorPair[], place: ParentNode & Node): void {
    this.#pairs = pairs;
    this.#colorPlace = place;
    this.draw();
  }

  draw(): void {
    const { theme } = this;
    const { past, future } = this.#history;
    const count = (texts: Texts) => Object.keys(texts).length;
    render(
      panel({
        tab: this.#tab,
        onTab: (tab) => {
          this.#tab = tab;
          void this.#loadMessages();
          this.draw();
        },
        changes: {
          theme: count(theme.values),
          words: count(theme.messages),
          parts: count(theme.parts),
          slots: count(theme.slots),
        },
        content: this.#content(),
        undo: past.length > 0 ? () => this.#move(undo(this.#history)) : undefined,
        redo: future.length > 0 ? () => this.#move(redo(this.#history)) : undefined,
        reset: this.#isChanged() ? () => this.#reset() : undefined,
      }),
      this.options.place,
    );
  }

  #content() {
    const { theme } = this;
    const { names } = this.options;
    switch (this.#tab) {
      case 'theme':
        return themeTab({
          theme,
          presets: presetChoice(this.options.thumbnails, theme.preset, (preset) => this.change({ preset }, 'preset')),
          brandFile: brandFile(
            (values) => this.change({ values: { ...theme.values, ...values } }, 'brand'),
            this.#brandNote,
            (note) => {
              this.#brandNote = note;
              this.draw();
            },
          ),
          contrast: contrastView(this.#pairs),
          properties: this.#properties,
          values: {
            valueOf: (name) => this.#valueIn(theme.preset, theme.values, name),
            hexOf: (name, value, scheme) => this.#hexOf(name, value, scheme),
            isChanged: (name) => theme.values[name] !== undefined,
            set: (name, value) => this.#set('values', name, value),
          },
          change: (part, control) => this.change(part, control),
          openGroups: this.#openGroups,
          onToggle: (group, isOpen) => {
            if (isOpen) this.#openGroups.add(group);
            else this.#openGroups.delete(group);
          },
        });
      case 'words':
        return wordsTab({
          theme,
          languages: this.#languages,
          messages: this.#messages.texts,
          problem: this.#messages.problem,
          search: this.#searches.words,
          onSearch: (search) => this.#find('words', search),
          change: (part, control) => this.change(part, control),
          set: (name, text) => this.#set('messages', name, text),
        });
      case 'parts':
        return partsTab({
          theme,
          parts: names.parts,
          search: this.#searches.parts,
          onSearch: (search) => this.#find('parts', search),
          set: (name, text) => this.#set('parts', name, text),
        });
      case 'slots':
        return slotsTab(theme, names.slots, (name, text) => this.#set('slots', name, text));
    }
  }

  #find(tab: 'words' | 'parts', search: string): void {
    this.#searches[tab] = search;
    this.draw();
  }

  #set(group: TextGroup, name: string, text: string): void {
    this.change(withText(this.theme, group, name, text), `${group}.${name}`);
  }

  #move(history: History<Theme>): void {
    this.#history = history;
    this.draw();
    // Undo and redo may change the language.
    void this.#loadMessages();
    this.options.onTheme(this.theme);
  }

  #isChanged(): boolean {
    const { values, messages, parts, slots } = this.theme;
    return [values, messages, parts, slots].some((texts) => Object.keys(texts).length > 0);
  }

  #reset(): void {
    this.change({ values: {}, messages: {}, parts: {}, slots: {} }, 'reset');
    this.#history = endStep(this.#history);
  }

  /** Returns the value of a property. A reference to another property is followed. */
  #valueIn(preset: string, values: Texts, name: string, followed = 0): string {
    const { names, presets } = this.options;
    const value =
      values[name] ??
      presets.get(preset)?.[name] ??
      names.properties.find((property) => property.name === name)?.standard ??
      '';
    const other = /^var\(--scudo-([\w-]+)\)$/.exec(value)?.[1];
    // An address may have two properties that refer to each other.
    return other && followed < names.properties.length ? this.#valueIn(preset, values, other, followed + 1) : value;
  }

  /** Returns a color as `#rrggbb`. A transparent color shows the background. */
  #hexOf(name: string, value: string, scheme: Scheme): string {
    const white = { red: 255, green: 255, blue: 255, alpha: 1 };
    const paper = this.#pairs.find((pair) => pair.scheme === scheme && pair.kind === 'line')?.ground ?? white;
    // The elements have each derived color as a property of their own (src/elements/themes/theme.styles.ts).
    const computed = value === 'derived' ? `var(--_${name.replace('color-', '')})` : value;
    return hexText(over(colorIn(this.#colorPlace, computed, scheme), paper));
  }

  async #loadMessages(): Promise<void> {
    // A language that the elements do not have is English there. The page of the stage is English, too.
    if (this.#tab === 'words') await this.#messages.show(LANGUAGES[this.theme.lang] ? this.theme.lang : 'en');
  }

  #onKey(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, shiftKey, target } = event;
    // A text field has an undo of its own.
    if (!(ctrlKey || metaKey) || (target as Element).matches('input:is([type=text], [type=search], :not([type]))'))
      return;
    const wanted = key.toLowerCase();
    if (wanted !== 'z' && wanted !== 'y') return;
    event.preventDefault();
    this.#move(wanted === 'y' || shiftKey ? redo(this.#history) : undo(this.#history));
  }
}

/** Loads the messages of a language. English is part of the elements and not a file. */
async function messagesIn(lang: string): Promise<Texts> {
  const { messages } = (await LANGUAGES[lang]?.()) ?? { messages: ENGLISH_MESSAGES };
  // Elements ignore messages without a text.
  return messages as Texts;
}
