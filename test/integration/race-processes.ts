import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Random } from './race-random.js';

const PROGRAM = fileURLToPath(new URL('race-process.mjs', import.meta.url));

/** The argument of race-process.mjs. */
export interface ProcessOptions {
  readonly database: { readonly url: string } | { readonly path: string };
  readonly gateway: Readonly<Record<string, string>>;
  /** Address that receives changes of orders. Default: the backend has no listener. */
  readonly listener?: string;
  /** File with the milliseconds by which the race has advanced the clock. */
  readonly clock: string;
}

/** The process ends itself with SIGKILL before or after its n-th store write or gateway call. */
interface KillPoint {
  readonly at: 'write' | 'gateway';
  readonly when: 'before' | 'after';
  readonly count: number;
}

/** Errors of the process clocks, in milliseconds: two of them are those of finding M1. */
const SKEWS = [0, 301_000, 86_400_000, -86_400_000];

/** Time after which a page gives up, in milliseconds. It only ends a call that hangs. */
const PAGE_WAITS = 20_000;

export interface RaceProcesses {
  /** Calls one of the processes that run. Rejects when it does not answer. */
  call(path: string, init?: RequestInit, index?: number): Promise<Response>;
  readonly count: number;
  readonly kills: () => number;
  /** Stops a process without ending it, until `resume`. Returns its index. */
  pause(): number;
  resume(): void;
  /** Starts every process again without a kill point. */
  recover(): Promise<void>;
  close(): Promise<void>;
}

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
}

/**
 * Processes of one backend. Each that dies is started again, with the next kill point.
 * @param lifetime most writes, or gateway calls, of a process before it dies
 */
export async function startProcesses(
  count: number,
  options: ProcessOptions,
  random: Random,
  lifetime = 30,
): Promise<RaceProcesses> {
  const running: (Running | undefined)[] = Array<undefined>(count).fill(undefined);
  const starting = new Set<Promise<void>>();
  let kills = 0;
  let mayDie = true;
  let isClosing = false;
  let paused: ChildProcess | undefined;

  async function start(index: number): Promise<void> {
    const kill: KillPoint | undefined = mayDie
      ? {
          at: random.pick(['write', 'gateway']),
          when: random.pick(['before', 'after']),
          count: 1 + random.below(lifetime),
        }
      : undefined;
    const skew = SKEWS[index % SKEWS.length];
    const child = fork(PROGRAM, [JSON.stringify({ ...options, skew, kill })]);
    const exited = once(child, 'exit');
    const [message] = (await Promise.race([
      once(child, 'message'),
      exited.then(() => Promise.reject(new Error('A process ended before it was ready.'))),
    ])) as [{ port: number }];
    running[index] = { child, url: `http://127.0.0.1:${message.port}` };
    child.once('exit', () => {
      running[index] = undefined;
      if (isClosing) return;
      kills++;
      track(start(index));
    });
  }

  function track(started: Promise<void>): void {
    starting.add(started);
    void started.finally(() => starting.delete(started));
  }

  async function settled(): Promise<void> {
    while (starting.size > 0) await Promise.all(starting);
  }

  /** A process that has died at its kill point meanwhile sends no second exit event. */
  async function end({ child }: Running): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  for (let index = 0; index < count; index++) track(start(index));
  await settled();

  return {
    count,
    kills: () => kills,
    async call(path, init = {}, index) {
      const alive = running.filter((one) => one !== undefined);
      const target = index === undefined ? alive[random.below(alive.length)] : running[index];
      if (!target) throw new Error('The process is being started.');
      return fetch(`${target.url}/${path}`, { signal: AbortSignal.timeout(PAGE_WAITS), ...init });
    },
    pause() {
      const index = random.below(count);
      paused = running[index]?.child;
      paused?.kill('SIGSTOP');
      return index;
    },
    resume() {
      paused?.kill('SIGCONT');
      paused = undefined;
    },
    async recover() {
      mayDie = false;
      await settled();
      for (const one of [...running]) if (one) await end(one);
      await settled();
    },
    async close() {
      await settled();
      isClosing = true;
      await Promise.all(running.map((one) => (one ? end(one) : Promise.resolve())));
    },
  };
}
