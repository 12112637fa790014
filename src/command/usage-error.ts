/** A mistake in the options of a command, with the command's own usage. */
export class CommandUsageError extends Error {
  override readonly name = 'CommandUsageError';

  constructor(
    message: string,
    /** The options of the command. */
    readonly usage: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
