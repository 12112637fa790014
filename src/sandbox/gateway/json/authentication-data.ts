import { Hono, type Context } from 'hono';
import * as z from 'zod/mini';
import { HASH_FIELDS } from '../../../protocol/securehash.js';
import { dateTime, merchantId } from '../../../protocol/request-values.js';
import { lapse } from '../../issuer/challenge.js';
import type { SandboxState } from '../../state.js';
import { authenticationDocument } from './authentication-document.js';
import { carryOut } from './json-call.js';
import { Refusal } from './json-refusal.js';
import { onlyMethod } from '../../http/request.js';

const PATH = '/3ds2/authentications/:id';

const query = z.object({ request_timestamp: dateTime, merchant_id: merchantId, server_trans_id: z.string() });

/** GET /3ds2/authentications/{server_trans_id}: what has become of an authentication. */
export function authenticationDataRoute(state: SandboxState): Hono {
  const route = new Hono();
  route
    .get(
      PATH,
      carryOut(state, {
        kind: 'authentication-data',
        schema: query,
        read: async (context: Context) => ({
          request_timestamp: context.req.query('request_timestamp'),
          merchant_id: context.req.query('merchant_id'),
          server_trans_id: context.req.param('id'),
        }),
        hashFields: HASH_FIELDS.authenticationData,
        versionHeader: 'required',
        failedMessage: 'AReq',
        answer: ({ server_trans_id }) => authenticationData(state, server_trans_id),
      }),
    )
    .all(PATH, onlyMethod('GET'));
  return route;
}

function authenticationData({ settings, transactions }: SandboxState, serverTransId: string): object {
  const transaction = transactions.get(serverTransId);
  // A version check alone is no authentication yet.
  if (!transaction?.authentication) throw new Refusal(404);
  lapse(transaction, settings);
  return authenticationDocument(transaction, transaction.authentication, settings);
}
