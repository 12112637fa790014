import { css, type CSSResult } from '@lit/reactive-element/css-tag.js';

const inside = css`:host(:is([labels='floating'], [labels='inset']))`;
const floating = css`:host([labels='floating'])`;
const tabs = css`:host([layout='tabs']) .methods:has(> * + *)`;
const card = css`:host([layout='compact']) [part~='group-card-details'] > .fields`;
const cardWithInsideLabels = css`:host([layout='compact']:is([labels='floating'], [labels='inset']))
  [part~='group-card-details'] > .fields`;

/** Fields without the focus. The narrow ones of a compact card always have their label above the text. */
const resting = css`:host([labels='floating']:not([layout='compact'])) .field:not(:focus-within)`;
const restingInCard = css`:host([labels='floating'][layout='compact'])
  .field:not(:focus-within, [data-field='expiry'], [data-field='security-code'])`;
/** A calling code is never empty. */
const empty = css`:not([data-again]):has(> .control:not(.phone) > input:placeholder-shown:not(:autofill))`;

/** Fields that have no label of their own line: the label is inside the box, above the text. */
const labelStyles = css`
  ${inside} {
    /* The height of a field: label, text, and the space around them. */
    --_box: max(var(--_size), 1.625em + 1lh + 2px);
  }

  ${inside} .fields {
    container: scudo-fields / inline-size;
    grid-template-columns: repeat(auto-fit, minmax(min(max(8em, 50% - var(--_space) / 2), 100%), 1fr));
  }

  /* A narrower label would be cut, so that it stays above the field. */
  @container scudo-fields (inline-size >= 15em) {
    ${inside} .field {
      position: relative;
    }

    ${inside} :is(input:not([type='radio']), select, .prefix) {
      min-block-size: var(--_box);
      padding-block: 1.375em 0.25em;
    }

    ${inside} .field-head {
      display: contents;
    }

    /* At the end of the label, or of the text whose place it has. */
    ${inside} .accepted {
      position: absolute;
      inset-block-start: 0.375em;
      inset-inline-end: calc(var(--_field-inset) + 1px);
      z-index: 2;
      pointer-events: none;
    }

    ${floating} .accepted {
      inset-block: 0 auto;
      block-size: var(--_box);
    }

    ${floating} .field:is(:focus-within, :has(input:not(:placeholder-shown))) .accepted {
      display: none;
    }

    ${inside} .field label {
      position: absolute;
      inset-block-start: 0.5em;
      inset-inline: calc(var(--_field-inset) + 1px) var(--_field-inset);
      z-index: 2;
      margin: 0;
      color: var(--_quiet);
      font-size: 0.75em;
      line-height: 1.4;
      text-overflow: ellipsis;
      white-space: nowrap;
      overflow: hidden;
      pointer-events: none;
    }

    ${inside} .field[data-field='number'] label {
      inset-inline-end: calc(var(--_field-inset) + 7.25rem + 2em);
    }

    ${inside} .methods:has(> * + *) .field[data-field='number'] label {
      inset-inline-end: calc(var(--_field-inset) + 2.5rem);
    }

    /* Beside the text, so that the label has the whole line. */
    ${inside} .field[data-field='security-code'] .mark {
      inset-block-start: var(--_16);
    }

    ${inside} .field:has([aria-invalid='true']) label {
      color: var(--_error);
    }

    /* One line for calling code and number, below the label. */
    ${inside} .phone:dir(ltr) .prefix + input {
      border-left-color: transparent;
    }

    ${inside} .phone:dir(rtl) .prefix + input {
      border-right-color: transparent;
    }

    /* In place of the text, until the field has the focus or a text. */
    ${resting}${empty} label,
    ${restingInCard}${empty} label {
      inset-block-start: 0;
      display: grid;
      align-content: center;
      block-size: var(--_box);
      font-size: 1em;
      font-weight: inherit;
      line-height: inherit;
      white-space: normal;
    }

    /* The label has the whole line, until the field has the focus. */
    ${resting}[data-field='security-code']${empty} .mark {
      display: none;
    }

    ${inside} .again {
      padding-block: 1.9em 0.15em;
      font-size: 0.75em;
      line-height: 1.1;
    }

    ${resting} > .control:not(.phone) > input::placeholder,
    ${restingInCard} > .control:not(.phone) > input::placeholder {
      opacity: 0;
    }
  }
`;

