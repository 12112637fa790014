import { expect } from 'vitest';
import { METRICS, type MetricName } from '../../src/server/adapters/telemetry/metrics.table.js';
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

const SPAN_ATTRIBUTES = /^(?:scudo\.(?:correlation|call|result)|http\.(?:route|response\.status_code))$/;
const WORDS = /^(?:\d{1,3}|[a-z]+(?:[ -][a-z]+)*|(?:[A-Z]+|other) \/[a-z/:?.-]*|[\da-f]{32})$/;

/** Expects that an exporter gets names and words of fixed lists, and trace ids, but no text of a client or order. */
export function expectFixedTexts({ values, spans }: ReturnType<typeof telemetryRecorder>): void {
  for (const { metric, attributes } of values) {
    expect(Object.keys(attributes), metric).toEqual(METRICS[metric as MetricName].attributes);
  }
  for (const name of spans.flatMap(({ attributes }) => Object.keys(attributes))) expect(name).toMatch(SPAN_ATTRIBUTES);
  const texts = [
    ...spans.map(({ name }) => name),
    ...[...values, ...spans].flatMap(({ attributes }) => Object.values(attributes)),
  ];
  expect(texts.length).toBeGreaterThan(20);
  for (const text of texts) expect(String(text)).toMatch(WORDS);
}
