import type { AuthenticationRequest } from '../../../protocol/three-d-secure/authentication-request.js';
import type { Transaction } from '../../issuer/model.js';
import type { Settings } from '../../core/settings.js';
import { missingElement, Refusal, wrongData, wrongFormat } from './json-refusal.js';

/**
 * Checks the rules of an authentication request that concern more than one field.
 * @throws {Refusal} 400 naming the element.
 */
export function checkRules(
  body: AuthenticationRequest,
  { methodOffered }: Transaction,
  { messageExtensions }: Settings,
): void {
  if (!isPossible(body, methodOffered)) throw wrongFormat('method_url_completion');
  // An amount of zero is possible only where nothing is paid.
  if (body.message_category === 'PAYMENT_AUTHENTICATION' && /^0+$/.test(body.order.amount))
    throw wrongData('order.amount');
  if (body.authentication_source === 'MERCHANT_INITIATED' && body.merchant_initiated_request_type === undefined)
    throw missingElement('merchant_initiated_request_type');
  const again =
    body.authentication_request_type === 'RECURRING_TRANSACTION' ||
    body.authentication_request_type === 'INSTALMENT_TRANSACTION';
  if (again && body.recurring_authorization_data === undefined) throw missingElement('recurring_authorization_data');
  const unknown = body.message_extension?.find(
    ({ id, criticality_indicator }) => criticality_indicator === 'true' && !messageExtensions.includes(id),
  );
  if (unknown) throw new Refusal(400, { code: '202', element: `message_extension.${unknown.id}` });
}

/**
 * The document defines UNAVAILABLE as "no method URL was returned", so it excludes YES and NO. Whether the real server
 * refuses the others is unknown (docs/reference/gateway.md#unknowns). Without a browser there is no method step.
 */
function isPossible(
  { authentication_source, method_url_completion }: AuthenticationRequest,
  methodOffered: boolean,
): boolean {
  if (method_url_completion === undefined) return true;
  if (authentication_source !== 'BROWSER') return methodOffered || method_url_completion !== 'YES';
  return methodOffered === (method_url_completion !== 'UNAVAILABLE');
}
