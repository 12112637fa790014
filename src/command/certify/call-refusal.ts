import { GatewayError, isUnsent } from '../../server/gateway/gateway-error.js';

/** Why the gateway does not accept a call, or why its answer cannot be read. */
export interface CallRefusal {
  readonly kind: keyof typeof RANK_OF;
  /** A correction helps when it lowers the rank. */
  readonly rank: number;
  readonly text: string;
}

const RANK_OF = { unanswered: 5, refused: 4, path: 3, hash: 2, account: 1, answer: 1, 'not-allowed': 1 } as const;

/** The number of ranks. */
export const RANKS = RANK_OF.unanswered;

/**
 * Returns the refusal of an error, or of the result of an XML answer; undefined for an accepted call.
 * @param masked masks a text of the gateway
 */
export function callRefusalOf(outcome: unknown, masked: (text: string) => string): CallRefusal | undefined {
  if (outcome instanceof GatewayError) return withKind(kindOfError(outcome), maskedMessage(outcome, masked));
  if (outcome instanceof Error) return withKind('refused', outcome.message);
  if (typeof outcome !== 'object' || outcome === null || !('result' in outcome)) return undefined;
  const {
    result,
    message = '',
    trust,
  } = outcome as Readonly<Record<'result' | 'message' | 'trust', string | undefined>>;
  const text = `${result}: ${masked(message)}`;
  if (result === '503') return withKind('not-allowed', text);
  if (result === '505') return withKind(/password/i.test(message) ? 'refused' : 'hash', text);
  if (/^[35]/.test(result ?? '')) return withKind('refused', text);
  return trust === 'wrong-hash' || trust === 'unsigned'
    ? withKind('answer', 'The hash of the answer has other fields.')
    : undefined;
}

function withKind(kind: CallRefusal['kind'], text: string): CallRefusal {
  return { kind, rank: RANK_OF[kind], text };
}

/** The message of an error, in which only the gateway's own texts are masked. */
export function maskedMessage({ failure, message }: GatewayError, masked: (text: string) => string): string {
  const texts = [
    ...('message' in failure ? [failure.message] : []),
    ...('reason' in failure ? [failure.reason] : []),
    ...(failure.kind === 'invalid' ? [failure.body?.errorDetail, failure.body?.errorDescription] : []),
  ].flatMap((text) => text?.trim().replace(/\.$/, '') || []);
  return texts.reduce((shown, text) => shown.replaceAll(text, () => masked(text)), message);
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

const NOT_ENABLED = /not (enabled|activated|allowed|permitted)|disabled/i;

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
