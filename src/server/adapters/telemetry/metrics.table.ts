import type { BackendEvent } from '../../ports/ports.js';

/** A metric and its attributes. A counter counts events, a histogram has seconds, and a gauge the last value. */
export interface MetricRow {
  readonly type: 'counter' | 'histogram' | 'gauge';
  readonly unit: string;
  readonly description: string;
  readonly attributes: readonly string[];
}

/**
 * The metrics of `openTelemetry`. An attribute is a word of a fixed list: it has no id of an order, no card data and no
 * text of a person or of the gateway.
 */
export const METRICS = {
  'scudo.payments': {
    type: 'counter',
    unit: '{payment}',
    description: 'Payments that have a result',
    attributes: ['outcome', 'method', 'brand', 'way'],
  },
  'scudo.orders.changes': {
    type: 'counter',
    unit: '{order}',
    description: 'Changes of the state of orders',
    attributes: ['from', 'to'],
  },
  'scudo.three_d_secure.duration': {
    type: 'histogram',
    unit: 's',
    description: 'Steps of 3-D Secure: version-check, authentication and challenge',
    attributes: ['step', 'result'],
  },
  'scudo.three_d_secure.method': {
    type: 'counter',
    unit: '{authentication}',
    description: 'Method steps of authentications',
    attributes: ['result'],
  },
  'scudo.gateway.duration': {
    type: 'histogram',
    unit: 's',
    description: 'Calls to the gateway',
    attributes: ['call', 'result'],
  },
  'scudo.requests.duration': {
    type: 'histogram',
    unit: 's',
    description: 'Requests of pages, ACSs and the gateway',
    attributes: ['route', 'status'],
  },
  'scudo.problems': {
    type: 'counter',
    unit: '{problem}',
    description: 'Problems, as onProblem receives them',
    attributes: ['code', 'level'],
  },
  'scudo.orders.unresolved': {
    type: 'gauge',
    unit: '{order}',
    description: 'Orders in the state in-doubt after the last reconciliation',
    attributes: [],
  },
  'scudo.orders.unresolved.age': {
    type: 'gauge',
    unit: 's',
    description: 'Age of the oldest payment in doubt after the last reconciliation',
    attributes: [],
  },
  'scudo.reconciliation.duration': {
    type: 'histogram',
    unit: 's',
    description: 'Runs of reconciliation',
    attributes: ['result'],
  },
  'scudo.listener.duration': {
    type: 'histogram',
    unit: 's',
    description: 'Changes that onOrderChanged has received',
    attributes: ['result'],
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

/** The name of a metric. */
export type MetricName = keyof typeof METRICS;

/** The attributes of a metric, all of them and no other. */
type AttributesOf<Name extends MetricName> = Readonly<
  Record<(typeof METRICS)[Name]['attributes'][number], string | number>
>;

/** One value of a metric. Durations are in milliseconds. */
export interface Measurement {
  readonly metric: MetricName;
  readonly value: number;
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** The measurements of an event. An attempt to pay has none: `payment` has its result, and `problem` its refusal. */
export function measurementsOf(event: BackendEvent): readonly Measurement[] {
  const one = <Name extends MetricName>(metric: Name, value: number, attributes: AttributesOf<Name>): Measurement => ({
    metric,
    value,
    attributes,
  });
  switch (event.kind) {
    case 'attempt':
      return [];
    case 'payment': {
      const { code: outcome, method, brand = 'none', way = 'none' } = event;
      return [one('scudo.payments', 1, { outcome, method, brand, way })];
    }
    case 'state':
      return [one('scudo.orders.changes', 1, { from: event.from, to: event.code })];
    case 'problem':
      return [one('scudo.problems', 1, { code: event.code, level: event.level })];
    case 'method':
      return [one('scudo.three_d_secure.method', 1, { result: event.code })];
    case 'challenge':
      if (event.duration === undefined) return [];
      return [one('scudo.three_d_secure.duration', event.duration, { step: 'challenge', result: event.code })];
    case 'gateway': {
      const { call, code: result, duration } = event;
      const isStep = call === 'version-check' || call === 'authentication';
      return [
        one('scudo.gateway.duration', duration, { call, result }),
        ...(isStep ? [one('scudo.three_d_secure.duration', duration, { step: call, result })] : []),
      ];
    }
    case 'request':
      return [one('scudo.requests.duration', event.duration, { route: event.route ?? 'none', status: event.code })];
    case 'delivery':
      return [one('scudo.listener.duration', event.duration, { result: event.code })];
    case 'reconciliation':
      return [
        one('scudo.reconciliation.duration', event.duration, { result: event.code }),
        one('scudo.orders.unresolved', event.unresolved, {}),
        one('scudo.orders.unresolved.age', event.oldest, {}),
      ];
  }
}
