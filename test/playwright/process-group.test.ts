import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startGroup } from '../../src/playwright/process-group.js';

it('the processes of a command end with the process that has started it', async () => {
  const before = process.listeners('exit');
  const group = startGroup('sleep 600; echo ended', { env: process.env });
  const added = process.listeners('exit').filter((listener) => !before.includes(listener));
  for (const listener of added) listener(0);
  await once(group.child, 'close');
  expect(await group.ended).toBe('ended with the signal SIGKILL');
  await group.stop();
  expect(process.listeners('exit')).toEqual(before);
});
