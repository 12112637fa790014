import type { Settings } from '../core/settings.js';
import type { AuthorizationStore } from './authorization-store.js';
import type { Authorization, CardMovement } from './model.js';
import { isApproved, isSettled, isVoided, leftToCapture, leftToRefund, limitOf, movementsOf } from './card-movement.js';
import { paymentsReference } from './references.js';

/** An answer that refuses a movement (docs/reference/gateway.md#card-money). */
export interface MovementRefusal {
  readonly result: '508' | '512' | '513';
  readonly message: string;
}

export const NOT_FOUND: MovementRefusal = { result: '508', message: 'Original transaction not found.' };
const VOIDED: MovementRefusal = { result: '508', message: 'That transaction has already been voided.' };
const SETTLED: MovementRefusal = { result: '508', message: 'That transaction has already been settled.' };
const NO_AMOUNT: MovementRefusal = { result: '508', message: 'Zero, negative or insufficient amount specified.' };
const CURRENCY: MovementRefusal = { result: '508', message: 'The currency is not that of the original transaction.' };

/** A request to capture or refund. */
export interface MovementAmount {
  /** Minor units. */
  readonly amount: string;
  readonly currency?: string | undefined;
}

type AccountRules = Pick<Settings, 'moneyCeiling' | 'multipleRebates' | 'now'>;

/** Returns why a capture is refused. The texts of a second capture and of a wrong currency are inferences. */
export function refusalOfSettle(
  authorization: Authorization,
  { amount, currency = authorization.currency }: MovementAmount,
  type: 'settle' | 'multisettle',
  { moneyCeiling }: AccountRules,
): MovementRefusal | undefined {
  if (!isApproved(authorization)) return NOT_FOUND;
  if (isVoided(authorization)) return VOIDED;
  if (currency !== authorization.currency) return CURRENCY;
  if (type === 'multisettle' && authorization.autosettle !== 'MULTI')
    return { result: '508', message: 'That transaction was not authorized for multiple settlements.' };
  const left = leftToCapture(authorization, moneyCeiling);
  if (left === 0n) return SETTLED;
  if (BigInt(amount) <= 0n) return NO_AMOUNT;
  if (BigInt(amount) > left) return { result: '508', message: `Settle limit exceeded: at most ${left}` };
  return undefined;
}

/** Returns why a void is refused. */
export function refusalOfVoid(authorization: Authorization, { now }: AccountRules): MovementRefusal | undefined {
  if (!isApproved(authorization)) return NOT_FOUND;
  if (isVoided(authorization)) return VOIDED;
  if (isSettled(authorization, now()))
    return { result: '513', message: 'The batch of that transaction has been sent: it cannot be voided.' };
  return undefined;
}

/** Returns why a refund is refused: a single one above the ceiling with 508, the sum of all with 512. */
export function refusalOfRebate(
  authorization: Authorization,
  { amount, currency = authorization.currency }: MovementAmount,
  { moneyCeiling, multipleRebates, now }: AccountRules,
): MovementRefusal | undefined {
  if (!isApproved(authorization)) return NOT_FOUND;
  if (isVoided(authorization)) return VOIDED;
  if (currency !== authorization.currency) return CURRENCY;
  if (!isSettled(authorization, now()))
    return { result: '512', message: 'That transaction has not been settled yet: void it instead.' };
  if (!multipleRebates && movementsOf(authorization, 'rebate').length > 0)
    return { result: '512', message: 'That transaction has already been rebated.' };
  if (BigInt(amount) === 0n) return NO_AMOUNT;
  const most = limitOf(authorization, moneyCeiling);
  if (BigInt(amount) > most) return { result: '508', message: `Rebate limit exceeded: at most ${most}` };
  const left = leftToRefund(authorization, moneyCeiling);
  return BigInt(amount) > left ? { result: '512', message: `Rebate limit exceeded: at most ${left}` } : undefined;
}

/** The parts of a movement that its caller chooses. */
interface MovementDraft extends Pick<CardMovement, 'kind' | 'amount' | 'by'> {
  readonly final?: boolean;
  readonly hasLeg?: boolean;
}

/** Carries out a movement that no rule refuses, without a pause before it; resolves when it is stored. */
export async function addMovement(
  authorization: Authorization,
  { final = false, hasLeg = true, ...draft }: MovementDraft,
  { settings, authorizations }: { readonly settings: Settings; readonly authorizations: AuthorizationStore },
): Promise<CardMovement> {
  const at = settings.now();
  const reference = authorizations.nextReference();
  const authcode = draft.kind === 'rebate' ? String(100_000 + (reference % 900_000)) : '000000';
  const movement = {
    ...draft,
    at,
    pasref: paymentsReference(at, authorizations, reference),
    authcode,
    message: messageOf(draft.kind, authcode),
    final,
    hasLeg,
  };
  authorization.movements.push(movement);
  await authorizations.save(authorization);
  return movement;
}

function messageOf(kind: CardMovement['kind'], authcode: string): string {
  switch (kind) {
    case 'settle':
      return 'Settled Successfully';
    case 'void':
      return 'Voided Successfully';
    case 'rebate':
      return `AUTH CODE: ${authcode}`;
  }
}
