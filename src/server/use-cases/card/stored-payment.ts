import * as z from '../../../protocol/zod.js';
import { cardInputSchema } from '../../../protocol/adapter/adapter-requests.js';
import { maskCardNumber } from '../../../protocol/values/card-number.js';
import { outcomeFromMessage, type Outcome } from '../../../protocol/adapter/outcome.js';
import type { Uses } from '../../ports/ports.js';
import type { StoredCredential } from '../../gateway/card-authorizations.js';
import type { AuthenticationParams } from '../../gateway/authentications.js';
import { isUnsent } from '../../gateway/gateway-error.js';
import { camelName } from '../../../protocol/values/camel-case.js';
import { parseInput } from '../../util/wire-names.js';
import { isCovered, isPayable, withEntry } from '../../domain/record/order-record.js';
import { isExpired } from '../../domain/record/expiry.js';
import { priceOf, requireUnchanged } from '../../domain/record/revision.js';
import { reportAttempt } from '../calls/attempt-report.js';
import { CALL_WITHOUT_KEY } from '../calls/idempotency.js';
import { settledAnswer, type Settled } from '../../domain/states/outcome-answer.js';
import { Problem } from '../../domain/problems/problem.js';
import { commonMessage } from './authentication-message.js';
import { authorize, type AuthorizePorts } from './authorize.js';
import { cardFingerprint } from './card-fingerprint.js';
import { byPolicy } from '../../domain/card/decision.js';
import { asPresented } from '../../domain/card/demanded-challenge.js';
import { endedPayment } from './ended-payment.js';
import { schemeOf } from './card-transaction.js';
import { decisionOf, withAuthenticationAnswer, withoutAuthenticationSent } from './record-authentication.js';

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
  /** The use of the card on file, with the scheme's reference of its first payment. Default: not sent. */
  readonly storedCredential?: StoredCredential | undefined;
}

const storedCardSchema = z.omit(cardInputSchema, { security_code: true });

export type PayStoredPorts = PayWithPorts & Uses<'emit' | 'onAttempt'>;

/**
 * Pays an order without a shopper: a merchant-initiated authentication (3D Secure 2 Authentication
 * Interface, optional fields) and the authorization. A required challenge ends the payment.
 * @throws {MessageError} naming the field of the card that is wrong
 * @throws {GatewayError} when the version check or the authentication fails
 * @throws {Problem} order-not-found, order-not-open, order-changed or card-not-supported
 */
export async function payStored(
  ports: PayStoredPorts,
  id: string,
  { card: given, ...options }: StoredPayment,
): Promise<Outcome> {
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
  const { outcome } = await reportAttempt(ports, { id, method: 'card', number: card.number }, () =>
    payWith(ports, id, card, options),
  );
  return outcomeFromMessage(outcome);
}

export type PayWithPorts = AuthorizePorts & Uses<'fingerprint' | 'policies'>;

/** Pays with a card whose form was checked. */
async function payWith(
  ports: PayWithPorts,
  id: string,
  card: z.output<typeof storedCardSchema>,
  { source = 'MERCHANT_INITIATED', requestType, storedCredential }: Omit<StoredPayment, 'card'>,
): Promise<Settled> {
  const { book, gateway, policies } = ports;
  const { record: read, at } = await book.readTimed(id);
  const order = asPresented(read);
  if (isCovered(order)) return settledAnswer(order);
  if (!isPayable(order) || isExpired(order, at)) throw new Problem('order-not-open');

  const scheme = schemeOf(order, card.number);
  const input = {
    order,
    card: { ...card, security_code: '' },
    scheme,
    price: priceOf(order),
    storedCredential,
    call: CALL_WITHOUT_KEY,
  };
  const version = await gateway.versionCheck({ number: card.number, scheme });
  if (!version.enrolled) {
    const record = await book.read(id);
    const decided = byPolicy(policies(record).notEnrolled, 'not-enrolled');
    if (decided.do !== 'end') return authorize(ports, input);
    return endedPayment(ports, record, { code: decided.code, number: card.number, serverTransId: null });
  }

  const { serverTransId, messageVersion } = version;
  const requested = {
    cardFingerprint: await cardFingerprint(ports, id, card.number),
    card: maskCardNumber(card.number),
    serverTransId,
    messageVersion,
    stage: 'requested',
    price: priceOf(order),
  } as const;
  const found = await book.update(id, (record, at) => {
    if (isCovered(record)) return undefined;
    if (!isPayable(record) || isExpired(record, at)) throw new Problem('order-not-open');
    requireUnchanged(record, undefined, requested.price);
    const announced = { ...record, authentications: [...record.authentications, requested] };
    return withEntry(announced, at, 'authentication-sent', { serverTransId, source });
  });
  if (!found.changed) return settledAnswer(found.record);
  const common = commonMessage(order, card, scheme, messageVersion);
  const message: AuthenticationParams = {
    ...common,
    authenticationSource: source,
    merchantInitiatedRequestType: requestType ?? common.merchantInitiatedRequestType ?? 'RECURRING_TRANSACTION',
    serverTransId,
    payer: order.payer,
  };
  const authentication = await gateway.authentications.create(message).catch(async (error: unknown) => {
    if (isUnsent(error)) {
      await book.update(id, (record) => withoutAuthenticationSent(record, serverTransId)).catch(() => undefined);
    }
    throw error;
  });
  const decided = decisionOf(order, authentication, policies(order));
  // There is no shopper whom the issuer could ask.
  const isFinal = decided.do === 'authorize' || decided.do === 'end';
  const decision = isFinal ? decided : ({ do: 'end', code: 'authentication-failed' } as const);
  const result = withAuthenticationAnswer(authentication, { from: 'requested', to: 'closed', decision });
  // Another payment has closed the transaction meanwhile.
  if (decision.do === 'authorize') {
    return authorize(ports, { ...input, authentication, messageVersion, result, otherwise: settledAnswer });
  }
  const { record, changed } = await book.update(id, result, { found });
  if (!changed) return settledAnswer(record);
  const text = authentication.cardholderResponseInfo;
  return endedPayment(ports, record, { code: decision.code, number: card.number, serverTransId, text });
}
