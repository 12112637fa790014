import { css } from '@lit/reactive-element/css-tag.js';
import { CARD_FRAME_RING } from '../../protocol/adapter/card-frame-lists.js';

/**
 * Styles of the form: the space between its fields, payment methods, and the button.
 *
 * - `.card-frame`: the frame has space for the focus ring around its fields, as far as the page has it. As high as
 *   its fields, until it reports their height: three lines with a label.
 * - `.groups > * + fieldset:has(> legend:not(.for-readers))`: a group with a name.
 * - `.express ::slotted(:not(:is(div, span, p):empty))`: as high as the button that pays.
 * - `[data-empty]`: nothing of the page has a size in it.
 * - `.trust ::slotted(:not([hidden]))`: a sentence in a block is in the line of the lock, too.
 * - `grid-template-columns`: two columns; one when less than a date and the icon of a code fit into half of the
 *   width.
 * - `.body[dir='rtl'] :is([part~='icon-testpay'], [part~='icon-redirect'])`: their arrows point onwards.
 * - `form[data-locked] :is(.express, .method, legend)`: a form that cannot be changed now. The fields are dimmed
 *   where they are, in the page or in their frame.
 * - `.cancel-payment`: most payments have left the step before it appears.
 * - `form:has([type='submit']) [part~='try-again']`: the form below can be paid at once, and the button only leads
 *   there.
 */
