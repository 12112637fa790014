/**
 * The store was closed before the call, which did nothing.
 * @example
 * const isStopping = (error: unknown) => error instanceof StoreClosedError;
 */
export class StoreClosedError extends Error {
  override readonly name = 'StoreClosedError';

  constructor() {
    super('The order store is closed. Create another one, or close it after the last call.');
  }
}
