/** Progress of a redirect payment. */
export type RedirectProgress =
  /** The payment-set was sent, and is not answered yet. */
  | { readonly step: 'sent' }
  /** The payment-set was not answered, so the shopper never received the redirect URL. */
  | { readonly step: 'not-started'; readonly at: string }
  /** The order waits for the payment, which the shopper can pay, or has paid. */
  | {
      readonly step: 'awaiting-result';
      /** Time from which the order waits, ISO 8601 in UTC. */
      readonly at: string;
    }
  /** The order no longer waits for the payment. A later success still counts, also in the step `dismissed`. */
  | {
      readonly step: 'set-aside';
      /** ISO 8601 in UTC. */
      readonly at: string;
      /** The reason. `failed`: the payment had failed, and a status message then reported its success. */
      readonly by: 'other-method' | 'expiry' | 'failed';
    }
  /** A person has opened the order, or has settled it as failed. */
  | {
      readonly step: 'dismissed';
      /** ISO 8601 in UTC. */
      readonly at: string;
      /** True when the shopper had begun to pay by then. */
      readonly wasBegun?: true;
    }
  | RedirectEnd;

/** The end of a redirect payment. */
export interface RedirectEnd {
  /** The result. */
  readonly step: 'succeeded' | 'failed';
  /** ISO 8601 in UTC. */
  readonly at: string;
  /**
   * The source of the result.
   * - `message`: a status message alone, because the report was unreadable.
   * - `disputed`: a status message alone, which the report contradicts.
   */
  readonly confirmedBy: 'report' | 'message' | 'person' | 'disputed';
}

/** The steps of a redirect payment. */
type RedirectStep = RedirectProgress['step'];

interface Redirect {
  readonly progress: RedirectProgress;
}

interface RedirectRow {
  /** True while the order waits for the payment, and takes no other one. */
  readonly blocks?: true;
  /** True while the shopper can pay and no result is known. */
  readonly open?: true;
  /** The steps that can follow. */
  readonly next: readonly RedirectStep[];
}

/**
 * The steps of a redirect payment. The shopper has the redirect URL from `awaiting-result` on, and keeps it: a payment
 * that is set aside can still succeed. The page, the report and signed messages resume one that is set aside. Only
 * the shopper and a signed success resume one that a person has dismissed.
 */
const REDIRECT_ATTEMPT_TABLE: Readonly<Record<RedirectStep, RedirectRow>> = {
  // A person can settle a payment as paid at each step.
  sent: { next: ['awaiting-result', 'not-started', 'succeeded'] },
  'not-started': { next: ['succeeded'] },
  'awaiting-result': { blocks: true, open: true, next: ['succeeded', 'failed', 'set-aside', 'dismissed'] },
  'set-aside': { open: true, next: ['succeeded', 'failed', 'awaiting-result', 'dismissed'] },
  // A person who reopens the order once more dismisses the payment again.
  dismissed: { open: true, next: ['succeeded', 'failed', 'awaiting-result', 'dismissed'] },
  // The report confirms the end, or contradicts it. A success that is reported after a failure sets the payment aside.
  succeeded: { next: ['succeeded'] },
  failed: { next: ['succeeded', 'failed', 'set-aside'] },
};

/**
 * Moves a redirect payment to its next step: the only place that changes `progress`.
 * @throws {TypeError} when the table has no such transition
 */
export function withRedirectProgress<One extends Redirect>(attempt: One, progress: RedirectProgress): One {
  const { step } = attempt.progress;
  if (!REDIRECT_ATTEMPT_TABLE[step].next.includes(progress.step))
    throw new TypeError(`A redirect payment that is ${step} does not become ${progress.step}.`);
  return { ...attempt, progress };
}

/** True while the order waits for the payment, and takes no other one. */
export function isAwaited({ progress }: Redirect): boolean {
  return REDIRECT_ATTEMPT_TABLE[progress.step].blocks === true;
}

/** True while the shopper can pay and no result is known. */
export function isResultOpen({ progress }: Redirect): boolean {
  return REDIRECT_ATTEMPT_TABLE[progress.step].open === true;
}
