import type { Clock } from '../clock.js';

/** Milliseconds that a new document of the ACS has before the page asks: it may be about to send its notification. */
const DOCUMENT_STAYS = 3_000;

/** The tries after a document of the backend: the gateway may know the result a little later than the browser. */
const TRIES_AFTER_DOCUMENT = 3;

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
  /** The frame has a document of the backend's origin. */
  ownDocument(): void;
  /** The frame has a document of the ACS. The first one is the challenge; a later one may be its end. */
  issuerDocument(): void;
}

/** Watches an open challenge: its frame, and the shopper who returns from a banking app to this tab. */
export function challengeSignals({ clock, interval, ask, signal }: ChallengeSignalOptions): ChallengeSignals {
  let due = 0;
  let isResting = false;
  let hasLoaded = false;
  let cancelRest: () => void = () => undefined;
  let cancelDocument: () => void = () => undefined;

  const next = () => {
    if (isResting || due === 0) return;
    isResting = true;
    cancelRest = clock.after(interval, () => {
      isResting = false;
      next();
    });
    if (ask()) due--;
  };

  const wake = (tries: number) => {
    if (signal.aborted) return;
    due = Math.max(due, tries);
    next();
  };

  document.addEventListener('visibilitychange', () => hasLoaded && document.visibilityState === 'visible' && wake(1), {
    signal,
  });

  signal.addEventListener('abort', () => {
    cancelRest();
    cancelDocument();
  });

  return {
    ownDocument: () => {
      cancelDocument();
      wake(TRIES_AFTER_DOCUMENT);
    },
    issuerDocument() {
      cancelDocument();
      if (signal.aborted) return;
      if (hasLoaded) cancelDocument = clock.after(DOCUMENT_STAYS, () => wake(1));
      hasLoaded = true;
    },
  };
}
