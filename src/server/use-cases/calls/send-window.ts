import type { CallOptions } from '../../gateway/send.js';
import type { Uses } from '../../ports/ports.js';
import { Problem, problemOfError } from '../../domain/problems/problem.js';

/**
 * Greatest time by which an attempt may be ahead of the store's clock, in milliseconds. The clock was set back, or the
 * time of the attempt is none of the store: other processes would take its end for another time than this one.
 */
const MAX_AHEAD = 5_000;

/**
 * Options of a call that the order announces before it is sent. A process that stands still in between must not send it
 * later: another process may have ended the attempt by then. The age is that by the store's clock at one time, and the
 * time that has passed in this process since then.
 * @throws {Problem} when the store's time cannot be read
 */
export async function sendWindow(
  { book, now, ended }: Uses<'book' | 'ended' | 'now'>,
  sentAt: string,
): Promise<CallOptions> {
  const started = now().getTime();
  const stored = await book.now().catch((error: unknown) => {
    throw problemOfError(error);
  });
  const since = stored.getTime() - Date.parse(sentAt);
  const age = Math.max(0, since);
  return {
    begin: ({ within }) => {
      if (ended.aborted) throw new Problem('closing');
      const passed = now().getTime() - started;
      // A clock that was set back does not show how much time has passed. A time that cannot be read is NaN, and
      // refused.
      const isInTime = passed >= 0 && since >= -MAX_AHEAD && age + passed <= within;
      if (!isInTime) throw new Problem('gateway-unavailable');
      return age + passed;
    },
  };
}
