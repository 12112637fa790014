import type { GatewayErrorBody } from '../../../protocol/three-d-secure/gateway-error.js';
import { protocolVersionSchema, transactionIdSchema } from '../../../protocol/values/identifiers.js';
import { FAULTS, type Fault } from './json-refusal.js';

/** EMV's names of the messages that a 400 refers to: preparation request and authentication request. */
export type FailedMessage = 'PReq' | 'AReq';

/**
 * Makes the body of a 400 (3D Secure 2 Authentication Interface, Errors). It repeats the request's transaction and
 * version. Without a transaction, as in a version check, it has no identifier. Without a version it has 2.1.0.
 */
export function errorBody({ code, element }: Fault, failed: FailedMessage, request: unknown): GatewayErrorBody {
  const { server_trans_id, message_version } = (
    typeof request === 'object' && request !== null ? request : {}
  ) as Record<string, unknown>;
  const transaction = transactionIdSchema.safeParse(server_trans_id);
  const version = protocolVersionSchema.safeParse(message_version);
  return {
    ...(transaction.success ? { three_dsserver_trans_id: transaction.data } : {}),
    error_code: code,
    error_component: 'S',
    error_description: FAULTS[code],
    error_detail: element,
    error_message_type: failed,
    message_type: 'Erro',
    message_version: version.success ? version.data : '2.1.0',
  };
}
