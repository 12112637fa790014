import { html, nothing, svg, type TemplateResult } from 'lit';
import { PICTOGRAMS, type Icon, type IconShape } from './icons.js';

/** Renders an icon, which screen readers ignore. `part` has further names of the part `icon`. */
export function iconTemplate(icon: Icon, part = ''): TemplateResult {
  const parts = `icon ${part}`.trim();
  if ('src' in icon) return html`<img part=${parts} src=${icon.src} height="24" alt="" />`;
  return html`<svg part=${parts} viewBox=${icon.viewBox} height="24" fill="none" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${icon.shapes.map(pathTemplate)}</svg>`;
}

/** Renders the space of an icon that is not loaded yet. */
export function placeholderTemplate(names: readonly string[], part = ''): TemplateResult {
  const viewBox = PICTOGRAMS.some((name) => names.includes(name)) ? '0 0 24 24' : '0 0 34 24';
  return iconTemplate({ viewBox, shapes: [] }, part);
}

function pathTemplate({ d, fill, stroke, strokeWidth, opacity, transform }: IconShape): TemplateResult {
  return svg`<path d=${d} fill=${fill ?? nothing} stroke=${stroke ?? nothing} stroke-width=${strokeWidth ?? nothing} opacity=${opacity ?? nothing} transform=${transform ?? nothing} />`;
}
