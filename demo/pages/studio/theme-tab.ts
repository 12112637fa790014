import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Theme } from '../theme/theme.js';
import { propertyControl, type PropertyValues } from './controls.js';
import type { LabelledProperty, PropertyGroup } from './property-controls.js';
import { choice } from './choice.js';

export interface ThemeTabOptions {
  readonly theme: Theme;
  readonly presets: TemplateResult;
  readonly brandFile: TemplateResult;
  readonly contrast: TemplateResult;
  readonly properties: readonly LabelledProperty[];
  readonly values: PropertyValues;
  readonly change: (part: Partial<Theme>, control: string) => void;
  /** The groups that are open. They stay open while another tab shows. */
  readonly openGroups: ReadonlySet<PropertyGroup>;
  readonly onToggle: (group: PropertyGroup, isOpen: boolean) => void;
}

const GROUPS: readonly PropertyGroup[] = ['Colors', 'Type', 'Shape and space', 'Motion'];

/** Renders presets, the main color, the contrast numbers, and the other properties by group. */
export function themeTab(options: ThemeTabOptions): TemplateResult {
  const { theme, presets, brandFile, contrast, properties, values, change, openGroups, onToggle } = options;
  const main = mainColor(properties, values);
  return html`
    ${presets} ${main ? html`<div class="main-color">${propertyControl({ ...main, label: 'Brand color' }, values)}</div>` : nothing} ${contrast}
    ${GROUPS.map((group) => {
      const members = properties.filter((property) => property.group === group && property !== main);
      const changed = members.filter(({ name }) => values.isChanged(name)).length;
      return html`
        <details
          data-group=${group}
          ?open=${openGroups.has(group)}
          @toggle=${({ target }: Event) => onToggle(group, (target as HTMLDetailsElement).open)}
        >
          <summary>
            ${group === 'Motion' ? 'Motion and bank’s page' : group}
            ${changed > 0 ? html`<span class="count">${changed}</span>` : nothing}
          </summary>
          ${group === 'Colors' ? brandFile : nothing}
          ${group === 'Shape and space' ? layoutOf(theme, change) : nothing}
          ${members.map((property) => propertyControl(property, values))}
          ${group === 'Motion' ? behaviour(theme, values, change) : nothing}
        </details>
      `;
    })}
  `;
}

/** Renders the choices that change the form most. */
function layoutOf(theme: Theme, change: ThemeTabOptions['change']): TemplateResult {
  return html`<div class="row">
    ${choice(
      'Layout',
      theme.layout,
      [
        ['', 'List'],
        ['tabs', 'Tabs'],
        ['compact', 'One line'],
      ],
      (layout) => change({ layout: layout as Theme['layout'] }, 'layout'),
    )}
    ${choice(
      'Labels',
      theme.labels,
      [
        ['', 'Above'],
        ['inset', 'Inset'],
        ['floating', 'Floating'],
      ],
      (labels) => change({ labels: labels as Theme['labels'] }, 'labels'),
    )}
    ${choice(
      'Button',
      theme.button,
      [
        ['', 'Of the element'],
        ['own', 'Of the page'],
      ],
      (button) => change({ button: button as Theme['button'] }, 'button'),
    )}
  </div>`;
}

/** The brand color, or the accent where a preset or theme sets it instead of deriving it from the brand color. */
function mainColor(properties: readonly LabelledProperty[], values: PropertyValues): LabelledProperty | undefined {
  const brand = properties.find(({ name }) => name === 'color-brand');
  const accent = properties.find(({ name }) => name === 'color-accent');
  const isDerived = accent === undefined || values.valueOf('color-accent') === accent.standard;
  return isDerived ? (brand ?? accent) : accent;
}

function behaviour(theme: Theme, values: PropertyValues, change: ThemeTabOptions['change']): TemplateResult {
  return html`
    <label class="check">
      <input
        type="checkbox"
        .checked=${live(theme.values['motion'] === '0s')}
        @change=${({ target }: Event) => values.set('motion', (target as HTMLInputElement).checked ? '0s' : '')}
      />
      Reduced motion
    </label>
    ${choice(
      'Bank’s page',
      theme.challenge,
      [
        ['', 'In a dialog'],
        ['inline', 'In place'],
      ],
      (challenge) => change({ challenge: challenge as Theme['challenge'] }, 'challenge'),
    )}
  `;
}
