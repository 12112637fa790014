import * as z from '../../protocol/zod.js';
import { MessageError } from '../../protocol/values/field-issue.js';
import { ORDER_STATES } from '../../protocol/adapter/outcome-codes.js';
import { parseIsoTimestamp } from '../../protocol/values/timestamp.js';
import { merchantInitiatedRequestTypeSchema } from '../../protocol/three-d-secure/three-d-secure-values.js';
import type { StoredCredential } from '../gateway/card-authorizations.js';
import type { StoredCard, StoredPayment } from '../use-cases/card/stored-payment.js';
import { isPlainObject } from '../util/plain-object.js';
import {
  auditText,
  checkInput,
  field,
  inputObject,
  key,
  shopText,
  givenText,
  type InputShape,
} from '../util/call-input.js';
import type { ListInput, OrderFilter } from '../use-cases/orders/orders.js';
import type { EraseInput } from '../use-cases/orders/erase.js';
import type { ExportInput } from '../use-cases/orders/export-orders.js';
import { FLAG_KINDS } from '../domain/record/history.js';
import type { PruneInput } from '../use-cases/orders/prune.js';
import type { SuspendInput } from '../use-cases/orders/suspend.js';
import { DECISIONS, type ReopenInput, type SettleInput } from '../use-cases/orders/settle-by-person.js';
import type { BalanceInput } from '../use-cases/reconciliation/balance.js';
import type { ReconcileInput } from '../use-cases/reconciliation/reconcile.js';
import type { CancelInput } from '../use-cases/operations/cancel.js';
import type { CaptureInput } from '../use-cases/operations/capture.js';
import type { RefundInput } from '../use-cases/operations/refund.js';

/**
 * Schemas of the inputs of `orders`, which are checked before a call does anything. That of `orders.create` is in
 * `domain/record/new-order.ts`, and the card of `orders.payStored` is checked by `use-cases/card/stored-payment.ts`.
 */

const DAY = 86_400_000;
const MAX_LIST = 1000;

const isAtLeast = (value: unknown, min: number) => typeof value === 'number' && Number.isFinite(value) && value >= min;

