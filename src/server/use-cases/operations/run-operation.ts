import type { OrderState } from '../../../protocol/adapter/outcome-codes.js';
import { MessageError } from '../../../protocol/values/field-issue.js';
import { CREDIT_CALL, GatewayError, isUnsent } from '../../gateway/gateway-error.js';
import { refusalOf } from '../../gateway/signed-xml-call.js';
import type { Uses } from '../../ports/ports.js';
import { deadlineOf } from '../../domain/record/deadline.js';
import { sendWindow } from '../calls/send-window.js';
import { Problem, problemOfError } from '../../domain/problems/problem.js';
import { isPaymentAttempt, type OperationAttempt, type PaymentAttempt } from '../../domain/record/attempts.js';
import {
  isEndKey,
  operationAttempt,
  operationAttempts,
  operationsWithKey,
  withEntry,
  type OrderRecord,
} from '../../domain/record/order-record.js';
import { callsWithLeg, unrecordedReference } from '../../domain/operations/legs.js';
import { noteLegElsewhere } from './card-operations.js';
import { isOpen, SENT, type OperationStep } from '../../domain/record/operation.table.js';
import type { CallOptions } from '../../gateway/send.js';
import { withFlag } from '../../domain/states/order-transition.js';
import { afterReturnRefused } from '../../domain/states/successes.js';
import {
  endOfFault,
  stepAt,
  withOperationEnd,
  withOperationResult,
  type OperationEnd,
} from '../../domain/operations/operation-results.js';

/** Fields of a call that a caller chooses. */
type NewOperation = OperationAttempt extends infer One
  ? One extends OperationAttempt
    ? Omit<
        One,
        | 'key'
        | 'callId'
        | 'currency'
        | 'gatewayOrderId'
        | 'sentAt'
        | 'deadline'
        | 'progress'
        | 'pasref'
        | 'lookUp'
        | 'legUnread'
      >
    : never
  : never;

/** One call that moves the money of a payment. */
export interface OperationCall {
  readonly key: string;
  readonly kind: OperationAttempt['kind'];
  /** True for a call of `orders.cancel`, whose key a refused void and a refund can share. */
  readonly isCancel?: true;
  /**
   * The payment and the call, by the order at the time of the write. Pure.
   * @throws {MessageError} for a call that is not possible, before anything is stored or sent
   */
  readonly plan: (record: OrderRecord) => { readonly payment: PaymentAttempt; readonly operation: NewOperation };
  /** True when an earlier call with the key is this one. */
  readonly isSame: (earlier: OperationAttempt) => boolean;
  /** Sends the request, and returns what its answer proves. */
  readonly send: (
    record: OrderRecord,
    payment: PaymentAttempt,
    operation: OperationAttempt,
    window: CallOptions,
  ) => Promise<OperationEnd>;
  /** The person who has asked for it, and the reason. */
  readonly person?: { readonly by?: string | undefined; readonly reason?: string | undefined };
}

/** The id by which a process finds its own call. */
interface CallId {
  readonly callId: string;
}

/** The record after a call, and the call. */
export interface OperationRun {
  readonly record: OrderRecord;
  readonly operation: OperationAttempt;
  /** False when an earlier call had the key: nothing was sent. */
  readonly isNew: boolean;
  /** True when the result could not be stored: the call may have been carried out. */
  readonly isUnstored?: true;
}

export type RunOperationPorts = Uses<'book' | 'ended' | 'gateway' | 'now' | 'randomUuid' | 'report'>;

/**
 * Runs a call once for its key, in all processes: stores it, sends it, and stores what its answer proves. The amount of
 * the call is reserved before the request leaves, so that calls made at the same time never exceed the payment.
 * @throws {MessageError} of `plan`; of the client, which has sent nothing then; naming `order` beside a call of another
 * party that no person has recorded
 * @throws {GatewayError} when the gateway does not answer the query before the first capture or refund of a payment.
 * Nothing was sent that moves money.
 * @throws {Problem} key-reused for another call; operation-under-way beside an unresolved call of another kind;
 * store-busy when the store failed before the call; closing, gateway-unavailable when nothing was sent
 */