export const formStyles = css`
  .card-frame {
    --_label: calc(1.4 * var(--scudo-small-size, var(--_text-small)) + var(--scudo-label-gap, var(--_6)));
    --_field-line: calc(var(--_label) + max(var(--_size), var(--_box, 0px)));
    --_three-fields: calc(3 * var(--_field-line) + 2 * var(--scudo-field-gap, var(--_space)));
  }

  :host(:is([labels='floating'], [labels='inset'])) .card-frame {
    --_label: 0px;
  }

  .card-frame:empty {
    min-block-size: var(--_three-fields);
  }

  .card-frame iframe[height=''] {
    block-size: calc(var(--_three-fields) + 2 * ${CARD_FRAME_RING}px);
  }

  .card-frame iframe {
    display: block;
    inline-size: calc(100% + 2 * var(--_ring-space, 0px));
    margin: -${CARD_FRAME_RING}px calc(-1 * var(--_ring-space, 0px));
    border: 0;
  }

  .order {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--_space);
    align-items: baseline;
    justify-content: space-between;
    margin-block-end: var(--_space);
    font-weight: var(--scudo-title-weight, 600);
  }

  .order p {
    margin: 0;
    font-size: var(--scudo-title-size, var(--_text-title));
  }

  .order [part='amount'] {
    font-size: max(var(--_text-amount), var(--scudo-title-size, var(--_text-title)));
    font-variant-numeric: tabular-nums;
  }

  form,
  .groups {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--scudo-group-gap, var(--_space));
  }

  .groups > * + fieldset:has(> legend:not(.for-readers)) {
    margin-block-start: calc(var(--scudo-group-gap, var(--_wide-space)) - var(--scudo-group-gap, var(--_space)));
  }

  .express slot {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_8);
  }

  .express ::slotted(:not(:is(div, span, p):empty)) {
    flex: 1 1 8em;
    box-sizing: border-box;
    min-block-size: var(--scudo-button-size, 3.25rem);
  }

  [part='express-divider'] {
    display: flex;
    gap: var(--_12);
    align-items: center;
    min-block-size: 1lh;
    margin: var(--_space) 0 0;
    color: var(--_quiet);
    font-size: var(--scudo-small-size, var(--_text-small));
    text-align: center;
  }

  [part='express-divider']::before,
  [part='express-divider']::after {
    content: '';
    flex: 1 0 var(--_16);
    border-block-start: var(--_soft-border);
  }

  [data-empty] {
    position: absolute;
    visibility: hidden;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
  }

  .foot .trust {
    margin-block-start: var(--_6);
  }

  .trust ::slotted(:not([hidden])) {
    display: inline;
    margin: 0;
  }

  .trust svg {
    block-size: var(--_icon-small);
    margin-inline-end: var(--_6);
    vertical-align: -0.2em;
  }

  .interrupted {
    margin: 0;
    padding: var(--_12) var(--_space);
    border: var(--scudo-line-width, 1px) solid color-mix(in oklab, var(--_waiting) 35%, transparent);
    border-radius: var(--_radius-panel);
    background: light-dark(
      color-mix(in oklab, var(--_waiting) 7%, transparent),
      color-mix(in oklab, var(--_waiting) 14%, transparent)
    );
  }

  fieldset {
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }

  legend {
    margin-block-end: calc(var(--_space) / 2);
    padding: 0;
    font-weight: var(--scudo-title-weight, 600);
  }

  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(max(6.5em, 50% - var(--_space) / 2), 100%), 1fr));
    gap: var(--scudo-field-gap, var(--_space)) var(--_space);
  }

  [data-field='number'],
  [data-field='name'],
  [data-field='holder'],
  [data-field='email'],
  [data-field='phone'],
  [data-field='country'],
  [data-field='line1'],
  [data-field='line2'] {
    grid-column: 1 / -1;
  }

  .methods:has(> * + *) {
    border: var(--_soft-border);
    border-radius: var(--_radius-panel);
    overflow: clip;
  }

  .methods > * + * {
    border-block-start: var(--_soft-border);
  }

  .methods:has(> * + *) [part~='method-chosen'] {
    background: var(--_selected);
  }

  .method {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_12);
    min-block-size: calc(var(--_size) + var(--_4));
    padding-inline: var(--_space);
    font-weight: var(--scudo-label-weight, 600);
    cursor: pointer;
  }

  @media (hover: hover) {
    [part='method-item'] > .method:hover {
      background: var(--_hover);
    }
  }

  .method:has(:focus-visible) {
    outline: 2px solid var(--_focus);
    outline-offset: -4px;
    border-radius: var(--_radius-panel);
  }

  .method input {
    flex: none;
    inline-size: var(--_icon);
    min-block-size: var(--_icon);
    margin: 0;
    padding: 0;
    border-color: var(--_line);
    border-radius: 50%;
    outline: none !important;
    box-shadow: none;
  }

  .method input:checked {
    border: 6px solid var(--_accent-mark);
  }

  @media not (forced-colors: active) {
    .method input {
      appearance: none;
    }
  }

  .marks {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_4);
    align-items: center;
    margin-inline-start: auto;
    color: var(--_quiet);
    font-size: var(--scudo-small-size, var(--_text-small));
    font-weight: 400;
  }

  .marks :is(svg, img) {
    block-size: var(--_icon);
  }

  .body[dir='rtl'] :is([part~='icon-testpay'], [part~='icon-redirect']) {
    scale: -1 1;
  }

  form[data-locked] :is(.express, .method, legend) {
    opacity: 0.65;
  }

  form[data-locked] .methods {
    pointer-events: none;
  }

  form[data-locked] ::slotted(*) {
    pointer-events: auto;
  }

  button[aria-disabled='true'] {
    cursor: not-allowed;
    opacity: 0.7;
  }

  button[aria-busy='true'] {
    cursor: progress;
    opacity: 1;
  }

  button[type='submit'] svg {
    block-size: var(--_icon);
  }

  .method + .groups {
    padding: var(--_8) var(--_space) var(--_space);
  }

  button[type='submit'] {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: var(--_8);
    inline-size: 100%;
    min-block-size: var(--scudo-button-size, 3.25rem);
    box-shadow: var(--scudo-button-shadow, 0 1px 2px rgb(0 0 0 / 12%));
    font-variant-numeric: tabular-nums;
  }

  .cancel-payment {
    animation: wait 4s step-end backwards;
  }

  @keyframes wait {
    from {
      visibility: hidden;
    }
  }

  form:has([type='submit']) [part~='try-again'],
  .cancel-payment[part~='secondary-button'] {
    min-block-size: var(--_target);
    margin-block: calc((1lh - var(--_target)) / 2);
    padding: 0;
    border: 0;
    color: inherit;
    background: none;
    font-weight: inherit;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  @media (prefers-reduced-motion: no-preference) {
    input,
    button,
    .method,
    legend {
      transition: 150ms;
      transition-property: background, border-color, box-shadow, opacity;
    }

    .control {
      transition: opacity 150ms;
    }
  }

  @media (prefers-contrast: more), (forced-colors: active) {
    form[data-locked] :is(.express, .method, legend) {
      opacity: 1;
    }
  }

  @media (forced-colors: active) {
    [part~='method-chosen'] .method {
      outline: 2px solid Highlight;
      outline-offset: -4px;
      border-radius: var(--_radius-panel);
    }
  }
`;
