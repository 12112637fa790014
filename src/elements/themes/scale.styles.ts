import { css } from '@lit/reactive-element/css-tag.js';

/**
 * The one scale of distances and sizes. A distance has the name of its pixels at the usual root size of 16. Radii and
 * the space between fields have properties of their own (theme.styles.ts).
 */
export const scaleStyles = css`
  :host {
    --_4: 0.25rem; /* Between marks, and below a seal. */
    --_6: 0.375rem; /* Between a text and its label or error. */
    --_8: 0.5rem; /* Within a group, and inside controls. */
    --_12: 0.75rem; /* Inside lines and notices. */
    --_16: 1rem; /* Between fields, groups and buttons. */

    --_icon-small: 1rem;
    --_icon: 1.25rem;
    --_icon-large: 1.5rem;

    --_target: 2.75rem; /* The least height of a link or button. */
    --_seal: 4rem;

    --_text-small: 0.875em; /* Labels, hints and errors. */
    --_text-title: 1.125em;
    --_text-amount: 1.375em; /* Amounts beside a title, and the title of an outcome. */
    --_text-total: 2em;
  }
`;
