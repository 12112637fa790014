import { encodeBase64url } from '../../../protocol/values/base64url.js';
import type { AuthenticationResponse } from '../../../protocol/three-d-secure/authentication-response.js';
import type { Settings } from '../../core/settings.js';
import type { Authentication, Transaction } from '../../issuer/model.js';

/**
 * Makes the document of POST and GET authentications in its current state
 * (docs/reference/gateway.md#authentication-response).
 */
export function authenticationDocument(
  transaction: Transaction,
  authentication: Authentication,
  settings: Settings,
): AuthenticationResponse {
  const { request, verdict, challenge, decoupled, acsTransId, dsTransId } = authentication;
  const whitelist = whitelistStatus(authentication);
  return {
    server_trans_id: transaction.serverTransId,
    acs_trans_id: acsTransId,
    ds_trans_id: dsTransId,
    acs_reference_number: '3DS_LOA_ACS_SCSB_020200_00001',
    // An empty object for a browser (docs/reference/gateway.md#authentication-response).
    acs_rendering_type: {},
    authentication_source: request.authentication_source,
    message_category: request.message_category,
    message_version: request.message_version,
    status: verdict.status,
    ...(verdict.statusReason === undefined ? {} : { status_reason: verdict.statusReason }),
    ...(verdict.eci === undefined ? {} : { eci: verdict.eci }),
    ...(verdict.authenticationValue === undefined ? {} : { authentication_value: verdict.authenticationValue }),
    ...(verdict.cardholderText === undefined ? {} : { cardholder_response_info: verdict.cardholderText }),
    ...(challenge
      ? {
          authentication_type: 'DYNAMIC_CHALLENGE',
          challenge_mandated: true,
          decoupled_response_indicator: 'DECOUPLED_AUTHENTICATION_NOT_UTILISED',
        }
      : {}),
    ...(decoupled
      ? {
          authentication_type: 'DECOUPLED_CHALLENGE',
          decoupled_response_indicator: 'DECOUPLED_AUTHENTICATION_UTILISED',
        }
      : {}),
    ...(whitelist ? { whitelist_status: whitelist } : {}),
    ...(request.message_extension ? { message_extension: request.message_extension } : {}),
    ...(challenge && verdict.status === 'CHALLENGE_REQUIRED'
      ? {
          challenge_request_url: settings.address('/acs/challenge'),
          encoded_creq: encodedRequest(transaction, request.message_version, acsTransId, challenge.windowSize),
        }
      : {}),
  };
}

/** Returns the status of the cardholder's list. A question about it is answered with the challenge. */
function whitelistStatus({ whitelist, verdict, request }: Authentication): AuthenticationResponse['whitelist_status'] {
  if (whitelist === 'asked') {
    if (verdict.status === 'CHALLENGE_REQUIRED') return 'PENDING_CARDHOLDER_CONFIRMATION';
    return verdict.status === 'AUTHENTICATION_SUCCESSFUL' ? 'WHITELISTED' : 'REJECTED';
  }
  return whitelist ?? (request.whitelist_status ? 'NOT_WHITELISTED' : undefined);
}

function encodedRequest(
  { serverTransId }: Transaction,
  messageVersion: string,
  acsTransID: string,
  challengeWindowSize: string,
): string {
  return encodeBase64url(
    JSON.stringify({
      messageType: 'CReq',
      messageVersion,
      threeDSServerTransID: serverTransId,
      acsTransID,
      challengeWindowSize,
    }),
  );
}
