/** Parts of Lit's rendering. The names with `_$` are those that Lit's packages share, and are not minified. */
interface Part {
  /** The element of an attribute, property or listener. */
  element?: Element;
  readonly name?: string;
  readonly handleEvent?: unknown;
  /** The rendered content: an instance of a template, a list of parts, or a value. */
  readonly _$AH?: unknown;
  /** The node after the content of the part. */
  _$AB?: Node | null;
}

/**
 * Joins the first rendering with the form that the shop's server has sent. The inputs and the elements around them stay
 * where they are, with text, focus, caret, undo and composition. All other nodes are those of the rendering
 * (docs/decisions/0034-form-as-html.md).
 */
export function takeOver(root: ShadowRoot): void {
  const nodes = [...root.childNodes];
  // Lit has rendered before the first node of the HTML.
  const end = nodes.find((node) => '_$litPart$' in node);
  if (!end) return;
  const rendered = nodes.slice(0, nodes.indexOf(end));
  const served = nodes.slice(nodes.indexOf(end) + 1);
  // The shopper may have opened the lines of the order.
  const [ownLines, servedLines] = root.querySelectorAll('details');
  if (ownLines && servedLines?.open) ownLines.open = true;
  const kept = keptElements(rendered, served);
  const before = served.find((node) => [...kept.values()].some((one) => one === node)) ?? null;
  for (const node of served) if (node !== before) node.remove();
  root.append(end);
  join(root, rendered, kept, before ?? end);
  for (const [own, element] of kept) {
    copyAttributes(own, element);
    join(element, [...own.childNodes], kept);
  }
  for (const own of kept.keys()) own.remove();
  movePart((end as unknown as { readonly _$litPart$: Part })._$litPart$, kept);
  for (const element of kept.values()) if (element instanceof HTMLInputElement) read(element);
}

/** Returns the elements of the served form that stay, by those of the rendering. */
function keptElements(rendered: readonly Node[], served: readonly Node[]): Map<Element, Element> {
  const kept = new Map<Element, Element>();
  const inputs = (nodes: readonly Node[]) =>
    nodes.flatMap((node) => (node instanceof Element ? [...node.querySelectorAll('input[id]')] : []));
  const found = inputs(served);
  let last = -1;
  for (const own of inputs(rendered)) {
    const place = found.findIndex(({ id }) => id === own.id);
    const pairs = place > last ? pairsOf(own, found[place]) : undefined;
    if (!pairs || pairs.some(([one, other]) => (kept.get(one) ?? other) !== other)) continue;
    last = place;
    for (const [one, other] of pairs) kept.set(one, other);
  }
  return kept;
}

/** Returns two elements and what is around them; undefined when the surroundings differ. */
function pairsOf(own: Element, other: Element | undefined): [Element, Element][] | undefined {
  const pairs: [Element, Element][] = [];
  let [one, two]: [Element | null, Element | null] = [own, other ?? null];
  for (; one && two; [one, two] = [one.parentElement, two.parentElement]) {
    if (one.localName !== two.localName) return undefined;
    pairs.push([one, two]);
  }
  return one === two ? pairs : undefined;
}

/** Puts rendered nodes around the elements of a parent that stay. */
function join(parent: Node, nodes: readonly Node[], kept: ReadonlyMap<Node, Element>, first?: Node | null): void {
  const stays = new Set<Node>(kept.values());
  if (first === undefined) for (const node of [...parent.childNodes]) if (!stays.has(node)) parent.removeChild(node);
  let next = first ?? parent.firstChild;
  for (const node of nodes) {
    const element = kept.get(node);
    if (element) next = element.nextSibling;
    else parent.insertBefore(node, next);
  }
}

function copyAttributes(from: Element, to: Element): void {
  for (const name of to.getAttributeNames()) if (!from.hasAttribute(name)) to.removeAttribute(name);
  for (const name of from.getAttributeNames()) {
    const value = from.getAttribute(name) ?? '';
    if (to.getAttribute(name) !== value) to.setAttribute(name, value);
  }
}

/** Lets a part of the rendering write to the elements that stay. */
function movePart(part: Part, kept: ReadonlyMap<Element, Element>): void {
  const element = part.element && kept.get(part.element);
  if (element) {
    part.element = element;
    if (part.handleEvent && typeof part._$AH === 'function') element.addEventListener(part.name ?? '', part as never);
  }
  const end = part._$AB instanceof Element ? kept.get(part._$AB) : undefined;
  if (end) part._$AB = end;
  const { _$AH: content } = part;
  const parts = Array.isArray(content) && !part.element ? content : (content as { _$AV?: unknown } | undefined)?._$AV;
  for (const one of Array.isArray(parts) ? (parts as Part[]) : []) movePart(one, kept);
}

/**
 * Lets the form read what was typed before the script. The text of the field with the focus is formatted by its next
 * edit: a composition may be running in it, of which no event comes.
 */
function read(input: HTMLInputElement): void {
  const hasFocus = (input.getRootNode() as ShadowRoot).activeElement === input;
  if (hasFocus) input.dispatchEvent(new FocusEvent('focus'));
  if (input.value !== '') input.dispatchEvent(new InputEvent('input', { isComposing: hasFocus }));
}
