import type { ReactiveControllerHost } from 'lit';
import type { Clock } from '../../payment/clock.js';
import { warnDeveloper } from './console-line.js';
import { SET_UP_MISTAKES, type SetUpMistakeCode } from './set-up-mistakes.js';

/** The part of an element that its set-up is about. */
export interface CheckedElement
  extends HTMLElement,
    Pick<ReactiveControllerHost, 'addController' | 'removeController'> {
  readonly backend: string;
  readonly order: string;
  readonly adapter?: unknown;
  readonly clock: Clock;
}

export interface Mistake {
  readonly code: SetUpMistakeCode;
  /** The mistake, which may have texts of the backend. */
  readonly what: string;
  /** The subject, such as an attribute: a mistake is written once for each. Default: the backend. */
  readonly subject?: string;
  /** Text of this layer, which is written as it is. */
  readonly more?: string;
  /** True when the backend's text has the fix as well. */
  readonly hasFix?: boolean;
}

/** Milliseconds. An app may set the properties some time after it has inserted the element. */
export const PATIENCE = 3_000;

const reported = new WeakMap<HTMLElement, Set<string>>();

/** Writes a mistake, once for each element and subject. */
export function write(
  host: CheckedElement,
  { code, what, subject = host.backend, more = '', hasFix = false }: Mistake,
): void {
  const key = `${code} ${subject}`;
  const keys = reported.get(host) ?? new Set();
  reported.set(host, keys);
  if (keys.has(key)) return;
  keys.add(key);
  warnDeveloper(`${withoutCards(what)}${more}${hasFix ? '' : ` ${SET_UP_MISTAKES[code].fix}`}`, code);
}

/** Returns true for a mistake that has been written, about any subject. */
export function isWritten(host: CheckedElement, code: SetUpMistakeCode): boolean {
  return [...(reported.get(host) ?? [])].some((key) => key.startsWith(`${code} `));
}

/** The most characters of a text from outside. */
const MAX_LENGTH = 300;

/** A text without control characters and without what can be a card number: a backend may repeat what it received. */
function withoutCards(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  const masked = plain.replaceAll(/\p{Nd}(?:[\s\p{Pd}]*\p{Nd}){11,}/gu, '[digits removed]');
  return masked.length > MAX_LENGTH ? `${masked.slice(0, MAX_LENGTH - 1)}…` : masked;
}
