import { css } from '@lit/reactive-element/css-tag.js';

/**
 * Styles of fields, with their labels and errors.
 *
 * - `scroll-margin-block`: with its ring, a field that gets the focus is inside the window.
 * - `[data-again] input::placeholder`: in the emptied field, in two lines where one is too narrow.
 * - `.mark`: at the end of a field, above it.
 * - `--_mark`: the space for a mark. It is 0 in a field below 8rem, and more than any mark has otherwise.
 * - `.field-head`: the accepted cards are beside the label of the number.
 * - `.methods:has(> * + *) .accepted`: the accepted cards are in the line of the method.
 * - `.field:is([data-field='number'], [data-field='security-code']) :dir(rtl) > input:not([data-again] > * >
 *   :placeholder-shown)`: the mark is at the end of the page's direction, which is the start of the input.
 * - `:dir(rtl) > input`: texts and examples of both directions are under their labels.
 * - `.control:has([aria-invalid='true'])`: around the input, where no rule of a page for a part can remove it.
 * - `.control::before`: the lower edge of the ring, which stays if the property has no shadow. A new box would end
 *   Firefox's undo.
 * - `.control:has([readonly], [aria-disabled='true']):not(:focus-within)`: fields that cannot be changed now. Labels,
 *   hints and errors stay as legible as before, and so does the focus.
 * - `input[type='radio']`: not inherited: Firefox inherits a color that is derived from one of light-dark() with the
 *   lightness 0.
 * - `.below`: unfolds with its text.
 */
