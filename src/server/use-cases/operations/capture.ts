import type { OrderState } from '../../../protocol/adapter/outcome-codes.js';
import { MessageError } from '../../../protocol/values/field-issue.js';
import type { CardAttempt, OperationAttempt } from '../../domain/record/attempts.js';
import type { OperationStep } from '../../domain/record/operation.table.js';
import { cardAttempt, type OrderRecord } from '../../domain/record/order-record.js';
import { isLastCapture, moneyOf } from '../../domain/states/money.js';
import { hasReferences, captureCard, withAuthorizationRead } from './card-operations.js';
import { followUp, type FollowUpPorts } from './operation-look-up.js';
import {
  aboveWhatIsLeft,
  answerOfRun,
  earlierCall,
  givenAmount,
  isSameInput,
  runOperation,
  type RunOperationPorts,
} from './run-operation.js';

/** Input of `orders.capture`. */
export interface CaptureInput {
  /** Minor units. Default: the whole amount that can be captured. */
  readonly amount?: string | undefined;
  /** Idempotency key, at most 255 characters. A repeated call with the same key returns the same capture. */
  readonly key: string;
  /**
   * True for the last capture: the gateway releases the rest. Default: false while something is left. An order whose
   * authorization takes one capture (`autosettle: false`) has no later one.
   */
  readonly final?: boolean | undefined;
  /** The person who has asked for it, for the audit. At most 500 characters. */
  readonly by?: string | undefined;
}

/** State of a capture. */
export interface CaptureAnswer {
  /**
   * - `done`, `refused`: final.
   * - `sent`: another call with this key is waiting for the gateway's answer.
   * - `unresolved`: sent and not answered. It may have been carried out, and its amount stays reserved.
   */
  readonly state: OperationStep;
  /** The idempotency key of the capture. */
  readonly key: string;
  /** Minor units. */
  readonly amount: string;
  /** True for the last capture of the order. */
  readonly final: boolean;
  /** Amount that can still be captured, in minor units. */
  readonly capturable: string;
  /** The gateway's result code of a capture that it has refused (docs/reference/gateway.md#result-codes). */
  readonly result?: string;
  /** The gateway's text. */
  readonly message?: string;
  /** The order after the call. */
  readonly order: { readonly id: string; readonly state: OrderState };
}

export type CapturePorts = RunOperationPorts & FollowUpPorts;

/**
 * Captures the reserved amount of an order, or a part of it.
 * @throws {MessageError} naming `amount` with the amount that is left, `final`, or `order` when nothing is reserved
 * @throws {Problem} key-reused for other input; operation-under-way beside a void or refund without a known result;
 * closing, gateway-unavailable when nothing was sent
 */
export async function capture(ports: CapturePorts, id: string, input: CaptureInput): Promise<CaptureAnswer> {
  const { key, amount, final } = input;
  const isSame = (earlier: OperationAttempt) =>
    earlier.kind === 'capture' &&
    isSameInput(earlier, amount) &&
    (final === true ? earlier.final : !earlier.finalGiven);
  const call = { kind: 'capture', key, isSame } as const;
  const found = await ports.book.read(id);
  if (!earlierCall(found, call)) {
    const { payment } = planOf(found, input);
    if (!hasReferences(payment)) await withAuthorizationRead(ports, id, payment);
  }
  const run = await runOperation(ports, id, {
    ...call,
    person: { by: input.by },
    plan: (record) => planOf(record, input),
    send: (_record, payment, operation, window) => captureCard(ports, payment as CardAttempt, operation, window),
  });
  followUp(ports, id, run);
  const { record, operation } = run;
  return {
    ...(await answerOfRun(ports, run)),
    final: operation.kind === 'capture' && operation.final,
    capturable: String(moneyOf(record, operation.gatewayOrderId).capturable),
  };
}

function planOf(record: OrderRecord, { amount: asked, final }: CaptureInput) {
  const payment = cardAttempt(record, record.payment?.gatewayOrderId ?? '');
  const { capturable, isReserved } = moneyOf(record);
  if (!payment?.capture || !isReserved) throw wrong('order', `is ${record.state} and has nothing to capture`);
  const amount = BigInt(asked ?? capturable);
  if (capturable === 0n) throw wrong('amount', 'cannot be captured: nothing is left');
  if (amount > capturable) throw aboveWhatIsLeft('capture', capturable);
  if (payment.capture === 'once' && final === false && amount < capturable) {
    throw wrong('final', "must not be false: the authorization takes one capture; several need autosettle: 'multi'");
  }
  const isLast = final === true || isLastCapture(record, payment, amount);
  const end = { final: isLast, ...(final === true ? { finalGiven: true as const } : {}) };
  return { payment, operation: { kind: 'capture', ...givenAmount(amount, asked), ...end } } as const;
}

function wrong(field: string, message: string): MessageError {
  return new MessageError('capture', [{ field, message, missing: false }]);
}
