import type { ScudoCheckout, ScudoReturn } from 'scudo-checkout';
import type { Texts, Theme } from './theme.js';

type Element = ScudoCheckout | ScudoReturn;

/** Returns a function that fills a style sheet of a page with the values and rules of a theme. */
export function themeSheet(page: Document): (theme: Pick<Theme, 'values' | 'parts'>) => void {
  const sheet = new page.defaultView!.CSSStyleSheet();
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  const styleFor = (selector: string): CSSStyleDeclaration =>
    (sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)] as CSSStyleRule).style;
  return ({ values, parts }) => {
    sheet.replaceSync('');
    const own = styleFor('scudo-checkout, scudo-return');
    for (const [name, value] of Object.entries(values)) own.setProperty(`--scudo-${name}`, value);
    // Declarations that are parsed alone cannot end their rule.
    for (const [name, text] of Object.entries(parts))
      styleFor(`:is(scudo-checkout, scudo-return)::part(${name})`).cssText = text;
  };
}

/** Gives an element the messages of a theme and the texts of its slots. */
export function applyTexts(element: Element, { messages, slots }: Pick<Theme, 'messages' | 'slots'>): void {
  element.messages = Object.keys(messages).length === 0 ? undefined : messages;
  applySlots(element, slots);
}

function applySlots(element: Element, slots: Texts): void {
  for (const child of [...element.children]) {
    const name = child.getAttribute('slot') ?? '';
    if (slots[name] === undefined) child.remove();
    else if (child.textContent !== slots[name]) child.textContent = slots[name];
  }
  for (const [name, text] of Object.entries(slots)) {
    if (element.querySelector(`:scope > [slot="${name}"]`)) continue;
    const child = element.ownerDocument.createElement('div');
    child.slot = name;
    child.textContent = text;
    element.append(child);
  }
}
