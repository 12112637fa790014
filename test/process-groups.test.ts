import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { run, start, stop } from '../scripts/process-groups.mjs';

const SLEEPER = [process.execPath, '-e', 'console.log(process.pid); setInterval(() => {}, 1000)'];

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('a command that does not end is ended after its limit', async () => {
  await expect(run(SLEEPER, {}, [], 200)).rejects.toThrow('did not end within 0.2 s.');
});

it('a stopped command has ended when stop returns', async () => {
  const child = start(SLEEPER, {}, []);
  await stop(child);
  expect(child.signalCode).toBe('SIGKILL');
});

it('an interrupted script ends the commands that it has started', async () => {
  const script = `
    import { endWithThisProcess, start } from './scripts/process-groups.mjs';
    endWithThisProcess();
    start(${JSON.stringify(SLEEPER)}, {}, []).stdout.on('data', (chunk) => process.stdout.write(chunk));`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
  parent.kill('SIGTERM');
  expect(await once(parent, 'exit')).toEqual([143, null]);
  await expect.poll(() => isAlive(Number(String(chunk)))).toBe(false);
});
