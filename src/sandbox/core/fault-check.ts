import type { FaultyCallKind, SandboxFault } from './faults.js';

/** A wrong choice of the option `faults`. Its stack is that of a call, which does not help. */
export class FaultError extends RangeError {}

type FaultType = SandboxFault['type'];
const TRANSPORT_FAULTS: readonly FaultType[] = ['not-received', 'no-answer', 'unreadable', 'http-status'];
const STATUS_FAULTS: readonly FaultType[] = [...TRANSPORT_FAULTS, 'delivered-twice'];
const XML_FAULTS: readonly FaultType[] = [...STATUS_FAULTS, 'short-answer', 'wrong-hash', 'no-hash'];
const MOMENTS = ['before-processing', 'after-processing'];

/**
 * Checks a fault, which comes from a test and may have no types.
 * @throws {FaultError} naming the kind of the call, the fault and the choices
 */
export function checkFault(kind: FaultyCallKind, fault: unknown): asserts fault is SandboxFault | null | undefined {
  if (fault === undefined || fault === null) return;
  const { type, status, when, result, message } = fault as Partial<Record<string, unknown>>;
  const choices: readonly unknown[] = choicesOf(kind);
  if (!choices.includes(type)) {
    const got = typeof fault === 'object' && type !== undefined ? type : fault;
    throw new FaultError(
      `The type of a fault of "${kind}" must be ${listed(choices)}; got ${shown(got)}. Return undefined for no fault.`,
    );
  }
  const check = (field: string, value: unknown, isRight: boolean, choice: string): void => {
    if (isRight) return;
    throw new FaultError(
      `The fault "${String(type)}" of "${kind}" needs \`${field}\`, which must be ${choice}; got ${shown(value)}.`,
    );
  };
  if (type === 'http-status') check('status', status, isHttpStatus(status), 'a whole number from 200 to 599');
  if (type !== 'short-answer') return;
  check('when', when, MOMENTS.includes(String(when)), listed(MOMENTS));
  check('result', result, typeof result === 'string' && result !== '', 'a result code such as "205"');
  check('message', message, typeof message === 'string', 'a text');
}

/** Returns the types of faults that calls of a kind can have. */
function choicesOf(kind: FaultyCallKind): readonly FaultType[] {
  switch (kind) {
    case 'auth':
    case 'otb':
    case 'query':
    case 'settle':
    case 'multisettle':
    case 'void':
    case 'rebate':
    case 'payment-set':
    case 'payment-credit':
      return XML_FAULTS;
    case 'status':
      return STATUS_FAULTS;
    case 'protocol-versions':
    case 'authentications':
    case 'authentication-data':
    case 'search':
    case 'payments-report':
    case 'refunds-report':
      return TRANSPORT_FAULTS;
  }
}

const isHttpStatus = (status: unknown) => Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599;

const listed = (choices: readonly unknown[]) => choices.map(shown).join(' or ');

/** Returns a value for an error. An async function returns a promise, which is a likely mistake. */
function shown(value: unknown): string {
  if (value instanceof Promise) return 'a Promise';
  const json: unknown = JSON.stringify(value);
  return typeof json === 'string' ? json : typeof value;
}
