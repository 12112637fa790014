import { encodeBase64url } from '../../protocol/base64url.js';
import type { AuthenticationResponse } from '../../protocol/authentication-response.js';
import type { Settings } from '../settings.js';
import type { Authentication, Transaction } from '../transaction.js';

/** The one document of POST and GET authentications, in its present state (gateway facts 1.6). */
export function authenticationDocument(transaction: Transaction, authentication: Authentication, settings: Settings): AuthenticationResponse {
  const { request, verdict, challenge, acsTransId, dsTransId } = authentication;
  return {
    server_trans_id: transaction.serverTransId,
    acs_trans_id: acsTransId,
    ds_trans_id: dsTransId,
    acs_reference_number: '3DS_LOA_ACS_SCSB_020200_00001',
    authentication_source: request.authentication_source,
    message_category: request.message_category,
    message_version: request.message_version,
    status: verdict.status,
    ...(verdict.statusReason === undefined ? {} : { status_reason: verdict.statusReason }),
    ...(verdict.eci === undefined ? {} : { eci: verdict.eci }),
    ...(verdict.authenticationValue === undefined ? {} : { authentication_value: verdict.authenticationValue }),
    ...(verdict.cardholderText === undefined ? {} : { cardholder_response_info: verdict.cardholderText }),
    ...(challenge ? { authentication_type: 'DYNAMIC_CHALLENGE', challenge_mandated: true, decoupled_response_indicator: 'DECOUPLED_AUTHENTICATION_NOT_UTILISED' } : {}),
    ...(challenge && verdict.status === 'CHALLENGE_REQUIRED'
      ? { challenge_request_url: settings.address('/acs/challenge'), encoded_creq: encodedRequest(transaction, request.message_version, acsTransId, challenge.windowSize) }
      : {}),
  };
}

function encodedRequest({ serverTransId }: Transaction, messageVersion: string, acsTransID: string, challengeWindowSize: string): string {
  return encodeBase64url(JSON.stringify({ messageType: 'CReq', messageVersion, threeDSServerTransID: serverTransId, acsTransID, challengeWindowSize }));
}
