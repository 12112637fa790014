import type { Faults } from './faults.js';
import type { FaultOf, NetworkHop } from './hops.js';
import type { Owner, Scheduler } from './scheduler.js';
import { WEIGHTS } from './weights.js';

/** A request on the simulated network. */
export interface Message {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The time at which it was sent, where it has come over the network. */
  readonly sentAt?: number;
}

/** An answer on the simulated network. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Exchange {
  readonly hop: NetworkHop;
  /** The kind of the request, for the fault's key and for the trace. */
  readonly label: string;
  readonly from: Owner;
  readonly message: Message;
  readonly signal?: AbortSignal | undefined;
  /** Answers the request at its destination. Rejects when no process is there, or when it dies. */
  readonly deliver: (message: Message, gone?: AbortSignal) => Promise<Reply>;
  /** The faults that are possible here; one that is listed twice is twice as likely. Default: all of the hop. */
  readonly among?: readonly FaultOf<'backend-gateway'>[];
  /** Called when the exchange has a fault. */
  readonly onFault?: () => void;
  /** Returns an answer of the gateway's XML interface that is disturbed by a fault. */
  readonly disturb?: (fault: string, reply: Reply | undefined) => Reply | undefined;
}

/** A request reaches its destination within three minutes or never. The limits of the second set of runs are wider. */
const LATEST = 175_000;
const BEYOND = 1_200_000;

export interface Network {
  /**
   * Resolves with the answer, rejects as `fetch` does, or stays pending when the sender has died. A dead sender sends
   * nothing.
   */
  exchange(exchange: Exchange): Promise<Reply>;
}

/**
 * The reason of a delivery that ends with its sender. One object for all: a new error would take its stack each time.
 */
const LEFT = new Error('The sender has left.');

/** JSON of something else, and answers of other calls, as a cache that mixes them up returns them. */
const WRONG_BODIES = [
  '{"unexpected":true}',
  '{"result":"challenge-open"}',
  '{"result":"redirect","redirect_url":"http://gateway.example/testpay/1"}',
  '{"result":"redirect","redirect_url":"https://gateway.example/testpay/1"}',
];

const HTML = { 'content-type': 'text/html' };

