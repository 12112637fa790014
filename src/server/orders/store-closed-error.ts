/** The store was closed before the call, which did nothing. */
export class StoreClosedError extends Error {
  override readonly name = 'StoreClosedError';

  constructor() {
    super('The order store is closed. Create another one, or close it after the last call.');
  }
}
