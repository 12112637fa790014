import type * as z from '../../../protocol/zod.js';
import type { ProblemCode } from '../../../protocol/adapter/problem-document.js';
import { PROBLEMS } from '../../../protocol/adapter/problem.js';
import { checkMessage } from '../../../protocol/values/field-issue.js';
import { outsideText } from '../../outside-text.js';
import type { Answer } from '../../client/answer.js';

/** A rule of the contract that a backend breaks. */
export class Violation extends Error {
  override readonly name = 'Violation';

  /** The behaviour that the contract requires. */
  readonly expected: string;
  /** The behaviour of the backend. */
  readonly got: string;

  constructor(expected: string, got: string) {
    super(`expected ${outsideText(expected)}; got ${outsideText(got)}`);
    this.expected = outsideText(expected);
    this.got = outsideText(got);
  }
}

/** @throws {Violation} unless the values are equal */
export function expectEqual(what: string, got: unknown, expected: unknown): void {
  if (got !== expected) throw new Violation(`${what} ${shown(expected)}`, shown(got));
}

/** @throws {Violation} unless the condition holds */
export function expectThat(condition: boolean, expected: string, got: unknown): asserts condition {
  if (!condition) throw new Violation(expected, shown(got));
}

/** @throws {Violation} unless the answer has the status */
export function expectStatus(answer: Answer, status: number): void {
  if (answer.status !== status) throw new Violation(`${answer.call}: ${status}`, shownAnswer(answer));
}

/**
 * The message of an answer.
 * @throws {Violation} unless the answer is 200 with JSON that the schema accepts, and without a cache
 */
export function expectMessage<Schema extends z.ZodMiniType>(schema: Schema, answer: Answer): z.output<Schema> {
  expectStatus(answer, 200);
  expectHeader(answer, 'content-type', /^application\/json\b/);
  expectHeader(answer, 'cache-control', /\bno-store\b/);
  expectHeader(answer, 'x-content-type-options', /^nosniff$/);
  const { data, issues } = checkMessage(schema, answer.json);
  if (issues) {
    const wrong = issues.map(({ field, message }) => `${field || 'the document'} ${message}`).join('; ');
    throw new Violation(`${answer.call}: the message of docs/openapi.yaml`, `${wrong}: ${answer.text}`);
  }
  return data;
}

/** @throws {Violation} unless the answer is a problem document with this code, and names these fields */
export function expectProblem(answer: Answer, code: ProblemCode, fields: readonly string[] = []): void {
  const { status, retryable } = PROBLEMS[code];
  const expected = `${answer.call}: ${status} with the problem ${code}`;
  const document = answer.json as Readonly<Record<string, unknown>> | null | undefined;
  if (answer.status !== status || document?.['code'] !== code) throw new Violation(expected, shownAnswer(answer));
  expectHeader(answer, 'content-type', /^application\/problem\+json\b/);
  expectHeader(answer, 'cache-control', /\bno-store\b/);
  expectHeader(answer, 'x-content-type-options', /^nosniff$/);
  expectEqual(`${expected} and status`, document['status'], status);
  expectEqual(`${expected} and retryable`, document['retryable'], retryable);
  expectThat(typeof document['title'] === 'string', `${expected} and a title`, document['title']);
  const issues = (Array.isArray(document['fields']) ? document['fields'] : []) as readonly {
    readonly field?: unknown;
  }[];
  const named = issues.map(({ field }) => field);
  for (const field of fields) expectThat(named.includes(field), `${expected} and the field ${field}`, named);
}

/** @throws {Violation} unless the header matches */
export function expectHeader(answer: Answer, name: string, form: RegExp): string {
  const value = answer.headers.get(name) ?? '';
  if (!form.test(value)) throw new Violation(`${answer.call}: the header ${name} like ${String(form)}`, shown(value));
  return value;
}

export function shownAnswer({ status, text }: Answer): string {
  return `${status} ${outsideText(text)}`.trim();
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `"${outsideText(value)}"` : outsideText(value);
}
