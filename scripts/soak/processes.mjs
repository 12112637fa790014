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
 * @param {ReturnType<typeof import('../dice.mjs').createDice>} dice
 */
export async function startProcesses(count, options, dice) {
  const running = Array(count).fill(undefined);
  const starting = new Set();
  let [kills, isClosing] = [0, false];

  async function start(index) {
    const child = fork(PROGRAM, [JSON.stringify(options)]);
    const exited = once(child, 'exit');
    const [{ port }] = await Promise.race([
      once(child, 'message'),
      exited.then(() => Promise.reject(new Error('A backend process ended before it was ready.'))),
    ]);
    running[index] = { child, url: `http://127.0.0.1:${port}` };
    child.once('exit', () => {
      running[index] = undefined;
      if (!isClosing) track(start(index));
    });
  }

  function track(started) {
    starting.add(started);
    void started.finally(() => starting.delete(started));
  }

  async function settled() {
    while (starting.size > 0) await Promise.all(starting);
  }

  /** Ends a process. One that has ended meanwhile emits no second exit event. */
  async function end({ child }) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
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
      const living = alive();
      if (living.length < 2) return;
      kills++;
      const killed = dice.pick(living);
      // The signal arrives later. Until then the process must not count as the one that stays.
      running[running.indexOf(killed)] = undefined;
      track(end(killed));
    },
    /** Resolves when all killed processes have ended, and others run in their place. */
    settled,
    async close() {
      await settled();
      isClosing = true;
      await Promise.all(alive().map(end));
    },
  };
}
