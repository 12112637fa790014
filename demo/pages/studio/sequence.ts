import type { Disturbance, LoggedMessage } from '../shared/shop-client.js';
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
      /** The name of the fault that disturbed it. */
      readonly disturbed?: string;
    };
type MessageEntry = Extract<SequenceEntry, { kind: 'message' }>;

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

const PAGE_TO_BACKEND = ['page', 'backend'] as const;
const BACKEND_TO_GATEWAY = ['backend', 'gateway'] as const;

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
  disturbances: readonly Disturbance[] = [],
): SequenceEntry[] {
  const steps = trace.flatMap(({ at, step, preparation }) =>
    (step ?? preparation)
      ? [{ at: Date.parse(at), name: step ?? `preparation: ${preparation ?? ''}`, main: step !== undefined }]
      : [],
  );
  const arrows: MessageEntry[] = [
    ...calls.map(
      ({ at, took, status, path }): MessageEntry => ({
        kind: 'message',
        at,
        from: 'page',
        to: 'backend',
        name: nameOf(path),
        took,
        status,
      }),
    ),
    ...messages.map(({ at, kind, request, response, http_status }): MessageEntry => {
      const [from, to] = WAYS[kind] ?? BACKEND_TO_GATEWAY;
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
  const entries = [
    ...steps.map(({ at, name, main }, index): SequenceEntry => {
      const next = main ? steps.slice(index + 1).find((later) => later.main) : undefined;
      return { kind: 'step', at, name, ...(next ? { lasted: next.at - at } : {}) };
    }),
    ...withDisturbances(arrows, disturbances),
  ];
  return entries.sort((a, b) => a.at - b.at);
}

/** The calls of the page and its frames that faults can disturb, by the names of their arrows. */
const PAGE_CALLS: Readonly<Record<string, string>> = {
  'page:order': 'order',
  'page:wait': 'order',
  'page:method': 'method-notification',
  'page:challenge': 'cres',
};

/** Marks the arrows that were disturbed. One that neither page nor gateway knows gets an arrow of its own. */
function withDisturbances(arrows: readonly MessageEntry[], disturbances: readonly Disturbance[]): MessageEntry[] {
  const drawn = [...arrows];
  for (const { at, call, fault } of disturbances) {
    const name = PAGE_CALLS[call] ?? call.replace(/^page:/, '');
    const [from, to] = WAYS[name] ?? (call.startsWith('page:') ? PAGE_TO_BACKEND : BACKEND_TO_GATEWAY);
    const place = drawn.findLastIndex(
      (arrow) => arrow.name === name && arrow.from === from && arrow.disturbed === undefined && isAround(arrow, at),
    );
    if (place === -1) drawn.push({ kind: 'message', at, from, to, name, disturbed: fault });
    else drawn[place] = { ...drawn[place]!, disturbed: fault };
  }
  return drawn;
}

/** Clocks of page and server may differ a little. */
const SLACK = 100;
/** The gateway records a message when it has processed it. */
const LONGEST_PROCESSING = 2000;

/** Returns whether an arrow is that of a call whose fault began at a time. */
function isAround({ at, took }: MessageEntry, time: number): boolean {
  return took === undefined
    ? Math.abs(at - time) <= LONGEST_PROCESSING
    : at <= time + SLACK && time <= at + took + SLACK;
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
