import { describe, expect, test } from 'vitest';
import { MessageLog } from '../../../src/sandbox/log/message-log.js';

const now = () => new Date('2026-11-20T12:00:00Z');
const draft = (order: string | undefined) => ({ request: { order }, response: null, about: { order } });

describe('MessageLog', () => {
  test('lists the messages of an order and of each of its attempts, newest last', () => {
    const log = new MessageLog(now);
    const others = [
      'B',
      'A10',
      'A1-x',
      'A1-a1b2c3d4e',
      'A1-a1b2c3d4e5f',
      'A1-a1b2c3d4e_',
      'A1-A1b2c3d4e5',
      'A1-a1b2c3d4ei',
      'A1-a1b2c3d4eu',
      'B-A1-a1b2c3d4e5',
    ];
    const own = ['A1', 'A1-2', 'A1-13', 'A1-a1b2c3d4e5', 'A1-0123456789'];
    for (const order of [...others, ...own, undefined]) log.record('auth', draft(order));
    expect(log.list('A1').map(({ request }) => (request as { order: string }).order)).toEqual(own);
    expect(log.list()).toHaveLength(others.length + own.length + 1);
  });

  test.each([
    ['00000000-0000-4000-8000-000000000001', '00000000008008000000000001'],
    ['x'.repeat(32), 'e65s31bf9sw8h5ebst3fvw44se'],
  ])('lists the attempts of the order %s, whose gateway order ids begin with %s', (order, prefix) => {
    const log = new MessageLog(now);
    log.record('auth', draft(`${prefix}-a1b2c3d4e5`));
    log.record('auth', draft(`${prefix.slice(1)}-a1b2c3d4e5`));
    log.record('auth', draft(`${order.slice(1)}-a1b2c3d4e5`));
    expect(log.list(order)).toHaveLength(1);
  });

  test('MessageLog lists an earlier message with the order that its transaction gets later', () => {
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
    const log = new MessageLog(now, { entries: 3 });
    for (const order of ['1', '2', '3', '4', '5']) log.record('auth', draft(order));
    expect(log.list().map(({ request }) => (request as { order: string }).order)).toEqual(['3', '4', '5']);
  });

  test('drops the oldest beyond its capacity in characters', () => {
    const log = new MessageLog(now, { characters: 50_000 });
    for (let index = 0; index < 2_000; index++)
      log.record('auth', {
        request: { index, fields: Array.from({ length: index % 30 }, () => 'x'.repeat(200)) },
        response: null,
      });
    expect(log.characters).toBe(JSON.stringify(log.list()).length - log.list().length - 1);
    expect(log.characters).toBeLessThanOrEqual(50_000);
    expect(log.characters).toBeGreaterThan(40_000);
    expect(log.list().at(-1)!.request).toMatchObject({ index: 1_999 });
  });

  test('keeps no message that is larger than its capacity', () => {
    const log = new MessageLog(now, { characters: 1_000 });
    log.record('auth', draft('A1'));
    log.record('auth', { request: 'x'.repeat(2_000), response: null });
    expect([log.list(), log.characters]).toEqual([[], 0]);
  });
});
