import type { AuthenticationAnswer } from '../../gateway/authentications.js';
import type { Change } from '../../book/order-book.js';
import {
  isPayable,
  withAuthentication,
  withEntry,
  type AuthenticationRecord,
  type OrderRecord,
} from '../../domain/record/order-record.js';
import { asPresented } from '../../domain/card/demanded-challenge.js';
import { byPolicy, decide, decideAddCard, shiftsLiability, type Decision } from '../../domain/card/decision.js';
import type { Policies } from '../../domain/input/policies.js';

type Stage = AuthenticationRecord['stage'];

/** The stage after an answer of the gateway: open while the shopper is being asked. */
export function stageAfter({ status }: AuthenticationAnswer): 'challenge' | 'decoupled' | 'closed' {
  if (status === 'CHALLENGE_REQUIRED') return 'challenge';
  return status === 'DECOUPLED_AUTHENTICATION_CONFIRMED' ? 'decoupled' : 'closed';
}

export function decisionOf(order: OrderRecord, answer: AuthenticationAnswer, policies: Policies): Decision {
  // The order has requested that data are shared only, and with it keeps the liability.
  const isAsRequested =
    order.challengeRequestIndicator === 'NO_CHALLENGE_REQUESTED_DATA_SHARE_ONLY' &&
    answer.status === 'CHALLENGE_PREFERENCE_ACKNOWLEDGED_INFORMATIONAL_ONLY';
  if (isAsRequested && order.purpose === 'pay')
    return byPolicy(policies.successfulWithoutShift, 'authentication-impossible');
  return order.purpose === 'add-card' ? decideAddCard(answer, policies) : decide(answer, policies);
}

/**
 * The change with the result of an authentication that is at stage `from`. Of two concurrent calls one succeeds. A
 * decision to authorize reserves the authorization that follows, unless the shopper has cancelled.
 */
export function withAuthenticationAnswer(
  answer: AuthenticationAnswer,
  { from, to, decision }: { readonly from: Stage; readonly to: Stage; readonly decision: Decision },
): Change {
  const { serverTransId, status, statusReason, eci, acsTransId, whitelistStatus, messageExtension } = answer;
  const isOpen = stageAfter(answer) !== 'closed';
  const authorizes = decision.do === 'authorize' && to === 'closed';
  return (record, at) => {
    const stored = record.authentications.find((one) => one.serverTransId === serverTransId && one.stage === from);
    if (!stored || (authorizes && stored.isCancelled)) return undefined;
    const changed = withAuthentication(record, serverTransId, {
      stage: authorizes ? 'authorizing' : to,
      stageSince: at.toISOString(),
      status,
      ...(statusReason ? { statusReason } : {}),
      ...(eci ? { eci } : {}),
      ...(acsTransId ? { acsTransId } : {}),
      ...(whitelistStatus ? { whitelistStatus } : {}),
      ...(messageExtension ? { messageExtension } : {}),
    });
    // Another payment's authorization decides about liability, not this authentication.
    const liabilityShift =
      isOpen || !isPayable(record) ? record.liabilityShift : shiftsLiability(answer, asPresented(record));
    const event = isOpen && to === 'closed' ? 'challenge-closed' : 'authentication-answered';
    return withEntry({ ...changed, liabilityShift }, at, event, { status, ...(eci ? { eci } : {}) });
  };
}

/** The record without the entry of an authentication that was announced, and certainly was not sent. */
export function withoutAuthenticationSent(record: OrderRecord, serverTransId: string): OrderRecord {
  const { history } = record;
  const sent = history.findLastIndex(
    ({ event, detail }) => event === 'authentication-sent' && detail?.serverTransId === serverTransId,
  );
  return sent < 0 ? record : { ...record, history: history.toSpliced(sent, 1) };
}
