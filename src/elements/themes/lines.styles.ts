import { css } from '@lit/reactive-element/css-tag.js';

/** Styles of the lines of an order, below its description. */
export const linesStyles = css`
  details {
    flex: 1 0 100%;
    font-size: var(--scudo-small-size, var(--_text-small));
    font-weight: 400;
  }

  /* Its arrow points down, and up when the lines are shown. */
  summary {
    display: flex;
    gap: var(--_8);
    align-items: center;
    inline-size: fit-content;
    min-block-size: var(--_target);
    margin-block: calc((1lh - var(--_target)) / 2);
    color: var(--_quiet);
    cursor: pointer;
  }

  summary::-webkit-details-marker {
    display: none;
  }

  summary::after {
    content: '';
    inline-size: 0.4em;
    block-size: 0.4em;
    border: solid;
    border-width: 0 2px 2px 0;
    /* The corner of the turned square. */
    margin-inline-end: 0.15em;
    transform: translateY(-25%) rotate(45deg);
  }

  details[open] summary::after {
    transform: translateY(25%) rotate(225deg);
  }

  details ul {
    display: grid;
    gap: var(--_6);
    margin: var(--_12) 0 0;
    padding: 0;
    list-style: none;
  }

  li[part='line'] {
    display: flex;
    gap: var(--_space);
    justify-content: space-between;
    font-variant-numeric: tabular-nums;
  }

  [part='line-amount'] {
    flex: none;
  }
`;
