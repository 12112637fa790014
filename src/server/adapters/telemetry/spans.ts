import type { BackendEvent, OnEvent } from '../../ports/ports.js';

interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
  readonly isRemote?: boolean;
}

interface Span {
  setStatus(status: { readonly code: number }): unknown;
  end(at: Date): void;
}

/** The part of `@opentelemetry/api` that spans need. Contexts are opaque. */
export interface TracingApi {
  /** The context without a span. */
  readonly ROOT_CONTEXT: unknown;
  /** Spans of the registered SDK, or none. */
  readonly trace: {
    getTracer(name: string): {
      startSpan(
        name: string,
        options: {
          readonly kind: number;
          readonly startTime: Date;
          readonly attributes: Record<string, string | number>;
        },
        context: unknown,
      ): Span;
    };
    setSpan(context: unknown, span: Span): unknown;
    setSpanContext(context: unknown, span: SpanContext): unknown;
  };
}

type Ended = Extract<BackendEvent, { readonly kind: 'gateway' | 'request' }>;
type GatewayCall = Extract<Ended, { readonly kind: 'gateway' }>;

/** Maximum number of requests under way whose calls wait for the span of the request. */
const MAX_UNFINISHED = 1_000;
/** Maximum number of ended requests whose context is kept for the calls of their work in the background. */
const MAX_ENDED = 10_000;
/** Span kinds and the status of https://opentelemetry.io/docs/specs/otel/trace/api/ */
const SERVER = 1;
const CLIENT = 2;
const ERROR = 2;

/** Returns a receiver of events that makes a span of each request, and one below it of each of its gateway calls. */
export function createSpans({ trace, ROOT_CONTEXT }: TracingApi): OnEvent {
  const tracer = trace.getTracer('scudo-checkout');
  /** The calls of each request under way. */
  const unfinished = new Map<string, readonly GatewayCall[]>();
  /** The context of the span of each ended request. */
  const ended = new Map<string, unknown>();

  function endedSpans(calls: readonly GatewayCall[], context: unknown): void {
    for (const call of calls) endedSpan(call, context);
  }

  function endedSpan(event: Ended, context: unknown): Span {
    const end = new Date(event.at);
    const span = tracer.startSpan(
      nameOf(event),
      {
        kind: event.kind === 'request' ? SERVER : CLIENT,
        startTime: new Date(end.getTime() - event.duration),
        attributes: attributesOf(event),
      },
      context,
    );
    if (event.kind === 'request' ? event.code >= 500 : event.failed) span.setStatus({ code: ERROR });
    span.end(end);
    return span;
  }

  return (event) => {
    if (event.kind !== 'gateway' && event.kind !== 'request') return;
    const { request } = event;
    if (event.kind === 'request') {
      const context = trace.setSpan(ROOT_CONTEXT, endedSpan(event, parentContext(event.parent)));
      if (request === undefined) return;
      endedSpans(unfinished.get(request) ?? [], context);
      unfinished.delete(request);
      ended.set(request, context);
      evict(ended, MAX_ENDED);
    } else if (request === undefined || ended.has(request)) {
      endedSpan(event, request === undefined ? ROOT_CONTEXT : ended.get(request));
    } else {
      unfinished.set(request, [...(unfinished.get(request) ?? []), event]);
      // Its request lasts too long, or has ended long ago: the calls are spans of their own.
      endedSpans(evict(unfinished, MAX_UNFINISHED) ?? [], ROOT_CONTEXT);
    }
  };

  /** The span of the page, from a valid header `traceparent`. */
  function parentContext(parent: string | undefined): unknown {
    const [, traceId, spanId, flags] = parent?.split('-') ?? [];
    if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
    const traceFlags = Number.parseInt(flags, 16) & 1;
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
  }
}

/** Removes the oldest entry of a map that is too large, and returns its value. */
function evict<Value>(map: Map<string, Value>, limit: number): Value | undefined {
  const [oldest] = map;
  if (map.size <= limit || oldest === undefined) return undefined;
  map.delete(oldest[0]);
  return oldest[1];
}

function nameOf(event: Ended): string {
  return event.kind === 'request' ? (event.route ?? 'request without a route') : `gateway ${event.call}`;
}

/** Each span has the `correlation` of its events, because the SDK chooses the trace id without a `traceparent`. */
function attributesOf(event: Ended): Record<string, string | number> {
  const { correlation } = event;
  return {
    ...(correlation === undefined ? {} : { 'scudo.correlation': correlation }),
    ...(event.kind === 'gateway'
      ? { 'scudo.call': event.call, 'scudo.result': event.code }
      : { 'http.response.status_code': event.code, ...(event.route && { 'http.route': event.route }) }),
  };
}
