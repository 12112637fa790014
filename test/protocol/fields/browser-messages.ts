import { encodeBase64url } from '../../../src/protocol/values/base64url.js';
import {
  decodeChallengeRequest,
  decodeChallengeResult,
} from '../../../src/protocol/three-d-secure/challenge-messages.js';
import { parseMessage } from '../../../src/protocol/values/field-issue.js';
import { gatewayErrorBodySchema } from '../../../src/protocol/three-d-secure/gateway-error.js';
import { decodeMethodData, decodeMethodNotification } from '../../../src/protocol/three-d-secure/method-data.js';
import * as sample from '../samples.js';
import { TRANSACTION_STATUSES } from './enumerations.js';
import {
  address,
  anyText,
  either,
  informing,
  oneOf,
  optional,
  required,
  uuid,
  version,
  type MessageFields,
} from './rule.js';

/** "Base64url JSON": each of these messages is read from the text that a form posts. */
const posted = (decode: (encoded: string) => unknown) => (message: unknown) =>
  decode(encodeBase64url(JSON.stringify(message)));

/** 3D Secure 2 Authentication Interface, Browser-to-ACS posts, 1: the 3DS Method Data object. */
export const METHOD_DATA: MessageFields = {
  name: 'method data',
  kind: 'JSON request',
  sample: sample.METHOD_DATA,
  read: posted(decodeMethodData),
  fields: [required('threeDSServerTransID', uuid), required('threeDSMethodNotificationURL', address)],
};

/** The same document, Events: "Base64url value with the server transaction ID only". */
export const METHOD_NOTIFICATION: MessageFields = {
  name: 'method notification',
  kind: 'JSON request',
  sample: { threeDSServerTransID: sample.ID },
  read: posted(decodeMethodNotification),
  fields: [required('threeDSServerTransID', uuid)],
};

/** The same document, Authentication response body: the decoded challenge request. */
export const CHALLENGE_REQUEST: MessageFields = {
  name: 'challenge request',
  kind: 'JSON request',
  sample: sample.CREQ,
  read: posted(decodeChallengeRequest),
  fields: [
    required('messageType', oneOf(['CReq'], { near: ['CRes', 'creq', 'CREQ'] })),
    required('messageVersion', version),
    required('threeDSServerTransID', uuid),
    required('acsTransID', uuid),
    required('challengeWindowSize', {
      right: ['01', '02', '03', '04', '05'],
      wrong: ['', '00', '06', '1', '5', 'FULL_SCREEN', '600x400', 5],
    }),
  ],
};

/** The same document, Challenge result (CRes) fields returned from the ACS. */
export const CHALLENGE_RESULT: MessageFields = {
  name: 'challenge result',
  kind: 'JSON request',
  sample: sample.CRES,
  read: posted(decodeChallengeResult),
  fields: [
    required('threeDSServerTransID', uuid),
    required('acsTransID', uuid),
    {
      ...either('messageExtension.0', {
        right: [{ name: 'extension', id: 'A1', criticalityIndicator: false, data: { A1: { key: 'value' } } }],
        wrong: ['text', 7],
      }),
      object: true,
    },
    required('messageType', oneOf(['CRes'], { near: ['CReq', 'cres', 'CRES'] })),
    required('messageVersion', version),
    required('transStatus', oneOf(TRANSACTION_STATUSES, { near: ['X', 'y', 'Z', 'YES', 'B'] })),
    optional('challengeCompletionInd', oneOf(['Y', 'N'], { near: ['X', 'true'] })),
  ],
};

/** The same document, Errors: 400 body fields. */
export const ERROR_BODY: MessageFields = {
  name: '400 body',
  kind: 'JSON answer',
  sample: sample.ERROR_BODY,
  read: (message) => parseMessage('400 body', gatewayErrorBodySchema, message),
  fields: [
    informing('three_dsserver_trans_id', anyText),
    informing('error_code', { right: ['101', '201', '203', '305'], wrong: [] }),
    informing('error_component', { right: ['C', 'S', 'D', 'A'], wrong: [] }),
    informing('error_description', anyText),
    informing('error_detail', { right: ['message_version', 'card_detail.number'], wrong: [] }),
    informing('error_message_type', { right: ['AReq', 'PReq'], wrong: [] }),
    informing('message_type', { right: ['Erro'], wrong: [] }),
    informing('message_version', { right: ['2.1.0'], wrong: [] }),
  ],
};
