import { MessageError } from '../../protocol/values/field-issue.js';
import type { GatewaySettings } from './gateway-options.js';

/** The kinds of payments, whose refunds have passwords of their own. */
export type RefundedMethod = 'card' | 'redirect';

const OPTIONS = { card: 'rebatePassword', redirect: 'refundPassword' } as const;
/** The way to set the password. A missing one is that of `scudo-checkout serve` as well. */
const ADVICE = {
  card: 'Set the gateway option rebatePassword or refundPassword; of serve, SCUDO_REBATE_PASSWORD or SCUDO_REFUND_PASSWORD',
  redirect: 'Set the gateway option refundPassword; of serve, SCUDO_REFUND_PASSWORD',
} as const;

/**
 * Returns the password of a refund.
 * @throws {MessageError} naming the option when it is missing
 */
export function refundPasswordOf(
  settings: Pick<GatewaySettings, 'rebatePassword' | 'refundPassword'>,
  method: RefundedMethod,
): string {
  const field = OPTIONS[method];
  const password = settings[field];
  if (password !== undefined) return password;
  const message = `is missing, and the refund of a ${method} payment requires it. ${ADVICE[method]}`;
  throw new MessageError('refund', [{ field, message, missing: true }]);
}
