import type { SandboxSnapshot } from './core/sandbox-snapshot.js';
import type { Authorization } from './authorizations/model.js';
import { authenticationOf, type Transaction } from './issuer/model.js';
import type { LogEntry } from './log/message-log.js';
import type { SandboxState } from './state.js';
import type { RedirectTransaction, Refund } from './testpay/model.js';

/** The snapshot as this version writes it. */
interface Contents extends SandboxSnapshot {
  readonly transactions: readonly Transaction[];
  readonly authorizations: readonly Authorization[];
  readonly payments: readonly RedirectTransaction[];
  readonly refunds: readonly Refund[];
  readonly messages: readonly LogEntry[];
}

/** Copies what a sandbox holds. */
export function sandboxSnapshotOf({ transactions, authorizations, payments, log }: SandboxState): SandboxSnapshot {
  const contents: Contents = {
    transactions: [...transactions.values()],
    authorizations: [...authorizations.values()],
    payments: [...payments.transactions()],
    refunds: [...payments.refunds()],
    messages: [...log.entries()],
  };
  // In one call, because a transaction that a message is about gets its order later.
  return structuredClone(contents);
}

/** Adds the contents of a snapshot to a new sandbox. */
export async function restoreSandbox(snapshot: SandboxSnapshot, state: SandboxState): Promise<void> {
  const { transactions, authorizations, payments, refunds, messages } = structuredClone(snapshot) as Contents;
  for (const transaction of transactions) {
    state.transactions.add(transaction);
    const authentication = authenticationOf(transaction);
    if (authentication) state.transactions.authenticated(transaction, authentication);
  }
  for (const authorization of authorizations) await state.authorizations.save(authorization);
  for (const payment of payments) await state.payments.save(payment);
  for (const refund of refunds) await state.payments.saveRefund(refund);
  state.log.restore(messages);
}
