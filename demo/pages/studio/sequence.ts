import type { LoggedMessage } from '../shared/shop-client.js';
/** The parties of a payment, from left to right. */
export const PARTIES = ['page', 'backend', 'gateway', 'acs'] as const;
export type Party = (typeof PARTIES)[number];

/** The steps of the page and the messages between the parties, in order of time. Times are in milliseconds. */
export type SequenceEntry =
  | { readonly kind: 'step'; readonly at: number; readonly name: string; readonly lasted?: number }
  | {
      readonly kind: 'message';
      readonly at: number;
      readonly from: Party;
      readonly to: Party;
      readonly name: string;
      readonly took?: number;
      readonly status?: number;
      readonly content?: unknown;
    };

/** An entry of an element’s trace. */
export interface TracedStep {
  readonly at: string;
  readonly step?: string;
  readonly preparation?: string;
}

/** A call of the page to its backend, with the times of the browser. */
export interface TimedCall {
  readonly at: number;
  readonly took: number;
  readonly status: number;
  readonly path: string;
}

/** Sender and receiver of messages by kind. All others go from the backend to the gateway. */
const WAYS: Readonly<Record<string, readonly [Party, Party]>> = {
  method: ['page', 'acs'],
  'method-notification': ['acs', 'backend'],
  creq: ['page', 'acs'],
  'challenge-attempt': ['page', 'acs'],
  cres: ['acs', 'backend'],
  testpay: ['page', 'gateway'],
  return: ['gateway', 'backend'],
  status: ['gateway', 'backend'],
};

export function sequenceOf(
  trace: readonly TracedStep[],
  calls: readonly TimedCall[],
  messages: readonly LoggedMessage[],
): SequenceEntry[] {
  const steps = trace.flatMap(({ at, step, preparation }) =>
    (step ?? preparation)
      ? [{ at: Date.parse(at), name: step ?? `preparation: ${preparation ?? ''}`, main: step !== undefined }]
      : [],
  );
  const entries: SequenceEntry[] = [
    ...steps.map(({ at, name, main }, index): SequenceEntry => {
      const next = main ? steps.slice(index + 1).find((later) => later.main) : undefined;
      return { kind: 'step', at, name, ...(next ? { lasted: next.at - at } : {}) };
    }),
    ...calls.map(
      ({ at, took, status, path }): SequenceEntry => ({
        kind: 'message',
        at,
        from: 'page',
        to: 'backend',
        name: nameOf(path),
        took,
        status,
      }),
    ),
    ...messages.map(({ at, kind, request, response, http_status }): SequenceEntry => {
      const [from, to] = WAYS[kind] ?? ['backend', 'gateway'];
      return {
        kind: 'message',
        at: Date.parse(at),
        from,
        to,
        name: kind,
        content: { request, response },
        ...(http_status === undefined ? {} : { status: http_status }),
      };
    }),
  ];
  return entries.sort((a, b) => a.at - b.at);
}

/** Returns the calls without those for another order: a call may end after the next order is shown. */
export function callsFor(order: string, calls: readonly TimedCall[]): readonly TimedCall[] {
  const own = encodeURIComponent(order);
  return calls.filter(({ path }) => (/\/orders\/([^/]+)/.exec(path)?.[1] ?? own) === own);
}

/** `orders/{id}/authentications` is `authentications`, `orders/{id}` is `order`. */
function nameOf(path: string): string {
  const [, call] = /\/orders\/[^/]+(?:\/([\w-]+))?$/.exec(path) ?? [];
  return call ?? (path.includes('/orders/') ? 'order' : (path.split('/').at(-1) ?? path));
}

/** Formats a duration: `27 ms`, `1.2 s`. */
export function spanOf(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
