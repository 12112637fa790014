import { css } from 'lit';

export const checkoutStyles = css`
  :host([hidden]) {
    display: none;
  }

  /* Content below does not move when the order is loaded, another method is chosen, or the order is paid. */
  .body {
    min-block-size: var(--scudo-reserve, 28rem);
  }

  .answer {
    min-block-size: 12rem;
  }

  [hidden] {
    display: none;
  }

  /* The frame has space for the focus ring around its fields, as far as the page has it. */
  .card-frame:empty {
    min-block-size: 360px;
  }

  .card-frame iframe {
    display: block;
    inline-size: calc(100% + 2 * var(--_ring-space, 0px));
    margin: -5px calc(-1 * var(--_ring-space, 0px));
    border: 0;
  }

  form {
    display: grid;
    gap: var(--_space);
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
    /* Two columns; one when fewer than eight letters fit into half of the width. */
    grid-template-columns: repeat(auto-fit, minmax(min(max(8em, 50% - var(--_space) / 2), 100%), 1fr));
    gap: calc(var(--_space) / 4) var(--_space);
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

  label {
    display: block;
    font-weight: var(--scudo-label-weight, 500);
  }

  input,
  select,
  .prefix {
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: var(--_size);
    padding: 4px var(--_inset);
    border: var(--_border);
    border-radius: var(--_radius);
    color: inherit;
    background: var(--_field);
    font: inherit;
  }

  .phone {
    display: flex;
  }

  .phone input {
    flex: 1;
    min-inline-size: 0;
  }

  /* Closed, the select shows the calling code only: it is transparent, above a text. */
  .prefix {
    position: relative;
    display: flex;
    flex: none;
    inline-size: auto;
    align-items: center;
    gap: 0.5em;
    border-inline-end: 0;
    border-start-end-radius: 0;
    border-end-end-radius: 0;
  }

  /* The input itself runs from left to right in all languages. */
  .phone:dir(ltr) .prefix + input {
    border-top-left-radius: 0;
    border-bottom-left-radius: 0;
  }

  .phone:dir(rtl) .prefix + input {
    border-top-right-radius: 0;
    border-bottom-right-radius: 0;
  }

  .prefix::after {
    content: '';
    inline-size: 0.4em;
    block-size: 0.4em;
    border: solid;
    border-width: 0 2px 2px 0;
    transform: translateY(-25%) rotate(45deg);
  }

  .prefix select {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: pointer;
  }

  .prefix:has(:focus-visible) {
    z-index: 1;
    outline: 3px solid var(--_focus);
    outline-offset: 2px;
  }

  /* Numbers and email addresses run from left to right, also at the start of a line from right to left. */
  :dir(rtl) > input[dir='ltr'] {
    text-align: end;
  }

  option {
    color: CanvasText;
    background: Canvas;
  }

  [aria-invalid='true'] {
    border-color: var(--_error);
    box-shadow: 0 0 0 1px var(--_error);
  }

  input[readonly],
  select[aria-disabled='true'] {
    opacity: 0.7;
  }

  :focus-visible {
    outline: 3px solid var(--_focus);
    outline-offset: 2px;
  }

  h2:focus-visible {
    outline: none;
  }

  .hint,
  .error {
    margin: 2px 0 0;
    font-size: var(--scudo-small-size, 0.875em);
  }

  .hint {
    color: var(--_quiet);
  }

  .error {
    color: var(--_error);
  }

  /* One line below each field for its hint or error, so that nothing moves when one appears. */
  .below {
    min-block-size: 1.75em;
  }

  /* Two lines in half of the width. */
  :is([data-field='expiry'], [data-field='security-code']) .below {
    min-block-size: 2.75em;
  }

  .methods label {
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: var(--_size);
    padding-inline: var(--_inset);
    border: var(--_border);
    border-radius: var(--_radius);
    margin-block-start: calc(-1 * var(--scudo-line-width, 1px));
    background: var(--_field);
  }

  .methods input {
    inline-size: 20px;
    min-block-size: 20px;
    margin: 0;
  }

  .methods img {
    block-size: 24px;
  }

  .link {
    display: inline-block;
    box-sizing: border-box;
    text-decoration: none;
    align-content: center;
  }

  .link,
  button {
    min-block-size: var(--_size);
    padding: 4px calc(var(--_inset) * 1.75);
    border: var(--scudo-line-width, 1px) solid transparent;
    border-radius: var(--scudo-radius-button, var(--_radius));
    color: var(--_on-accent);
    background: var(--_accent);
    font: inherit;
    font-weight: var(--scudo-button-weight, 600);
    cursor: pointer;
  }

  button[aria-disabled='true'] {
    cursor: progress;
    opacity: 0.7;
  }

  button[part~='secondary-button'] {
    border-color: var(--_line);
    color: inherit;
    background: transparent;
  }

  .description {
    margin: 0 0 var(--_space);
    color: var(--_quiet);
  }

  /* Beside the progress text, whose space is reserved already. */
  .cancel-payment {
    float: inline-end;
    margin-block-start: calc(var(--_space) / 2);
  }

  .progress {
    min-block-size: var(--_size);
    margin: calc(var(--_space) / 2) 0 0;
    align-content: center;
  }

  /* A sign that work is under way, animated unless the shopper prefers less motion. */
  .progress:not(:empty)::before {
    content: '';
    display: inline-block;
    inline-size: 0.6em;
    block-size: 0.6em;
    margin-inline-end: 0.5em;
    border-radius: 50%;
    background: var(--_accent);
  }

  @keyframes wait {
    50% {
      opacity: 0.3;
    }
  }

  @media (prefers-reduced-motion: no-preference) {
    .progress::before {
      animation: wait var(--scudo-motion, 1.2s) infinite;
    }
  }

  .outcome {
    padding: var(--_space);
    border: var(--_border);
    border-inline-start: 4px solid var(--_error);
    border-radius: var(--_radius-panel);
  }

  .outcome .actions {
    margin-block-start: 0;
  }

  .outcome:is([data-status='paid'], [data-status='authenticated']) {
    border-inline-start-color: var(--_good);
  }

  .outcome:is([data-status='pending'], [data-status='in-doubt'], [data-status='cancelled']) {
    border-inline-start-color: var(--_accent);
  }

  h2 {
    margin: 0 0 calc(var(--_space) / 2);
    font-size: var(--scudo-title-size, 1.125em);
    font-weight: var(--scudo-title-weight, 600);
  }

  @media (forced-colors: active) {
    button {
      border-color: ButtonText;
    }

    [aria-invalid='true']:not(:focus-visible) {
      outline: 2px solid;
    }
  }
`;
