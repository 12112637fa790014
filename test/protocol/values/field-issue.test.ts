import { afterEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { cardInputSchema } from '../../../src/protocol/adapter/adapter-requests.js';
import { checkMessage, MessageError, parseMessage } from '../../../src/protocol/values/field-issue.js';
import { mistakesOf } from '../../../src/server/util/check-options.js';

const before = { ...z.config() };
afterEach(() => {
  z.config({ customError: undefined, localeError: undefined, ...before });
});

it('messages of a merchant’s own zod do not reach ours, and repeat no value', () => {
  const repeats = ({ input }: { readonly input?: unknown }) => `wrong: ${String(input)}`;
  z.config({ customError: repeats, localeError: repeats });
  const { issues = [] } = checkMessage(cardInputSchema, { number: 4222000006285344, full_name: 'Ada' });
  expect(issues.find(({ field }) => field === 'number')?.message).toBe('has the wrong type');
  const method = z.object({ method: z.enum(['card']) });
  expect(checkMessage(method, { method: '4222000006285344' }).issues).toMatchObject([
    { message: 'is not one of the known values' },
  ]);
  expect(mistakesOf(z.object({ secret: z.string() }), { secret: 4222 })).toEqual([
    { option: 'secret', message: 'secret has a wrong value' },
  ]);
});

it('an error names the message, each wrong field with dots, and its rule', () => {
  const schema = z.object({
    card: z.object({ number: z.string(), months: z.array(z.string()) }),
    method: z.enum(['card']),
    email: z.string().check(z.refine(() => false, 'an e-mail address')),
  });
  const value = { card: { months: ['1', 2] }, method: 'cash', email: 'ada' };
  expect(() => parseMessage('payment', schema, value)).toThrow(
    'Bad payment: card.number is missing; card.months.1 has the wrong type; method is not one of the known values; ' +
      'email must be an e-mail address',
  );
  expect(checkMessage(schema, value).issues?.map(({ missing }) => missing)).toEqual([true, false, false, false]);
});

it('an error of a whole message says so, and is not about a missing field', () => {
  expect(() => parseMessage('payment', z.object({}), undefined)).toThrow('Bad payment: (whole) has the wrong type');
  expect(checkMessage(z.object({}), undefined).issues).toMatchObject([{ field: '', missing: false }]);
  expect(new MessageError('payment', []).name).toBe('MessageError');
});

it('a message that matches its schema is returned without fields that the schema does not have', () => {
  expect(parseMessage('payment', z.object({ a: z.string() }), { a: 'x', b: 'y' })).toEqual({ a: 'x' });
});
