import { css } from 'lit';
import { CARD_FRAME_RING } from '../../protocol/adapter/card-frame-lists.js';

/** The page has the surface, the width and the space around; the frame has space for the focus ring. */
export const cardFieldsStyles = css`
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
