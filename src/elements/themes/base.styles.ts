import { css } from 'lit';

/**
 * Styles of what is shown before the code of the form is there, and of outcomes. Content below does not move when the
 * order is loaded, or another method is chosen. The foot is as high as two lines, so that note and progress take turns
 * without a move; nothing takes turns below an outcome.
 */
export const baseStyles = css`
  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  /* For offsets of shadows, which have no logical direction. The presets use it, too. */
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
    display: inline-block;
    box-sizing: border-box;
    text-align: center;
    text-decoration: none;
    align-content: center;
  }

  .link,
  button {
    min-block-size: var(--_size);
    padding: 4px var(--scudo-button-inset, var(--_wide-inset));
    border: var(--scudo-line-width, 1px) solid transparent;
    border-radius: var(--scudo-radius-button, var(--_radius));
    color: var(--_on-accent);
    background: var(--_accent);
    font: inherit;
    font-weight: var(--scudo-button-weight, 600);
    cursor: pointer;
  }

  :is(.link, button):not([aria-disabled='true'], [part~='secondary-button'], [part~='try-again']):hover {
    background: color-mix(in oklab, var(--_accent) 92%, CanvasText);
  }

  button[part~='secondary-button'] {
    border-color: var(--_line);
    color: inherit;
    background: transparent;
  }

  button[part~='secondary-button']:hover {
    background: var(--_hover);
  }

  .foot {
    min-block-size: 3.5rem;
    padding-block-start: 0.75rem;
    color: var(--_quiet);
    font-size: var(--scudo-small-size, 0.875em);
    text-align: center;
  }

  .foot[data-alone]:not(:has(> .progress:not(:empty))) {
    min-block-size: 0;
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
    inline-size: 1.15em;
    block-size: 1.15em;
    border: 2px solid color-mix(in oklab, currentcolor 25%, transparent);
    border-block-start-color: currentcolor;
    border-radius: 50%;
    vertical-align: -0.2em;
  }

  .foot[data-alone] .progress::before {
    inline-size: 1em;
    block-size: 1em;
    margin-inline-end: 0.6em;
    color: var(--_accent-mark);
  }

  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }

  .outcome {
    --_tone: var(--_error);

    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem;
    padding: var(--_wide-space) var(--_space);
    border: var(--scudo-line-width, 1px) solid color-mix(in oklab, var(--_tone) 35%, transparent);
    border-radius: var(--_radius-panel);
    background: light-dark(
      color-mix(in oklab, var(--_tone) 7%, transparent),
      color-mix(in oklab, var(--_tone) 14%, transparent)
    );
  }

  .outcome:is([data-status='paid'], [data-status='authenticated']) {
    --_tone: var(--_good);
  }

  .outcome:is([data-status='pending'], [data-status='in-doubt']) {
    --_tone: var(--_waiting);
  }

  .outcome[data-status='cancelled'] {
    --_tone: var(--_quiet);
  }

  .outcome p {
    margin: 0;
  }

  .outcome :is(button, .link, .actions) {
    margin-block-start: 0.5rem;
  }

  /* Another try: a banner above the form. */
  .outcome:not([data-end]) {
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.375rem 0.75rem;
    padding: var(--_space);
    margin-block-end: var(--scudo-group-gap, var(--_wide-space));
  }

  .outcome:not([data-end]) > * {
    grid-column: 2;
  }

  .outcome:not([data-end]) > :is(button, .link) {
    justify-self: start;
  }

  .outcome:not([data-end]) .seal {
    grid-row: 1;
    grid-column: 1;
    align-self: start;
    inline-size: auto;
    block-size: 1.5em;
    margin: 0;
    background: none;
  }

  .outcome:not([data-end]) .seal svg {
    block-size: 1.25rem;
  }

  /* The end of a payment: a panel of its own. */
  .outcome[data-end] {
    padding: calc(var(--_space) * 1.75) calc(var(--_space) * 1.25);
    border-color: var(--_hairline);
    background: none;
    text-align: center;
  }

  .outcome[data-end] .actions > * {
    flex: 1 1 12rem;
  }

  .seal {
    display: grid;
    place-items: center;
    justify-self: center;
    inline-size: 3.5rem;
    block-size: 3.5rem;
    margin-block-end: 0.25rem;
    border-radius: 50%;
    color: var(--_tone);
    background: color-mix(in oklab, var(--_tone) 15%, transparent);
  }

  .seal svg {
    block-size: 1.75rem;
  }

  .seal:empty {
    display: none;
  }

  .total {
    font-size: 2em;
    font-weight: var(--scudo-title-weight, 600);
    font-variant-numeric: tabular-nums;
    line-height: 1.2;
  }

  .outcome[data-end] [part='outcome-text'] {
    color: var(--_quiet);
  }

  .details {
    display: grid;
    gap: 0.375rem;
    margin: 0.75rem 0 0;
    padding-block-start: 0.75rem;
    border-block-start: var(--_soft-border);
    font-size: var(--scudo-small-size, 0.875em);
  }

  .details div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--_space);
    justify-content: space-between;
    text-align: start;
  }

  dt {
    color: var(--_quiet);
  }

  dd {
    display: flex;
    gap: 0.5em;
    align-items: center;
    margin: 0;
    font-weight: var(--scudo-title-weight, 600);
    font-variant-numeric: tabular-nums;
  }

  dd :is(svg, img) {
    block-size: 1.5em;
  }

  h2 {
    margin: 0;
    font-size: var(--scudo-title-size, 1.125em);
    font-weight: var(--scudo-title-weight, 600);
    line-height: 1.35;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }

  @media (prefers-reduced-motion: no-preference) {
    .spinner,
    .progress::before {
      animation: turn var(--scudo-motion, 1s) linear infinite;
    }

    .seal {
      animation: appear 220ms ease-out;
    }

    @keyframes appear {
      from {
        opacity: 0;
        scale: 0.7;
      }
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

    .spinner,
    .progress::before {
      border-color: GrayText;
      border-block-start-color: CanvasText;
    }

    .seal {
      border: 2px solid;
    }
  }
`;
