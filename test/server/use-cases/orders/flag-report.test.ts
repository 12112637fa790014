import { describe, expect, it, vi } from 'vitest';
import { flagReporter } from '../../../../src/server/use-cases/orders/flag-report.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import { FIRST, NOON } from '../../orders/attempts.js';

describe('the report of a flag', () => {
  it.each([
    [{ kind: 'contradiction', at: NOON, attempt: FIRST }, { orderId: FIRST }],
    [{ kind: 'too-many-attempts', at: NOON, limit: 'cardsPerOrder' }, { limit: 'cardsPerOrder' }],
    [
      { kind: 'too-many-attempts', at: NOON, attempt: FIRST, limit: 'cardsPerOrder' },
      { orderId: FIRST, limit: 'cardsPerOrder' },
    ],
    [{ kind: 'unexpected-message', at: NOON }, undefined],
  ] as const)('names the order, and the attempt or the limit if there is one: %j', (flag, cause) => {
    const report = vi.fn();
    flagReporter(report)(sampleRecord('A'), flag);
    expect(report.mock.calls).toStrictEqual([[flag.kind, cause, 'A']]);
  });
});
