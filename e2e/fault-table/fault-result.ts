/** The end of a payment with one fault. */
export interface FaultResult {
  /** Texts of the page at its end. */
  readonly reads: string;
  /** Buttons and links that the page offers there. */
  readonly ways: readonly string[];
  /** State of the order at that moment. */
  readonly state: string;
  /** Seconds from Pay, or from the opening of the page where Pay could not be pressed, to the end. */
  readonly seconds: number;
  /** Texts of the page 15 minutes after the fault has ended, if the page has changed by itself. */
  readonly later: string;
  /** All texts that the page has shown, each once. */
  readonly shown: readonly string[];
  /** State of the order after reconciliation. */
  readonly settled: string;
  /** Payments of the order that the sandbox has charged, from its books. */
  readonly charged: number;
  /** Outcome events of the pages. */
  readonly outcomes: readonly OutcomeEvent[];
  /** Calls that the fault has disturbed. */
  readonly hits: number;
}

/** An outcome event, and the path of its page. */
export interface OutcomeEvent {
  readonly page: string;
  readonly status: string;
}

/** Longest payment, in seconds of the driven time. The limits of the page add up to less. */
export const LONGEST = 2_400;

/** Statuses of outcomes that report a payment as failed. */
const FAILURES = ['declined', 'not-authenticated', 'cancelled', 'failed'];
/** Texts of the page that report a payment as failed: the titles of these statuses, and the end of their messages. */
const FAILURE_TEXT = /nothing was charged|payment (?:declined|not confirmed|cancelled|not completed)/i;

/** Returns what is wrong with a result: a fault may break none of these rules. The shopper of a row pays once. */
export function wrongIn({ reads, state, seconds, shown, settled, charged, outcomes, hits }: FaultResult): string[] {
  const statuses = outcomes.map(({ status }) => status);
  const events = outcomes.map(({ page, status }) => `${status} on ${page}`);
  const rules: readonly (readonly [boolean, string])[] = [
    [hits > 0, 'the fault disturbed no call'],
    [reads !== '' && !reads.startsWith('no end'), `the page came to no end; it reads "${reads}"`],
    [seconds < LONGEST, `the payment took ${seconds} s`],
    [new Set(events).size === events.length, `an outcome event fired twice: ${events.join(', ')}`],
    [charged <= 1, `the order was charged ${charged} times`],
    [['open', 'paid', 'failed'].includes(settled), `the order is ${settled} after reconciliation`],
    [(settled === 'paid') === charged > 0, `the order is ${settled} and was charged ${charged} times`],
    [charged > 0 || !statuses.includes('paid'), 'an outcome event reported as paid what was not charged'],
  ];
  const wrong = rules.flatMap(([holds, text]) => (holds ? [] : [text]));
  return charged > 0 ? [...wrong, ...failuresIn({ state, statuses, shown })] : wrong;
}

/** Returns what reported a charged payment as failed. */
function failuresIn({
  state,
  statuses,
  shown,
}: {
  state: string;
  statuses: readonly string[];
  shown: FaultResult['shown'];
}) {
  const reported = statuses.filter((status) => FAILURES.includes(status));
  return [
    ...(['open', 'failed'].includes(state) ? [`the order was ${state} at the page's end, and was charged`] : []),
    ...reported.map((status) => `an outcome event reported ${status}, and the order was charged`),
    ...shown
      .filter((text) => FAILURE_TEXT.test(text))
      .map((text) => `the order was charged; the page showed "${text}"`),
  ];
}
