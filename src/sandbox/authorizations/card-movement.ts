import type { Authorization, CardMovement } from './model.js';

const DAY = 86_400_000;
/** Milliseconds after which a query finds a leg (docs/reference/gateway.md#legs). */
const LEG_DELAY = 1_000;

const sum = (movements: readonly CardMovement[]) => movements.reduce((total, { amount }) => total + BigInt(amount), 0n);

/** Lists the movements of one kind, the first one first. */
export function movementsOf({ movements }: Authorization, kind: CardMovement['kind']): CardMovement[] {
  return movements.filter((movement) => movement.kind === kind);
}

export const isApproved = ({ result }: Authorization) => result === '00';
export const isVoided = (authorization: Authorization) => movementsOf(authorization, 'void').length > 0;

/** Minor units. An authorization with automatic settlement is captured with its success. */
export function capturedAmount(authorization: Authorization): bigint {
  if (authorization.autosettle === '1') return BigInt(authorization.amount);
  return sum(movementsOf(authorization, 'settle'));
}

export const refundedAmount = (authorization: Authorization) => sum(movementsOf(authorization, 'rebate'));

/** Returns the times of all captures. */
function captureTimes(authorization: Authorization): Date[] {
  if (!isApproved(authorization) || isVoided(authorization)) return [];
  return authorization.autosettle === '1'
    ? [authorization.at]
    : movementsOf(authorization, 'settle').map(({ at }) => at);
}

/**
 * Returns the number of the batch that a movement of this time was sent with; undefined before. The sandbox sends the
 * batch of a day at its end in UTC. A person can send it earlier on the page of the back office.
 */
function batchOf({ batchSentAt }: Authorization, at: Date, now: Date): number | undefined {
  const day = Math.floor(at.getTime() / DAY);
  const isSent = now.getTime() >= (day + 1) * DAY || (batchSentAt !== undefined && at <= batchSentAt);
  return isSent ? day : undefined;
}

/** True when a batch has sent a captured part to the acquirer. Only a refund can return such a part. */
export function isSettled(authorization: Authorization, now: Date): boolean {
  return captureTimes(authorization).some((at) => batchOf(authorization, at, now) !== undefined);
}

/** True when the next batch sends a captured part. */
export function awaitsBatch(authorization: Authorization, now: Date): boolean {
  return captureTimes(authorization).some((at) => batchOf(authorization, at, now) === undefined);
}

/** The `batchid` of an authorization: -1 before the settlement, above 0 after it, empty after a decline. */
export function batchidOf(authorization: Authorization, now: Date): string {
  if (!isApproved(authorization)) return '';
  const batches = captureTimes(authorization).map((at) => batchOf(authorization, at, now));
  return String(batches.find((batch) => batch !== undefined) ?? -1);
}

/** The `batchid` of a movement. That of a void is 0. */
export function movementBatchid({ kind, at }: CardMovement, authorization: Authorization, now: Date): string {
  return kind === 'void' ? '0' : String(batchOf(authorization, at, now) ?? -1);
}

/** Returns the most that can be captured or refunded of an authorization, for the ceiling of its account. */
export function limitOf({ amount }: Authorization, ceiling: number): bigint {
  return (BigInt(amount) * BigInt(ceiling)) / 100n;
}

/** Minor units that can still be captured; 0 after the last capture. */
export function leftToCapture(authorization: Authorization, ceiling: number): bigint {
  const settles = movementsOf(authorization, 'settle');
  const isOver = authorization.autosettle === '1' || isVoided(authorization) || settles.some(({ final }) => final);
  return isOver || !isApproved(authorization) ? 0n : limitOf(authorization, ceiling) - sum(settles);
}

/** Minor units that can still be refunded after the settlement. */
export function leftToRefund(authorization: Authorization, ceiling: number): bigint {
  return limitOf(authorization, ceiling) - refundedAmount(authorization);
}

const LEG = /^_(settle|void|rebate)_(.+)$/;

/**
 * Returns the order id of the authorization that a leg belongs to, or the order id itself
 * (docs/reference/gateway.md#legs).
 */
export function originalOrderId(orderId: string): string {
  return LEG.exec(orderId)?.[2] ?? orderId;
}

/**
 * Finds the movement that a query for a leg shows: the first of its kind, about a second after its success.
 * @param orderId `_settle_`, `_void_` or `_rebate_` and an order id.
 */
export function legOf(
  orderId: string,
  find: (orderId: string) => Authorization | undefined,
  now: Date,
): { readonly movement: CardMovement; readonly authorization: Authorization } | undefined {
  const [, kind, original = ''] = LEG.exec(orderId) ?? [];
  const authorization = find(original);
  const movement = authorization?.movements.find((one) => one.kind === kind && one.hasLeg);
  const isVisible = movement && now.getTime() - movement.at.getTime() >= LEG_DELAY;
  return authorization && isVisible ? { movement, authorization } : undefined;
}
