import { css } from '@lit/reactive-element/css-tag.js';

/**
 * Styles of the phone number and of lists, which only fields of the payer have.
 *
 * - `.prefix`: closed, the select shows the calling code only: it is transparent, above a text.
 * - `.phone:dir(ltr) .prefix + input`: the input itself runs from left to right in all languages.
 * - `.control:has(> select)::after`: the arrow of the browser ignores the inset.
 */
export const payerStyles = css`
  .phone input {
    flex: 1;
    min-inline-size: 0;
  }

  .prefix {
    position: relative;
    display: flex;
    flex: none;
    inline-size: auto;
    align-items: center;
    gap: var(--_8);
    border-inline-end: 0;
    border-start-end-radius: 0;
    border-end-end-radius: 0;
  }

  .control:has([aria-invalid='true']) .prefix {
    border-color: var(--_error);
  }

  .phone:dir(ltr) .prefix + input {
    border-top-left-radius: 0;
    border-bottom-left-radius: 0;
  }

  .phone:dir(rtl) .prefix + input {
    border-top-right-radius: 0;
    border-bottom-right-radius: 0;
  }

  .prefix::after,
  .control:has(> select)::after {
    content: '';
    inline-size: 0.4em;
    block-size: 0.4em;
    border: solid;
    border-width: 0 2px 2px 0;
    transform: translateY(-25%) rotate(45deg);
  }

  .control > select {
    appearance: none;
    padding-inline-end: calc(var(--_field-inset) + 1em);
  }

  .control:has(> select)::after {
    position: absolute;
    z-index: 1;
    inset-block-start: calc(50% - 0.2em);
    inset-inline-end: var(--_field-inset);
    pointer-events: none;
  }

  .prefix select {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: pointer;
  }

  option {
    color: CanvasText;
    background: Canvas;
  }
`;
