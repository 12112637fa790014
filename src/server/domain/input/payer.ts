import type { WireAuthenticationExtras } from '../../../protocol/three-d-secure/authentication-extras.js';
import type { WireAddress, PayerDetail } from '../../../protocol/three-d-secure/authentication-request.js';
import type { AuthenticationAnswer } from '../../gateway/authentications.js';
import type { CamelCased } from '../../../protocol/values/camel-case.js';

/** Payer data that the shop has (3D Secure 2 Authentication Interface, Authentication request body). */
export type Payer = CamelCased<PayerDetail>;

/** At least one phone number must be supplied (3D Secure 2 Authentication Interface, Authentication request body). */
export function hasPhone(payer: Payer | undefined): boolean {
  return Boolean(payer?.mobilePhone ?? payer?.homePhone ?? payer?.workPhone);
}

/** A postal address of the payer. */
export type Address = CamelCased<WireAddress>;

/** Optional fields of the authentication request that a merchant sets for an order. */
export type AuthenticationExtras = CamelCased<WireAuthenticationExtras>;

/** Scheme-specific data of an authentication. */
export type MessageExtension = NonNullable<AuthenticationAnswer['messageExtension']>[number];
