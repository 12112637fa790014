import { html, nothing, type TemplateResult } from 'lit';
import { moveFocus } from './roving-focus.js';

export const TABS = ['theme', 'words', 'parts', 'slots'] as const;
export type Tab = (typeof TABS)[number];

export interface PanelOptions {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  /** The number of changes in a tab. */
  readonly changes: Readonly<Record<Tab, number>>;
  readonly content: TemplateResult;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  readonly reset: (() => void) | undefined;
}

const NAMES: Readonly<Record<Tab, string>> = { theme: 'Theme', words: 'Words', parts: 'Parts', slots: 'Slots' };

/** Renders the panel: undo, redo and reset, and the tabs with the content of the chosen one. */
export function panel({ tab, onTab, changes, content, undo, redo, reset }: PanelOptions): TemplateResult {
  return html`
    <div class="head">
      ${toolbar([
        ['Undo', '↶', undo],
        ['Redo', '↷', redo],
        ['Reset', '', reset],
      ])}
      <div role="tablist" aria-label="Part of the theme" @keydown=${(event: KeyboardEvent) => moveFocus(event, 'button')}>
        ${TABS.map(
          (one) => html`
            <button
              type="button"
              role="tab"
              id="tab-${one}"
              aria-controls="tab-panel"
              aria-selected=${one === tab}
              tabindex=${one === tab ? 0 : -1}
              @click=${() => onTab(one)}
              @focus=${() => one !== tab && onTab(one)}
            >
              ${NAMES[one]}${changes[one] > 0 ? html` <span class="count">${changes[one]}</span>` : nothing}
            </button>
          `,
        )}
      </div>
    </div>
    <div id="tab-panel" role="tabpanel" aria-labelledby="tab-${tab}">${content}</div>
  `;
}

/**
 * Renders buttons of which the first enabled one is the tab stop. A button that is disabled by its own press keeps the
 * focus, which `disabled` would move to the body.
 */
function toolbar(buttons: readonly (readonly [name: string, sign: string, press: (() => void) | undefined])[]) {
  const first = buttons.findIndex(([, , press]) => press !== undefined);
  return html`
    <div
      class="tools"
      role="toolbar"
      aria-label="Changes"
      @keydown=${(event: KeyboardEvent) => moveFocus(event, 'button')}
    >
      ${buttons.map(
        ([name, sign, press], index) => html`
          <button
            type="button"
            tabindex=${index === first ? 0 : -1}
            aria-disabled=${press === undefined}
            @click=${() => press?.()}
          >
            ${sign ? html`<span aria-hidden="true">${sign}</span> ` : nothing}${name}
          </button>
        `,
      )}
    </div>
  `;
}
