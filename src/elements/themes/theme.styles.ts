import { css } from '@lit/reactive-element/css-tag.js';
import { scaleStyles } from './scale.styles.js';

/**
 * The custom properties that a page may set, with their defaults. Font, font size, text color and color scheme are
 * those of the page. One brand color gives the accent, the text on it, the focus ring and the chosen method. The text
 * on the accent is white up to the luminance at which black has more contrast (WCAG 2.2, relative luminance). So its
 * contrast is always 4.5 to 1 or more. `--_accent-mark` is the accent as a line or a small mark on the page.
 * `--_below-text` is white below dark text and black below light text, so that a field is legible on any page. Quiet
 * texts and lines are the text color in a share that gives the same contrast for each dark text.
 */
export const themeStyles = css`
  ${scaleStyles}

  :host {
    display: block;
    box-sizing: border-box;
    max-inline-size: var(--scudo-width, 32rem);
    padding: var(--scudo-padding, 0);
    color: var(--scudo-color-text, inherit);
    background: var(--scudo-color-surface, transparent);
    font: var(--scudo-font, inherit);
    overflow-wrap: anywhere;

    --_brand: var(--scudo-color-brand, #1d58d1);
    --_brand-accent: light-dark(var(--_brand), oklch(from var(--_brand) max(l, 0.72) c h));
    --_accent: var(--scudo-color-accent, var(--_brand-accent));
    --_white: clamp(0, (0.179 - y) * 999, 1);
    --_on-any-accent: color(
      from var(--_accent) xyz-d65 calc(0.9505 * var(--_white)) var(--_white) calc(1.089 * var(--_white))
    );
    --_on-accent: var(--scudo-color-on-accent, var(--_on-any-accent));
    --_accent-mark: light-dark(oklch(from var(--_accent) min(l, 0.54) c h), var(--_accent));
    --_focus: var(--scudo-color-focus, var(--_accent-mark));
    --_accent-tint: light-dark(
      color-mix(in oklab, var(--_accent) 5%, transparent),
      color-mix(in oklab, var(--_accent) 14%, transparent)
    );
    --_selected: var(--scudo-color-selected, var(--_accent-tint));
    --_text-tint: color-mix(in oklab, currentcolor 4%, transparent);
    --_hover: var(--scudo-color-hover, var(--_text-tint));
    --_dark-text: clamp(0, (0.6 - l) * 999, 1);
    --_share: (1 - 0.65 * l * var(--_dark-text));
    --_quiet-text: oklch(from currentcolor l c h / calc((0.66 - 0.06 * var(--_dark-text)) / var(--_share)));
    --_quiet: var(--scudo-color-quiet, var(--_quiet-text));
    --_text-line: oklch(from currentcolor l c h / calc((0.4 + 0.04 * var(--_dark-text)) / var(--_share)));
    --_line: var(--scudo-color-line, var(--_text-line));
    --_hairline: color-mix(in oklab, var(--_line) 40%, transparent);
    --_below-text: oklch(from currentcolor var(--_dark-text) 0 0 / calc(0.2 + 0.5 * var(--_dark-text)));
    --_field: var(--scudo-color-field, var(--_below-text));
    --_page: var(--scudo-color-surface, Canvas);
    --_sheet: var(--scudo-color-sheet, var(--_page));
    --_good: var(--scudo-color-good, light-dark(#146c2e, #6dd58c));
    --_error: var(--scudo-color-error, light-dark(#b3261e, #ffb4ab));
    --_waiting: var(--scudo-color-waiting, light-dark(#8a5300, #ffcf8f));
    --_radius: var(--scudo-radius, 0.625rem);
    --_wide-radius: calc(var(--_radius) * 1.4);
    --_radius-panel: var(--scudo-radius-panel, var(--_wide-radius));
    --_border: var(--scudo-line-width, 1px) solid var(--_line);
    --_soft-border: var(--scudo-line-width, 1px) solid var(--_hairline);
    --_space: var(--scudo-space, var(--_16));
    --_wide-space: calc(var(--_space) * 1.25);
    --_size: var(--scudo-control-size, 3rem);
    --_inset: var(--scudo-control-inset, var(--_12));
    --_wide-inset: calc(var(--_inset) * 1.75);
    --_field-inset: var(--scudo-field-inset, var(--_inset));
  }

  /* Browsers without relative colors have the brand color as it is (docs/browsers.md). */
  @supports not (color: oklch(from red max(l, 0.5) c h)) {
    :host {
      --_brand-accent: var(--_brand);
      --_on-any-accent: #fff;
      --_accent-mark: var(--_accent);
      --_below-text: transparent;
      --_quiet-text: color-mix(in oklab, currentcolor 70%, transparent);
      --_text-line: color-mix(in oklab, currentcolor 52%, transparent);
    }
  }
`;
