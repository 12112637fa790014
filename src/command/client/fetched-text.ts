import { textOfBody } from '../text-of-body.js';
import { NoAnswerError } from './no-answer-error.js';

/** Longest wait for an answer of a handler: longer than every wait that the contract allows. */
const TIME_LIMIT = 60_000;

/** A response with its text, at most a megabyte of it. Redirects are not followed. */
export interface FetchedText {
  readonly response: Response;
  readonly text: string;
}

/** @throws {NoAnswerError} also for an answer that does not end in time */
export async function fetchedText(
  call: string,
  address: string,
  init: RequestInit,
  fetch: typeof globalThis.fetch = globalThis.fetch,
  timeLimit = TIME_LIMIT,
): Promise<FetchedText> {
  try {
    const signal = AbortSignal.timeout(timeLimit);
    const response = await fetch(address, { ...init, redirect: 'manual', signal });
    return { response, text: await textOfBody(response) };
  } catch (error) {
    throw new NoAnswerError(`${call}: an answer within ${timeLimit / 1000} s`, messageOf(error), { cause: error });
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
