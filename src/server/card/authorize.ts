import type { PaymentAnswer } from '../../protocol/adapter-answers.js';
import type { CardInput } from '../../protocol/adapter-requests.js';
import type { AuthenticationResponse } from '../../protocol/authentication-response.js';
import { maskCardNumber } from '../../protocol/card-number.js';
import type { CardScheme } from '../../protocol/card-scheme.js';
import { MessageError } from '../../protocol/field-issue.js';
import { outcomeMessageOf, type OutcomeCode } from '../../protocol/outcome.js';
import { outcomeOfResult } from './authorization-results.js';
import type { BackendContext } from '../backend-context.js';
import { shiftsLiability } from './decision.js';
import { GatewayError } from '../gateway/gateway-error.js';
import type { CardAuthorizationResult } from '../gateway/card-authorizations.js';
import type { StillWorking } from '../orders/idempotency.js';
import { gatewayOrderId } from '../orders/gateway-order-id.js';
import { isPayable, withEntry, type OrderRecord } from '../orders/order-record.js';

export interface AuthorizeInput {
  readonly id: string;
  readonly card: CardInput;
  readonly scheme: CardScheme;
  /** Absent for a card that was authorized without 3-D Secure, by policy. */
  readonly authentication?: AuthenticationResponse;
  readonly messageVersion?: string;
  readonly still: StillWorking;
}

/**
 * Authorizes an order, once. The order moves to in-doubt before anything is sent: "asked,
 * and not answered" is then true at every moment, and whoever comes second finds it so.
 */
export async function authorize(context: BackendContext, input: AuthorizeInput): Promise<PaymentAnswer> {
  const { book, gateway, autosettle, patience, now } = context;
  const { id, card, scheme, authentication, messageVersion, still } = input;
  if ((await book.read(id)).purpose === 'add-card') return confirmCard(context, input);
  const begun = await book.update(id, (record) => (isPayable(record) && still(record) ? begin(record) : undefined));
  if (!begun.changed) {
    // Another authorization is under way: how it ends decides whether this one may begin.
    const settled = await book.waitUntil(id, ({ state }) => state !== 'in-doubt', { ms: patience });
    return isPayable(settled) && still(settled) ? authorize(context, input) : settledAnswer(settled);
  }
  const { amount, currency, attempts, exemptStatus } = begun.record;
  const orderId = gatewayOrderId(id, attempts);

  let result: CardAuthorizationResult;
  try {
    result = await gateway.cardAuthorizations.create({
      orderId,
      amount,
      currency,
      autosettle,
      card: {
        number: card.number,
        scheme,
        expiryMonth: card.expiry_month,
        expiryYear: card.expiry_year,
        fullName: card.full_name,
        ...(card.security_code ? { securityCode: card.security_code } : {}),
      },
      ...(authentication ? { mpi: mpiOf(authentication, messageVersion, exemptStatus) } : {}),
    });
  } catch (error) {
    const why = error instanceof GatewayError ? error.failure.kind : 'fault';
    const notSent = codeOfUnsent(error);
    return notSent
      ? end(notSent, 'authorization-not-sent', { why })
      : end('authorization-unanswered', 'authorization-unanswered', { why });
  }
  return end(
    outcomeOfResult(result.result),
    'authorization-answered',
    { result: result.result, message: result.message },
    result,
  );

  function begin(record: OrderRecord): OrderRecord {
    const attempt = record.attempts + 1;
    const sent = {
      ...record,
      state: 'in-doubt',
      attempts: attempt,
      authorizedWith: authentication?.server_trans_id ?? null,
      liabilityShift: authentication !== undefined && shiftsLiability(authentication, record),
    } as const;
    return withEntry(sent, now(), 'authorization-sent', {
      order_id: gatewayOrderId(id, attempt),
      card: maskCardNumber(card.number),
    });
  }

  async function end(
    code: OutcomeCode,
    event: string,
    detail: Record<string, string>,
    answered?: CardAuthorizationResult,
  ): Promise<PaymentAnswer> {
    const settling = book.update(id, (current) => {
      if (code === 'authorized') return withEntry(paid(current, answered), now(), event, detail);
      return withEntry(
        code !== 'authorization-unanswered' && isOurs(current) ? { ...current, state: 'open' } : current,
        now(),
        event,
        detail,
      );
    });
    // A store that fails now still has the order in doubt: what it says is what is told.
    return settling.then(
      ({ record }) =>
        code === 'authorization-unanswered' && !isOurs(record) ? settledAnswer(record) : outcomeAnswer(code, record),
      () => outcomeAnswer('authorization-unanswered', { id, state: 'in-doubt' }),
    );
  }

  /** Whether the order still waits for this very authorization: it may have been looked up meanwhile, and gone on. */
  function isOurs({ state, attempts: last }: OrderRecord): boolean {
    return state === 'in-doubt' && last === attempts;
  }

  /** Money that was taken is never forgotten; beside another payment somebody has to look. */
  function paid(current: OrderRecord, answered?: CardAuthorizationResult): OrderRecord {
    if (current.payment)
      return current.payment.gatewayOrderId === orderId ? current : { ...current, contradiction: true };
    const payment = {
      gatewayOrderId: orderId,
      card: maskCardNumber(card.number),
      ...(answered?.pasref ? { pasref: answered.pasref } : {}),
      ...(answered?.authcode ? { authcode: answered.authcode } : {}),
    };
    return {
      ...current,
      state: 'paid',
      payment,
      ...(isOurs(current) || isPayable(current) ? {} : { contradiction: true }),
    };
  }
}

