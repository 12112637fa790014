import { Hono, type Context } from 'hono';
import * as z from '../../../protocol/zod.js';
import { HASH_FIELDS } from '../../../protocol/values/securehash.js';
import { dateTimeSchema, merchantIdSchema } from '../../../protocol/values/request-values.js';
import { limitedText } from '../../../protocol/values/text.js';
import { lapse } from '../../issuer/challenge.js';
import type { JsonDependencies } from './dependencies.js';
import { authenticationDocument } from './authentication-document.js';
import { carryOut } from './json-call.js';
import { Refusal } from './json-refusal.js';
import { onlyMethod } from '../../http/request.js';

const PATH = '/3ds2/authentications/:id';

const querySchema = z.object({
  request_timestamp: dateTimeSchema,
  merchant_id: merchantIdSchema,
  server_trans_id: limitedText(100),
});

/** GET /3ds2/authentications/{server_trans_id}: the current data of an authentication. */
export function authenticationDataRoute(state: JsonDependencies): Hono {
  const route = new Hono();
  route
    .get(
      PATH,
      carryOut(state, {
        kind: 'authentication-data',
        schema: querySchema,
        read: async (context: Context) => ({
          request_timestamp: context.req.query('request_timestamp'),
          merchant_id: context.req.query('merchant_id'),
          server_trans_id: context.req.param('id'),
        }),
        hashFields: HASH_FIELDS.authenticationData,
        failedMessage: 'AReq',
        answer: ({ server_trans_id }) => authenticationData(state, server_trans_id),
      }),
    )
    .all(PATH, onlyMethod('GET'));
  return route;
}

/**
 * Returns the data that exist, also after a challenge was cancelled or "the authentication did not
 * proceed" (3D Secure 2 Authentication Interface, Endpoints). A version check alone has no status yet, and
 * an authentication that the issuer did not answer (502) could not be performed. The documents do not show
 * these two answers (docs/reference/gateway.md#unknowns).
 */
function authenticationData({ settings, transactions }: JsonDependencies, serverTransId: string): object {
  const transaction = transactions.get(serverTransId);
  if (!transaction) throw new Refusal(404);
  lapse(transaction, settings);
  const { progress } = transaction;
  if (progress.step === 'authenticated') return authenticationDocument(transaction, progress.authentication, settings);
  return {
    server_trans_id: transaction.serverTransId,
    acs_info_indicator: ['NOT_AVAILABLE'],
    ...(progress.step === 'unanswered'
      ? { status: 'AUTHENTICATION_COULD_NOT_BE_PERFORMED', status_reason: 'TRANSACTION_TIMED_OUT_AT_THE_ACS' }
      : {}),
  };
}
