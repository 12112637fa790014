import { openTelemetry, type BackendEvent, type OpenTelemetryApi } from '../../src/server.js';

type Attributes = Readonly<Record<string, string | number>>;

interface RecordedSpan {
  readonly id: string;
  readonly name: string;
  readonly attributes: Attributes;
  /** The context that it was started in: the id of a span, or the text of the page's span. */
  readonly parent: unknown;
  /** The code of its status; 2 is an error. */
  status?: number;
}

/** A receiver of events, and what an exporter gets from it. */
export function telemetryRecorder() {
  const values: { readonly metric: string; readonly value: number; readonly attributes: Attributes }[] = [];
  const spans: RecordedSpan[] = [];
  const instrument = (metric: string) => {
    const record = (value: number, attributes: Attributes) => void values.push({ metric, value, attributes });
    return { add: record, record };
  };
  const api: OpenTelemetryApi = {
    ROOT_CONTEXT: 'root',
    metrics: {
      getMeter: () => ({ createCounter: instrument, createHistogram: instrument, createGauge: instrument }),
    },
    trace: {
      getTracer: () => ({
        startSpan(name, { attributes }, parent) {
          const span: RecordedSpan = { id: `span-${spans.length}`, name, attributes, parent };
          spans.push(span);
          return { ...span, setStatus: ({ code }) => (span.status = code), end: () => undefined };
        },
      }),
      setSpan: (_context, span) => (span as unknown as RecordedSpan).id,
      setSpanContext: (_context, { traceId, spanId, traceFlags }) => `${traceId} ${spanId} ${traceFlags}`,
    },
  };
  const receive = openTelemetry(api);
  return { onEvent: (event: BackendEvent) => void receive(event), values, spans };
}
