import type { PaymentAnswer } from '../../protocol/adapter-answers.js';
import type { PaymentRequest } from '../../protocol/adapter-requests.js';
import { encodeBase64url } from '../../protocol/base64url.js';
import type { PayerDetail } from '../../protocol/authentication-request.js';
import type { AuthenticationResponse } from '../../protocol/authentication-response.js';
import { outcomeMessageOf } from '../../protocol/outcome.js';
import { withoutUnknownFields } from '../../protocol/version-fields.js';
import { authenticationMessage } from './authentication-message.js';
import { authorize, settledAnswer } from './authorize.js';
import type { BackendContext, Client } from '../backend-context.js';
import { ownAuthentication, schemeOf } from './card-fingerprint.js';
import { byPolicy, decide, shiftsLiability } from './decision.js';
import type { StillWorking } from '../orders/idempotency.js';
import type { OrderBook } from '../orders/order-book.js';
import { isPayable, withAuthentication, withEntry, type AuthenticationRecord } from '../orders/order-record.js';
import { Problem } from '../problem.js';

/**
 * POST orders/{id}/authentications: authenticates and, where the issuer agrees at once, authorizes
 * in the same call.
 */
export async function authenticate(
  context: BackendContext,
  id: string,
  request: PaymentRequest,
  client: Client,
  still: StillWorking,
): Promise<PaymentAnswer> {
  const { book, gateway, policies } = context;
  const { card, server_trans_id: serverTransId } = request;
  const order = await book.read(id);
  if (order.state === 'paid') return settledAnswer(order);
  if (!isPayable(order)) throw new Problem('order-not-open');

  const scheme = schemeOf(card.number);
  if (serverTransId === undefined) return withoutAuthentication();
  const { messageVersion = '2.1.0' } = ownAuthentication(gateway, order, serverTransId, card, ['checked']);
  const message = authenticationMessage(context, { order, request, serverTransId, scheme, messageVersion, client });
  // The gateway would refuse it, and the transaction be spent.
  if (!hasPhone(message.payer))
    throw new Problem('invalid-request', [{ field: 'payer.mobile_phone', message: 'is missing' }]);
  await claim(context, id, serverTransId);

  const authentication = await gateway.authentications.create(withoutUnknownFields(message));
  const { changed, record } = await recordAuthentication(context, id, authentication, {
    from: 'requested',
    to: stageAfter(authentication),
  });
  if (!changed) throw new Problem('authentication-unknown');

  const decision = decide(authentication, policies(order));
  switch (decision.do) {
    case 'authorize':
      return authorize(context, { id, card, scheme, authentication, messageVersion, still });
    case 'challenge':
      return challenge(id, authentication);
    case 'await':
      return { result: 'decoupled' };
    case 'end':
      return {
        result: 'outcome',
        outcome: outcomeMessageOf(decision.code, { id, state: record.state }, authentication.cardholder_response_info),
      };
  }

  /** That a card takes no part in 3-D Secure is believed only of our own version check. */
  async function withoutAuthentication(): Promise<PaymentAnswer> {
    ownAuthentication(gateway, order, undefined, card, ['checked']);
    const decision = byPolicy(policies(order).notEnrolled, 'not-enrolled');
    if (decision.do === 'end')
      return { result: 'outcome', outcome: outcomeMessageOf(decision.code, { id, state: order.state }) };
    return authorize(context, { id, card, scheme, still });
  }
}

/** At least one phone number must be supplied (spec: Authentication request body, payer). */
function hasPhone(payer: PayerDetail | undefined): boolean {
  return Boolean(payer?.mobile_phone ?? payer?.home_phone ?? payer?.work_phone);
}

/** Where a transaction stands after an answer of the gateway's: it is open as long as somebody is being asked. */
export function stageAfter({ status }: AuthenticationResponse): 'challenge' | 'decoupled' | 'closed' {
  if (status === 'CHALLENGE_REQUIRED') return 'challenge';
  return status === 'DECOUPLED_AUTHENTICATION_CONFIRMED' ? 'decoupled' : 'closed';
}

/** A transaction identifier serves one authentication: whoever comes second finds it taken. */
async function claim({ book, now }: BackendContext, id: string, serverTransId: string): Promise<void> {
  const { changed } = await book.update(id, (record) => {
    const free = record.authentications.some((one) => one.serverTransId === serverTransId && one.stage === 'checked');
    return free
      ? withEntry(withAuthentication(record, serverTransId, { stage: 'requested' }), now(), 'authentication-sent', {
          server_trans_id: serverTransId,
        })
      : undefined;
  });
  if (!changed) throw new Problem('authentication-unknown');
}

/**
 * Keeps what an authentication, or the question for its result, has brought, and moves it on from
 * where it must stand. Of two that come at a time one does so, and what that one decides holds.
 */
export async function recordAuthentication(
  { book, now }: BackendContext,
  id: string,
  response: AuthenticationResponse,
  { from, to }: Readonly<Record<'from' | 'to', AuthenticationRecord['stage']>>,
): Promise<Awaited<ReturnType<OrderBook['update']>>> {
  const { server_trans_id, status, status_reason, eci, acs_trans_id, whitelist_status, message_extension } = response;
  const open = stageAfter(response) !== 'closed';
  return book.update(id, (record) => {
    if (!record.authentications.some(({ serverTransId, stage }) => serverTransId === server_trans_id && stage === from))
      return undefined;
    const changed = withAuthentication(record, server_trans_id, {
      stage: to,
      status,
      ...(status_reason ? { statusReason: status_reason } : {}),
      ...(eci ? { eci } : {}),
      ...(acs_trans_id ? { acsTransId: acs_trans_id } : {}),
      ...(whitelist_status ? { whitelistStatus: whitelist_status } : {}),
      ...(message_extension ? { messageExtension: message_extension } : {}),
    });
    // Beside an authorization of another payment this one says nothing of the liability.
    const liabilityShift = open || !isPayable(record) ? record.liabilityShift : shiftsLiability(response, record);
    return withEntry(
      { ...changed, liabilityShift },
      now(),
      open && to === 'closed' ? 'challenge-closed' : 'authentication-answered',
      { status, ...(eci ? { eci } : {}) },
    );
  });
}

function challenge(
  id: string,
  { server_trans_id, challenge_request_url, encoded_creq }: AuthenticationResponse,
): PaymentAnswer {
  return {
    result: 'challenge',
    server_trans_id,
    acs_url: challenge_request_url ?? '',
    encoded_creq: encoded_creq ?? '',
    // Echoed by the ACS: the page takes no notification that does not bring it back.
    session_data: encodeBase64url(id),
  };
}
