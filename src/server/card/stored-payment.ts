import { outcomeMessageOf, type OutcomeCode, type OutcomeMessage } from '../../protocol/outcome.js';
import { withoutUnknownFields } from '../../protocol/version-fields.js';
import { commonMessage } from './authentication-message.js';
import { authorize, settledAnswer } from './authorize.js';
import type { BackendContext } from '../backend-context.js';
import { cardMark, schemeOf } from './card-fingerprint.js';
import { byPolicy, decide } from './decision.js';
import type { AuthenticationInput } from '../gateway/authentications.js';
import { isPayable, withEntry } from '../orders/order-record.js';
import { maskCardNumber } from '../../protocol/card-number.js';
import { Problem } from '../problem.js';
import { recordAuthentication, stageAfter } from './authenticate.js';

/** A card that the merchant has stored, with the cardholder's consent, for payments without them. */
export interface StoredCard {
  readonly number: string;
  /** Two digits. */
  readonly expiry_month: string;
  /** Two digits. */
  readonly expiry_year: string;
  readonly full_name: string;
}

export interface StoredPayment {
  readonly card: StoredCard;
  /** Default: MERCHANT_INITIATED. */
  readonly source?: Exclude<AuthenticationInput['authentication_source'], 'BROWSER' | 'MOBILE_SDK'>;
  /** Default: what the order's `authentication` says, or RECURRING_TRANSACTION. */
  readonly requestType?: NonNullable<AuthenticationInput['merchant_initiated_request_type']>;
}

/**
 * Pays an order without a shopper: an authentication that the merchant initiates (spec: optional
 * fields), by what is known of the order, and the authorization. Nobody can be challenged, so an
 * issuer that wants one has refused.
 * @throws {Problem} for an order that takes no payment, or a gateway that could not be asked.
 */
export async function payStored(
  context: BackendContext,
  id: string,
  { card, source = 'MERCHANT_INITIATED', requestType }: StoredPayment,
): Promise<OutcomeMessage> {
  const { book, gateway, policies, now } = context;
  const order = await book.read(id);
  const outcome = (code: OutcomeCode, text?: string) => outcomeMessageOf(code, { id, state: order.state }, text);
  if (order.state === 'paid') return outcome('already-paid');
  if (!isPayable(order)) throw new Problem('order-not-open');

  const scheme = schemeOf(card.number);
  const always = () => true;
  const input = { id, card: { ...card, security_code: '' }, scheme, still: always };
  const version = await gateway.versionCheck({ number: card.number, scheme });
  const check = { cardMark: cardMark(gateway, id, card.number), card: maskCardNumber(card.number) };
  if (!version.enrolled) {
    const decision = byPolicy(policies(order).notEnrolled, 'not-enrolled');
    return decision.do === 'end' ? outcome(decision.code) : settled(await authorize(context, input));
  }

  const { server_trans_id: serverTransId, acs_protocol_version_end: messageVersion } = version;
  const requested = { ...check, serverTransId, messageVersion, stage: 'requested' } as const;
  await book.update(id, (record) =>
    withEntry({ ...record, authentications: [...record.authentications, requested] }, now(), 'authentication-sent', {
      server_trans_id: serverTransId,
      source,
    }),
  );
  const common = commonMessage(order, card, scheme, messageVersion);
  const authentication = await gateway.authentications.create(
    withoutUnknownFields({
      ...common,
      authentication_source: source,
      merchant_initiated_request_type: requestType ?? common.merchant_initiated_request_type ?? 'RECURRING_TRANSACTION',
      server_trans_id: serverTransId,
      payer: order.payer,
    }),
  );
  await recordAuthentication(context, id, authentication, { from: 'requested', to: 'closed' });
  if (stageAfter(authentication) !== 'closed')
    return outcome('authentication-failed', authentication.cardholder_response_info);
  const decision = decide(authentication, policies(order));
  if (decision.do === 'end') return outcome(decision.code, authentication.cardholder_response_info);
  return settled(await authorize(context, { ...input, authentication, messageVersion }));

  function settled(answer: Awaited<ReturnType<typeof authorize>>): OutcomeMessage {
    const told = answer.result === 'outcome' ? answer : settledAnswer(order);
    return told.result === 'outcome' ? told.outcome : outcome('backend-unavailable');
  }
}
