import { css } from 'lit';

export const checkoutStyles = css`
  :host {
    --_text: var(--scudo-color-text, light-dark(#1b1f24, #f1f3f5));
    --_quiet: var(--scudo-color-quiet, light-dark(#57606a, #b3bac2));
    --_surface: var(--scudo-color-surface, light-dark(#ffffff, #16191d));
    --_line: var(--scudo-color-line, light-dark(#767f8a, #8b949e));
    --_accent: var(--scudo-color-accent, light-dark(#0b57d0, #8ab4f8));
    --_on-accent: var(--scudo-color-on-accent, light-dark(#ffffff, #0b1a33));
    --_error: var(--scudo-color-error, light-dark(#b3261e, #ffb4ab));
    --_radius: var(--scudo-radius, 8px);
    --_space: var(--scudo-space, 16px);

    display: block;
    max-inline-size: var(--scudo-width, 32rem);
    color-scheme: light dark;
    color: var(--_text);
    background: var(--_surface);
    font: var(--scudo-font, 16px/1.5 system-ui, sans-serif);
    overflow-wrap: anywhere;
  }

  :host([hidden]) {
    display: none;
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
    font-weight: 600;
  }

  .fields {
    display: grid;
    /* Two columns, and one where not even eight letters fit into half. */
    grid-template-columns: repeat(auto-fit, minmax(min(max(8em, 50% - var(--_space) / 2), 100%), 1fr));
    gap: calc(var(--_space) / 4) var(--_space);
  }

  [data-field='number'],
  [data-field='name'],
  [data-field='holder'],
  [data-field='email'],
  [data-field='phone'],
  [data-field='line1'] {
    grid-column: 1 / -1;
  }

  label {
    display: block;
    font-weight: 500;
  }

  input,
  select {
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: 44px;
    padding: 8px 12px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    color: inherit;
    background: transparent;
    font: inherit;
  }

  option {
    color: CanvasText;
    background: Canvas;
  }

  input[aria-invalid='true'],
  select[aria-invalid='true'] {
    border-color: var(--_error);
    outline: 1px solid var(--_error);
  }

  input[readonly] {
    opacity: 0.7;
  }

  :focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }

  h2:focus-visible {
    outline: none;
  }

  .hint,
  .error {
    margin: 2px 0 0;
    font-size: 0.875em;
  }

  .hint {
    color: var(--_quiet);
  }

  .error {
    color: var(--_error);
  }

  /* One line below each field, for its hint or its error: nothing moves when one comes or goes. */
  .below {
    min-block-size: 1.75em;
  }

  .methods label {
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 44px;
    padding-inline: 12px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    margin-block-start: -1px;
  }

  .methods input {
    inline-size: 20px;
    min-block-size: 20px;
    margin: 0;
    accent-color: var(--_accent);
  }

  .methods img {
    block-size: 24px;
  }

  .link {
    display: inline-block;
    box-sizing: border-box;
    text-decoration: none;
  }

  .link,
  button {
    min-block-size: 44px;
    padding: 10px 20px;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    color: var(--_on-accent);
    background: var(--_accent);
    font: inherit;
    font-weight: 600;
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

  .progress {
    min-block-size: 1.5em;
    margin: 0;
  }

  .outcome {
    padding: var(--_space);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
  }

  h2 {
    margin: 0 0 calc(var(--_space) / 2);
    font-size: 1.125em;
  }

  dialog {
    box-sizing: border-box;
    max-inline-size: 100dvi;
    max-block-size: 100dvb;
    padding: 12px 16px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    color: var(--_text);
    background: var(--_surface);
  }

  dialog::backdrop {
    background: rgb(0 0 0 / 60%);
  }

  /* Full screen: where not even the smallest window fits. */
  dialog[data-size='FULL_SCREEN'] {
    inline-size: 100dvi;
    block-size: 100dvb;
    padding: 8px;
    border: 0;
    border-radius: 0;
  }

  dialog[data-size='FULL_SCREEN'][open] {
    display: grid;
    grid-template-rows: auto 1fr auto;
  }

  dialog[data-inline] {
    position: static;
    max-inline-size: 100%;
    max-block-size: none;
    margin: 0;
  }

  dialog[data-inline][data-size='FULL_SCREEN'][open] {
    inline-size: auto;
    block-size: 80dvb;
  }

  .frame {
    display: grid;
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin-block-start: 8px;
    /* Words of any length leave the dialog as wide as the bank's page. */
    contain: inline-size;
  }

  .actions p {
    flex-basis: 100%;
    margin: 0;
  }

  @media (forced-colors: active) {
    button {
      border-color: ButtonText;
    }
  }
`;
