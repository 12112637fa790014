/** A mistake in one option. */
export interface OptionMistake {
  /** The option's name with dots, such as `gateway.secret`. */
  readonly option: string;
  /** A sentence that names the option, what came, and an example. It never contains a secret. */
  readonly message: string;
}

/**
 * Wrong options. The message has one line for each mistake.
 * @example
 * try {
 *   createMerchantBackend(options);
 * } catch (error) {
 *   if (error instanceof OptionError) console.error(error.mistakes.map(({ option }) => option));
 * }
 */
export class OptionError extends TypeError {
  override readonly name = 'OptionError';
  /** The first wrong option, by its name with dots. */
  readonly option: string;

  constructor(
    /** Every mistake, at least one. */
    readonly mistakes: readonly [OptionMistake, ...OptionMistake[]],
  ) {
    super(mistakes.map(({ message }) => message).join('\n'));
    this.option = mistakes[0].option;
  }
}