/** A card that was only to be confirmed: nothing is authorized, and nothing charged. */
async function confirmCard(
  { book, now }: BackendContext,
  { id, authentication, still }: AuthorizeInput,
): Promise<PaymentAnswer> {
  const { changed, record } = await book.update(id, (current) =>
    isPayable(current) && still(current)
      ? withEntry(
          { ...current, state: 'authenticated', authorizedWith: authentication?.server_trans_id ?? null },
          now(),
          'card-confirmed',
        )
      : undefined,
  );
  return changed ? outcomeAnswer('card-authenticated', record) : settledAnswer(record);
}

function outcomeAnswer(code: OutcomeCode, { id, state }: Pick<OrderRecord, 'id' | 'state'>): PaymentAnswer {
  return { result: 'outcome', outcome: outcomeMessageOf(code, { id, state }) };
}

/** What to tell where it is certain that nothing left; undefined where something may have. */
function codeOfUnsent(error: unknown): OutcomeCode | undefined {
  // A message that its own schema refuses is never sent: the backend's set-up is wrong.
  if (error instanceof MessageError) return 'gateway-refused';
  return error instanceof GatewayError && error.failure.kind === 'unanswered' && !error.failure.sent
    ? 'gateway-unavailable'
    : undefined;
}

function mpiOf(
  { eci, ds_trans_id, authentication_value, message_version }: AuthenticationResponse,
  version: string | undefined,
  exemptStatus: OrderRecord['exemptStatus'],
) {
  const messageVersion = message_version ?? version;
  return {
    ...(eci ? { eci } : {}),
    ...(ds_trans_id ? { dsTransId: ds_trans_id } : {}),
    ...(authentication_value ? { authenticationValue: authentication_value } : {}),
    ...(messageVersion ? { messageVersion } : {}),
    ...(exemptStatus ? { exemptStatus } : {}),
  };
}

/** What an order that is no longer open has come to. */
export function settledAnswer({ id, state }: OrderRecord): PaymentAnswer {
  return { result: 'outcome', outcome: outcomeMessageOf(settledCode(state), { id, state }) };
}

function settledCode(state: OrderRecord['state']): OutcomeCode {
  switch (state) {
    case 'paid':
    case 'partly-refunded':
    case 'refunded':
      return 'already-paid';
    case 'authenticated':
      return 'card-authenticated';
    case 'in-doubt':
      return 'authorization-unanswered';
    case 'pending':
      return 'awaiting-final-status';
    case 'failed':
      return 'payment-not-completed';
    case 'open':
      return 'gateway-unavailable';
  }
}
