import type { Clock } from '../clock.js';

/** Milliseconds that a new document of the ACS has before the page asks: it may be about to send its notification. */
const DOCUMENT_STAYS = 3_000;

/**
 * The longest time between two questions, in milliseconds. Firefox reports no document when the connection for the
 * notification breaks off.
 */
const LONGEST = 30_000;

export interface ChallengeSignalOptions {
  readonly clock: Clock;
  /** Minimum milliseconds between two questions. */
  readonly interval: number;
  /** Asks whether the challenge has ended. Returns false while an earlier question has no answer. */
  readonly ask: () => boolean;
  readonly signal: AbortSignal;
}

/** Receives the signals that an open challenge may have ended. Each leads to a question soon, and none is lost. */
export interface ChallengeSignals {
  /**
   * The frame has a document of the backend's origin. The shopper can do nothing there, and the gateway may know the
   * result later than the browser: the page asks at growing intervals until the frame has another document.
   */
  ownDocument(): void;
  /** The frame has a document of the ACS. The first one is the challenge; a later one may be its end. */
  issuerDocument(): void;
}

/** Watches an open challenge: its frame, and the shopper who returns from a banking app to this tab. */
export function challengeSignals({ clock, interval, ask, signal }: ChallengeSignalOptions): ChallengeSignals {
  let isDue = false;
  let isResting = false;
  let hasLoaded = false;
  let cancelRest: () => void = () => undefined;
  let cancelDocument: () => void = () => undefined;

  const next = () => {
    if (isResting || !isDue) return;
    isResting = true;
    cancelRest = clock.after(interval, () => {
      isResting = false;
      next();
    });
    isDue = !ask();
  };

  const wake = () => {
    if (signal.aborted) return;
    isDue = true;
    next();
  };

  const askAfter = (delay: number) => {
    if (signal.aborted) return;
    cancelDocument = clock.after(delay, () => {
      wake();
      askAfter(Math.min(2 * delay, LONGEST));
    });
  };

  document.addEventListener('visibilitychange', () => hasLoaded && document.visibilityState === 'visible' && wake(), {
    signal,
  });

  signal.addEventListener('abort', () => {
    cancelRest();
    cancelDocument();
  });

  return {
    ownDocument() {
      cancelDocument();
      wake();
      askAfter(interval);
    },
    issuerDocument() {
      cancelDocument();
      askAfter(hasLoaded ? DOCUMENT_STAYS : LONGEST);
      hasLoaded = true;
    },
  };
}
