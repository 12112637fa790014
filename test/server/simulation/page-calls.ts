import { codeOf } from '../code-of.js';
import type { Process } from './world.js';
import type { VirtualTime } from './virtual-time.js';

/** Limits of the page (src/payment): one request, and the whole call with its repetitions, in milliseconds. */
const REQUEST_TIMEOUT = 30_000;
const CALL_TIMEOUT = 90_000;

/** Codes after which the page repeats the same call with the same key. */
const REPEATED = ['request-in-progress', 'closing', 'internal-error', 'record-newer', 'unanswered'];

interface PageCall {
  readonly time: VirtualTime;
  /** The process that the load balancer chooses for the next request. */
  readonly process: () => Process;
  readonly path: string;
  readonly body: object;
  readonly key: string;
  /** Resolves when the connection of a request breaks. Default: never. */
  readonly broken?: Promise<void>;
}

/** Calls as the page does, with one key until there is an answer. Returns its code, or `in-doubt` after 90 seconds. */
export async function pageCalls({ time, process, path, body, key, broken }: PageCall): Promise<string> {
  const end = time.now().getTime() + CALL_TIMEOUT;
  for (let tries = 0; ; tries++) {
    const code = await Promise.race([
      process().call(path, body, key).then(codeOf),
      time.pause(REQUEST_TIMEOUT).then(() => 'unanswered'),
      ...(tries === 0 && broken ? [broken.then(() => 'unanswered')] : []),
    ]);
    if (time.now().getTime() > end) return 'in-doubt';
    if (!REPEATED.includes(code)) return code;
    await time.pause(Math.min(1000 * 2 ** tries, 8000));
  }
}
