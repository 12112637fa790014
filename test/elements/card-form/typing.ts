import fc from 'fast-check';
import type { CaretText, TextEdit } from '../../../src/elements/card-form/text-edit.js';

/** One edit as a shopper makes it: at the caret, or instead of a selection. */
export type Edit =
  | { readonly kind: 'insert'; readonly text: string; readonly from: number; readonly to: number }
  | { readonly kind: 'backspace' | 'delete' | 'cut'; readonly from: number; readonly to: number };

/**
 * Returns what the browser makes of an edit, before the form writes the text. The places are shares of the text's
 * length.
 */
export function edited({ text }: CaretText, edit: Edit): TextEdit {
  const [start, end] = [edit.from, edit.to].map((share) => Math.round(share * text.length)).sort((a, b) => a - b) as [
    number,
    number,
  ];
  const replaced = (from: number, to: number, by = '') => ({
    before: text,
    text: text.slice(0, from) + by + text.slice(to),
    caret: from + by.length,
    forward: edit.kind === 'delete',
  });
  if (edit.kind === 'insert') return replaced(start, end, edit.text);
  if (edit.kind === 'cut') return replaced(start, end);
  return edit.kind === 'backspace' ? replaced(Math.max(end - 1, 0), end) : replaced(end, end + 1);
}

const share = fc.double({ min: 0, max: 1, noNaN: true });

/** Edits of one digit, of other characters and of pasted texts, at the end as often as in the middle. */
export const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    text: fc.stringMatching(/^\d$/),
    from: fc.constant(1),
    to: fc.constant(1),
  }),
  fc.record({
    kind: fc.constant('insert' as const),
    text: fc.oneof(
      fc.stringMatching(/^[\d /a-]$/),
      fc.stringMatching(/^[\d /-]{0,20}$/),
      fc.stringMatching(/^[٠-٩０-９]{1,4}$/),
    ),
    from: share,
    to: share,
  }),
  fc.record({ kind: fc.constantFrom('backspace', 'delete', 'cut'), from: share, to: share }),
);

/** A text with its caret, which `|` marks. */
export const at = (text: string): CaretText => ({ text: text.replace('|', ''), caret: text.indexOf('|') });

export const shown = ({ text, caret }: CaretText): string => `${text.slice(0, caret)}|${text.slice(caret)}`;
