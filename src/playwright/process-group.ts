import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** A command with all processes that it starts. They also end with this process. */
export interface ProcessGroup {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Resolves when the command has ended, such as with `ended with code 1`. */
  readonly ended: Promise<string>;
  hasProcesses(): boolean;
  /** Ends all processes. They have 5 seconds to end by themselves. */
  stop(): Promise<void>;
}

/** Milliseconds that the processes have to end by themselves. */
export const STOP_LIMIT = 5_000;

/** Starts a command in a shell, in a process group of its own. */
export function startGroup(
  command: string,
  { cwd, env }: { readonly cwd?: string | undefined; readonly env: NodeJS.ProcessEnv },
): ProcessGroup {
  const isWindows = process.platform === 'win32';
  const child = spawn(command, { cwd, env, shell: true, detached: !isWindows, stdio: ['ignore', 'pipe', 'pipe'] });
  // Both events are awaited from the start, because either may come before the stop.
  const ended = once(child, 'exit').then(
    ([code, signal]: (string | null)[]) => `ended with ${code === null ? `the signal ${signal}` : `code ${code}`}`,
    (error: unknown) => `could not be started: ${error instanceof Error ? error.message : String(error)}`,
  );
  const closed = once(child, 'close').catch(() => undefined);

  function signalGroup(signal: NodeJS.Signals): void {
    if (child.pid === undefined) return;
    if (isWindows) return void spawnSync('taskkill', ['/pid', String(child.pid), '/t', '/f']);
    try {
      process.kill(-child.pid, signal);
    } catch {
      // The group has ended.
    }
  }
  const killGroup = () => signalGroup('SIGKILL');
  process.once('exit', killGroup);

  return {
    child,
    ended,
    hasProcesses() {
      if (child.pid === undefined || isWindows) return false;
      try {
        return process.kill(-child.pid, 0);
      } catch {
        return false;
      }
    },
    async stop() {
      signalGroup('SIGTERM');
      await Promise.race([closed, new Promise((resolve) => void setTimeout(resolve, STOP_LIMIT).unref())]);
      killGroup();
      await ended;
      process.off('exit', killGroup);
      child.stdout.destroy();
      child.stderr.destroy();
    },
  };
}