/** Payment methods as tabs. They are radio buttons, each before its fields, and the fields are below all of them. */
const tabStyles = css`
  ${tabs} {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_space) / 2);
    border: 0;
    border-radius: 0;
    overflow: visible;
  }

  ${tabs} > * {
    display: contents;
  }

  ${tabs} .method {
    position: relative;
    flex: 1 1 5em;
    flex-flow: column nowrap;
    align-items: start;
    justify-content: center;
    gap: var(--_6);
    padding: var(--_12);
    border: var(--_border);
    border-radius: var(--_radius);
    background: var(--_field);
    line-height: 1.3;
  }

  @media (hover: hover) {
    ${tabs} [part='method-item'] > .method:hover {
      background: linear-gradient(var(--_hover)), var(--_field);
    }
  }

  ${tabs} [part~='method-chosen'] > .method {
    border-color: var(--_accent-mark);
    background: var(--_selected);
    box-shadow: inset 0 0 0 1px var(--_accent-mark);
  }

  /* Over the whole tab. */
  ${tabs} .method input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    opacity: 0;
    cursor: pointer;
  }

  ${tabs} .method:has(:focus-visible) {
    outline-offset: 2px;
    border-radius: var(--_radius);
  }

  ${tabs} .marks {
    order: -1;
    margin: 0;
    inline-size: 0;
    min-inline-size: 100%;
    block-size: var(--_icon);
    container-type: inline-size;
  }

  ${tabs} .marks :is(svg, img) {
    block-size: var(--_icon-small);
  }

  /* Two brands and the number of the others. */
  @container (inline-size < 8rem) {
    ${tabs} .marks:has(.more-cards) > :nth-child(n + 3):not(.more-cards) {
      display: none;
    }

    ${tabs} .marks > .more-cards {
      display: inline;
    }

    ${tabs} .more-cards::before {
      content: attr(data-narrow) / '';
    }
  }

  ${tabs} .groups {
    flex: 1 0 100%;
    order: 1;
    min-inline-size: 0;
    padding: calc(var(--_space) / 2) 0 0;
  }
`;

/** Fields that share a line with borders in common, if they follow each other. */
function columns(host: CSSResult, fields: CSSResult, span: number): CSSResult {
  const field = css`${host} [part~='group-card-details'] > .fields > .field${fields}`;
  return css`
    ${field} {
      grid-column: span ${span};
    }

    ${field}:has(+ ${fields}) > .control {
      border-start-end-radius: 0;
      border-end-end-radius: 0;
    }

    ${field} + ${fields} {
      margin-inline-start: calc(-1 * var(--scudo-line-width, 1px));
    }

    ${field} + ${fields} > .control {
      border-start-start-radius: 0;
      border-end-start-radius: 0;
    }
  `;
}

const pair = css`:is([data-field='expiry'], [data-field='security-code'])`;
const three = css`:is([data-field='number'], [data-field='expiry'], [data-field='security-code'])`;

/**
 * A card in one line, or in two where there is no space. Labels, inputs and errors of a line have rows of their own.
 */
const compactStyles = css`
  ${card} {
    container: scudo-card scudo-fields / inline-size;
    grid-template-columns: repeat(26, minmax(0, 1fr));
    gap: 0;
    margin-block-end: calc(-1 * var(--scudo-field-gap, var(--_space)));
  }

  ${card} > .field {
    display: grid;
    grid-template-rows: subgrid;
    grid-template-columns: minmax(0, 1fr);
    grid-row: span 3;
    grid-column: 1 / -1;
    padding-block-end: var(--scudo-field-gap, var(--_space));
  }

  ${card} > .field > :is(label, .field-head) {
    grid-row: 1;
    align-self: end;
    padding-inline-end: 0.5em;
  }

  ${card} > .field > .control {
    grid-row: 2;
  }

  @container scudo-fields (inline-size >= 15em) {
    ${cardWithInsideLabels} > .field > .control {
      grid-row: 1;
    }
  }

  ${card} > .field > .below {
    grid-row: 3;
    align-self: start;
    padding-inline-end: 0.5em;
  }

  ${card} > .field > .control > input {
    border-radius: inherit;
  }

  ${card} [aria-invalid='true'] {
    z-index: 1;
  }

  @container scudo-card (17em <= inline-size < 21em) {
    ${columns(css`:host([layout='compact']:not([labels='floating'], [labels='inset']))`, pair, 13)}
  }

  /* A label inside a field has one line. */
  @container scudo-card (inline-size >= 21em) {
    ${columns(css`:host([layout='compact'])`, pair, 13)}
  }

  @container scudo-card (inline-size >= 29em) {
    ${columns(css`:host([layout='compact'])`, three, 13)}

    ${card} > .field[data-field='expiry'] {
      grid-column: span 6;
    }

    ${card} > .field[data-field='security-code'] {
      grid-column: span 7;
    }
  }
`;

const motionStyles = css`
  @media (prefers-reduced-motion: no-preference) {
    ${floating} .field label {
      transition:
        font-size 120ms,
        inset-block-start 120ms;
    }
  }
`;

/** Styles of the attributes `labels` and `layout`. */
export const layoutStyles = css`${labelStyles}${tabStyles}${compactStyles}${motionStyles}`;
