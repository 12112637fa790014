import type { GatewayErrorBody } from '../../../protocol/gateway-error.js';
import { protocolVersion, transactionId } from '../../../protocol/identifiers.js';
import { FAULTS, type Fault } from './json-refusal.js';

/** Preparation and authentication request: EMV's names of the messages that a 400 speaks of. */
export type FailedMessage = 'PReq' | 'AReq';

/**
 * The body of a 400 (spec: Errors). Transaction and version are the request's own where it has
 * them. A call without a transaction still gets an identifier, so that the eight fields are there;
 * the version is then the one that the documents' error bodies show.
 */
export function errorBody(
  { code, element }: Fault,
  failed: FailedMessage,
  request: unknown,
  randomUuid: () => string,
): GatewayErrorBody {
  const { server_trans_id, message_version } = (
    typeof request === 'object' && request !== null ? request : {}
  ) as Record<string, unknown>;
  const transaction = transactionId.safeParse(server_trans_id);
  const version = protocolVersion.safeParse(message_version);
  return {
    three_dsserver_trans_id: transaction.success ? transaction.data : randomUuid(),
    error_code: code,
    error_component: 'S',
    error_description: FAULTS[code],
    error_detail: element,
    error_message_type: failed,
    message_type: 'Erro',
    message_version: version.success ? version.data : '2.1.0',
  };
}
