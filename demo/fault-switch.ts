import { Hono } from 'hono';
import type { ChooseFault, FaultyCallKind, SandboxFault } from 'scudo-checkout/sandbox';

/** Calls of the backend that the studio can disturb, with the words for them. */
const CALLS: Readonly<Partial<Record<FaultyCallKind, string>>> = {
  'protocol-versions': 'version check',
  authentications: 'authentication',
  'authentication-data': 'result of a challenge',
  auth: 'authorization',
  query: 'look-up of an authorization',
  'payment-set': 'start of a redirect',
  'payments-report': 'payments report',
};

const FAULTS: Readonly<Record<string, SandboxFault>> = {
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

/** The fault that a person has chosen in the studio. It disturbs one call, and is then used up. */
export interface FaultSwitch {
  /** For the option `faults` of the sandbox. */
  readonly choose: ChooseFault;
  /** GET and PUT `fault`. */
  readonly routes: Hono;
}

/** Creates a switch without a fault. */
export function createFaultSwitch(): FaultSwitch {
  let switched: Switched | undefined;
  const state = () => ({ calls: CALLS, faults: Object.keys(FAULTS), ...(switched ? { switched } : {}) });
  const routes = new Hono()
    .get('/fault', (context) => context.json(state()))
    .put('/fault', async (context) => {
      const { call = '', fault = '' } = (await context.req.json().catch(() => ({}))) as Partial<Switched>;
      const isNone = call === '' && fault === '';
      if (!isNone && !(Object.hasOwn(CALLS, call) && Object.hasOwn(FAULTS, fault))) {
        return context.json({ title: 'There is no such call or fault.' }, 400);
      }
      switched = isNone ? undefined : { call, fault };
      return context.json(state());
    });
  return {
    routes,
    choose({ kind }) {
      if (switched?.call !== kind) return undefined;
      const fault = FAULTS[switched.fault];
      switched = undefined;
      return fault;
    },
  };
}
