import { Hono } from 'hono';
import {
  authenticationRequestSchema,
  type AuthenticationRequest,
} from '../../../protocol/three-d-secure/authentication-request.js';
import { HASH_FIELDS } from '../../../protocol/values/securehash.js';
import { CHALLENGE_WINDOW_SIZES } from '../../../protocol/three-d-secure/three-d-secure-values.js';
import type { Behaviour } from '../../cards/behaviours.js';
import { fitsScheme } from '../../directory/card-scheme-check.js';
import { issuerDecision } from '../../issuer/decision.js';
import { withoutUnknownFields } from '../../../protocol/three-d-secure/version-fields.js';
import { newDecoupled } from '../../issuer/decoupled.js';
import { newChallenge } from '../../issuer/challenge.js';
import { issuerVerdict } from '../../issuer/verdicts.js';
import type { JsonDependencies } from './dependencies.js';
import type { Authentication, Transaction } from '../../issuer/model.js';
import { authenticationDocument } from './authentication-document.js';
import { carryOut, readJson } from './json-call.js';
import { checkRules } from './request-rules.js';
import { Refusal, wrongData } from './json-refusal.js';
import { OLDEST_VERSION } from './version-check.js';
import { onlyMethod } from '../../http/request.js';

const PATH = '/3ds2/authentications';

/** POST /3ds2/authentications: returns the issuer's decision, which may be a challenge. */
export function authenticationRoute(state: JsonDependencies): Hono {
  const route = new Hono();
  route
    .post(
      PATH,
      carryOut(state, {
        kind: 'authentications',
        schema: authenticationRequestSchema,
        read: readJson,
        hashFields: HASH_FIELDS.authentication,
        failedMessage: 'AReq',
        // Published clients send fields of a later version, which a directory of an earlier one ignores.
        answer: (body) => authenticate(state, withoutUnknownFields(body)),
      }),
    )
    .all(PATH, onlyMethod('POST'));
  return route;
}

function authenticate({ settings, transactions, findCard }: JsonDependencies, body: AuthenticationRequest): object {
  const transaction = transactions.get(body.server_trans_id);
  if (!transaction) throw new Refusal(404);
  checkRules(body, transaction, settings);
  requireUnused(transaction, body);
  const { number, scheme } = body.card_detail;
  if (!fitsScheme(number, scheme, findCard(number))) throw wrongData('card_detail.scheme');
  transaction.order = body.order.id;
  const { card, behaviour } = transaction;
  const decision = issuerDecision(behaviour, body, settings.exemptions);
  if (decision === 'unavailable') {
    transaction.progress = { step: 'unanswered' };
    throw new Refusal(502);
  }
  const at = settings.now();
  const authentication = {
    at,
    request: withoutCard(body),
    acsTransId: settings.randomUuid(),
    dsTransId: settings.randomUuid(),
    verdict: issuerVerdict(decision, card.scheme, behaviour, settings.randomUuid),
    challenge: decision === 'challenge' ? newChallenge(windowSizeCode(body), at, settings) : undefined,
    decoupled:
      decision === 'decoupled'
        ? newDecoupled(behaviour.decoupled ?? 'no-answer', at, settings, body.decouple_flow_timeout)
        : undefined,
    whitelist: whitelistOf(behaviour, body),
  };
  transactions.authenticated(transaction, authentication);
  return authenticationDocument(transaction, authentication, settings);
}

function whitelistOf(
  { whitelisted }: Behaviour,
  { challenge_request_indicator, message_version }: AuthenticationRequest,
): Authentication['whitelist'] {
  if (message_version === OLDEST_VERSION) return undefined;
  if (whitelisted) return 'WHITELISTED';
  return challenge_request_indicator === 'CHALLENGE_REQUESTED_PROMPT_FOR_WHITELIST' ? 'asked' : undefined;
}

/** Requires a server transaction id without an authentication, of the card and version that were checked. */
function requireUnused(transaction: Transaction, body: AuthenticationRequest): void {
  const { progress } = transaction;
  if (progress.step !== 'checked') throw wrongData('server_trans_id');
  if (progress.number !== body.card_detail.number) throw wrongData('card_detail.number');
  if (body.message_version < OLDEST_VERSION || body.message_version > transaction.card.version)
    throw new Refusal(400, { code: '102', element: 'message_version' });
}

/** Removes the card number; only its first and last digits are kept. */
function withoutCard(body: AuthenticationRequest): AuthenticationRequest {
  return { ...body, card_detail: { ...body.card_detail, number: '' } };
}

/** Returns EMV's code 01 to 05, in the order of the vendor's names (docs/reference/gateway.md#enumerations). */
function windowSizeCode({ browser_data }: AuthenticationRequest): string {
  const place = CHALLENGE_WINDOW_SIZES.indexOf(browser_data?.challenge_window_size ?? 'FULL_SCREEN');
  return `0${place + 1}`;
}
