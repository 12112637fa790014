import type { html, nothing } from 'lit';

/** Parts of Lit that templates in late.js receive, because late.js must not contain a second Lit. */
export interface Lit {
  readonly html: typeof html;
  readonly nothing: typeof nothing;
}
