import { describe, expect, it } from 'vitest';
import { createTurns } from '../../../src/server/book/turns.js';
import { gate } from '../gate.js';

/** Lets work that needs no time proceed. */
const settle = async () => {
  for (let round = 0; round < 10; round++) await Promise.resolve();
};

describe('work of one name', () => {
  it('runs one after another in the order of the calls, and each call has its own result', async () => {
    const turns = createTurns();
    const log: string[] = [];
    const [first, second] = [gate(), gate()];
    const work = (name: string, opened: Promise<void>) => async () => {
      log.push(`${name} begins`);
      await opened;
      log.push(`${name} ends`);
      return name;
    };
    const results = [
      turns.take('A', work('one', first.opened)),
      turns.take('A', work('two', second.opened)),
      turns.take('B', work('other', Promise.resolve())),
    ];
    await settle();
    expect(log).toEqual(['one begins', 'other begins', 'other ends']);
    second.open();
    await settle();
    expect(log).toHaveLength(3);
    first.open();
    expect(await Promise.all(results)).toEqual(['one', 'two', 'other']);
    expect(log.slice(3)).toEqual(['one ends', 'two begins', 'two ends']);
  });

  it('begins at once when no other work of the name runs', () => {
    const log: string[] = [];
    void createTurns().take('A', () => Promise.resolve(log.push('begun')));
    expect(log).toEqual(['begun']);
  });

  it('runs after work that failed, and only the call of that work rejects', async () => {
    const turns = createTurns();
    const failed = turns.take('A', () => Promise.reject(new Error('down')));
    const next = turns.take('A', () => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('down');
    expect(await next).toBe('done');
  });

  it('takes its name until the last of it has ended, also when it fails', async () => {
    const turns = createTurns();
    expect(turns.isTaken('A')).toBe(false);
    const [first, second] = [gate(), gate()];
    const one = turns.take('A', () => first.opened);
    const two = turns.take('A', () => second.opened.then(() => Promise.reject(new Error('down'))));
    two.catch(() => undefined);
    expect([turns.isTaken('A'), turns.isTaken('B')]).toEqual([true, false]);
    first.open();
    await one;
    await settle();
    expect(turns.isTaken('A')).toBe(true);
    second.open();
    await expect(two).rejects.toThrow('down');
    await settle();
    expect(turns.isTaken('A')).toBe(false);
  });
});