function failure(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

export function createNetwork({
  scheduler,
  faults,
  isBeyond,
}: {
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly isBeyond: boolean;
}): Network {
  const wire: Owner = { name: 'network', isAlive: true };
  /** Signals of open exchanges. A signal that only its own listener refers to may be collected as garbage. */
  const open = new Set<AbortSignal>();

  function exchange({ hop, label, from, message, signal, deliver, among, onFault, disturb }: Exchange): Promise<Reply> {
    if (!from.isAlive) return new Promise(() => undefined);
    const dice = faults.dice(`latency ${hop} ${label}`);
    const fault: FaultOf<'backend-gateway'> | undefined = among
      ? faults.draw('backend-gateway', label, { among, weight: WEIGHTS.network.xml })
      : faults.draw(hop, label);
    if (fault !== undefined) onFault?.();
    const [there, back] = [dice.between(2, 80), dice.between(2, 80)];
    const sentAt = scheduler.now();
    const wide = dice.next();
    return new Promise((resolve, reject) => {
      /** Ends the delivery of a request that its sender has given up. Made when a request arrives: many do not. */
      let gone: AbortController | undefined;
      let isOver = false;
      const leave = () => {
        settle(() => reject(signal?.reason as Error));
        gone?.abort(LEFT);
      };
      const settle = (call: () => void) => {
        // A sender that stands still notices the answer, or its own limit, afterwards.
        const awake = scheduler.untilAwake(from);
        if (awake) return void awake.then(() => settle(call));
        if (isOver) return;
        isOver = true;
        if (signal) open.delete(signal);
        // Node keeps a signal of several others, and all that its listeners refer to, for as long as it has listeners.
        signal?.removeEventListener('abort', leave);
        if (from.isAlive) call();
      };
      if (signal?.aborted) return leave();
      if (signal) open.add(signal);
      signal?.addEventListener('abort', leave, { once: true });

      const refuse = (code: string, ms = there) =>
        void scheduler.after(wire, ms, () => settle(() => reject(failure(code))));
      const reply = (answer: Reply, ms = back) => void scheduler.after(wire, ms, () => settle(() => resolve(answer)));
      /** Delivers a copy of the request. A copy that the sender has given up does not end with the sender. */
      const arrive = (ms: number, then: (answer: Reply | undefined) => void, isAttended = false) =>
        void scheduler.after(wire, ms, () => {
          if (isAttended && !gone) {
            gone = new AbortController();
            if (signal?.aborted) gone.abort(LEFT);
          }
          deliver({ ...message, sentAt }, isAttended ? gone?.signal : undefined).then(
            (answer) => then(answer),
            () => then(undefined),
          );
        });
      /** The usual way: a destination that dies closes the connection. */
      const answer = (ms = there, delay = back, change = (given: Reply) => given) =>
        arrive(ms, (given) => (given ? reply(change(given), delay) : refuse('ECONNRESET', delay)), true);
      const ignore = () => undefined;

      switch (fault) {
        case undefined:
          return answer();
        case 'refuse':
          return refuse('ECONNREFUSED');
        case 'reset-before':
          return refuse('ECONNRESET');
        case 'reset-after':
          arrive(there, ignore);
          return refuse('ECONNRESET', there + 1 + Math.floor(wide * 400));
        case 'lost':
          return undefined;
        case 'late':
          return arrive(there + Math.floor(wide * (isBeyond ? BEYOND : LATEST)), ignore);
        case 'truncate':
          return answer(there, back, (given) => ({ ...given, body: given.body.slice(0, given.body.length >> 1) }));
        case 'delay':
          return answer(there + Math.floor(wide * 40_000));
        case 'delay-answer':
          return answer(there, back + Math.floor(wide * 60_000));
        case 'duplicate':
          arrive(there + Math.floor(wide * 3000), ignore);
          return answer();
        case 'reorder':
          return answer(there + Math.floor(wide * 900));
        case 'wrong-type':
          return answer(there, back, ({ status }) => ({ status, headers: HTML, body: '<p>Welcome</p>' }));
        case 'wrong-body':
          return answer(there, back, ({ status, headers }) => ({
            status,
            headers,
            body: WRONG_BODIES[Math.floor(wide * WRONG_BODIES.length)] ?? '',
          }));
        case '3xx':
          // No caller follows a redirect, and the gateway's books are complete within 5 s.
          if (wide < 0.5) arrive(there + Math.floor(wide * 9000), ignore);
          if (hop === 'backend-gateway' || hop === 'page-backend') return refuse('UNEXPECTED_REDIRECT');
          return reply({ status: 503, headers: HTML, body: 'Moved' }, there + back);
        case '4xx': {
          const limited = wide < 0.4;
          const headers = limited ? { ...HTML, 'retry-after': '2' } : HTML;
          return reply({ status: limited ? 429 : 403, headers, body: 'Refused by a proxy' }, there + back);
        }
        case '5xx':
          if (wide < 0.5) arrive(there + Math.floor(wide * 9000), ignore);
          return reply({ status: 500 + Math.floor(wide * 5), headers: HTML, body: 'Bad gateway' }, there + back);
        case 'short-answer':
        case 'wrong-hash':
        case 'no-hash':
        case 'delivered-twice': {
          const isProcessed = fault !== 'short-answer' || wide < 0.3;
          // The gateway's books are complete within 5 s after an error of its systems.
          if (!isProcessed && wide < 0.6) {
            arrive(there + Math.floor((wide - 0.3) * 15_000), ignore);
            const given = disturb?.('short-answer after', undefined);
            return given ? reply(given, there + back) : answer();
          }
          const change = (given: Reply | undefined) => disturb?.(`${fault} ${isProcessed ? 'after' : 'before'}`, given);
          if (!isProcessed) {
            const given = change(undefined);
            return given ? reply(given, there + back) : answer();
          }
          if (fault === 'delivered-twice') arrive(there, ignore);
          return answer(there + 1, back, (given) => change(given) ?? given);
        }
      }
    });
  }

  return { exchange };
}
