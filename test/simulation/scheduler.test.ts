import { expect, it } from 'vitest';
import { createScheduler, type Owner } from './engine/scheduler.js';

it('fires the timers of a process that stands still afterwards, in their order', async () => {
  const scheduler = createScheduler(0);
  const still: Owner = { name: 'still', isAlive: true, stillUntil: 60 };
  const other: Owner = { name: 'other', isAlive: true };
  const fired: string[] = [];
  const note = (name: string) => () => void fired.push(`${name} at ${scheduler.now()}`);
  scheduler.after(still, 20, note('second'));
  scheduler.after(still, 10, note('first'));
  scheduler.after(still, 30, note('cancelled'))();
  scheduler.after(still, 70, note('third'));
  scheduler.after(other, 40, note('other'));
  void scheduler.untilAwake(still)?.then(note('awake'));
  expect(scheduler.untilAwake(other)).toBeUndefined();
  await scheduler.runUntil(50);
  expect(fired).toEqual(['other at 40']);
  await scheduler.runUntil(100);
  expect(fired.slice(1)).toEqual(['awake at 60', 'first at 60', 'second at 60', 'third at 70']);
  expect(scheduler.untilAwake(still)).toBeUndefined();
});
