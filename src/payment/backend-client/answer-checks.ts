import type * as z from '../../protocol/zod.js';
import {
  orderViewSchema,
  paymentAnswerSchema,
  pageVersionCheckAnswerSchema,
} from '../../protocol/adapter/adapter-answers.js';
import { problemDocumentSchema, type ProblemDocument } from '../../protocol/adapter/problem-document.js';
import { camelName, renamed, type CamelCased } from '../../protocol/values/camel-case.js';
import { MessageError, parseMessage } from '../../protocol/values/field-issue.js';

/**
 * The checks of the backend's answers by schema. They are part of late.js, so that a page shows its form before it has
 * them (docs/decisions/0032-card-form-in-the-first-file.md).
 */
const ANSWERS = {
  order: orderViewSchema,
  'version check': pageVersionCheckAnswerSchema,
  'payment answer': paymentAnswerSchema,
};

/** The kinds of answers that a page receives. */
export type AnswerKind = keyof typeof ANSWERS;

/** An answer with the names of the API. */
export type CheckedAnswer<Kind extends AnswerKind> = CamelCased<z.output<(typeof ANSWERS)[Kind]>>;

/** Returns the answer with the names of the API, or the reason why it is malformed. */
export function checkAnswer<Kind extends AnswerKind>(
  kind: Kind,
  body: unknown,
): { readonly answer: CheckedAnswer<Kind> } | { readonly malformed: string; readonly cause: unknown } {
  try {
    return { answer: renamed(parseMessage(kind, ANSWERS[kind], body), camelName) as CheckedAnswer<Kind> };
  } catch (cause) {
    return { malformed: cause instanceof MessageError ? cause.message : `Bad ${kind}.`, cause };
  }
}

/** Returns the problem document, or undefined for an error answer that is none. */
export function checkProblem(body: unknown): Omit<ProblemDocument, 'status'> | undefined {
  const { data } = problemDocumentSchema.safeParse(body);
  return data;
}
