import { MessageError } from '../../../protocol/values/field-issue.js';
import { withQueriedData } from '../../domain/card/card-results.js';
import type { CardQueryOptions, CardQueryAnswer } from '../../gateway/card-query.js';
import { GatewayError } from '../../gateway/gateway-error.js';
import { isRefusal, isRefusedRequest } from '../../gateway/refused-request.js';
import type { CallOptions } from '../../gateway/send.js';
import { refusalOf, type SignedAnswer } from '../../gateway/signed-xml-call.js';
import type { Uses } from '../../ports/ports.js';
import type { CardAttempt, OperationAttempt } from '../../domain/record/attempts.js';
import { cardAttempt, type OrderRecord } from '../../domain/record/order-record.js';
import { legOrderId, withLegElsewhere, type Leg } from '../../domain/operations/legs.js';
import type { OperationEnd } from '../../domain/operations/operation-results.js';

/** Sends a capture of a reserved amount. */
export async function captureCard(
  { gateway }: Uses<'gateway'>,
  payment: CardAttempt,
  { amount, currency, ...operation }: OperationAttempt,
  window: CallOptions,
): Promise<OperationEnd> {
  const isFinal = operation.kind === 'capture' && operation.final;
  const parts = payment.capture === 'in-parts' ? ({ part: isFinal ? 'last' : 'first' } as const) : {};
  return endOfCardAnswer(
    'capture',
    await gateway.cardOperations.settle(
      { ...referencesOf(payment), amount, currency, ...parts },
      { ...window, ...cardOf(payment) },
    ),
  );
}

/** Sends a void. */
export async function voidPayment(
  { gateway }: Uses<'gateway'>,
  payment: CardAttempt,
  window: CallOptions,
): Promise<OperationEnd> {
  return endOfCardAnswer(
    'void',
    await gateway.cardOperations.void(referencesOf(payment), { ...window, ...cardOf(payment) }),
  );
}

/** Sends a refund of a card payment. */
export async function refundCard(
  { gateway }: Uses<'gateway'>,
  payment: CardAttempt,
  { amount, currency }: OperationAttempt,
  window: CallOptions,
): Promise<OperationEnd> {
  return endOfCardAnswer(
    'refund',
    await gateway.cardOperations.rebate(
      { ...referencesOf(payment), amount, currency },
      { ...window, ...cardOf(payment) },
    ),
  );
}

/** The card that is removed from the answers about a payment. */
function cardOf({ card }: CardAttempt): CardQueryOptions {
  return { card: { number: card } };
}

/** The references of the authorization, also after a settle, whose answer has another one. */
function referencesOf({ gatewayOrderId, progress }: CardAttempt) {
  const { pasref = '', authcode = '' } = progress.step === 'succeeded' ? progress : {};
  return { orderId: gatewayOrderId, pasref, authcode };
}

/**
 * Returns the result that the answer to a settle, void or rebate proves (docs/reference/gateway.md#card-money). A void
 * of a payment that is voided already counts only after the gateway shows the void.
 */
export function endOfCardAnswer(
  kind: OperationAttempt['kind'],
  { trust, result, message, pasref, clock }: SignedAnswer,
): OperationEnd {
  const known = { message, clock, ...(pasref && trust === 'signed' ? { pasref } : {}) };
  if (trust === 'signed') {
    if (result === '00') return { step: 'done', ...known };
    if (isRefusal(result)) return { step: 'refused', result, ...known };
  }
  const isVoided = kind === 'void' && result === '508' && /already\s+been\s+voided/i.test(message);
  const isRefused = isRefusedRequest({ result, message }) || ['508', '512', '513'].includes(result);
  if (trust === 'wrong-hash' || isVoided || !isRefused) return { step: 'unresolved', ...known };
  return { step: 'refused', result, message, clock };
}

/** True when the batch of the payment was sent, false when it was not; undefined when the answer does not say. */
export function isBatched({ batchId }: Pick<CardQueryAnswer, 'batchId'>): boolean | undefined {
  return batchId === undefined || !/^-?\d+$/.test(batchId) ? undefined : Number(batchId) > 0;
}

