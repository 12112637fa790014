import { Hono } from 'hono';
import type { ChooseFault, SandboxFault } from 'scudo-checkout/sandbox';

/** Calls that the studio can disturb, with the words for them, grouped by direction. */
const CALLS = {
  'From the page to the shop': {
    'page:order': 'reading of the order',
    'page:protocol-versions': 'start of a card payment',
    'page:authentications': 'payment by card',
    'page:authorizations': 'report of a challenge',
    'page:redirects': 'start of another payment method',
  },
  'From the bank’s page to the shop': {
    'page:method': 'end of the method step',
    'page:challenge': 'end of a challenge',
  },
  'From the shop to the gateway': {
    'protocol-versions': 'version check',
    authentications: 'authentication',
    'authentication-data': 'result of a challenge',
    auth: 'authorization',
    query: 'look-up of an authorization',
    'payment-set': 'start of a redirect',
    'payments-report': 'payments report',
  },
  'From the gateway to the shop': { status: 'status message' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The calls of the page and of its frames, by method and path. The shop has other paths that end like them. */
const PAGE_CALLS: readonly (readonly [call: string, method: string, path: RegExp])[] = [
  ['page:order', 'GET', /\/(scudo|pay)\/orders\/[^/?]+(\?|$)/],
  ['page:protocol-versions', 'POST', /\/(scudo|pay)\/orders\/[^/]+\/protocol-versions$/],
  ['page:authentications', 'POST', /\/(scudo|pay)\/orders\/[^/]+\/authentications$/],
  ['page:authorizations', 'POST', /\/(scudo|pay)\/orders\/[^/]+\/authorizations$/],
  ['page:redirects', 'POST', /\/(scudo|pay)\/orders\/[^/]+\/redirects$/],
  ['page:method', 'POST', /\/(scudo|pay)\/notifications\/method(\/|$)/],
  ['page:challenge', 'POST', /\/(scudo|pay)\/notifications\/challenge(\/|$)/],
];

type TransportFault = Extract<SandboxFault, { type: 'not-received' | 'no-answer' | 'unreadable' | 'http-status' }>;

const FAULTS: Readonly<Record<string, TransportFault>> = {
  'it does not arrive': { type: 'not-received' },
  'its answer is lost': { type: 'no-answer' },
  'its answer cannot be read': { type: 'unreadable' },
  'the answer is HTTP 429': { type: 'http-status', status: 429 },
  'the answer is HTTP 502': { type: 'http-status', status: 502 },
};

/** A fault that waits for the next call of its kind. */
interface Switched {
  readonly call: string;
  readonly fault: string;
}

type Answer = (request: Request) => Promise<Response>;

/** The fault that a person has chosen in the studio. It disturbs one call, and is then used up. */
export interface FaultSwitch {
  /** For the option `faults` of the sandbox. */
  readonly choose: ChooseFault;
  /** True when the fault waits for this call to the backend. */
  readonly waitsFor: (method: string, path: string) => boolean;
  /** Answers a call to the backend, as far as the fault allows it. */
  readonly disturb: (request: Request, answer: Answer) => Promise<Response>;
  /** GET and PUT `fault`. */
  readonly routes: Hono;
}

/** Creates a switch without a fault. */
export function createFaultSwitch(): FaultSwitch {
  let switched: Switched | undefined;
  const state = () => ({ calls: CALLS, faults: Object.keys(FAULTS), ...(switched ? { switched } : {}) });
  const isCall = (call: string) => Object.values(CALLS).some((calls) => Object.hasOwn(calls, call));
  const waitsFor = (method: string, path: string) =>
    PAGE_CALLS.some(([call, ...way]) => call === switched?.call && way[0] === method && way[1].test(path));

  function take(): TransportFault | undefined {
    const fault = switched && FAULTS[switched.fault];
    switched = undefined;
    return fault;
  }

  const routes = new Hono()
    .get('/fault', (context) => context.json(state()))
    .put('/fault', async (context) => {
      const body = (await context.req.json().catch(() => undefined)) as Partial<Switched> | null | undefined;
      const { call = '', fault = '' } = body ?? {};
      const isNone = call === '' && fault === '';
      if (!isNone && !(isCall(call) && Object.hasOwn(FAULTS, fault))) {
        return context.json({ title: 'There is no such call or fault.' }, 400);
      }
      switched = isNone ? undefined : { call, fault };
      return context.json(state());
    });

  return {
    routes,
    waitsFor,
    choose: ({ kind }) => (switched?.call === kind ? take() : undefined),
    async disturb(request, answer) {
      const { pathname, search } = new URL(request.url);
      const fault = waitsFor(request.method, pathname + search) ? take() : undefined;
      switch (fault?.type) {
        case undefined:
          return answer(request);
        case 'not-received':
          return neverAnswered(request.signal);
        case 'no-answer':
          await answer(request);
          return neverAnswered(request.signal);
        case 'unreadable':
          await answer(request);
          return new Response('<html><body>Service temporarily', { headers: { 'content-type': 'text/html' } });
        case 'http-status':
          return new Response(null, { status: fault.status });
      }
    },
  };
}

/** Holds the connection until the page gives up. */
function neverAnswered(signal: AbortSignal): Promise<Response> {
  return new Promise((resolve) => {
    const giveUp = () => resolve(new Response(null, { status: 499 }));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}
