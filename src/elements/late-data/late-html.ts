import type { html as litHtml, nothing as litNothing } from 'lit';

/**
 * Lit's `html` and `nothing` for templates in late.js, which must not contain a second Lit. Lit renders templates of
 * other copies and versions of Lit (docs/decisions/0032-card-form-in-the-first-file.md).
 */
export const html: typeof litHtml = (strings, ...values) => ({ _$litType$: 1, strings, values });

export const nothing = Symbol.for('lit-nothing') as typeof litNothing;