const count = (max: number) =>
  field(
    `a whole number, 1 to ${max}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= max,
  );
const minorUnitsSchema = field(
  'minor units, more than zero, as a text of digits',
  (value) => typeof value === 'string' && /^\d{1,12}$/.test(value) && Number(value) > 0,
);
const dateSchema = field(
  'a valid Date; a command and the operator API take a text such as 2026-11-28 or 2026-11-28T10:00:00Z',
  (value) => value instanceof Date && !Number.isNaN(value.getTime()),
);
const stateSchema = field(`one of ${ORDER_STATES.join(', ')}`, (value) => ORDER_STATES.some((one) => one === value));

const statesSchema = z.optional(z.array(stateSchema, { error: 'a list of order states' }));

const filterFields = {
  states: statesSchema,
  reference: z.optional(givenText(500)),
  gatewayOrderId: z.optional(givenText(255)),
  pasref: z.optional(givenText(255)),
  flag: z.optional(field(`one of ${FLAG_KINDS.join(', ')}`, (value) => FLAG_KINDS.some((one) => one === value))),
  suspended: z.optional(field('true', (value) => value === true)),
  createdFrom: z.optional(dateSchema),
  createdBefore: z.optional(dateSchema),
  updatedFrom: z.optional(dateSchema),
  updatedBefore: z.optional(dateSchema),
} satisfies InputShape<OrderFilter>;

const filterSchema = inputObject(filterFields);

const exportInputSchema = inputObject({
  ...filterFields,
  personal: z.optional(field('true or false', (value) => typeof value === 'boolean')),
} satisfies InputShape<ExportInput>);

const listInputSchema = inputObject({
  ...filterFields,
  after: z.optional(field('the cursor of the page before', (value) => typeof value === 'string')),
  limit: z.optional(count(MAX_LIST)),
} satisfies InputShape<ListInput>);

const decision = {
  by: auditText,
  reason: auditText,
  attempt: z.optional(givenText(255)),
} satisfies InputShape<ReopenInput>;

const reopenInputSchema = inputObject(decision);

const eraseInputSchema = inputObject({
  by: z.optional(auditText),
  reason: z.optional(auditText),
} satisfies InputShape<EraseInput>);

/** Fields that some decisions require, and all others must not have. */
const REQUIRED_BY_SOME = [...new Set(Object.values(DECISIONS))].filter((name) => name !== 'attempt');

const settleInputSchema = inputObject({
  as: field(Object.keys(DECISIONS).join(', '), (value) => typeof value === 'string' && Object.hasOwn(DECISIONS, value)),
  ...decision,
  refund: z.optional(key),
  capture: z.optional(key),
  cancel: z.optional(key),
  amount: z.optional(minorUnitsSchema),
  key: z.optional(key),
} satisfies InputShape<SettleInput>);

const captureInputSchema = inputObject({
  amount: z.optional(minorUnitsSchema),
  key,
  final: z.optional(field('true or false', (value) => typeof value === 'boolean')),
  by: z.optional(auditText),
} satisfies InputShape<CaptureInput>);

const cancelInputSchema = inputObject({
  key,
  attempt: z.optional(givenText(255)),
  states: statesSchema,
  by: z.optional(auditText),
  reason: z.optional(auditText),
} satisfies InputShape<CancelInput>);

const refundInputSchema = inputObject({
  amount: z.optional(minorUnitsSchema),
  key: z.optional(key),
  attempt: z.optional(givenText(255)),
  comment: z.optional(shopText(255)),
  by: z.optional(auditText),
} satisfies InputShape<RefundInput>);

const pruneInputSchema = inputObject({
  olderThan: field(`at least ${DAY} (a day), in milliseconds`, (value) => isAtLeast(value, DAY)),
} satisfies InputShape<PruneInput>);

const suspendInputSchema = inputObject({ createdBefore: dateSchema } satisfies InputShape<SuspendInput>);

const reconcileInputSchema = inputObject({
  olderThan: z.optional(field('at least 0, in milliseconds', (value) => isAtLeast(value, 0))),
  limit: z.optional(count(Number.MAX_SAFE_INTEGER)),
} satisfies InputShape<ReconcileInput>);

const balanceInputSchema = inputObject({
  day: field('a day in UTC, such as 2026-11-28', (value) => {
    const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
    return isDay && parseIsoTimestamp(`${value}T00:00:00Z`) !== undefined;
  }),
  withoutReports: z.optional(field('true or false', (value) => typeof value === 'boolean')),
  onCompared: z.optional(field('a function', (value) => typeof value === 'function')),
  signal: z.optional(field('an AbortSignal', (value) => value instanceof AbortSignal)),
} satisfies InputShape<BalanceInput>);

const storedCardSchema = inputObject({
  number: z.unknown(),
  expiryMonth: z.unknown(),
  expiryYear: z.unknown(),
  fullName: z.unknown(),
} satisfies InputShape<StoredCard>);

const oneOf = (...values: readonly string[]) =>
  field(values.join(', '), (value) => values.some((one) => one === value));

const storedCredentialSchema = inputObject({
  type: oneOf('oneoff', 'installment', 'recurring'),
  initiator: oneOf('cardholder', 'merchant'),
  sequence: oneOf('first', 'subsequent'),
  srd: z.optional(field('letters and digits, at most 50', (value) => /^[\w-]{1,50}$/.test(String(value)))),
} satisfies InputShape<StoredCredential>);

const SOURCES: readonly unknown[] = ['MERCHANT_INITIATED', 'STORED_RECURRING'] satisfies StoredPayment['source'][];

const storedPaymentSchema = inputObject({
  card: storedCardSchema,
  source: z.optional(field(SOURCES.join(' or '), (value) => SOURCES.includes(value))),
  requestType: z.optional(merchantInitiatedRequestTypeSchema),
  storedCredential: z.optional(storedCredentialSchema),
} satisfies InputShape<StoredPayment>);

/**
 * Checks the inputs of calls with the id of an order.
 * @throws {MessageError} naming every wrong field
 */
export const orderCalls = {
  id: (id: unknown) => {
    if (typeof id === 'string') return;
    throw new MessageError('order', [
      { field: 'id', message: 'must be the id of an order', missing: id === undefined },
    ]);
  },
  list: (input: unknown = {}) => checkInput('list', listInputSchema, input),
  export: (input: unknown = {}) => checkInput('export', exportInputSchema, input),
  erase: (input: unknown = {}) => checkInput('erasure', eraseInputSchema, input),
  count: (input: unknown = {}) => checkInput('count', filterSchema, input),
  settle: (input: unknown) => {
    checkInput('settlement', settleInputSchema, input);
    const given = input as Readonly<Record<string, unknown>> & Pick<SettleInput, 'as'>;
    const field = DECISIONS[given.as];
    if (field !== 'attempt' && field !== 'amount') requireAbsent('attempt', given['attempt'], given.as);
    if (field !== 'amount') requireAbsent('key', given['key'], given.as);
    for (const name of REQUIRED_BY_SOME) {
      if (name !== field) requireAbsent(name, given[name], given.as);
      else if (given[name] === undefined) {
        throw wrongSettlement(name, `is missing: the decision ${given.as} requires it`, true);
      }
    }
  },
  update: (input: unknown) => {
    if (!isPlainObject(input))
      throw new MessageError('order', [{ field: '', message: 'must be an object', missing: false }]);
  },
  capture: (input: unknown) => checkInput('capture', captureInputSchema, input),
  cancel: (input: unknown) => checkInput('cancellation', cancelInputSchema, input),
  reopen: (input: unknown) => checkInput('reopening', reopenInputSchema, input),
  refund: (input: unknown = {}) => checkInput('refund', refundInputSchema, input),
  prune: (input: unknown) => checkInput('prune', pruneInputSchema, input),
  suspend: (input: unknown) => checkInput('suspension', suspendInputSchema, input),
  reconcile: (input: unknown = {}) => checkInput('reconcile', reconcileInputSchema, input),
  balance: (input: unknown) => checkInput('balance', balanceInputSchema, input),
  payStored: (input: unknown) => checkInput('stored payment', storedPaymentSchema, input),
};

function requireAbsent(name: string, value: unknown, as: unknown): void {
  if (value !== undefined) throw wrongSettlement(name, `must be absent for the decision ${String(as)}`);
}

function wrongSettlement(name: string, message: string, missing = false): MessageError {
  return new MessageError('settlement', [{ field: name, message, missing }]);
}
