import type { PaymentAnswer } from '../../protocol/adapter-answers.js';
import type { ChallengeEnd, ChallengeReport } from '../../protocol/adapter-requests.js';
import type { AuthenticationResponse } from '../../protocol/authentication-response.js';
import { decodeChallengeResult } from '../../protocol/challenge-messages.js';
import { outcomeMessageOf, type OutcomeCode } from '../../protocol/outcome.js';
import { authorize, settledAnswer } from './authorize.js';
import type { BackendContext } from '../backend-context.js';
import { ownAuthentication, schemeOf } from './card-fingerprint.js';
import { decide } from './decision.js';
import type { StillWorking } from '../orders/idempotency.js';
import { isPayable, withEntry, type AuthenticationRecord, type OrderRecord } from '../orders/order-record.js';
import { Problem } from '../problem.js';
import { recordAuthentication, stageAfter } from './authenticate.js';

/** An ACS may tell the browser before the directory has told the gateway: asked again after so many ms. */
const ASK_AGAIN_AFTER = [250, 500, 1000, 2000];

/**
 * POST orders/{id}/authorizations, after a challenge: whatever the page and its CRes say, the
 * gateway is asked for the result, and authorizes on success.
 */
export async function authorizeAfterChallenge(
  context: BackendContext,
  id: string,
  { server_trans_id: serverTransId, card, ended, cres }: ChallengeReport,
  still: StillWorking,
): Promise<PaymentAnswer> {
  const { book, gateway, policies } = context;
  const order = await book.read(id);
  if (order.state === 'paid') return settledAnswer(order);
  if (!isPayable(order)) throw new Problem('order-not-open');

  const own = ownAuthentication(gateway, order, serverTransId, card, ['challenge', 'decoupled']);
  if (cres !== undefined) await noteChallengeResult(context, id, own, cres);
  const authentication = await readResult(context, serverTransId, ended);

  if (stageAfter(authentication) !== 'closed' && ended === 'returned') return { result: 'challenge-open' };
  // Closed from here on, so that what was told stays true: a late success at the ACS authorizes nothing.
  const { changed, record } = await recordAuthentication(context, id, authentication, {
    from: own.stage,
    to: 'closed',
  });
  if (!changed) return anotherReports(record);
  const decision = decide(authentication, policies(order));
  switch (decision.do) {
    case 'authorize':
      return authorize(context, {
        id,
        card,
        scheme: schemeOf(card.number),
        authentication,
        still,
        ...(own.messageVersion ? { messageVersion: own.messageVersion } : {}),
      });
    case 'challenge':
    case 'await':
      return outcome(unfinishedCode(ended));
    case 'end':
      return outcome(endedCode(decision.code, ended), authentication.cardholder_response_info);
  }

  function outcome(code: OutcomeCode, text?: string): PaymentAnswer {
    return { result: 'outcome', outcome: outcomeMessageOf(code, { id, state: record.state }, text) };
  }
}

/** What a report is told when another one of the same challenge came first. */
function anotherReports(record: OrderRecord): PaymentAnswer {
  if (isPayable(record)) throw new Problem('authentication-unknown');
  if (record.state !== 'paid') throw new Problem('order-not-open');
  return settledAnswer(record);
}

async function readResult(
  { gateway, pause }: BackendContext,
  serverTransId: string,
  ended: ChallengeEnd,
): Promise<AuthenticationResponse> {
  let authentication = await gateway.authentications.get(serverTransId);
  for (const ms of ended === 'notified' ? ASK_AGAIN_AFTER : []) {
    if (stageAfter(authentication) === 'closed') break;
    await pause(ms);
    authentication = await gateway.authentications.get(serverTransId);
  }
  return authentication;
}

/** A CRes is kept as a note only, and one of another transaction is noted as what it is. */
async function noteChallengeResult(
  { book, now }: BackendContext,
  id: string,
  own: AuthenticationRecord,
  cres: string,
): Promise<void> {
  let event = 'challenge-result-unreadable';
  let status = '';
  try {
    const { threeDSServerTransID, acsTransID, transStatus } = decodeChallengeResult(cres);
    const ours = same(threeDSServerTransID, own.serverTransId) && same(acsTransID, own.acsTransId);
    event = ours ? 'challenge-result' : 'challenge-result-of-another-transaction';
    status = transStatus;
  } catch {
    // Not base64url JSON of a CRes: the gateway is asked all the same.
  }
  await book.update(id, (record) => withEntry(record, now(), event, { trans_status: status }));
}

function same(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}

function unfinishedCode(ended: ChallengeEnd): OutcomeCode {
  switch (ended) {
    case 'cancelled':
      return 'challenge-cancelled';
    case 'too-late':
      return 'challenge-too-late';
    case 'blocked':
      return 'challenge-blocked';
    case 'notified':
    case 'timed-out':
    case 'returned':
      return 'challenge-timed-out';
  }
}

/** A refusal after the shopper closed the challenge is the shopper's own word. */
function endedCode(code: OutcomeCode, ended: ChallengeEnd): OutcomeCode {
  if (code !== 'authentication-failed' && code !== 'challenge-timed-out') return code;
  if (ended === 'cancelled') return 'challenge-cancelled';
  if (ended === 'too-late') return 'challenge-too-late';
  return code === 'authentication-failed' ? 'challenge-failed' : code;
}