export async function runOperation(ports: RunOperationPorts, id: string, call: OperationCall): Promise<OperationRun> {
  const { book, randomUuid, report } = ports;
  const { key, kind } = call;
  const found = await book.read(id);
  const unread = !earlierCall(found, call) && (await noteCallElsewhere(ports, found, call));
  const own = { ...call, callId: randomUuid(), unread };
  const recorded = await book
    .update(id, (record, at) => (earlierCall(record, call) ? undefined : withOperationSent(record, own, ports, at)))
    .catch((error: unknown) => withdraw(ports, id, own, error));
  const operation = operationAttempt(recorded.record, kind, key);
  if (!operation) throw new Problem('internal-error');
  if (!recorded.changed) return { record: recorded.record, operation, isNew: false };
  const payment = paymentOfOperation(recorded.record, operation);
  if (!payment) throw new Problem('internal-error');

  let fault: unknown;
  const end = await sendWindow(ports, operation.sentAt)
    .then((window) => call.send(recorded.record, payment, operation, window))
    .catch(async (error: unknown) => {
      fault = error;
      if (!(error instanceof MessageError || error instanceof Problem)) return endOfFault(error);
      // This process has refused to send it: its key and its amount stay free.
      await book.update(id, (current, at) => withoutUnsentCall(current, call, at));
      throw error;
    });
  const settled = await book
    .update(id, (current, at) => {
      const latest = operationAttempt(current, kind, key);
      return latest && withAnswer(current, latest, end, at);
    })
    .catch((error: unknown) => {
      report(`${kind}-unanswered`, withoutResult(operation, error), id);
    });
  // It may have been carried out. A store that fails now still has its amount reserved, and reconciliation settles it.
  if (!settled) return { record: recorded.record, operation, isNew: true, isUnstored: true };
  const latest = operationAttempt(settled.record, kind, key) ?? operation;
  const { message, clock } = end;
  if (latest.progress.step === 'unresolved')
    report(
      `${kind}-unanswered`,
      withoutResult(operation, fault ?? (clock === undefined ? message : { message, clock })),
      id,
    );
  const refusal = fault === undefined ? refusalToReport(payment, kind, end) : fault;
  if (refusal instanceof GatewayError && refusal.failure.kind === 'refused') report('gateway-refused', refusal, id);
  if (isUnsent(fault)) report('gateway-unavailable', fault, id);
  return { record: settled.record, operation: latest, isNew: true };
}

/**
 * Ends a call whose first write has failed: nothing was sent. The write may have been stored although its answer was
 * lost, or may still arrive. This write makes its revision old.
 * @throws {unknown} the error, when nothing was tried, or when this write fails as well
 * @throws {Problem} store-busy when nothing is stored
 */
async function withdraw(
  { book, report }: Uses<'book' | 'report'>,
  id: string,
  call: OperationCall & CallId,
  error: unknown,
): Promise<never> {
  if (problemOfError(error).code !== 'internal-error') throw error;
  await book
    .update(id, (record, at) => {
      const isStored = operationAttempt(record, call.kind, call.key)?.callId === call.callId;
      return (isStored ? withoutUnsentCall(record, call, at) : undefined) ?? record;
    })
    .catch(() => {
      throw error;
    });
  report('internal-error', error, id);
  throw new Problem('store-busy');
}

/** The cause of the report of a call without a result. Its own cause is the error, or what the answer says. */
function withoutResult({ kind, key, gatewayOrderId, amount, currency }: OperationAttempt, cause: unknown): Error {
  const error = new Error(`${kind} ${key} of ${amount} ${currency} has no known result.`, { cause });
  return Object.assign(error, { orderId: gatewayOrderId, operation: key, amount });
}

/** Results about a wrong hash, password or account. */
const ABOUT_REQUEST = { card: ['503', '505'], redirect: ['400', '401'] } as const;

/**
 * The error of a refusal that only a change of the gateway's options, of the account, or of this server's clock
 * corrects.
 */
function refusalToReport(
  payment: PaymentAttempt,
  kind: OperationAttempt['kind'],
  { step, result = '', message = '', clock }: OperationEnd,
): GatewayError | undefined {
  const isAboutRequest = ABOUT_REQUEST[payment.kind].some((one) => one === result) || clock !== undefined;
  if (step !== 'refused' || !isAboutRequest) return undefined;
  return refusalOf(callName(payment, kind), { result, message, ...(clock ? { clock } : {}) });
}

