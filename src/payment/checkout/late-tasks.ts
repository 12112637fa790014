import type { CheckoutTasks } from '../flow/checkout.dependencies.js';
import type { CheckoutTaskEvents } from './checkout.table.js';
import type * as taskModule from './payment-tasks.js';

type TaskCode = typeof taskModule;
type PaymentTasks = CheckoutTasks<Omit<CheckoutTaskEvents, 'readOrder' | 'watchOrder' | 'watchOutcome'>>;

let code: TaskCode | undefined;

/** Loads the tasks of payments, which are part of late.js. After a failure the next call tries again. */
export async function loadTasks(): Promise<TaskCode> {
  code ??= await import('./payment-tasks.js');
  return code;
}

/**
 * Returns tasks that load their code first. A task whose code is there starts at once: an await would let the page be
 * rendered before a payment is sent.
 * @param implement returns the tasks; called once
 */
export function lateTasks(implement: (code: TaskCode) => PaymentTasks): PaymentTasks {
  let tasks: PaymentTasks | undefined;
  const late =
    <Name extends keyof PaymentTasks>(name: Name): PaymentTasks[Name] =>
    async (run: { readonly signal: AbortSignal }) => {
      const loaded = code ?? (await loadTasks());
      if (run.signal.aborted) return;
      tasks ??= implement(loaded);
      await (tasks[name] as (input: typeof run) => void | Promise<void>)(run);
    };
  return {
    checkVersion: late('checkVersion'),
    runMethod: late('runMethod'),
    awaitPreparation: late('awaitPreparation'),
    authenticate: late('authenticate'),
    challenge: late('challenge'),
    checkChallenge: late('checkChallenge'),
    awaitIssuer: late('awaitIssuer'),
    leaveChallenge: late('leaveChallenge'),
    readResult: late('readResult'),
    initiate: late('initiate'),
    redirect: late('redirect'),
    readStatus: late('readStatus'),
    awaitStatus: late('awaitStatus'),
    awaitResult: late('awaitResult'),
  };
}
