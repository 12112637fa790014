import type { Dice } from '../../simulation/engine/dice.js';
import { asText, CARD_NUMBERS, type Input, type InputObject } from './target.js';

/**
 * Texts that have broken parsers: signs of formats, other scripts, names of properties of all objects, large numbers.
 */
const TEXTS: readonly string[] = [
  ...['', ' ', '0', '-1', '1e9', '00', '9'.repeat(25), '\0', '\n', '\r\n', '\t', '\u2028', '\ufeff', '\ud800', '😀'],
  ...['\u0660\u0661\u0662', '４２２２', 'ß', 'İ', '\u0301', '\u202e', '\u200b', '½', 'ﬁ', '²'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'then', 'null', 'undefined', 'NaN'],
  ...['<', '>', '&', '&lt;', '&#60;', '&#x0;', '<![CDATA[', ']]>', '<!--', '-->', '<?xml?>', '<!DOCTYPE a>', '<a/>'],
  ...[
    '"',
    "'",
    '`',
    '\\',
    '%',
    '%00',
    '%zz',
    '+',
    '=',
    '==',
    '&a=b',
    ';',
    ',',
    '.',
    '/',
    '//',
    '../',
    ':',
    '@',
    '#',
    '?',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    '{}',
    '[]',
    '(',
    ')',
    '|',
    '$&',
    '$1',
    '\\u0000',
    'https://',
    'http://localhost',
    'javascript:',
  ],
  ...CARD_NUMBERS,
  '4222 0000 0628 5344',
  '2026-11-20T22:24:10.123000',
  '20261120222410',
  '00000000-0000-4000-8000-000000000001',
];

const NUMBERS: readonly number[] = [0, -0, 1, -1, 2, 9, 10, 100, 255, 0.5, 1e9, 2 ** 31, 2 ** 53, 1e21, 1e308];

export interface Mutation {
  readonly dice: Dice;
  readonly words: readonly string[];
  /** Inputs that reached a new branch. */
  readonly pool: readonly Input[];
  readonly isText: boolean;
}

/** Returns another input: one to four changes of it. */
export function mutated(input: Input, mutation: Mutation): Input {
  let result = input;
  for (let count = 1 + mutation.dice.below(4); count > 0; count--) {
    result = mutation.isText ? changedText(asText(result), mutation) : changedTree(result, mutation);
  }
  return result;
}

/** The longest text of an input. */
const LONGEST = 4_000;

function changedText(text: string, { dice, words, pool }: Mutation): string {
  const at = dice.below(text.length + 1);
  const end = Math.min(text.length, at + 1 + dice.below(dice.chance(0.5) ? 4 : 40));
  const put = (middle: string, to = at) => (text.slice(0, at) + middle + text.slice(to)).slice(0, LONGEST);
  const word = () => dice.pick(words.length > 0 && dice.chance(0.5) ? words : TEXTS);
  switch (dice.below(10)) {
    case 0:
    case 1:
      return put(word());
    case 2:
      return put(word(), end);
    case 3:
      return put('', end);
    case 4:
      return put(text.slice(at, end).repeat(1 + dice.below(dice.chance(0.1) ? 200 : 4)), end);
    case 5:
      return put(String.fromCodePoint(dice.chance(0.8) ? 32 + dice.below(95) : dice.below(0x3000)), at + 1);
    case 6:
      return text.replace(/\d(?!.*\d.*\d)/s, () => String(dice.below(10)));
    case 7:
      return put(dice.chance(0.5) ? text.slice(at, end).toUpperCase() : text.slice(at, end).toLowerCase(), end);
    case 8: {
      const other = textsOf(dice.pick(pool), dice) ?? '';
      const from = dice.below(other.length + 1);
      return put(other.slice(from, from + 1 + dice.below(40)), end);
    }
    default:
      return word();
  }
}

/** Returns any text of an input. */
function textsOf(input: Input, dice: Dice): string | undefined {
  const texts = nodesOf(input).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  return texts.length > 0 ? dice.pick(texts) : undefined;
}

