import type { CSSResult } from 'lit';

/** Adds styles to the shadow root of an element, once. */
export function adoptStyles(root: HTMLElement | DocumentFragment, { styleSheet }: CSSResult): void {
  if (root instanceof ShadowRoot && styleSheet && !root.adoptedStyleSheets.includes(styleSheet))
    root.adoptedStyleSheets.push(styleSheet);
}
