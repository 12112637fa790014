/** Creates an element with attributes and children. Strings become text nodes. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The position in a list, with the buttons to the pages before and after. */
export function pager(page: number, more: boolean, facts: string, go: (page: number) => void): Node[] {
  const button = (label: string, to: number, isEnabled: boolean) => {
    const made = make('button', { type: 'button' }, label);
    made.disabled = !isEnabled;
    made.addEventListener('click', () => go(to));
    return made;
  };
  return [button('Previous', page - 1, page > 1), make('span', {}, facts), button('Next', page + 1, more)];
}
