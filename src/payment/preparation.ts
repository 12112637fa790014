import type { MethodUrlCompletion } from '../protocol/three-d-secure-values.js';
import { runMethod } from '../three-d-secure/method-frame.js';
import { retryDelay } from './answered-call.js';
import { BackendError, passesByItself } from './backend-error.js';
import { pause, type Clock } from './clock.js';
import type { MerchantBackend, Preparation } from './merchant-backend.js';
import {
  PREPARATION,
  type PreparationEventType,
  type PreparationState,
  type PreparationTask,
} from './preparation.table.js';
import { run } from './runner.js';

/** The result of the preparation of a card. */
export type Prepared =
  | { readonly enrolled: false; readonly methodUrlCompletion: 'UNAVAILABLE' }
  | { readonly enrolled: true; readonly serverTransId: string; readonly methodUrlCompletion: MethodUrlCompletion };

type EnrolledCard = Extract<Preparation, { enrolled: true }>;

type PreparationEvent =
  | { readonly type: 'NUMBER'; readonly number: string }
  | { readonly type: 'METHOD_OFFERED'; readonly card: EnrolledCard }
  | { readonly type: 'NO_METHOD'; readonly card: Preparation }
  | { readonly type: 'METHOD_ENDED'; readonly completion: 'YES' | 'NO' }
  | { readonly type: 'FAULT'; readonly error: unknown }
  | {
      readonly type: Exclude<
        PreparationEventType,
        'NUMBER' | 'METHOD_OFFERED' | 'NO_METHOD' | 'METHOD_ENDED' | 'FAULT'
      >;
    };

export interface PreparationOptions {
  readonly backend: MerchantBackend;
  readonly order: string;
  /** The parent of the hidden method frame. */
  readonly methodHost: () => ParentNode;
  readonly clock: Clock;
  readonly onStep: (state: PreparationState) => void;
  /** Called with the origin of a message of our form that came from another one. */
  readonly onForeign: (origin: string) => void;
}

export interface CardPreparation {
  readonly state: PreparationState;
  /** Starts for this number, unless that is under way or done. */
  begin(number: string): void;
  /** Drops the card and aborts what is under way: the number is being changed, or was used. */
  clear(): void;
  /**
   * Resolves once the card is prepared. Starts the preparation if nothing has started or a fault may have passed.
   * @throws {BackendError} when the version check failed; an AbortError by the signal.
   */
  prepared(number: string, signal: AbortSignal): Promise<Prepared>;
  stop(): void;
}

/** Runs the preparation's table: version check, then the method step. */
export function createPreparation({
  backend,
  order,
  methodHost,
  clock,
  onStep,
  onForeign,
}: PreparationOptions): CardPreparation {
  let number = '';
  let card: Preparation | undefined;
  let completion: MethodUrlCompletion = 'UNAVAILABLE';
  let fault: unknown;
  let watchers: (() => void)[] = [];

  const runner = run<PreparationState, PreparationEvent, PreparationTask>({
    flow: PREPARATION,
    clock,
    limitEvent: (type) => ({ type }) as PreparationEvent,
    faultEvent: (error) => ({ type: 'FAULT', error }),
    tasks: {
      async checkVersion({ send, signal }) {
        const answer = await versionCheck(signal);
        send(
          answer.enrolled && answer.method
            ? { type: 'METHOD_OFFERED', card: answer }
            : { type: 'NO_METHOD', card: answer },
        );
      },
      async runMethod({ event, send, signal }) {
        if (event?.type !== 'METHOD_OFFERED' || !event.card.method) return;
        const { serverTransId, method } = event.card;
        send({
          type: 'METHOD_ENDED',
          completion: await runMethod({
            framePage: backend.framePage,
            host: methodHost(),
            serverTransId,
            ...method,
            onForeign,
            signal,
          }),
        });
      },
    },
    onStep({ to, event }) {
      note(event);
      onStep(to);
      const called = watchers;
      watchers = [];
      for (const call of called) call();
    },
  });

  /** Retries a problem that passes by itself; the table's time limit ends the retries. */
  async function versionCheck(signal: AbortSignal): Promise<Preparation> {
    for (let tries = 0; ; tries++) {
      try {
        return await backend.prepare(order, number, { signal });
      } catch (error) {
        if (!(error instanceof BackendError) || !passesByItself(error.fault)) throw error;
        await pause(clock, retryDelay(tries), signal);
      }
    }
  }

  function note(event: PreparationEvent): void {
    switch (event.type) {
      case 'NUMBER':
        number = event.number;
        card = fault = undefined;
        completion = 'UNAVAILABLE';
        break;
      case 'METHOD_OFFERED':
      case 'NO_METHOD':
        card = event.card;
        break;
      case 'METHOD_ENDED':
        completion = event.completion;
        break;
      case 'METHOD_SILENT':
        completion = 'NO';
        break;
      case 'SILENT':
        fault = new BackendError({ kind: 'unanswered' }, 'The version check was not answered in time.');
        break;
      case 'FAULT':
        // After the version check a fault is one of the method step, which is then reported as NO.
        fault = card ? undefined : event.error;
        completion = 'NO';
        break;
      case 'CLEARED':
      case 'STALE':
        number = '';
        card = undefined;
        break;
    }
  }

  const change = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      watchers.push(resolve);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });

  const begin = (next: string) => {
    if (runner.state === 'idle' || next !== number) runner.send({ type: 'NUMBER', number: next });
  };

  /** True for a fault that may have passed: Pay then repeats the version check. */
  const isPast = (error: unknown) =>
    !(error instanceof BackendError && error.fault.kind === 'problem' && !error.fault.retryable);

  return {
    get state() {
      return runner.state;
    },
    begin,
    clear: () => void runner.send({ type: 'CLEARED' }),
    async prepared(wanted, signal) {
      begin(wanted);
      if (runner.state === 'faulted' && isPast(fault)) runner.send({ type: 'NUMBER', number: wanted });
      while (runner.state === 'checking-version' || runner.state === 'running-method') {
        signal.throwIfAborted();
        await change(signal);
      }
      if (runner.state === 'faulted') throw fault;
      if (!card) throw new DOMException('The card was changed meanwhile.', 'AbortError');
      return card.enrolled
        ? { enrolled: true, serverTransId: card.serverTransId, methodUrlCompletion: completion }
        : { enrolled: false, methodUrlCompletion: 'UNAVAILABLE' };
    },
    stop: () => runner.stop(),
  };
}
