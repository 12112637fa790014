/** A call without an answer. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';

  constructor(
    /** The call, and the time that it had. */
    readonly expected: string,
    /** The reason. */
    readonly got: string,
    options?: ErrorOptions,
  ) {
    super(`${expected}: ${got}`, options);
  }
}
