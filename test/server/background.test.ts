import { expect, it } from 'vitest';
import { createBackground } from '../../src/server/background.js';
import { gate } from './scripted-gateway.js';

it('reports an error of background work with its order', async () => {
  const errors: unknown[] = [];
  const background = createBackground((error, order) => errors.push([String(error), order]));
  background.run(() => Promise.reject(new Error('lost')), 'confirm A1', 'A1');
  await background.idle();
  expect(errors).toEqual([['Error: lost', 'A1']]);
});

it('runs work of one name once at a time, and again later', async () => {
  const background = createBackground(() => undefined);
  let runs = 0;
  const { opened, open } = gate();
  const work = async () => {
    runs++;
    await opened;
  };
  background.run(work, 'confirm A1');
  background.run(work, 'confirm A1');
  background.run(work, 'confirm A2');
  open();
  await background.idle();
  expect(runs).toBe(2);
  background.run(work, 'confirm A1');
  await background.idle();
  expect(runs).toBe(3);
});

it('news reach running work of the same name, and work that ends without taking them runs once more', async () => {
  const background = createBackground(() => undefined);
  const taken: boolean[] = [];
  const { opened, open } = gate();
  background.run(async (news) => {
    await (taken.length === 0 ? news.arrived() : opened);
    taken.push(taken.length === 0 && news.take());
  }, 'confirm A1');
  background.run(async () => undefined, 'confirm A1');
  background.run(async () => undefined, 'confirm A1', 'A1', true);
  await Promise.resolve();
  background.run(async () => undefined, 'confirm A1', 'A1', true);
  open();
  await background.idle();
  expect(taken).toEqual([true]);
});

it('starts no work after it was closed', async () => {
  const background = createBackground(() => undefined);
  background.close();
  let hasRun = false;
  background.run(async () => void (hasRun = true));
  await background.idle();
  expect(hasRun).toBe(false);
});
