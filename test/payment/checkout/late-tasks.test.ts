import { expect, it } from 'vitest';
import type * as lateTasksModule from '../../../src/payment/checkout/late-tasks.js';

it('a task of a payment waits for its code once, and then starts without an await', async () => {
  // Another address is another module, which has loaded nothing yet.
  const address = new URL('../../../src/payment/checkout/late-tasks.ts?unloaded', import.meta.url).href;
  const { lateTasks, loadTasks } = (await import(/* @vite-ignore */ address)) as typeof lateTasksModule;
  const started: string[] = [];
  const { redirect } = lateTasks(
    () => ({ redirect: () => void started.push('redirect') }) as unknown as ReturnType<typeof lateTasks>,
  );
  const run = { signal: new AbortController().signal } as Parameters<typeof redirect>[0];
  const first = redirect(run);
  expect(started).toEqual([]);
  await first;
  expect(started).toEqual(['redirect']);
  await loadTasks();
  void redirect(run);
  expect(started).toHaveLength(2);
  await redirect({ ...run, signal: AbortSignal.abort() });
  expect(started).toHaveLength(2);
});
