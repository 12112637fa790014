import { createCheckout, type Checkout } from '../../../src/payment/checkout/checkout.js';
import type { CheckoutSnapshot } from '../../../src/payment/checkout/checkout-snapshot.js';
import type { ReturnPageOptions } from '../../../src/payment/checkout/checkout-options.js';
import { stillClock, settle, type StillClock } from '../../../demo/pages/gallery/still-clock.js';
import { OPEN_ORDER, scriptedBackend, type ScriptedBackend } from '../../browser/scripted-backend.js';

/** A redirect payment without a page. It collects the addresses instead of navigating. */
export interface ScriptedRedirect {
  readonly payment: Checkout;
  readonly backend: ScriptedBackend;
  readonly clock: StillClock;
  /** The addresses of the redirects, in order. */
  readonly left: readonly string[];
  /** The steps so far. */
  readonly steps: () => readonly string[];
  readonly snapshots: readonly CheckoutSnapshot[];
}

type Answers = Partial<ScriptedBackend['answers']>;
type Options = Partial<Pick<ReturnPageOptions, 'redirect' | 'signal' | 'limits' | 'intervals'>>;

/** A checkout with its form on the screen. The order's answer is used from then on. */
export async function scriptedRedirect(
  { order, ...answers }: Answers = {},
  options: Options = {},
): Promise<ScriptedRedirect> {
  const page = scripted(answers, options);
  await settle();
  page.snapshots.splice(0, page.snapshots.length, page.payment.snapshot);
  page.backend.calls.length = 0;
  page.backend.answers.order = order ?? (() => OPEN_ORDER);
  return page;
}

/** The page to which the shopper returns. */
export function scriptedReturn(
  answers: Answers = {},
  options: Options & { readonly patience?: number } = {},
): ScriptedRedirect {
  return scripted(answers, { page: 'return', ...options });
}

function scripted(answers: Answers, options: Options & { readonly page?: 'return'; readonly patience?: number }) {
  const backend = scriptedBackend(answers, 'https://shop.example/scudo/frame');
  const clock = stillClock();
  const left: string[] = [];
  let keys = 0;
  const shared = {
    backend,
    order: 'A1',
    clock,
    redirect: (url: string) => left.push(url),
    randomUuid: () => `key-${++keys}`,
  };
  const { page, ...rest } = options;
  const frames = {
    method: () => ({}) as ParentNode,
    availableSpace: () => ({ width: 1000, height: 1000 }),
    challenge: () => undefined,
    challengeTitle: '',
  };
  const payment = createCheckout(page ? { ...shared, ...rest, page } : { ...shared, ...rest, frames });
  const snapshots = [payment.snapshot];
  payment.subscribe((snapshot) => snapshots.push(snapshot));
  return { payment, backend, clock, left, snapshots, steps: () => snapshots.map(({ step }) => step) };
}