/**
 * Asks the gateway for the capture, void or refund of a card payment that it shows: the first one of its kind.
 * @throws {GatewayError} when the gateway does not answer
 */
export function readLeg(
  { gateway }: Uses<'gateway'>,
  payment: CardAttempt,
  kind: OperationAttempt['kind'],
): Promise<CardQueryAnswer | undefined> {
  const { gatewayOrderId } = payment;
  return gateway.cardAuthorizations.query(legOrderId(kind, gatewayOrderId), {
    ...cardOf(payment),
    payment: gatewayOrderId,
  });
}

/**
 * Asks the gateway for a leg. A refusal of the query is reported, and shows no leg: an account may have no legs.
 * @throws {GatewayError} when the gateway does not answer
 */
export async function readLegIfAllowed(
  ports: Uses<'gateway' | 'report'>,
  id: string,
  payment: CardAttempt,
  kind: OperationAttempt['kind'],
): Promise<Leg> {
  try {
    const found = await readLeg(ports, payment, kind);
    if (found && found.result !== '00') throw refusalOf('card query', found);
    return { kind, found };
  } catch (error) {
    if (!(error instanceof GatewayError && error.failure.kind === 'refused')) throw error;
    ports.report('gateway-refused', error, id);
    return { kind, found: undefined, unread: true };
  }
}

/**
 * Asks the gateway for a leg, and stores a call of another party that it shows.
 * @throws {GatewayError} when the gateway does not answer
 */
export async function noteLegElsewhere(
  ports: Uses<'book' | 'gateway' | 'report'>,
  id: string,
  payment: CardAttempt,
  kind: OperationAttempt['kind'],
): Promise<{ readonly record: OrderRecord; readonly leg: Leg }> {
  const leg = await readLegIfAllowed(ports, id, payment, kind);
  const { record } = await ports.book.update(id, (current, at) => {
    const noted = withLegElsewhere(current, payment, leg, at);
    return noted === current ? undefined : noted;
  });
  return { record, leg };
}

/**
 * Asks the gateway for an authorization, and stores its batch and data that the order lacks.
 * @throws {GatewayError} when the gateway does not answer
 */
export async function readAuthorization(
  ports: Uses<'book' | 'gateway'>,
  id: string,
  payment: CardAttempt,
): Promise<{ readonly found: CardQueryAnswer | undefined; readonly record: OrderRecord }> {
  const { gatewayOrderId } = payment;
  const found = await queryAuthorization(ports, payment);
  const { record } = await ports.book.update(id, (current) => {
    const attempt = cardAttempt(current, gatewayOrderId);
    return attempt && found?.result === '00' ? withQueriedData(current, attempt, found) : undefined;
  });
  return { found, record };
}

/**
 * Asks the gateway for an authorization, and stores the references that the order lacks because a person has settled
 * the payment.
 * @throws {GatewayError} when the gateway does not answer. Nothing was sent that moves money.
 * @throws {MessageError} naming `order` when the gateway does not show the references either
 */
export async function withAuthorizationRead(
  ports: Uses<'book' | 'gateway'>,
  id: string,
  payment: CardAttempt,
): Promise<{ readonly found: CardQueryAnswer | undefined }> {
  // A call that is refused afterwards leaves the order unchanged.
  if (hasReferences(payment)) return { found: await queryAuthorization(ports, payment) };
  const { gatewayOrderId } = payment;
  const { found, record } = await readAuthorization(ports, id, payment);
  const read = cardAttempt(record, gatewayOrderId);
  if (read && hasReferences(read)) return { found };
  const message = `has no payments reference or authcode of ${gatewayOrderId}: act in the gateway's back office`;
  throw new MessageError('card operation', [{ field: 'order', message, missing: false }]);
}

function queryAuthorization({ gateway }: Uses<'gateway'>, payment: CardAttempt) {
  return gateway.cardAuthorizations.query(payment.gatewayOrderId, cardOf(payment));
}

/** True when the authorization has the references that a capture, a void and a refund need. */
export function hasReferences({ progress }: CardAttempt): boolean {
  return progress.step === 'succeeded' && progress.pasref !== undefined && progress.authcode !== undefined;
}
