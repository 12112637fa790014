// Backend processes on one database, which are killed and started again.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../test/integration/race-process.mjs', import.meta.url));

/** Time after which a client gives up a call. It only ends a call that hangs. */
const CLIENT_WAITS = 60_000;

/**
 * @param {number} count
 * @param {object} options the argument of test/integration/race-process.mjs
 * @param {ReturnType<typeof import('./dice.mjs').createDice>} dice
 */
export async function startProcesses(count, options, dice) {
  const running = Array(count).fill(undefined);
  const starting = new Set();
  let [kills, isClosing] = [0, false];

  async function start(index) {
    const child = fork(PROGRAM, [JSON.stringify(options)]);
    const [{ port }] = await once(child, 'message');
    running[index] = { child, url: `http://127.0.0.1:${port}` };
    child.once('exit', () => {
      running[index] = undefined;
      if (isClosing) return;
      const started = start(index);
      starting.add(started);
      void started.finally(() => starting.delete(started));
    });
  }

  await Promise.all(running.map((_one, index) => start(index)));
  const alive = () => running.filter((one) => one !== undefined);

  return {
    kills: () => kills,
    /** Calls one of the processes. Rejects when it does not answer. */
    async call(path, init = {}, index = undefined) {
      const target = index === undefined ? dice.pick(alive()) : running[index];
      if (!target) throw new Error('No process is running.');
      return fetch(`${target.url}/${path}`, { signal: AbortSignal.timeout(CLIENT_WAITS), ...init });
    },
    /** Kills a process. One always stays, so that the shop answers. */
    kill() {
      if (alive().length < 2) return;
      kills++;
      dice.pick(alive()).child.kill('SIGKILL');
    },
    /** Resolves when all processes are running. */
    async settled() {
      while (starting.size > 0) await Promise.all(starting);
    },
    async close() {
      while (starting.size > 0) await Promise.all(starting);
      isClosing = true;
      await Promise.all(
        alive().map(async ({ child }) => {
          const exited = once(child, 'exit');
          child.kill('SIGKILL');
          await exited;
        }),
      );
    },
  };
}
