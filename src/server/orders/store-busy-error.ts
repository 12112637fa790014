/** The store did nothing: other processes keep it busy, or it cannot be reached. The same call may succeed later. */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError';
}
