import { css, type CSSResult } from '@lit/reactive-element/css-tag.js';
import { CARD_FRAME_RING } from '../../protocol/adapter/card-frame-lists.js';
import { baseStyles } from '../themes/base.styles.js';
import { fieldStyles } from '../themes/field.styles.js';
import { formStyles } from '../themes/form.styles.js';
import { layoutStyles } from '../themes/layout.styles.js';
import { themeStyles } from '../themes/theme.styles.js';

/** The page has the surface, the width and the space around; the frame has space for the focus ring. */
const cardFieldsStyles = css`
  :host {
    max-inline-size: none;
    padding: ${CARD_FRAME_RING}px;
    background: none;
  }

  /* No style of the page has an effect on this text. */
  .taken,
  .taken p {
    all: initial;
    display: block;
    color: CanvasText;
    font: 16px/1.5 system-ui;
  }

  .taken {
    padding: 12px;
    border: 2px solid CanvasText;
    background: Canvas;
  }

  /*
   * Neither font nor height of an input depends on its text, because the page knows the height of the frame. An inline
   * input would move with its baseline, which is that of its tallest glyph.
   */
  input {
    display: block !important;
    block-size: max(var(--_size), 1lh + 10px, var(--_box, 0px)) !important;
    font-family: var(--_input-font, system-ui) !important;
  }
`;

/** The styles of the frame with the isolated card fields. */
export const cardFieldsSheets: readonly CSSResult[] = [
  themeStyles,
  baseStyles,
  formStyles,
  fieldStyles,
  layoutStyles,
  cardFieldsStyles,
];
