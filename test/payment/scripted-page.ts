import { afterAll, beforeAll, vi } from 'vitest';
import { BackendError, type BackendFault } from '../../src/payment/backend-error.js';
import { createCardPayment, type CardPayment, type CardPaymentSnapshot } from '../../src/payment/card-payment.js';
import type { FrameHost } from '../../src/payment/frame-host.js';
import { drivenClock, type DrivenClock } from '../browser/driven-clock.js';
import { scriptedBackend, type ScriptedBackend } from '../browser/scripted-backend.js';

/** A card payment without a page. It has no frames. */
export interface ScriptedPage {
  readonly payment: CardPayment;
  readonly backend: ScriptedBackend;
  readonly clock: DrivenClock;
  /** Every snapshot so far. */
  readonly snapshots: readonly CardPaymentSnapshot[];
}

export const CARD = {
  number: '4222000006285344',
  expiryMonth: '12',
  expiryYear: '28',
  securityCode: '987',
  fullName: 'Ada Lovelace',
};

const noFrames: FrameHost = {
  method: () => ({}) as ParentNode,
  room: () => ({ width: 1000, height: 1000 }),
  challenge: () => undefined,
  challengeTitle: '',
};

/** Gives the tests of a file a window, from which a payment collects browser data. */
export function withWindow(): void {
  beforeAll(() => {
    vi.stubGlobal('window', {
      screen: { colorDepth: 24, height: 900, width: 1440 },
      navigator: { language: 'en-GB', userAgent: 'Test/1.0' },
    });
  });
  afterAll(() => {
    vi.unstubAllGlobals();
  });
}

export function scriptedPage(
  answers: Partial<ScriptedBackend['answers']> = {},
  prepare: 'on-number' | 'on-pay' = 'on-number',
  frames: Partial<FrameHost> = {},
): ScriptedPage {
  const backend = scriptedBackend(answers, 'https://shop.example/scudo/frame');
  const clock = drivenClock();
  let keys = 0;
  const payment = createCardPayment({
    backend,
    order: 'A1',
    frames: { ...noFrames, ...frames },
    prepare,
    clock,
    randomUuid: () => `key-${++keys}`,
  });
  const snapshots = [payment.snapshot];
  payment.subscribe((snapshot) => snapshots.push(snapshot));
  return { payment, backend, clock, snapshots };
}

export function fault(kind: BackendFault): () => Promise<never> {
  return () => Promise.reject(new BackendError(kind, 'scripted'));
}

export const unanswered = fault({ kind: 'unanswered' });

export const problem = (
  code: Extract<BackendFault, { kind: 'problem' }>['code'],
  fields: { field: string; message: string }[] = [],
  retryable = false,
) => fault({ kind: 'problem', code, retryable, fields });