type Path = readonly (string | number)[];
interface Node {
  readonly path: Path;
  readonly value: Input;
}

function nodesOf(value: Input, path: Path = []): Node[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [{ path, value }, ...entries.flatMap(([name, inner]) => nodesOf(inner as Input, [...path, name]))];
}

function changedTree(input: Input, mutation: Mutation): Input {
  const { dice, pool } = mutation;
  const nodes = nodesOf(input);
  const { path, value } = dice.pick(nodes);
  const kind = dice.below(12);
  if (kind === 0) return replaced(input, path, dice.pick(nodesOf(dice.pick(pool))).value);
  if (kind === 1 && path.length > 0) return replaced(input, path, undefined);
  if (kind === 2) return replaced(input, path, anything(mutation));
  if (typeof value === 'string') return replaced(input, path, changedText(value, mutation));
  if (typeof value === 'number')
    return replaced(input, path, dice.chance(0.5) ? dice.pick(NUMBERS) : value + dice.below(5) - 2);
  if (typeof value === 'boolean') return replaced(input, path, !value);
  if (value === null) return replaced(input, path, anything(mutation));
  if (Array.isArray(value)) return replaced(input, path, changedList(value as readonly Input[], mutation));
  return replaced(input, path, changedObject(value as InputObject, mutation));
}

function changedList(list: readonly Input[], mutation: Mutation): Input {
  const { dice } = mutation;
  const at = dice.below(list.length + 1);
  const one = list.length > 0 && dice.chance(0.7) ? dice.pick(list) : anything(mutation);
  return list.length < 12 && dice.chance(0.6) ? list.toSpliced(at, 0, one) : list.toSpliced(at, 1);
}

function changedObject(object: InputObject, mutation: Mutation): Input {
  const { dice, words } = mutation;
  const entries = Object.entries(object);
  const name = dice.pick(words.length > 0 && dice.chance(0.7) ? words : TEXTS);
  const at = dice.below(entries.length + 1);
  const value = entries.length > 0 && dice.chance(0.5) ? (dice.pick(entries)[1] as Input) : anything(mutation);
  return Object.fromEntries(entries.toSpliced(at, dice.below(2), [name, value])) as InputObject;
}

function anything({ dice, words }: Mutation): Input {
  return dice.pick<() => Input>([
    () => null,
    () => dice.chance(0.5),
    () => dice.pick(NUMBERS),
    () => dice.pick(TEXTS),
    () => (words.length > 0 ? dice.pick(words) : ''),
    () => [],
    () => ({}),
    () => [dice.pick(TEXTS)],
    () => ({ [dice.pick(TEXTS)]: dice.pick(TEXTS) }),
  ])();
}

/** Returns the input with another value at a path; without it for undefined. */
export function replaced(input: Input, [name, ...rest]: Path, value: Input | undefined): Input {
  if (name === undefined) return value ?? null;
  if (Array.isArray(input)) {
    const list = input as readonly Input[];
    const at = Number(name);
    return rest.length === 0 && value === undefined
      ? list.toSpliced(at, 1)
      : list.with(at, replaced(list[at] ?? null, rest, value));
  }
  const entries = Object.entries(input as InputObject).flatMap(([key, inner]): [string, Input][] => {
    if (key !== name) return [[key, inner]];
    return rest.length === 0 && value === undefined ? [] : [[key, replaced(inner, rest, value)]];
  });
  return Object.fromEntries(entries);
}

/** Returns simpler inputs: without a part, or with a shorter text. */
export function* simpler(input: Input, isText: boolean): Generator<Input> {
  for (const { path, value } of isText ? [{ path: [], value: input }] : nodesOf(input)) {
    if (path.length > 0) yield replaced(input, path, undefined);
    if (typeof value !== 'string') continue;
    for (let size = Math.ceil(value.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let at = 0; at < value.length; at += size)
        yield replaced(input, path, value.slice(0, at) + value.slice(at + size));
    }
  }
}
