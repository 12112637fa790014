import { expect, it } from 'vitest';
import { MessageError } from '../../../src/protocol/values/field-issue.js';
import { orderCalls } from '../../../src/server/options/order-calls.schema.js';

it.each([[['paid']], [{ toString: 1 }], [undefined]])('a settlement as %j is refused by its field', (as) => {
  const settle = () => orderCalls.settle({ as, by: 'Ada', reason: 'r' });
  expect(settle).toThrow(MessageError);
  expect(settle).toThrow(/^Bad settlement: as /);
});

it('texts of people and keys with a card number are refused by their field', () => {
  const text = 'card 5425 2334 3010 9903 exp 12/30';
  const refused = { by: text, reason: text, key: '4111111111111111' };
  expect(() => orderCalls.cancel(refused)).toThrow(/by .*reason .*key |key /s);
  for (const [field, value] of Object.entries(refused))
    expect(() => orderCalls.cancel({ key: 'k', by: 'Ada', [field]: value }), field).toThrow(new RegExp(`: ${field} `));
  expect(() => orderCalls.refund({ key: 'k', comment: text })).toThrow(/: comment /);
});
