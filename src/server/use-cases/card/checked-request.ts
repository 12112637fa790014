import type { PaymentRequest } from '../../../protocol/adapter/adapter-requests.js';
import type { CardScheme } from '../../../protocol/values/card-scheme.js';
import { hasPhone } from '../../domain/input/payer.js';
import { Problem } from '../../domain/problems/problem.js';
import type { AuthenticationRecord, OrderRecord } from '../../domain/record/order-record.js';
import type { AuthenticationParams } from '../../gateway/authentications.js';
import type { Client, Uses } from '../../ports/ports.js';
import { authenticationMessage } from './authentication-message.js';
import type { CardFingerprints } from './card-fingerprint.js';
import { cardTransaction, schemeOf } from './card-transaction.js';

/** A payment with a prepared transaction, and the message that authenticates it. */
export interface CheckedRequest {
  readonly scheme: CardScheme;
  readonly transaction: AuthenticationRecord;
  /** Absent for a card that is not enrolled. */
  readonly message?: AuthenticationParams;
}

export interface RequestOfOrder {
  readonly request: PaymentRequest;
  readonly fingerprints: CardFingerprints;
  readonly client: Client;
}

export type CheckedRequestPorts = Uses<'merchantContactUrl' | 'pageFields' | 'publicUrl'>;

/**
 * The request of a transaction that was prepared for this order and card.
 * @throws {Problem} card-not-supported, authentication-unknown, request-in-progress, invalid-request
 */
export function checkedRequest(
  ports: CheckedRequestPorts,
  order: OrderRecord,
  { request, fingerprints, client }: RequestOfOrder,
  at: Date,
): CheckedRequest {
  const { card, server_trans_id: serverTransId } = request;
  const scheme = schemeOf(order, card.number);
  // Without a transaction: only this backend's own version check proves that a card is not enrolled.
  const transaction = cardTransaction(order, serverTransId, fingerprints, ['checked'], at);
  if (serverTransId === undefined) return { scheme, transaction };
  // The version check stores the version together with the transaction.
  const { messageVersion } = transaction;
  if (messageVersion === undefined) throw new Problem('authentication-unknown');
  const message = authenticationMessage(ports, {
    order,
    request,
    serverTransId,
    scheme,
    messageVersion,
    hasMethodUrl: transaction.hasMethodUrl ?? false,
    client,
  });
  // The gateway refuses it, which consumes the transaction.
  if (!hasPhone(message.payer)) {
    throw new Problem('invalid-request', [{ field: 'payer.mobile_phone', message: 'is missing' }]);
  }
  return { scheme, transaction, message };
}
