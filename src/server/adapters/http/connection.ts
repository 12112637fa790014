/** Connection data from the server that calls the handler. */
export interface Connection {
  /** The shopper's address. */
  readonly ip?: string | undefined;
}
