import type { Ports, Uses } from '../../ports/ports.js';
import { problemOfError } from '../../domain/problems/problem.js';

/** Time after which the store counts as not readable, in milliseconds. */
const READ_WITHIN = 5_000;

/** An answer about the process. It has no data of orders and no version. */
type ProbeAnswer = 'live' | 'ready' | 'closing' | 'store-not-readable';

/** Answers GET live: the process answers requests, also while it closes or its store is down. */
export function answerLive(): Response {
  return probeAnswer('live');
}

/**
 * Returns the handler of GET ready: 200 while the store is readable and the backend does not close, else 503. It
 * neither asks the gateway nor writes. Probes at the same moment share one read, so that many of them cost no more.
 */
export function readyAnswer({ readStore, report, after }: Uses<'after' | 'readStore' | 'report'>) {
  let reading: Promise<boolean> | undefined;

  async function isReadable(): Promise<boolean> {
    try {
      await within(READ_WITHIN, after, readStore());
      return true;
    } catch (error) {
      report(problemOfError(error).code, error);
      return false;
    } finally {
      reading = undefined;
    }
  }

  return async (isClosing: boolean): Promise<Response> => {
    if (isClosing) return probeAnswer('closing');
    return probeAnswer((await (reading ??= isReadable())) ? 'ready' : 'store-not-readable');
  };
}

function probeAnswer(status: ProbeAnswer): Response {
  return Response.json({ status }, { status: status === 'live' || status === 'ready' ? 200 : 503 });
}

function within<Value>(ms: number, after: Ports['after'], work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = after(ms, () => reject(new Error(`The store was not read within ${ms} ms.`)));
    work.then(resolve, reject).finally(cancel);
  });
}
