import type { BackendEvent, OnEvent } from '../../ports/ports.js';
import { PROBLEM_LEVELS } from '../log/problem-levels.js';
import { measurementsOf, METRICS, type MetricName, type MetricRow } from './metrics.table.js';
import { createSpans, type TracingApi } from './spans.js';

type Attributes = Readonly<Record<string, string | number>>;

interface Options {
  readonly unit: string;
  readonly description: string;
}

interface Meter {
  createCounter(name: string, options: Options): { add(value: number, attributes: Attributes): void };
  createHistogram(
    name: string,
    options: Options & { readonly advice: { readonly explicitBucketBoundaries: number[] } },
  ): { record(value: number, attributes: Attributes): void };
  createGauge(name: string, options: Options): { record(value: number, attributes: Attributes): void };
}

/**
 * The part of `@opentelemetry/api` that is used. Declarations with the package's own types would need the package,
 * which is optional.
 */
export interface OpenTelemetryApi extends TracingApi {
  /** Metrics of the registered SDK, or none. */
  readonly metrics: { getMeter(name: string): Meter };
}

/** Seconds. The longest long poll has 25 s, and a challenge takes minutes. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/**
 * Returns a receiver of events that records metrics and spans by OpenTelemetry (docs/monitoring.md). The shop registers
 * an SDK; without one, nothing is recorded.
 * @param api the module `@opentelemetry/api`
 * @returns the option `onEvent`
 * @throws {Error} for a version of the module or of the SDK without gauges
 * @example
 * declare const api: Parameters<typeof openTelemetry>[0]; // import * as api from '@opentelemetry/api'
 *
 * const onEvent = openTelemetry(api);
 */
export function openTelemetry(api: OpenTelemetryApi): OnEvent {
  const meter = api.metrics.getMeter('scudo-checkout');
  if (!('createGauge' in meter)) {
    throw new Error('openTelemetry needs gauges. Install @opentelemetry/api 1.9 or newer, and an SDK for it.');
  }
  const record = Object.fromEntries(
    Object.entries(METRICS).map(([name, row]) => [name, recorderOf(meter, name, row)]),
  ) as Readonly<Record<MetricName, (value: number, attributes: Attributes) => void>>;
  // A series that begins with 1 has no increase in Prometheus, so an alert would miss the first problem of a process.
  for (const [code, level] of Object.entries(PROBLEM_LEVELS)) record['scudo.problems'](0, { code, level });
  const spans = createSpans(api);
  return (event: BackendEvent) => {
    for (const { metric, value, attributes } of measurementsOf(event)) record[metric](value, attributes);
    spans(event);
  };
}

/** Durations of events are milliseconds, and metrics have seconds. */
function recorderOf(
  meter: Meter,
  name: string,
  { type, unit, description }: MetricRow,
): (value: number, attributes: Attributes) => void {
  const options = { unit, description };
  const scale = unit === 's' ? 1_000 : 1;
  switch (type) {
    case 'counter': {
      const counter = meter.createCounter(name, options);
      return (value, attributes) => counter.add(value, attributes);
    }
    case 'histogram': {
      const histogram = meter.createHistogram(name, { ...options, advice: { explicitBucketBoundaries: BUCKETS } });
      return (value, attributes) => histogram.record(value / scale, attributes);
    }
    case 'gauge': {
      const gauge = meter.createGauge(name, options);
      return (value, attributes) => gauge.record(value / scale, attributes);
    }
  }
}
