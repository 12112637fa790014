/**
 * The store did nothing: other processes keep it busy, its disk is full, or it cannot be reached. The same call may
 * succeed later.
 * @example
 * // In a store of your own, when the database refuses a connection:
 * throw new StoreBusyError('no connection', { cause: error });
 */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError';
}
