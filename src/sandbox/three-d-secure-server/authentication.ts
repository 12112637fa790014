import { Hono } from 'hono';
import { authenticationRequest, type AuthenticationRequest } from '../../protocol/authentication-request.js';
import { HASH_FIELDS } from '../../protocol/securehash.js';
import { CHALLENGE_WINDOW_SIZES } from '../../protocol/three-d-secure-values.js';
import { newChallenge } from '../challenge.js';
import { verdictOf } from '../issuer.js';
import type { SandboxState } from '../sandbox-state.js';
import type { Transaction } from '../transaction.js';
import { authenticationDocument } from './authentication-document.js';
import { carryOut, onlyMethod, readJson } from './call.js';
import { Refusal, wrongData } from './refusal.js';
import { OLDEST_VERSION } from './version-check.js';

const PATH = '/3ds2/authentications';

/** POST /3ds2/authentications: asks the issuer, and answers without a challenge or with one. */
export function authenticationRoute(state: SandboxState): Hono {
  const route = new Hono();
  route
    .post(PATH, carryOut(state, {
      kind: 'authentications',
      schema: authenticationRequest,
      read: readJson,
      hashFields: HASH_FIELDS.authentication,
      versionHeader: 'required',
      failedMessage: 'AReq',
      answer: (body) => authenticate(state, body),
    }))
    .all(PATH, onlyMethod('POST'));
  return route;
}

function authenticate({ settings, transactions }: SandboxState, body: AuthenticationRequest): object {
  const transaction = transactions.get(body.server_trans_id);
  if (!transaction) throw new Refusal(404);
  begin(transaction, body);
  const { card, behaviour } = transaction;
  if (behaviour.issuer === 'unavailable') throw new Refusal(502);
  // Where there is no browser there is nowhere to ask: what would be a challenge cannot be performed.
  const decision = behaviour.issuer === 'challenge' && !body.browser_data ? 'impossible' : behaviour.issuer;
  const at = settings.now();
  const authentication = {
    at,
    request: withoutCard(body),
    acsTransId: settings.randomUuid(),
    dsTransId: settings.randomUuid(),
    verdict: verdictOf(decision, card.scheme, behaviour, settings.randomUuid),
    challenge: decision === 'challenge' ? newChallenge(windowSizeCode(body), at) : undefined,
  };
  transactions.authenticated(transaction, authentication);
  return authenticationDocument(transaction, authentication, settings);
}

/** A server transaction id serves one authentication, of the card and version that were checked. */
function begin(transaction: Transaction, body: AuthenticationRequest): void {
  if (transaction.used) throw wrongData('server_trans_id');
  if (transaction.number !== body.card_detail.number) throw wrongData('card_detail.number');
  if (body.message_version < OLDEST_VERSION || body.message_version > transaction.card.version) throw new Refusal(400, { code: '102', element: 'message_version' });
  transaction.used = true;
  transaction.number = undefined;
  transaction.order = body.order.id;
}

/** Only the first and last digits of a card outlive the call. */
function withoutCard(body: AuthenticationRequest): AuthenticationRequest {
  return { ...body, card_detail: { ...body.card_detail, number: '' } };
}

/** EMV's 01 to 05, in the order of the vendor's names (gateway facts 1.5). */
function windowSizeCode({ browser_data }: AuthenticationRequest): string {
  const place = CHALLENGE_WINDOW_SIZES.indexOf(browser_data?.challenge_window_size ?? 'FULL_SCREEN');
  return `0${place + 1}`;
}
