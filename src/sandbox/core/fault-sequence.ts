import type { TransportFault } from './faults.js';

/** The outcome of a call for the log. */
export type CallOutcome<Answer> =
  | { readonly type: 'answered'; readonly answer: Answer }
  /** The request was processed, and its answer did not arrive or cannot be read. */
  | { readonly type: 'lost'; readonly answer: Answer }
  /** A server in between answered. */
  | { readonly type: 'not-processed'; readonly httpStatus: number };

/** The steps of a call that a fault can disturb. */
export interface DisturbableCall<Answer> {
  readonly process: () => Promise<Answer>;
  readonly record: (outcome: CallOutcome<Answer>) => void;
  readonly respond: (answer: Answer) => Response | Promise<Response>;
}

/** Processes, records and answers a call as far as the fault allows it. */
export async function answerWithFault<Answer>(
  fault: TransportFault | undefined,
  signal: AbortSignal,
  { process, record, respond }: DisturbableCall<Answer>,
): Promise<Response> {
  switch (fault?.type) {
    case undefined: {
      const answer = await process();
      record({ type: 'answered', answer });
      return respond(answer);
    }
    case 'not-received':
      return neverAnswered(signal);
    case 'no-answer':
      record({ type: 'lost', answer: await process() });
      return neverAnswered(signal);
    case 'unreadable':
      record({ type: 'lost', answer: await process() });
      return unreadableAnswer();
    case 'http-status':
      record({ type: 'not-processed', httpStatus: fault.status });
      return new Response(null, { status: fault.status });
  }
}

/** Holds the connection until the caller gives up. */
export function neverAnswered(signal: AbortSignal): Promise<Response> {
  return new Promise((resolve) => {
    const giveUp = () => resolve(new Response(null, { status: 499 }));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}

/** An answer that is neither XML nor JSON, as a proxy in between makes it. */
function unreadableAnswer(): Response {
  return new Response('<html><body>Service temporarily', { headers: { 'content-type': 'text/html' } });
}
