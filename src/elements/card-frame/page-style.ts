import type { CardFrameNeeds, CardFrameStyle } from '../../protocol/adapter/card-frame-codec.js';
import {
  CARD_FIELD_PARTS,
  CARD_FRAME_RING,
  type CardFieldPart,
  type CardFramePart,
} from '../../protocol/adapter/card-frame-lists.js';
import { DIGITS } from './frame-language.js';
import type { Language } from '../i18n/language.controller.js';

/**
 * Language and style of the page, read where the frame with the card fields is, so that they can be the same inside it.
 * The style has the custom properties, the inherited styles, and what the page's `::part()` rules change.
 */

/** An element that has a part. */
interface PartElement {
  readonly element: string;
  readonly className?: string;
  /** The part that the same element has, too. */
  readonly base?: CardFramePart;
}

const FIELD: PartElement = { element: 'div', className: 'field' };
const ONE_FIELD: PartElement = { ...FIELD, base: 'field' };

const PART_ELEMENTS: Readonly<Record<CardFramePart, PartElement>> = {
  group: { element: 'fieldset' },
  'group-card-details': { element: 'fieldset', base: 'group' },
  legend: { element: 'legend' },
  fields: { element: 'div', className: 'fields' },
  field: FIELD,
  ...(Object.fromEntries(CARD_FIELD_PARTS.map((part) => [part, ONE_FIELD])) as Record<CardFieldPart, PartElement>),
  'field-focused': ONE_FIELD,
  'field-head': { element: 'div', className: 'field-head' },
  label: { element: 'label' },
  control: { element: 'div', className: 'control' },
  input: { element: 'input' },
  'input-invalid': { element: 'input', base: 'input' },
  'field-mark': { element: 'span', className: 'mark' },
  'accepted-cards': { element: 'span', className: 'accepted' },
  icon: { element: 'span' },
  'field-foot': { element: 'div', className: 'below' },
  hint: { element: 'p', className: 'hint' },
  brand: { element: 'p', className: 'hint' },
  error: { element: 'p', className: 'error' },
};
const PARTS = Object.entries(PART_ELEMENTS) as readonly (readonly [CardFramePart, PartElement])[];

/**
 * Returns, for each part, a hidden element with it and one of the same kind without it. The difference is what the
 * page's rules change. They are made when they are first needed.
 */
function samplesIn(place: HTMLElement): readonly (readonly [part: CardFramePart, sample: Element, plain: Element])[] {
  let box = place.querySelector<HTMLElement>('.samples');
  if (!box) {
    box = document.createElement('div');
    box.className = 'samples';
    box.hidden = true;
    for (const [part, { element, className = '', base = '' }] of PARTS)
      for (const names of [`${base} ${part}`, base]) {
        const sample = document.createElement(element);
        sample.className = className;
        sample.setAttribute('part', names.trim());
        if (part === 'input-invalid') sample.setAttribute('aria-invalid', 'true');
        if (sample instanceof HTMLInputElement) sample.disabled = true;
        box.append(sample);
      }
    place.append(box);
  }
  const { children } = box;
  return PARTS.flatMap(([part], index) => {
    const [sample, plain] = [children[index * 2], children[index * 2 + 1]];
    return sample && plain ? [[part, sample, plain] as const] : [];
  });
}

type Styles = Record<string, string>;

function picked(style: CSSStyleDeclaration, names: readonly string[]): Styles {
  const values = names.map((name) => [name, style.getPropertyValue(name).trim()] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

/**
 * The styles in which a sample differs from the plain element. A color that only follows the text color is no
 * difference.
 */
function difference(sample: Element, plain: Element, names: readonly string[]): Styles {
  const [styled, usual] = [getComputedStyle(sample), getComputedStyle(plain)];
  const changed = names.filter((name) => {
    const [value, before] = [styled.getPropertyValue(name), usual.getPropertyValue(name)];
    const followsText = /^border-.*color$/.test(name) && value === styled.color && before === usual.color;
    return value !== before && value !== 'normal' && !followsText;
  });
  return picked(styled, changed);
}

/** Instead of `normal`, with which the height of a line depends on the font of each of its characters. */
const USUAL_LINE_HEIGHT = 1.5;

/** As a multiple of the font size, so that smaller texts have smaller lines, as with the usual number. */
function lineHeight({ lineHeight: height, fontSize }: CSSStyleDeclaration): string {
  const ratio = parseFloat(height) / parseFloat(fontSize);
  return String(Number.isNaN(ratio) ? USUAL_LINE_HEIGHT : ratio);
}

/** The space beside the frame that its focus ring can use without sideways scrolling, in pixels. */
function ringSpaceAt(place: HTMLElement): number {
  const { left, right } = place.getBoundingClientRect();
  return Math.max(
    0,
    Math.min(CARD_FRAME_RING, Math.floor(left), Math.floor(document.documentElement.clientWidth - right)),
  );
}

/** Reads language and style at the place of the frame, and fits the frame to the space beside it. */
export function pageStyleAt(
  place: HTMLElement,
  { tag, direction, localize, knows, withDigits }: Language,
  needs: CardFrameNeeds,
): CardFrameStyle {
  const style = getComputedStyle(place);
  const ringSpace = ringSpaceAt(place);
  place.style.setProperty('--_ring-space', `${ringSpace}px`);
  const parts: Partial<Record<CardFramePart, Styles>> = {};
  for (const [part, sample, plain] of samplesIn(place)) {
    const styles = difference(sample, plain, needs.partStyles);
    if (Object.keys(styles).length > 0) parts[part] = styles;
  }
  return {
    language: tag,
    direction,
    ringSpace,
    rootFontSize: getComputedStyle(document.documentElement).fontSize,
    inherited: { ...picked(style, needs.inherited), 'line-height': lineHeight(style) },
    properties: picked(style, needs.properties),
    parts,
    messages: {
      ...Object.fromEntries(needs.messages.filter(knows).map((key) => [key, localize(key)])),
      [DIGITS]: withDigits('0123456789'),
    },
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
  // Environments of component tests have no media queries (docs/testing.md#component-tests).
  const { matchMedia } = globalThis as { readonly matchMedia?: typeof globalThis.matchMedia };
  for (const preference of ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)'])
    matchMedia?.(preference).addEventListener('change', onChange, { signal });
}
