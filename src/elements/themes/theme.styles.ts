import { css } from 'lit';

/** The custom properties that a page may set, with their defaults. */
export const themeStyles = css`
  :host {
    --_text: var(--scudo-color-text, light-dark(#1b1f24, #f1f3f5));
    --_quiet: var(--scudo-color-quiet, light-dark(#57606a, #b3bac2));
    --_surface: var(--scudo-color-surface, light-dark(#ffffff, #16191d));
    --_field: var(--scudo-color-field, transparent);
    --_line: var(--scudo-color-line, light-dark(#767f8a, #8b949e));
    --_accent: var(--scudo-color-accent, light-dark(#0b57d0, #8ab4f8));
    --_on-accent: var(--scudo-color-on-accent, light-dark(#ffffff, #0b1a33));
    --_focus: var(--scudo-color-focus, var(--_accent));
    --_good: var(--scudo-color-good, light-dark(#146c2e, #6dd58c));
    --_error: var(--scudo-color-error, light-dark(#b3261e, #ffb4ab));
    --_radius: var(--scudo-radius, 8px);
    --_radius-panel: var(--scudo-radius-panel, var(--_radius));
    --_border: var(--scudo-line-width, 1px) solid var(--_line);
    --_space: var(--scudo-space, 16px);
    --_size: var(--scudo-control-size, 44px);
    --_inset: var(--scudo-control-inset, 12px);

    display: block;
    box-sizing: border-box;
    max-inline-size: var(--scudo-width, 32rem);
    padding: var(--scudo-padding, 0);
    color-scheme: light dark;
    color: var(--_text);
    background: var(--_surface);
    font: var(--scudo-font, 16px/1.5 system-ui, sans-serif);
    accent-color: var(--_accent);
    overflow-wrap: anywhere;
  }
`;
