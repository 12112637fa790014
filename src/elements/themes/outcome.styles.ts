import { css } from '@lit/reactive-element/css-tag.js';

/** Styles of outcomes. */
export const outcomeStyles = css`
  .outcome {
    --_tone: var(--_error);
    --_seal-color: light-dark(
      oklch(from var(--_tone) 0.94 min(c, 0.06) h),
      oklch(from var(--_tone) 0.38 min(c, 0.09) h)
    );

    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: var(--_8);
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
    margin-block-start: var(--_8);
  }

  /* Another try: a banner above the button. */
  .outcome:not([data-end]) {
    grid-template-columns: auto minmax(0, 1fr);
    gap: var(--_6) var(--_12);
    padding: var(--_12) var(--_space);
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
    block-size: 1lh;
    margin: 0;
    background: none;
  }

  .outcome:not([data-end]) .seal svg {
    block-size: var(--_icon);
  }

  /* The end of a payment: a panel of its own. */
  .outcome[data-end] {
    padding: calc(var(--_space) * 1.75) calc(var(--_space) * 1.25);
    border-color: var(--_hairline);
    background: none;
    text-align: center;
  }

  .outcome[data-end] h2 {
    font-size: max(var(--_text-amount), var(--scudo-title-size, var(--_text-title)));
  }

  .actions > * {
    flex: 1 1 12rem;
  }

  .seal {
    display: grid;
    place-items: center;
    justify-self: center;
    inline-size: var(--_seal);
    block-size: var(--_seal);
    margin-block-end: var(--_4);
    border-radius: 50%;
    color: var(--_tone);
    background: var(--_seal-color);
  }

  .seal svg {
    block-size: 50%;
  }

  .seal:empty {
    display: none;
  }

  .total {
    font-size: var(--_text-total);
    font-weight: var(--scudo-title-weight, 600);
    font-variant-numeric: tabular-nums;
    line-height: 1.2;
  }

  .outcome[data-end] [part='outcome-text'] {
    color: var(--_quiet);
  }

  .details {
    display: grid;
    gap: var(--_6);
    margin: var(--_12) 0 0;
    padding-block-start: var(--_12);
    border-block-start: var(--_soft-border);
    font-size: var(--scudo-small-size, var(--_text-small));
  }

  .details div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--_space);
    align-items: center;
    justify-content: space-between;
    text-align: start;
  }

  dt {
    color: var(--_quiet);
  }

  dd {
    display: flex;
    gap: var(--_8);
    align-items: center;
    margin: 0;
    font-weight: var(--scudo-title-weight, 600);
    font-variant-numeric: tabular-nums;
  }

  dd :is(svg, img) {
    block-size: var(--_icon);
  }

  @media (prefers-reduced-motion: no-preference) {
    .seal {
      animation: appear 220ms ease-out;
    }

    [part~='icon-success'] path {
      animation: draw 300ms 150ms ease-out backwards;
    }

    @keyframes draw {
      from {
        stroke-dasharray: 60;
        stroke-dashoffset: 60;
      }

      to {
        stroke-dasharray: 60;
        stroke-dashoffset: 0;
      }
    }

    @keyframes appear {
      from {
        opacity: 0;
        scale: 0.7;
      }
    }
  }

  @media print {
    .foot,
    .outcome :is(button, .link) {
      display: none;
    }

    .outcome {
      break-inside: avoid;
    }
  }

  @media (forced-colors: active) {
    .seal {
      border: 2px solid;
    }
  }
`;
