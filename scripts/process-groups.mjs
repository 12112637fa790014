/** Commands in process groups of their own, such as npm with the servers that it starts. A group ends as a whole. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const running = new Set();

/**
 * Starts a command, whose output is added to a log.
 * @param {readonly string[]} command
 * @param {import('node:child_process').SpawnOptions} options
 * @param {string[]} log
 * @returns {import('node:child_process').ChildProcess}
 */
export function start([command, ...parameters], options, log) {
  const child = spawn(command, parameters, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('close', () => running.delete(child));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => log.push(String(chunk)));
  return child;
}

/**
 * Runs a command to its end, and ends its group after a limit in milliseconds.
 * @param {readonly string[]} command
 * @param {import('node:child_process').SpawnOptions} options
 * @param {string[]} log
 * @param {number} limit
 */
export async function run(command, options, log, limit) {
  const child = start(command, options, log);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end(child);
  }, limit);
  try {
    const [code] = await once(child, 'close');
    if (isLate) throw new Error(`${command.join(' ')} did not end within ${limit / 1000} s.`);
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}.`);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends a group, and waits until its output is closed: its port is free then. */
export async function stop(child) {
  if (!running.has(child)) return;
  const closed = once(child, 'close');
  end(child);
  await closed;
}

/** Ends all groups when this process is interrupted, and calls `clean` before it exits. */
export function endWithThisProcess(clean = () => {}) {
  for (const [signal, status] of /** @type {const} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ]))
    process.once(signal, () => {
      for (const child of running) end(child);
      clean();
      process.exit(status);
    });
}

function end(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
