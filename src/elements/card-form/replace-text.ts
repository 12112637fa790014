import type { CaretText } from './text-edit.js';

/** Inputs whose text is being replaced. */
const replacing = new WeakSet<HTMLInputElement>();

/** Returns true for the events of an input that `replaceText` causes. */
export function isReplacing(input: HTMLInputElement): boolean {
  return replacing.has(input);
}

/**
 * Replaces the text of an input by an editing command, so that the browser can undo it. An assignment to `value` ends
 * the browser's history (docs/reference/browser-lessons.md#undo).
 */
export function replaceText(input: HTMLInputElement, { text, caret }: CaretText): void {
  const { value } = input;
  if (text === value) return;
  const root = input.getRootNode() as Document | ShadowRoot;
  if (root.activeElement === input) {
    let start = 0;
    while (start < text.length && text[start] === value[start]) start++;
    let end = 0;
    const most = Math.min(text.length, value.length) - start;
    while (end < most && text.at(-1 - end) === value.at(-1 - end)) end++;
    const inserted = text.slice(start, text.length - end);
    input.setSelectionRange(start, value.length - end);
    execute(input, inserted === '' ? 'delete' : 'insertText', inserted);
  }
  // The command has no effect inside of another command, such as one of an extension that fills forms.
  if (input.value !== text) input.value = text;
  input.setSelectionRange(caret, caret);
}

/**
 * Repeats an undo or redo until the text is one that the form has written, because the browser also keeps the texts
 * between a key and the writing.
 */
export function skipHistory(input: HTMLInputElement, inputType: string, isWritten: (text: string) => boolean): void {
  for (let text = ''; text !== input.value && !isWritten(input.value); ) {
    text = input.value;
    execute(input, inputType === 'historyUndo' ? 'undo' : 'redo');
  }
}

function execute(input: HTMLInputElement, command: string, text = ''): void {
  replacing.add(input);
  // No other means of a page keeps the browser's history.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  input.ownerDocument.execCommand(command, false, text);
  replacing.delete(input);
}
