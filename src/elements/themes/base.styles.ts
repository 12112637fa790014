import { css } from '@lit/reactive-element/css-tag.js';

/**
 * Styles of texts, buttons and progress. Content below does not move when the order is loaded, or another method is
 * chosen.
 *
 * - `.body[dir='rtl']`: for offsets of shadows, which have no logical direction. The presets use it, too.
 * - `@media (hover: hover)`: after a tap a screen keeps the state hover.
 * - `.foot:has(> .progress:not(:empty))`: two lines while a payment runs, so that one text gives way to another
 *   without a move.
 * - `.skeleton`: the places of title, amount, fields and button while the order is loaded.
 */
export const baseStyles = css`
  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  .body[dir='rtl'] {
    --_forward: -1;
  }

  .body[data-reserved] {
    min-block-size: var(--scudo-reserve, 28rem);
  }

  .for-readers {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  :focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }

  h2:focus-visible {
    outline: none;
  }

  .link {
    display: block;
    box-sizing: border-box;
    text-align: center;
    text-decoration: none;
    align-content: center;
  }

  .link,
  button {
    min-block-size: var(--_size);
    padding: var(--_4) var(--scudo-button-inset, var(--_wide-inset));
    border: var(--scudo-line-width, 1px) solid transparent;
    border-radius: var(--scudo-radius-button, var(--_radius));
    color: var(--_on-accent);
    background: var(--_accent);
    font: inherit;
    font-weight: var(--scudo-button-weight, 600);
    cursor: pointer;
  }

  @media (hover: hover) {
    :is(.link, button):not([aria-disabled='true'], [part~='secondary-button'], [part~='try-again']):hover {
      background: color-mix(in oklab, var(--_accent) 92%, CanvasText);
    }

    button[part~='secondary-button']:hover {
      background: var(--_hover);
    }
  }

  button[part~='secondary-button'] {
    border-color: var(--_line);
    color: inherit;
    background: transparent;
  }

  .foot {
    padding-block-start: var(--_12);
    color: var(--_quiet);
    font-size: var(--scudo-small-size, var(--_text-small));
    text-align: center;
  }

  .foot:has(> .progress:not(:empty)) {
    min-block-size: calc(2lh + var(--_12));
  }

  .foot[data-alone]:not(:has(> .progress:not(:empty))) {
    padding: 0;
  }

  .foot p {
    margin: 0;
    line-height: 1.5;
  }

  .spinner,
  .foot[data-alone] .progress:not(:empty)::before {
    content: '';
    display: inline-block;
    flex: none;
    box-sizing: border-box;
    inline-size: var(--_icon);
    block-size: var(--_icon);
    border: 2px solid color-mix(in oklab, currentcolor 25%, transparent);
    border-block-start-color: currentcolor;
    border-radius: 50%;
    vertical-align: -0.2em;
  }

  .foot[data-alone] .progress::before {
    inline-size: var(--_icon-small);
    block-size: var(--_icon-small);
    margin-inline-end: var(--_8);
    color: var(--_accent-mark);
  }

  .skeleton {
    display: grid;
    grid-template-columns: 1fr 1fr;
    --_label: calc(1lh + var(--_6));
    gap: calc(var(--_label) + var(--_space)) var(--scudo-field-gap, var(--_space));
    max-block-size: var(--scudo-reserve, 28rem);
    overflow: hidden;
  }

  .skeleton i {
    grid-column: 1 / -1;
    block-size: var(--_size);
    border-radius: var(--_radius);
    background: color-mix(in oklab, var(--_line) 25%, transparent);
  }

  .skeleton i:nth-child(-n + 2) {
    grid-column: auto;
    inline-size: 60%;
    block-size: var(--_icon-large);
  }

  .skeleton i:nth-child(2) {
    inline-size: 40%;
    justify-self: end;
  }

  .skeleton i:nth-child(n + 4):nth-child(-n + 5) {
    grid-column: auto;
  }

  .skeleton i:last-child {
    margin-block-start: calc(-1 * var(--_label));
    border-radius: var(--scudo-radius-button, var(--_radius));
  }

  @keyframes pulse {
    50% {
      opacity: 0.5;
    }
  }

  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }

  h2 {
    margin: 0;
    font-size: var(--scudo-title-size, var(--_text-title));
    font-weight: var(--scudo-title-weight, 600);
    line-height: 1.35;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--_8);
  }

  @media (prefers-reduced-motion: no-preference) {
    .spinner,
    .progress::before {
      animation: turn var(--scudo-motion, 1s) linear infinite;
    }

    .skeleton {
      animation: pulse calc(2 * var(--scudo-motion, 1s)) ease-in-out infinite;
    }
  }

  @media (prefers-contrast: more) {
    :host {
      --_quiet: currentcolor;
      --_line: currentcolor;
      --_hairline: currentcolor;
    }
  }

  @media (forced-colors: active) {
    button {
      border-color: ButtonText;
    }

    .skeleton i {
      border: 1px solid GrayText;
    }

    .spinner,
    .progress::before {
      border-color: GrayText;
      border-block-start-color: CanvasText;
    }
  }
`;