/** The gateway's name of a call. */
function callName(payment: PaymentAttempt, kind: OperationAttempt['kind']): string {
  if (payment.kind === 'redirect') return CREDIT_CALL;
  const settle = payment.capture === 'in-parts' ? 'multisettle' : 'settle';
  return { capture: settle, void: 'void', refund: 'rebate' }[kind];
}

/** Fields that the answer to every capture, void and refund has. */
interface CallAnswer {
  readonly state: OperationStep;
  readonly key: string;
  readonly amount: string;
  readonly result?: string;
  readonly message?: string;
  readonly order: { readonly id: string; readonly state: OrderState };
}

/** The answer to the caller of a run. A result that could not be stored is unresolved. */
export async function answerOfRun(
  { book }: Uses<'book'>,
  { record, operation, isUnstored }: OperationRun,
): Promise<CallAnswer> {
  const { progress, amount, key } = operation;
  const message = progress.step === 'sent' ? undefined : progress.message;
  const result = progress.step === 'refused' ? progress.result : undefined;
  return {
    state: isUnstored ? 'unresolved' : stepAt(operation, await book.now()),
    key,
    amount,
    ...(result ? { result } : {}),
    ...(message ? { message } : {}),
    order: { id: record.id, state: record.state },
  };
}

/** The payment of a call. */
export function paymentOfOperation(
  { attempts }: OrderRecord,
  { gatewayOrderId }: OperationAttempt,
): PaymentAttempt | undefined {
  return attempts.filter(isPaymentAttempt).find((one) => one.gatewayOrderId === gatewayOrderId);
}

/** The earlier call with the key, or key-reused for another one. */
export function earlierCall(
  record: OrderRecord,
  { key, kind, isSame, isCancel }: Pick<OperationCall, 'key' | 'kind' | 'isSame' | 'isCancel'>,
): OperationAttempt | undefined {
  const earlier = operationAttempt(record, kind, key);
  const isReused =
    isEndKey(record, key) ||
    operationsWithKey(record, key).some((one) => one !== earlier && !(isCancel && isPartOfCancel(one)));
  const isOther = earlier !== undefined && (earlier.elsewhere !== undefined || !isSame(earlier));
  if (isReused || isOther) throw keyReused();
  return earlier;
}

/** The amount of a new capture or refund. The record keeps whether the caller has named it. */
export function givenAmount(
  amount: bigint,
  asked: string | undefined,
): Pick<OperationAttempt, 'amount' | 'amountGiven'> {
  return { amount: String(amount), ...(asked === undefined ? {} : { amountGiven: true }) };
}

/** True when a repeated call can have the amount. One without an amount repeats no call that was given one. */
export function isSameInput({ amount, amountGiven }: OperationAttempt, asked: string | undefined): boolean {
  return asked === undefined ? !amountGiven : BigInt(asked) === BigInt(amount);
}

/** The error of an amount above what is left. */
export function aboveWhatIsLeft(call: string, left: bigint): MessageError {
  const message = `must be at most ${left}, which is what is left`;
  return new MessageError(call, [{ field: 'amount', message, missing: false, amount: String(left) }]);
}

/** The problem of a key that belongs to another call. */
export function keyReused(): Problem {
  return new Problem('key-reused', [
    { field: 'key', message: 'belongs to another call of this order: use another one' },
  ]);
}

/** True for a void, and for the refund that follows a refused void. */
function isPartOfCancel(operation: OperationAttempt): boolean {
  return operation.kind === 'void' || (operation.kind === 'refund' && operation.cancels === true);
}

/** True beside a call without a known result that keeps a call of this kind from being sent. */
export function isBesideOther(record: OrderRecord, gatewayOrderId: string, kind: OperationAttempt['kind']): boolean {
  const isBeside = (one: OperationAttempt) => isOpen(one) && (one.kind !== kind || kind === 'void');
  return operationAttempts(record, gatewayOrderId).some(isBeside);
}

