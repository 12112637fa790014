import type { Flow, FlowState } from '../../../protocol/flow.js';

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

/** Events of a redirect payment. */
type RedirectEvent =
  | 'ANSWERED'
  | 'UNANSWERED'
  | 'SET_ASIDE'
  | 'DISMISSED'
  | 'RESUMED'
  | 'SUCCESS_REPORTED'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'SETTLED_AS_PAID';

interface Redirect {
  readonly progress: RedirectProgress;
}

interface RedirectRow extends FlowState<RedirectStep, RedirectEvent, never> {
  /** True while the order waits for the payment, and takes no other one. */
  readonly blocks?: true;
  /** True while the shopper can pay and no result is known. */
  readonly open?: true;
}

interface RedirectTable extends Flow<RedirectStep, RedirectEvent, never> {
  readonly states: Readonly<Record<RedirectStep, RedirectRow>>;
}

/** Results of a payment that the shopper can pay. */
const RESULTS = { SUCCEEDED: 'succeeded', FAILED: 'failed', SETTLED_AS_PAID: 'succeeded' } as const;

/**
 * The steps of a redirect payment. The shopper has the redirect URL from `awaiting-result` on, and keeps it: a payment
 * that is set aside can still succeed. The page, the report and signed messages resume one that is set aside. Only
 * the shopper and a signed success resume one that a person has dismissed.
 */
const REDIRECT_ATTEMPT_TABLE: RedirectTable = {
  initial: 'sent',
  states: {
    sent: { on: { ANSWERED: 'awaiting-result', UNANSWERED: 'not-started', SETTLED_AS_PAID: 'succeeded' } },
    'not-started': { on: { SETTLED_AS_PAID: 'succeeded' } },
    'awaiting-result': { blocks: true, open: true, on: { ...RESULTS, SET_ASIDE: 'set-aside', DISMISSED: 'dismissed' } },
    'set-aside': { open: true, on: { ...RESULTS, RESUMED: 'awaiting-result', DISMISSED: 'dismissed' } },
    // A person who reopens the order once more dismisses the payment again.
    dismissed: { open: true, on: { ...RESULTS, RESUMED: 'awaiting-result', DISMISSED: 'dismissed' } },
    // The report confirms the end, or contradicts it.
    succeeded: { on: { SUCCEEDED: 'succeeded', SETTLED_AS_PAID: 'succeeded' } },
    failed: { on: { ...RESULTS, SUCCESS_REPORTED: 'set-aside' } },
  },
};

/**
 * Moves a redirect payment to its next step: the only place that changes `progress`.
 * @throws {TypeError} when the table has no such transition
 */
export function withRedirectProgress<One extends Redirect>(attempt: One, progress: RedirectProgress): One {
  const { step } = attempt.progress;
  if (!Object.values(REDIRECT_ATTEMPT_TABLE.states[step].on).includes(progress.step))
    throw new TypeError(`A redirect payment that is ${step} does not become ${progress.step}.`);
  return { ...attempt, progress };
}

/** True while the order waits for the payment, and takes no other one. */
export function isAwaited({ progress }: Redirect): boolean {
  return REDIRECT_ATTEMPT_TABLE.states[progress.step].blocks === true;
}

/** True while the shopper can pay and no result is known. */
export function isResultOpen({ progress }: Redirect): boolean {
  return REDIRECT_ATTEMPT_TABLE.states[progress.step].open === true;
}
