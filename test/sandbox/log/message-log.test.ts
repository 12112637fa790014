import { describe, expect, test } from 'vitest';
import { MessageLog } from '../../../src/sandbox/log/message-log.js';

const now = () => new Date('2026-11-20T12:00:00Z');
const draft = (order: string | undefined) => ({ request: { order }, response: null, about: { order } });

describe('MessageLog', () => {
  test('gives an order’s messages and its attempts’, newest last', () => {
    const log = new MessageLog(now);
    for (const order of ['A1', 'B', 'A1-2', 'A1-3', 'A10', 'A1-x', undefined]) log.record('auth', draft(order));
    expect(log.list('A1').map(({ request }) => request)).toEqual([
      { order: 'A1' },
      { order: 'A1-2' },
      { order: 'A1-3' },
    ]);
    expect(log.list()).toHaveLength(7);
  });

  test('counts an earlier message to the order that its transaction learns later', () => {
    const log = new MessageLog(now);
    const transaction: { order?: string } = {};
    log.record('protocol-versions', { request: {}, response: {}, about: transaction });
    expect(log.list('A1')).toEqual([]);
    transaction.order = 'A1';
    expect(log.list('A1')).toEqual([
      { at: '2026-11-20T12:00:00.000Z', kind: 'protocol-versions', request: {}, response: {} },
    ]);
  });

  test('drops the oldest beyond its capacity', () => {
    const log = new MessageLog(now, 3);
    for (const order of ['1', '2', '3', '4', '5']) log.record('auth', draft(order));
    expect(log.list().map(({ request }) => (request as { order: string }).order)).toEqual(['3', '4', '5']);
  });
});
