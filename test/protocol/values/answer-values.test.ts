import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import {
  answeredBooleanSchema,
  answerNumberSchema,
  answerTextSchema,
  informational,
  withoutEmpty,
} from '../../../src/protocol/values/answer-values.js';

const read = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value);

describe('a text of an answer', () => {
  it.each([
    ['text', 'text'],
    ['', ''],
    [5, '5'],
    [0, '0'],
    [1.5, '1.5'],
    [true, 'true'],
    [false, 'false'],
  ])('the text of an answer can be %j, and is read as %j', (sent, expected) => {
    expect(read(answerTextSchema, sent).data).toBe(expected);
  });

  it.each([null, undefined, ['text'], { text: 'text' }, [5], 7n])(
    'the text of an answer cannot be a value of the type of %o',
    (sent) => {
      expect(read(answerTextSchema, sent).success).toBe(false);
    },
  );

  it('the text of an answer has at most 16,384 characters', () => {
    expect(read(answerTextSchema, 'x'.repeat(16_384)).success).toBe(true);
    expect(read(answerTextSchema, 'x'.repeat(16_385)).success).toBe(false);
  });

  it('an informational field passes its known names, names that are not known, numbers and booleans', () => {
    const schema = informational('WAITING', 'RECEIVED');
    for (const sent of ['WAITING', 'RECEIVED', 'BRAND_NEW']) expect(read(schema, sent).data).toBe(sent);
    expect(read(schema, 7).data).toBe('7');
    expect(read(schema, { state: 'WAITING' }).success).toBe(false);
  });
});

describe('a boolean of an answer', () => {
  it.each([true, 'true', 'TRUE', 'Y', 'y', 'yes', 'Yes', 1, '1'])('the boolean %j of an answer is true', (value) => {
    expect(read(answeredBooleanSchema, value).data).toBe(true);
  });

  it.each([false, 'false', 'False', 'N', 'n', 'no', 'NO', 0, '0'])('the boolean %j of an answer is false', (value) => {
    expect(read(answeredBooleanSchema, value).data).toBe(false);
  });

  it.each(['', 'yesno', 'xyes', 'yesx', 'ntrue', 2, null, undefined, 'untrue', [true], 'U'])(
    'the value %j of an answer is no boolean',
    (value) => {
      expect(read(answeredBooleanSchema, value).success).toBe(false);
    },
  );
});

describe('a number of an answer', () => {
  it.each([
    [0, 0],
    [100, 100],
    [1.5, 1.5],
    ['0', 0],
    ['7', 7],
    ['007', 7],
    ['100', 100],
  ])('the number of an answer can be %j, and is read as %j', (sent, expected) => {
    expect(read(answerNumberSchema, sent).data).toBe(expected);
  });

  it.each(['', 'many', '-1', '1.5', ' 7', '7 ', 'x7', '7x', true, null, ['7']])(
    'the number of an answer cannot be %j',
    (sent) => {
      expect(read(answerNumberSchema, sent).success).toBe(false);
    },
  );
});

describe('an answer without empty values', () => {
  it('null, empty text and white space are removed from objects and lists at every depth, and all other values stay', () => {
    const answer = {
      gone: null,
      empty: '',
      zero: 0,
      no: false,
      space: ' \t\n',
      padded: '\n 05 ',
      list: ['a', null, '', 0, { gone: null, kept: 'b' }, [null, 'c']],
      inner: { gone: '', deep: { gone: null, kept: 'd' } },
    };
    expect(withoutEmpty(answer)).toStrictEqual({
      zero: 0,
      no: false,
      padded: '05',
      list: ['a', 0, { kept: 'b' }, ['c']],
      inner: { deep: { kept: 'd' } },
    });
  });

  it('the data of a message extension stay as they are', () => {
    const data = { mark: null, text: '', list: [null] };
    expect(withoutEmpty({ message_extension: [{ id: 'a', name: '', data }], data: null })).toStrictEqual({
      message_extension: [{ id: 'a', data }],
    });
  });

  it.each(['text', '', 7, true, null, undefined])('an answer that is %j is returned as it is', (value) => {
    expect(withoutEmpty(value)).toBe(value);
  });
});