/** @throws {Problem} operation-under-way beside a call of another kind without a known result */
export function refuseBesideOther(record: OrderRecord, gatewayOrderId: string, kind: OperationAttempt['kind']): void {
  if (isBesideOther(record, gatewayOrderId, kind)) throw new Problem('operation-under-way');
}

/**
 * The payment and the call of a new operation.
 * @throws {MessageError} of `plan`, and naming `order` beside a call of another party that no person has recorded
 * @throws {Problem} operation-under-way beside a call of another kind without a known result
 */
function planOf(record: OrderRecord, { kind, plan }: OperationCall): ReturnType<OperationCall['plan']> {
  const planned = plan(record);
  const { gatewayOrderId } = planned.payment;
  refuseBesideOther(record, gatewayOrderId, kind);
  const reference = unrecordedReference(record, gatewayOrderId, kind);
  if (reference === undefined) return planned;
  const message =
    `has a ${kind} of the gateway's back office that no person has recorded, with the reference ${reference}. Record ` +
    `it with its amount first, as ${kind}${kind === 'capture' ? 'd' : 'ed'}-elsewhere`;
  throw new MessageError(kind, [{ field: 'order', message, missing: false }]);
}

/**
 * Reads the leg before the first capture or refund of a card payment. The leg of another party would be taken for this
 * call if its answer is lost.
 * @returns true when the gateway has refused the query
 * @throws {GatewayError} when the gateway does not answer
 */
async function noteCallElsewhere(
  ports: Uses<'book' | 'gateway' | 'report'>,
  record: OrderRecord,
  call: OperationCall,
): Promise<boolean> {
  const { kind } = call;
  const { payment } = planOf(record, call);
  if (payment.kind !== 'card' || kind === 'void') return false;
  if (callsWithLeg(record, payment.gatewayOrderId, kind).length > 0) return false;
  return (await noteLegElsewhere(ports, record.id, payment, kind)).leg.unread === true;
}

function withOperationSent(
  record: OrderRecord,
  call: OperationCall & CallId & { readonly unread: boolean },
  { gateway }: Uses<'gateway'>,
  at: Date,
): OrderRecord {
  const { key, callId, kind, person = {} } = call;
  const { payment, operation } = planOf(record, call);
  const { gatewayOrderId, currency } = payment;
  const sent: OperationAttempt = {
    ...operation,
    key,
    callId,
    gatewayOrderId,
    currency,
    sentAt: at.toISOString(),
    deadline: deadlineOf(gateway, at),
    progress: SENT,
    ...(call.unread ? { legUnread: true } : {}),
  };
  const { by, reason } = person;
  return withEntry({ ...record, attempts: [...record.attempts, sent] }, at, `${kind}-sent`, {
    key,
    amount: sent.amount,
    orderId: gatewayOrderId,
    ...(by === undefined ? {} : { by }),
    ...(reason === undefined ? {} : { reason }),
  });
}

/**
 * The record after the answer of a call. A look-up, a message or a person may have settled it first: an answer that
 * contradicts them is flagged. An answer that does not show the end changes nothing.
 */
function withAnswer(
  record: OrderRecord,
  operation: OperationAttempt,
  end: OperationEnd,
  at: Date,
): OrderRecord | undefined {
  if (operation.progress.step === 'sent') return withOperationEnd(record, operation, end, at);
  // A look-up has matched it with a call of another party.
  const isAnother = operation.pasref !== undefined && end.pasref !== undefined && operation.pasref !== end.pasref;
  if (isAnother) return withFlag(record, 'contradiction', operation.gatewayOrderId, at);
  return end.step === 'unresolved' ? undefined : withOperationResult(record, operation, end, at);
}

/** The record without a call that was not sent, unless a look-up or a person has settled it meanwhile. */
function withoutUnsentCall(record: OrderRecord, { kind, key }: OperationCall, at: Date): OrderRecord | undefined {
  const operation = operationAttempt(record, kind, key);
  if (operation?.progress.step !== 'sent') return undefined;
  const attempts = record.attempts.filter((attempt) => attempt !== operation);
  const detail = { key, amount: operation.amount, message: 'not sent' };
  return afterReturnRefused(withEntry({ ...record, attempts }, at, `${kind}-refused`, detail), at);
}
