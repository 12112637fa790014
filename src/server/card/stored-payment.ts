import * as z from '../../protocol/zod.js';
import { cardInputSchema } from '../../protocol/adapter/adapter-requests.js';
import { maskCardNumber } from '../../protocol/values/card-number.js';
import { outcomeMessageOf, type OutcomeCode } from '../../protocol/adapter/outcome-codes.js';
import { outcomeFromMessage, type Outcome } from '../../protocol/adapter/outcome.js';
import type { BackendContext } from '../orders/backend-context.js';
import type { AuthenticationParams } from '../gateway/authentications.js';
import { camelName } from '../../protocol/values/camel-case.js';
import { parseInput } from '../gateway/wire-names.js';
import { isPayable, withEntry } from '../orders/record/order-record.js';
import { failedAnswer, settledAnswer } from '../orders/calls/outcome-answer.js';
import { Problem } from '../orders/problems/problem.js';
import { commonMessage } from './authentication-message.js';
import { authorize } from './authorize.js';
import { cardFingerprint } from './card-fingerprint.js';
import { byPolicy } from './decision.js';
import { asPresented } from './demanded-challenge.js';
import { schemeOf } from './card-transaction.js';
import { decisionOf, recordAuthentication } from './record-authentication.js';

/** A card that the merchant has stored, with the cardholder's consent, for payments without the shopper. */
export interface StoredCard {
  /** The card number, digits only. */
  readonly number: string;
  /** Two digits. */
  readonly expiryMonth: string;
  /** Two digits. */
  readonly expiryYear: string;
  /** The name on the card. */
  readonly fullName: string;
}

/** Input of `orders.payStored`. */
export interface StoredPayment {
  /** The stored card. */
  readonly card: StoredCard;
  /** Default: MERCHANT_INITIATED. */
  readonly source?: Exclude<AuthenticationParams['authenticationSource'], 'BROWSER' | 'MOBILE_SDK'>;
  /** Default: that of the order's `authentication`, or RECURRING_TRANSACTION. */
  readonly requestType?: NonNullable<AuthenticationParams['merchantInitiatedRequestType']>;
}

const storedCardSchema = z.omit(cardInputSchema, { security_code: true });

/**
 * Pays an order without a shopper: a merchant-initiated authentication (3D Secure 2 Authentication
 * Interface, optional fields) and the authorization. A required challenge ends the payment.
 * @throws {MessageError} naming the field of the card that is wrong
 * @throws {GatewayError} when the version check or the authentication fails
 * @throws {Problem} order-not-found, order-not-open or card-not-supported
 */
export async function payStored(
  context: BackendContext,
  id: string,
  { card: given, source = 'MERCHANT_INITIATED', requestType }: StoredPayment,
): Promise<Outcome> {
  const { book, gateway, policies } = context;
  const card = parseInput(
    'stored payment',
    storedCardSchema,
    {
      number: given.number,
      expiry_month: given.expiryMonth,
      expiry_year: given.expiryYear,
      full_name: given.fullName,
    },
    (field) => `card.${camelName(field)}`,
  );
  const order = asPresented(await book.read(id));
  const outcome = (code: OutcomeCode, text?: string) =>
    outcomeFromMessage(outcomeMessageOf(code, { id, state: order.state }, text));
  if (order.state === 'paid') return outcome('already-paid');
  if (!isPayable(order)) throw new Problem('order-not-open');

  const scheme = schemeOf(order, card.number);
  const input = { id, card: { ...card, security_code: '' }, scheme, isLeaseHeld: () => true };
  const version = await gateway.versionCheck({ number: card.number, scheme });
  if (!version.enrolled) {
    const decision = byPolicy(policies(order).notEnrolled, 'not-enrolled');
    return decision.do === 'end'
      ? settled(failedAnswer(decision.code, await book.read(id)))
      : settled(await authorize(context, input));
  }

  const { serverTransId, messageVersion } = version;
  const requested = {
    cardFingerprint: await cardFingerprint(context, id, card.number),
    card: maskCardNumber(card.number),
    serverTransId,
    messageVersion,
    stage: 'requested',
  } as const;
  await book.update(id, (record, at) =>
    withEntry({ ...record, authentications: [...record.authentications, requested] }, at, 'authentication-sent', {
      serverTransId,
      source,
    }),
  );
  const common = commonMessage(order, card, scheme, messageVersion);
  const authentication = await gateway.authentications.create({
    ...common,
    authenticationSource: source,
    merchantInitiatedRequestType: requestType ?? common.merchantInitiatedRequestType ?? 'RECURRING_TRANSACTION',
    serverTransId,
    payer: order.payer,
  });
  const decided = decisionOf(order, authentication, policies(order));
  // There is no shopper whom the issuer could ask.
  const isFinal = decided.do === 'authorize' || decided.do === 'end';
  const decision = isFinal ? decided : ({ do: 'end', code: 'authentication-failed' } as const);
  const { record, changed } = await recordAuthentication(book, id, authentication, {
    from: 'requested',
    to: 'closed',
    decision,
  });
  // Another payment has closed the transaction meanwhile.
  if (!changed) return settled(settledAnswer(record));
  if (decision.do === 'end') return settled(failedAnswer(decision.code, record, authentication.cardholderResponseInfo));
  return settled(await authorize(context, { ...input, authentication, messageVersion }));

  /** Applies an answer, whose order is that of the last write. */
  async function settled(answer: Awaited<ReturnType<typeof authorize>>): Promise<Outcome> {
    const final = answer.result === 'outcome' ? answer : settledAnswer(await book.read(id));
    return final.result === 'outcome' ? outcomeFromMessage(final.outcome) : outcome('backend-unavailable');
  }
}
