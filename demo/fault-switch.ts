import { Hono } from 'hono';
import { isAttemptOfOrder, type ChooseFault, type SandboxFault } from 'scudo-checkout/sandbox';
import { BEFORE, callOf, HOPS } from './fault-vocabulary.js';
import { answerWithPageFault, type Answer, type PageFault } from './page-faults.js';

/** The calls of the page and of its frames, by method and path. The shop has other paths that end like them. */
const PAGE_CALLS: readonly (readonly [call: string, method: string, path: RegExp])[] = [
  ['page:order', 'GET', /\/(?:scudo|pay)\/orders\/([^/?]+)(?:\?(?!.*\bwait=)|$)/],
  ['page:wait', 'GET', /\/(?:scudo|pay)\/orders\/([^/?]+)\?.*\bwait=/],
  ['page:protocol-versions', 'POST', /\/(?:scudo|pay)\/orders\/([^/]+)\/protocol-versions$/],
  ['page:authentications', 'POST', /\/(?:scudo|pay)\/orders\/([^/]+)\/authentications$/],
  ['page:authorizations', 'POST', /\/(?:scudo|pay)\/orders\/([^/]+)\/authorizations$/],
  ['page:redirects', 'POST', /\/(?:scudo|pay)\/orders\/([^/]+)\/redirects$/],
  ['page:method', 'POST', /\/(?:scudo|pay)\/notifications\/method\/([^/]+)$/],
  ['page:challenge', 'POST', /\/(?:scudo|pay)\/notifications\/challenge\/([^/]+)$/],
];

/** A fault that waits for the next call of its kind, or for all of them until it is taken back. */
interface ArmedFault {
  readonly call: string;
  readonly fault: string;
  readonly lasting: boolean;
}

/** A call that was disturbed. */
interface Disturbance {
  /** The time, in milliseconds. */
  readonly at: number;
  readonly call: string;
  readonly fault: string;
}

interface OrderFaults {
  armed?: ArmedFault;
  /** The fault of the call before the armed one. */
  before?: ArmedFault;
  disturbed: readonly Disturbance[];
}

/** The faults that persons have chosen in the studio. Each belongs to one order and disturbs no other. */
export interface FaultSwitch {
  /** For the option `faults` of the sandbox. */
  readonly choose: ChooseFault;
  /** True when a fault waits for this call to the backend. */
  readonly waitsFor: (method: string, path: string) => boolean;
  /** Answers a call to the backend, as far as the fault of its order allows it. */
  readonly disturb: (request: Request, answer: Answer) => Promise<Response>;
  /** GET and PUT `faults/{order}`. */
  readonly routes: Hono;
}

/** Orders and disturbances that are kept. */
const MOST_ORDERS = 1000;
const MOST_DISTURBANCES = 100;

/** The calls of each hop, without the faults themselves. */
const CHOICES = Object.entries(HOPS).map(([hop, calls]) => ({
  hop,
  calls: Object.entries(calls).map(([id, { name, made, faults }]) => ({ id, name, made, faults: Object.keys(faults) })),
}));

/** Creates a switch without a fault. */
export function createFaultSwitch(): FaultSwitch {
  const orders = new Map<string, OrderFaults>();
  const view = (order: string) => {
    const { armed, disturbed = [] } = orders.get(order) ?? {};
    return { hops: CHOICES, disturbed, ...(armed ? { armed } : {}) };
  };

  function arm(order: string, armed: ArmedFault | undefined): void {
    const { disturbed = [] } = orders.get(order) ?? {};
    const before = armed && BEFORE[armed.call];
    orders.delete(order);
    orders.set(order, {
      disturbed,
      ...(armed ? { armed } : {}),
      ...(before ? { before: { ...before, lasting: false } } : {}),
    });
    for (const oldest of orders.keys()) {
      if (orders.size <= MOST_ORDERS) break;
      orders.delete(oldest);
    }
  }

  /** Returns the fault of a call, and removes it unless it lasts. */
  function take(call: string, of: OrderFaults | undefined): PageFault | SandboxFault | undefined {
    const taken = [of?.before, of?.armed].find((one) => one?.call === call);
    if (!of || !taken) return undefined;
    if (taken === of.before) delete of.before;
    else if (!taken.lasting) delete of.armed;
    const disturbance = { at: Date.now(), call, fault: taken.fault };
    of.disturbed = [...of.disturbed, disturbance].slice(-MOST_DISTURBANCES);
    return callOf(call)?.faults[taken.fault];
  }

  const routes = new Hono()
    .get('/faults/:order', (context) => context.json(view(context.req.param('order'))))
    .put('/faults/:order', async (context) => {
      const order = context.req.param('order');
      const body = (await context.req.json().catch(() => undefined)) as Partial<ArmedFault> | null | undefined;
      const { call = '', fault = '', lasting = false } = body ?? {};
      const isNone = call === '' && fault === '';
      if (!isNone && !Object.hasOwn(callOf(call)?.faults ?? {}, fault)) {
        return context.json({ title: 'There is no such call or fault.' }, 400);
      }
      arm(order, isNone ? undefined : { call, fault, lasting });
      return context.json(view(order));
    });

  return {
    routes,
    waitsFor(method, path) {
      const called = pageCallOf(method, path);
      return called !== undefined && orders.get(called.order)?.armed?.call === called.call;
    },
    choose({ kind, orderId }) {
      const of = orderId === undefined ? undefined : [...orders].find(([order]) => isAttemptOfOrder(orderId, order));
      return take(kind, of?.[1]) as SandboxFault | undefined;
    },
    async disturb(request, answer) {
      const { pathname, search } = new URL(request.url);
      const called = pageCallOf(request.method, pathname + search);
      const fault = called && (take(called.call, orders.get(called.order)) as PageFault | undefined);
      return fault ? answerWithPageFault(fault, request, answer) : answer(request);
    },
  };
}

/** Returns the call of a request to the backend, and its order. */
function pageCallOf(method: string, path: string): { readonly call: string; readonly order: string } | undefined {
  for (const [call, itsMethod, itsPath] of PAGE_CALLS) {
    const order = method === itsMethod ? itsPath.exec(path)?.[1] : undefined;
    if (order !== undefined) return { call, order: decoded(order) };
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
