import type { CardFrameStyle } from '../../protocol/adapter/card-frame-commands.js';
import type { CardFramePart } from '../../protocol/adapter/card-frame-lists.js';
import type { CardFrameNeeds } from '../../protocol/adapter/card-frame-messages.js';
import type { Language } from '../i18n/language.controller.js';

/**
 * Language and style of the page, read where the frame with the card fields is, so that they can be the same inside it: the
 * custom properties, the inherited styles, and what the page's `::part()` rules change.
 */

type Styles = Record<string, string>;

function picked(style: CSSStyleDeclaration, names: readonly string[]): Styles {
  const values = names.map((name) => [name, style.getPropertyValue(name).trim()] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

/** The styles in which an element differs from the next one. A color that only follows the text color is no difference. */
function difference(sample: Element, names: readonly string[]): Styles {
  const own = getComputedStyle(sample);
  const plain = getComputedStyle(sample.nextElementSibling ?? sample);
  const changed = names.filter((name) => {
    const [value, before] = [own.getPropertyValue(name), plain.getPropertyValue(name)];
    const followsText = /^border-.*color$/.test(name) && value === own.color && before === plain.color;
    return value !== before && value !== 'normal' && !followsText;
  });
  return picked(own, changed);
}

/** Instead of `normal`, with which the height of a line depends on the font of each of its characters. */
const USUAL_LINE_HEIGHT = 1.5;

/** As a multiple of the font size, so that smaller texts have smaller lines, as with the usual number. */
function lineHeight({ lineHeight: height, fontSize }: CSSStyleDeclaration): string {
  const ratio = parseFloat(height) / parseFloat(fontSize);
  return String(Number.isNaN(ratio) ? USUAL_LINE_HEIGHT : ratio);
}

/** Pixels that a focus ring needs around its field. */
const RING = 5;

/** The space beside the frame that its focus ring can use without sideways scrolling, in pixels. */
function ringSpaceAt(place: HTMLElement): number {
  const { left, right } = place.getBoundingClientRect();
  return Math.max(0, Math.min(RING, Math.floor(left), Math.floor(document.documentElement.clientWidth - right)));
}

/** Reads language and style at the place of the frame, and fits the frame to the space beside it. */
export function pageStyleAt(
  place: HTMLElement,
  { tag, direction, localize, knows }: Language,
  needs: CardFrameNeeds,
): CardFrameStyle {
  const style = getComputedStyle(place);
  const ringSpace = ringSpaceAt(place);
  place.style.setProperty('--_ring-space', `${ringSpace}px`);
  const parts: Partial<Record<CardFramePart, Styles>> = {};
  for (const sample of place.querySelectorAll<HTMLElement>('[data-sample]')) {
    const styles = difference(sample, needs.part_styles);
    if (Object.keys(styles).length > 0) parts[sample.dataset['sample'] as CardFramePart] = styles;
  }
  return {
    language: tag,
    direction,
    ring_space: ringSpace,
    root_font_size: getComputedStyle(document.documentElement).fontSize,
    inherited: { ...picked(style, needs.inherited), 'line-height': lineHeight(style) },
    properties: picked(style, needs.properties),
    parts,
    messages: Object.fromEntries(needs.messages.filter(knows).map((key) => [key, localize(key)])),
  };
}

/**
 * Calls back after anything that may change the style: attributes of the element and of the page, style sheets, and the
 * preferences of the shopper.
 */
export function watchPageStyle(element: HTMLElement, onChange: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(onChange);
  for (let each: Element | null = element; each; each = each.parentElement)
    observer.observe(each, { attributeFilter: ['style', 'class', 'lang', 'dir', 'data-theme'] });
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  // A style sheet has an effect once it is loaded.
  document.addEventListener('load', onChange, { capture: true, signal });
  window.addEventListener('resize', onChange, { signal });
  for (const preference of ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)'])
    matchMedia(preference).addEventListener('change', onChange, { signal });
}
