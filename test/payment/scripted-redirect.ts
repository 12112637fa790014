import {
  createRedirectPayment,
  type RedirectPayment,
  type RedirectPaymentOptions,
  type RedirectPaymentSnapshot,
} from '../../src/payment/redirect-payment.js';
import { drivenClock, type DrivenClock } from '../browser/driven-clock.js';
import { scriptedBackend, type ScriptedBackend } from '../browser/scripted-backend.js';

/** A redirect payment without a page: where it would lead is written down, and nobody goes there. */
export interface ScriptedRedirect {
  readonly payment: RedirectPayment;
  readonly backend: ScriptedBackend;
  readonly clock: DrivenClock;
  /** Where the shopper was sent, in order. */
  readonly left: readonly string[];
  /** The steps so far. */
  readonly steps: () => readonly string[];
  readonly snapshots: readonly RedirectPaymentSnapshot[];
}

export function scriptedRedirect(
  answers: Partial<ScriptedBackend['answers']> = {},
  options: Partial<RedirectPaymentOptions> = {},
): ScriptedRedirect {
  const backend = scriptedBackend(answers, 'https://shop.example/scudo/frame');
  const clock = drivenClock();
  const left: string[] = [];
  let keys = 0;
  const payment = createRedirectPayment({
    backend,
    order: 'A1',
    clock,
    leave: (url) => left.push(url),
    randomUuid: () => `key-${++keys}`,
    ...options,
  });
  const snapshots = [payment.snapshot];
  payment.subscribe((snapshot) => snapshots.push(snapshot));
  return { payment, backend, clock, left, snapshots, steps: () => snapshots.map(({ step }) => step) };
}
