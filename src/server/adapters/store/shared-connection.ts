import { StoreClosedError } from '../../domain/problems/store-closed-error.js';

/** One connection for all calls of a store. */
export interface SharedConnection<Connection> {
  /**
   * Opens the connection with the first call. A database that is down, or a file that another process is creating, may
   * be available later: a call after a failure opens it again.
   * @throws {StoreClosedError} after `close`
   */
  readonly open: () => Promise<Connection>;
  /** Closes the connection for good, and has an effect once. */
  readonly close: () => Promise<void>;
}

export function shareConnection<Connection extends { close(): void | Promise<void> }>(
  connect: () => Promise<Connection>,
): SharedConnection<Connection> {
  let opened: Promise<Connection> | undefined;
  let closed: Promise<void> | undefined;

  async function closeOpened(): Promise<void> {
    // A connection that could not be opened has rejected the call that needed it.
    const connection = await opened?.catch(() => undefined);
    await connection?.close();
  }

  return {
    async open() {
      if (closed) throw new StoreClosedError();
      opened ??= connect().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    close: () => (closed ??= closeOpened()),
  };
}
