import { MessageError } from '../../protocol/values/field-issue.js';
import { GatewayError, isUnsent, type GatewayFailure } from '../../server/gateway/gateway-error.js';
import { NOT_ENABLED, own, ownText, type ReportText } from './report-text.js';

/** Why the gateway does not accept a call, or why its answer cannot be read. */
export interface CallRefusal {
  readonly kind: keyof typeof RANK_OF;
  /** A correction helps when it lowers the rank. */
  readonly rank: number;
  readonly text: ReportText;
  /** The words of the gateway, for decisions. The report never has them. */
  readonly said: string;
}

/** Shows a text of the gateway, as `gatewayText` does. */
export type Shown = (text: string) => ReportText;

const RANK_OF = { unanswered: 5, refused: 4, path: 3, hash: 2, account: 1, answer: 1, 'not-allowed': 1 } as const;

/** The number of ranks. */
export const RANKS = RANK_OF.unanswered;

/**
 * Returns the refusal of an error, or of the result of an XML answer; undefined for an accepted call.
 */
export function callRefusalOf(outcome: unknown, shown: Shown): CallRefusal | undefined {
  if (outcome instanceof GatewayError)
    return withKind(kindOfError(outcome), shownMessage(outcome, shown), outcome.message);
  if (outcome instanceof UnexpectedAnswer) return withKind('refused', outcome.text);
  // The client has refused the input: its text names fields and rules.
  if (outcome instanceof MessageError) return withKind('refused', own`${ownText(outcome.message)}.`);
  if (outcome instanceof Error) return withKind('refused', shown(outcome.message), outcome.message);
  if (typeof outcome !== 'object' || outcome === null || !('result' in outcome)) return undefined;
  const {
    result,
    message = '',
    trust,
  } = outcome as Readonly<Record<'result' | 'message' | 'trust', string | undefined>>;
  const text = own`${shown(result ?? '')}: ${shown(message)}.`;
  if (result === '503') return withKind('not-allowed', text, message);
  if (result === '505') return withKind(/password/i.test(message) ? 'refused' : 'hash', text, message);
  if (/^[35]/.test(result ?? '')) return withKind('refused', text, message);
  return trust === 'wrong-hash' || trust === 'unsigned'
    ? withKind('answer', own`The hash of the answer has other fields.`)
    : undefined;
}

function withKind(kind: CallRefusal['kind'], text: ReportText, said: string = text): CallRefusal {
  return { kind, rank: RANK_OF[kind], text, said };
}

/** An answer that the interface allows, and that shows that the gateway does something else than assumed. */
export class UnexpectedAnswer extends Error {
  constructor(readonly text: ReportText) {
    super(text);
  }
}

/** The message of an error, with each text of the gateway as `shown` has it. */
export function shownMessage({ failure, message }: GatewayError, shown: Shown): ReportText {
  const call = message.slice(0, message.indexOf(': '));
  const clock = message.slice(new GatewayError(failure, call).message.length).trim();
  return ownText(new GatewayError(shownFailure(failure, shown), call, { clock }).message);
}

function shownFailure(failure: GatewayFailure, shown: Shown): GatewayFailure {
  switch (failure.kind) {
    case 'invalid':
      return failure.body ? { ...failure, body: shownValues(failure.body, shown) } : failure;
    case 'refused':
    case 'blocked':
    case 'unauthorized':
    case 'internal':
      return shownValues(failure, shown);
    case 'bad-answer':
    case 'unanswered':
    case 'not-found':
    case 'method':
    case 'media-type':
    case 'card-not-supported':
    case 'downstream':
    case 'rate-limited':
    case 'http':
      return failure;
  }
}

/** A copy whose texts are shown. The kind is a name of the command. */
function shownValues<Value extends object>(value: Value, shown: Shown): Value {
  const entries = Object.entries(value).map(([name, one]: [string, unknown]) => [
    name,
    typeof one === 'string' && name !== 'kind' ? shown(one) : one,
  ]);
  return Object.fromEntries(entries) as Value;
}

/** True for an error that proves that the gateway processed nothing: its request did not arrive at the interface. */
export function isUnprocessed(error: unknown): boolean {
  if (isUnsent(error)) return true;
  if (!(error instanceof GatewayError)) return false;
  const { failure } = error;
  return (
    ['not-found', 'unauthorized'].includes(failure.kind) || (failure.kind === 'http' && ABSENT.has(failure.status))
  );
}

/** True for an error after which the gateway may process the call later: it sent no answer, or failed itself. */
export function isWithoutAnswer(error: unknown): boolean {
  if (!(error instanceof GatewayError)) return true;
  const { failure } = error;
  return (
    ['unanswered', 'internal', 'downstream'].includes(failure.kind) ||
    (failure.kind === 'http' && failure.status >= 500)
  );
}

/** HTTP statuses of a server that has nothing at the path, or does not let the caller in. */
const ABSENT: ReadonlySet<number> = new Set([401, 404, 405]);

function kindOfError({ failure, message }: GatewayError): CallRefusal['kind'] {
  switch (failure.kind) {
    case 'invalid':
      return failure.body?.errorDetail?.includes('account_id') === true ? 'account' : 'refused';
    case 'unauthorized':
      return NOT_ENABLED.test(message) ? 'not-allowed' : 'hash';
    case 'not-found':
    case 'method':
    case 'media-type':
      return 'path';
    case 'http':
      return failure.status < 500 ? 'path' : 'refused';
    case 'refused':
      return failure.result === '503' ? 'not-allowed' : failure.result === '505' ? 'hash' : 'refused';
    case 'internal':
      return failure.message === undefined ? 'unanswered' : 'refused';
    case 'bad-answer':
      return failure.options?.includes('paths') === true && !failure.options.includes('names') ? 'path' : 'answer';
    case 'unanswered':
    case 'rate-limited':
      return 'unanswered';
    default:
      return 'refused';
  }
}
