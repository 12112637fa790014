import type { FramedPage } from './framed-page.js';
import type { TimedCall } from './sequence.js';
import { shopAddress } from '../shared/shop-address.js';

/** The frame with the live checkout, which pays at the demo's backend. */
export interface LiveStage extends FramedPage {
  /** The calls to the backend so far. */
  readonly calls: readonly TimedCall[];
  /** Clears the list of calls. */
  clear(): void;
}

/**
 * Observes the calls and steps of a page with a checkout.
 *
 * @param onNews Called after each step and each call.
 */
export function liveStage(framed: FramedPage, onNews: () => void): LiveStage {
  const { view, checkout, show } = framed;
  let calls: readonly TimedCall[] = [];
  view.document.addEventListener('scudo-step', onNews);
  new view.PerformanceObserver((list) => {
    const { timeOrigin } = view.performance;
    const finished = (list.getEntries() as PerformanceResourceTiming[]).filter(
      ({ name, initiatorType }) => initiatorType === 'fetch' && name.startsWith(shopAddress('scudo/')),
    );
    calls = [
      ...calls,
      ...finished.map(({ name, startTime, duration, responseStatus }) => ({
        at: timeOrigin + startTime,
        took: duration,
        status: responseStatus,
        path: new URL(name).pathname,
      })),
    ];
    onNews();
  }).observe({ type: 'resource', buffered: true });
  return {
    view,
    checkout,
    show,
    get calls() {
      return calls;
    },
    clear() {
      calls = [];
    },
  };
}