export const fieldStyles = css`
  :host {
    --_example-text: oklch(from currentcolor l c h / calc((0.6 - 0.04 * var(--_dark-text)) / var(--_share)));
    --_placeholder: var(--scudo-color-placeholder, var(--_example-text));
    --_error-ring: 0 0 0 1px var(--_error);
  }

  .field {
    --_mark: max(0px, (100% - 8rem) * 99);
  }

  .field label {
    display: block;
    margin-block-end: var(--scudo-label-gap, var(--_6));
    font-size: var(--scudo-small-size, var(--_text-small));
    font-weight: var(--scudo-label-weight, 600);
    line-height: 1.4;
  }

  input,
  select,
  .prefix {
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: var(--_size);
    padding: var(--_4) var(--_field-inset);
    border: var(--_border);
    border-radius: var(--_radius);
    color: inherit;
    background: var(--_field);
    box-shadow: var(--scudo-field-shadow, 0 1px 2px rgb(0 0 0 / 5%));
    font: inherit;
    font-variant-numeric: tabular-nums;
    scroll-margin-block: var(--_8);
  }

  input::placeholder {
    color: var(--_placeholder);
    opacity: 1;
    unicode-bidi: plaintext;
    text-overflow: ellipsis;
  }

  [data-again] input::placeholder,
  [data-again]:not(:has(input:placeholder-shown)) .again {
    opacity: 0;
  }

  .again {
    position: absolute;
    inset-block-end: 100%;
    inset-inline: 0;
    box-sizing: border-box;
    display: grid;
    align-content: center;
    block-size: max(var(--_size), var(--_box, 0px));
    margin: 0;
    padding-inline: var(--_field-inset);
    color: var(--_accent-mark);
    font-size: var(--scudo-small-size, var(--_text-small));
    font-weight: var(--scudo-label-weight, 600);
    line-height: 1.2;
    pointer-events: none;
  }

  [data-again]:has(input:placeholder-shown) .mark {
    display: none;
  }

  .control {
    position: relative;
    display: flex;
    border-radius: var(--_radius);
  }

  .mark {
    position: absolute;
    z-index: 1;
    inset-block: 0;
    inset-inline-end: var(--_field-inset);
    display: flex;
    align-items: center;
    gap: var(--_4);
    max-inline-size: var(--_mark);
    overflow: clip;
    color: var(--_quiet);
    font-size: var(--scudo-small-size, var(--_text-small));
    pointer-events: none;
  }

  .mark svg,
  .mark img {
    block-size: var(--_icon);
  }

  .field-head,
  .accepted {
    display: flex;
    align-items: center;
  }

  .field-head {
    gap: var(--_8);
    justify-content: space-between;
  }

  .accepted {
    flex: none;
    gap: var(--_4);
    color: var(--_quiet);
    margin-block-end: var(--scudo-label-gap, var(--_6));
    font-size: var(--scudo-small-size, var(--_text-small));
  }

  .accepted[data-unseen] {
    visibility: hidden;
  }

  .more-cards::before {
    content: attr(data-count) / '';
  }

  [data-count=''] {
    display: none;
  }

  .methods:has(> * + *) .accepted {
    display: none;
  }

  .accepted :is(svg, img) {
    block-size: var(--_icon-small);
  }

  .field:is([data-field='number'], [data-field='security-code']) input:not([data-again] > * > :placeholder-shown) {
    padding-inline-end: calc(var(--_field-inset) + min(2.5rem, var(--_mark)));
  }

  .field:is([data-field='number'], [data-field='security-code']) :dir(rtl) > input:not([data-again] > * > :placeholder-shown) {
    padding-inline: calc(var(--_field-inset) + min(2.5rem, var(--_mark))) var(--_field-inset);
  }

  :dir(rtl) > input {
    text-align: right;
  }

  [aria-invalid='true'] {
    border-color: var(--_error);
  }

  .control:has([aria-invalid='true']) {
    box-shadow: var(--scudo-invalid-shadow, var(--_error-ring)) !important;
  }

  .control::before {
    content: '';
    position: absolute;
    inset: auto var(--_radius) -1px;
    border-block-end: 1px solid transparent;
    pointer-events: none;
  }

  .control:has([aria-invalid='true'])::before {
    border-color: var(--_error);
  }

  .control:has([readonly], [aria-disabled='true']):not(:focus-within) {
    opacity: 0.65;
  }

  @media (prefers-contrast: more) {
    :host {
      --_placeholder: color-mix(in oklab, currentcolor 80%, transparent);
    }
  }

  @media (prefers-contrast: more), (forced-colors: active) {
    .control:has([readonly], [aria-disabled='true']):not(:focus-within) {
      opacity: 1;
    }
  }

  :is(input, select):focus-visible,
  .prefix:has(:focus-visible) {
    z-index: 1;
    outline-offset: -1px;
    box-shadow: 0 0 0 4px color-mix(in oklab, var(--_focus) 28%, transparent);
  }

  input[type='radio'] {
    accent-color: var(--_accent-mark);
  }

  input[type='radio']:focus-visible {
    outline-offset: 2px;
    box-shadow: none;
  }

  .below {
    position: relative;
    display: grid;
    grid-template-rows: 0fr;
  }

  .below > p {
    min-block-size: 0;
    overflow: hidden;
  }

  .below:has(p:not(:empty, .for-readers)) {
    grid-template-rows: 1fr;
  }

  .hint,
  .error {
    margin: 0;
    font-size: var(--scudo-small-size, var(--_text-small));
    line-height: 1.4;
  }

  .hint {
    color: var(--_quiet);
  }

  .below .hint:not(:empty),
  .error:not(:empty) {
    padding-block-start: var(--_6);
  }

  .error {
    color: var(--_error);
  }

  .error:not(:empty) {
    position: relative;
    padding-inline-start: calc(var(--_icon-small) + var(--_8));
  }

  .error:not(:empty)::before {
    content: '!' / '';
    position: absolute;
    inset-block-start: var(--_8);
    inset-inline-start: 0;
    box-sizing: border-box;
    inline-size: var(--_icon-small);
    block-size: var(--_icon-small);
    border: 1.5px solid;
    border-radius: 50%;
    font-size: 0.75rem;
    font-weight: 700;
    line-height: calc(var(--_icon-small) - 3px);
    text-align: center;
  }

  @media (prefers-reduced-motion: no-preference) {
    .below {
      transition: grid-template-rows 150ms ease-out;
    }
  }

  @media (forced-colors: active) {
    [aria-invalid='true']:not(:focus-visible) {
      outline: 2px solid;
    }
  }
`;
