import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { MessageError } from '../../../src/protocol/values/field-issue.js';
import { leavesOf, valueOf, withValue } from './field-value.js';
import { MESSAGES } from './messages.js';
import type { FieldRule, MessageFields } from './rule.js';

/** The fields that reading a message finds wrong. */
function wrongFields({ read }: MessageFields, message: unknown): string[] {
  try {
    read(message);
    return [];
  } catch (error) {
    if (error instanceof MessageError) return error.issues.map(({ field }) => field);
    throw error;
  }
}

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 80) ?? 'undefined';

/** The fault of a right value that is refused or changed. */
function changeOf(message: MessageFields, rule: FieldRule, sent: unknown, expected: unknown): string | undefined {
  const { field, same = isDeepStrictEqual } = rule;
  const changed = withValue(message.sample, field, sent);
  const wrong = wrongFields(message, changed);
  if (wrong.length > 0) return `${shown(sent)} is refused: ${wrong.join(', ')}`;
  const read = valueOf(message.read(changed), field);
  return same(expected, read) ? undefined : `${shown(sent)} becomes ${shown(read)}, not ${shown(expected)}`;
}

/** The fault of a wrong value that passes, or that another field is named for. */
function passOf(
  message: MessageFields,
  { field, informs, namedAs = field }: FieldRule,
  value: unknown,
): string | undefined {
  if (informs) return absenceOf(message, field, value);
  const named = wrongFields(message, withValue(message.sample, field, value));
  return named.includes(namedAs) ? undefined : `${shown(value)} passes; named: ${named.join(', ') || 'no field'}`;
}

/** The fault of a wrong value of a field that decides nothing, which does not count as absent. */
function absenceOf(message: MessageFields, field: string, value: unknown): string | undefined {
  const changed = withValue(message.sample, field, value);
  const wrong = wrongFields(message, changed);
  if (wrong.length > 0) return `${shown(value)} is refused: ${wrong.join(', ')}`;
  const read = valueOf(message.read(changed), field);
  return read === undefined ? undefined : `${shown(value)} becomes ${shown(read)}`;
}

function presenceOf(message: MessageFields, { field, presence, namedAs = field }: FieldRule): string | undefined {
  if (presence === 'either') return undefined;
  const named = wrongFields(message, withValue(message.sample, field, undefined)).join(', ');
  return named === (presence === 'required' ? namedAs : '')
    ? undefined
    : `absent and ${presence}; named: ${named || 'no field'}`;
}

/** Values of another type than the field's. A wrong record does not lose its page, so that none is named. */
function otherTypes({ kind, records }: MessageFields, { field, informs, object, free }: FieldRule): unknown[] {
  if (free) return [];
  if (records !== undefined && field.startsWith(records)) return [];
  // Of several elements with one name the first counts.
  if (informs && kind !== 'JSON answer') return [{ wrong: 'wrong' }];
  // Some fields of an answer may be lists of one.
  const list = kind === 'JSON answer' ? ['wrong', 'wrong'] : ['wrong'];
  return object ? [list] : [list, { wrong: 'wrong' }];
}

describe.each(MESSAGES.map((message) => [message.name, message] as const))('%s', (name, message) => {
  const { sample, fields } = message;

  it(`the message ${name} is read with all its fields`, () => {
    expect(leavesOf(message.read(sample) as object).sort()).toEqual(leavesOf(sample).sort());
  });

  it(`the message ${name} may have unknown fields, and is refused when it is no object`, () => {
    expect(wrongFields(message, { ...sample, brand_new: { deep: true } })).toEqual([]);
    for (const nonsense of [null, 1, 'text', [], true])
      expect(wrongFields(message, nonsense), String(nonsense)).not.toEqual([]);
  });

  it.each(fields.map((rule) => [rule.field, rule] as const))(
    `the message ${name} keeps each right value of %s, and each wrong one is reported by that name`,
    (_field, rule) => {
      const faults = [
        ...rule.right.map((value) => changeOf(message, rule, value, value)),
        ...rule.becomes.map(([sent, read]) => changeOf(message, rule, sent, read)),
        ...[...rule.wrong, ...otherTypes(message, rule)].map((value) => passOf(message, rule, value)),
        presenceOf(message, rule),
      ];
      expect(faults.filter(Boolean).join('\n')).toBe('');
    },
  );
});

it('each field of each sample has a rule', () => {
  const ruled = ({ fields }: MessageFields, leaf: string) =>
    fields.some(({ field }) => leaf === field || leaf.startsWith(`${field}.`));
  const without = MESSAGES.filter(({ part }) => !part).flatMap((message) =>
    leavesOf(message.sample)
      .filter((leaf) => !ruled(message, leaf))
      .map((leaf) => `${message.name}: ${leaf}`),
  );
  expect(without).toEqual([]);
});
