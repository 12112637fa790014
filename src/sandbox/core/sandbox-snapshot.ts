/** Everything that a sandbox holds, as data that `structuredClone` and IndexedDB copy. Its contents may change. */
export interface SandboxSnapshot {
  /** Transactions of the 3-D Secure server. */
  readonly transactions: readonly object[];
  /** Card authorizations. */
  readonly authorizations: readonly object[];
  /** Redirect payments, with their undelivered status messages. */
  readonly payments: readonly object[];
  /** Refunds, with their undelivered status messages. */
  readonly refunds: readonly object[];
  /** Log of messages. */
  readonly messages: readonly object[];
}
