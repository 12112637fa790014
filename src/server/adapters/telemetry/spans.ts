import type { BackendEvent, OnEvent } from '../../options/backend-options.js';

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

/** The calls of a request that has not ended, or the context of its span. */
interface Traced {
  readonly calls: readonly GatewayCall[];
  readonly context?: unknown;
}

/** Requests that are kept: those under way, and ended ones whose look-ups run in the background. */
const MAX_REQUESTS = 1_000;
/** Span kinds and the status of https://opentelemetry.io/docs/specs/otel/trace/api/ */
const SERVER = 1;
const CLIENT = 2;
const ERROR = 2;

/** Returns a receiver of events that makes a span of each request, and one below it of each of its gateway calls. */
export function createSpans({ trace, ROOT_CONTEXT }: TracingApi): OnEvent {
  const tracer = trace.getTracer('scudo-checkout');
  const requests = new Map<string, Traced>();

  function keep(request: string, traced: Traced): void {
    requests.delete(request);
    requests.set(request, traced);
    const [oldest] = requests.keys();
    if (requests.size > MAX_REQUESTS && oldest !== undefined) requests.delete(oldest);
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
    if (event.kind === 'request' && event.code >= 500) span.setStatus({ code: ERROR });
    span.end(end);
    return span;
  }

  return (event) => {
    if (event.kind !== 'gateway' && event.kind !== 'request') return;
    const { request } = event;
    const traced = request === undefined ? undefined : requests.get(request);
    if (event.kind === 'request') {
      const context = trace.setSpan(ROOT_CONTEXT, endedSpan(event, parentContext(event.parent)));
      for (const call of traced?.calls ?? []) endedSpan(call, context);
      if (request !== undefined) keep(request, { calls: [], context });
    } else if (request === undefined || traced?.context !== undefined) {
      endedSpan(event, traced?.context ?? ROOT_CONTEXT);
    } else keep(request, { calls: [...(traced?.calls ?? []), event] });
  };

  /** The span of the page, from a valid header `traceparent`. */
  function parentContext(parent: string | undefined): unknown {
    const [, traceId, spanId, flags] = parent?.split('-') ?? [];
    if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT;
    const traceFlags = Number.parseInt(flags, 16) & 1;
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
  }
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
