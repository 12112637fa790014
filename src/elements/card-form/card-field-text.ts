import { cleanText } from '../../protocol/values/clean-text.js';
import { emailOf } from '../fields/email-text.js';
import type { FieldName, FieldTexts } from '../fields/form-field.js';
import { cardField } from './form-fields.js';
import { isReplacing, replaceText, skipHistory } from './replace-text.js';

/** The place at which the text of the next `input` event begins. */
const starts = new WeakMap<HTMLInputElement, number>();

/** Edits that insert a text at the caret, or instead of the selection. */
const INSERTIONS = ['insertText', 'insertFromPaste'];

/**
 * Notes where an edit begins, before the browser makes it. Refuses a key that changes nothing, such as a letter or a
 * digit too many, so that it is no step of undo.
 */
export function beforeEdit(input: HTMLInputElement, event: InputEvent, name: FieldName, texts: FieldTexts): void {
  const { inputType, data, isComposing } = event;
  const { value, selectionStart: from, selectionEnd: to } = input;
  const textOf = cardField(name)?.write;
  starts.delete(input);
  if (from !== null && INSERTIONS.includes(inputType) && !isComposing) starts.set(input, from);
  if (!textOf || inputType !== 'insertText' || data?.length !== 1 || isComposing || isReplacing(input)) return;
  if (from === null || to === null) return;
  const edit = { text: value.slice(0, from) + data + value.slice(to), caret: from + 1, before: value };
  if (textOf(edit, texts).text === value) event.preventDefault();
}

/** True for an event after which the shopper has typed or pasted a text up to the end of its input. */
export function isTypedToEnd(input: HTMLInputElement, event: Event): boolean {
  const { inputType = '', isComposing } = event as Partial<InputEvent>;
  return INSERTIONS.includes(inputType) && !isComposing && input.selectionEnd === input.value.length;
}

/** The texts before a composition, of inputs with one. */
const composed = new WeakMap<HTMLInputElement, string>();

/**
 * Writes the text of a card field after an event of its input, and returns true when the form is to read it. A
 * composition is written at its end; some screen keyboards compose digits, too
 * (docs/reference/browser-lessons.md#compositions).
 */
export function writeField(input: HTMLInputElement, event: Event, name: FieldName, texts: FieldTexts): boolean {
  const textOf = cardField(name)?.write;
  if (!textOf) return true;
  if (isReplacing(input)) return false;
  const { inputType = '', isComposing = false } = event as Partial<InputEvent>;
  const start = starts.get(input);
  starts.delete(input);
  const before = composed.get(input) ?? texts[name];
  if (isComposing) composed.set(input, before);
  else composed.delete(input);
  const { value } = input;
  // A `change` event repeats the text of the last `input` event.
  if (isComposing || value === before) return true;
  if (inputType === 'historyUndo' || inputType === 'historyRedo') {
    skipHistory(input, inputType, (text) => textOf({ text, caret: text.length, before: text }, texts).text === text);
  } else {
    // Autofill and scripts replace the text, without an edit.
    const edit = { text: value, caret: input.selectionStart ?? value.length, before: inputType ? before : '', start };
    replaceText(input, textOf({ ...edit, forward: inputType === 'deleteContentForward' }, texts));
  }
  return true;
}

/**
 * Writes texts into their inputs at once. A rendering is not enough: Lit leaves out a text that equals the last
 * rendered one, even if the shopper has typed since then. A page in the back/forward cache is not rendered at all.
 */
export function writeTexts(root: HTMLElement | DocumentFragment, texts: Partial<FieldTexts>): void {
  for (const input of root.querySelectorAll('input')) {
    const text = texts[input.id as FieldName];
    if (text === undefined || text === input.value) continue;
    if (text === '') clearInput(input);
    else input.value = text;
  }
}

/**
 * Clears an input. After its setter of `value`, Chromium would compute the style of the page at once. That was most of
 * the page’s time at the end of a payment (docs/reference/browser-lessons.md#cleared-inputs).
 */
function clearInput(input: HTMLInputElement): void {
  // E-mail inputs have no ranges.
  if (input.type === 'email') input.value = '';
  else input.setRangeText('', 0, input.value.length);
}

/** Returns the text of a field that the shopper has left, in one notation. */
export function leftText(name: FieldName, text: string): string {
  if (name === 'email') return emailOf(text);
  return cardField(name)?.leave?.(text) ?? cleanText(text);
}
