import { BoundedMap } from './bounded-map.js';
import { checkFault } from './fault-check.js';
import type { ChooseFault, FaultyCallKind, RepeatedDelivery, SandboxFault, TransportFault } from './faults.js';

type XmlCallKind = Extract<
  FaultyCallKind,
  'auth' | 'otb' | 'query' | 'settle' | 'multisettle' | 'void' | 'rebate' | 'payment-set' | 'payment-credit'
>;

/** The faults that a call of a kind can have. */
type FaultOf<Kind extends FaultyCallKind> = Kind extends XmlCallKind
  ? SandboxFault
  : Kind extends 'status'
    ? TransportFault | RepeatedDelivery
    : TransportFault;

/** A call of JSON, and a report. */
export type JsonCallKind = Exclude<FaultyCallKind, XmlCallKind | 'status'>;

/**
 * Returns the fault of a call.
 * @throws {FaultError} for a fault that calls of this kind cannot have
 */
export type FaultSource = <Kind extends FaultyCallKind>(kind: Kind, orderId?: string) => FaultOf<Kind> | undefined;

/** Counts the calls of each kind and order id, and asks the option `faults` about each. */
export function faultSource(choose: ChooseFault): FaultSource {
  const counts = new BoundedMap<string, number>(20_000);
  return <Kind extends FaultyCallKind>(kind: Kind, orderId?: string) => {
    const key = `${kind} ${orderId ?? ''}`;
    const attempt = (counts.get(key) ?? 0) + 1;
    counts.set(key, attempt);
    const fault = choose({ kind, attempt, ...(orderId === undefined ? {} : { orderId }) });
    checkFault(kind, fault);
    return fault as FaultOf<Kind> | undefined;
  };
}
