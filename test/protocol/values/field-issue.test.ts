import { afterEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { cardInputSchema } from '../../../src/protocol/adapter/adapter-requests.js';
import { checkMessage } from '../../../src/protocol/values/field-issue.js';
import { mistakesOf } from '../../../src/server/options/check-options.js';

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
