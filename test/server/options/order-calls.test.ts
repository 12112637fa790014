import { expect, it } from 'vitest';
import { MessageError } from '../../../src/protocol/values/field-issue.js';
import { orderCalls } from '../../../src/server/options/order-calls.schema.js';

it.each([[['paid']], [{ toString: 1 }], [undefined]])('a settlement as %j is refused by its field', (as) => {
  const settle = () => orderCalls.settle({ as, by: 'Ada', reason: 'r' });
  expect(settle).toThrow(MessageError);
  expect(settle).toThrow(/^Bad settlement: as /);
});
