import { afterAll, beforeAll, vi } from 'vitest';
import { BackendError, type BackendFault } from '../../../src/payment/backend-client/backend-error.js';
import { createCheckout, type Checkout } from '../../../src/payment/checkout/checkout.js';
import type { CheckoutSnapshot } from '../../../src/payment/checkout/checkout-snapshot.js';
import type { CheckoutPageOptions } from '../../../src/payment/checkout/checkout-options.js';
import type { FrameHost } from '../../../src/payment/card/frame-host.js';
import { stillClock, type StillClock } from '../../../demo/pages/gallery/still-clock.js';
import { scriptedBackend, type ScriptedBackend } from '../../browser/scripted-backend.js';

/** A checkout without a page. It has no frames. */
export interface ScriptedPage {
  readonly payment: Checkout;
  readonly backend: ScriptedBackend;
  readonly clock: StillClock;
  /** Every snapshot so far. */
  readonly snapshots: readonly CheckoutSnapshot[];
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
  availableSpace: () => ({ width: 1000, height: 1000 }),
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
  options: Pick<CheckoutPageOptions, 'limits' | 'intervals' | 'randomUuid' | 'versionChecksBeforePay'> = {},
): ScriptedPage {
  const backend = scriptedBackend(answers, 'https://shop.example/scudo/frame');
  const clock = stillClock();
  let keys = 0;
  const payment = createCheckout({
    backend,
    order: 'A1',
    frames: { ...noFrames, ...frames },
    prepare,
    clock,
    randomUuid: () => `key-${++keys}`,
    ...options,
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
  fields: readonly { field: string; message: string }[] = [],
  retryable = false,
) => fault({ kind: 'problem', code, retryable, fields });
