import type { CardInput } from '../../../protocol/adapter/adapter-requests.js';
import type { CardScheme } from '../../../protocol/values/card-scheme.js';
import { peerVersionSchema } from '../../../protocol/values/identifiers.js';
import type { AuthenticationAnswer } from '../../gateway/authentications.js';
import type { CardAuthorization, StoredCredential } from '../../gateway/card-authorizations.js';
import type { OrderRecord } from '../../domain/record/order-record.js';
import type { Uses } from '../../ports/ports.js';

/** The card of an authorization, and its authentication. */
export interface AuthorizedCard {
  readonly card: CardInput;
  readonly scheme: CardScheme;
  /** Absent for a card that is authorized without 3-D Secure, by policy. */
  readonly authentication?: AuthenticationAnswer;
  readonly messageVersion?: string;
  /** A payment with a card on file. */
  readonly storedCredential?: StoredCredential | undefined;
}

/** The request of an authorization, with the order's amount and currency. */
export function authorizationRequest(
  { autosettle }: Uses<'autosettle'>,
  { amount, currency, exemptStatus }: OrderRecord,
  { card, scheme, authentication, messageVersion, storedCredential }: AuthorizedCard,
  orderId: string,
): CardAuthorization {
  const mpi = {
    ...(authentication ? mpiOf(authentication, messageVersion) : {}),
    ...(exemptStatus ? { exemptStatus } : {}),
  };
  return {
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
    ...(storedCredential ? { storedCredential } : {}),
    // An exemption counts without an authentication, too.
    ...(Object.keys(mpi).length > 0 ? { mpi } : {}),
  };
}

function mpiOf(
  { eci, dsTransId, authenticationValue, messageVersion: answered }: AuthenticationAnswer,
  requested: string | undefined,
) {
  const messageVersion = peerVersionSchema.safeParse(answered).data ?? requested;
  return {
    ...(eci ? { eci } : {}),
    ...(dsTransId ? { dsTransId } : {}),
    ...(authenticationValue ? { authenticationValue } : {}),
    ...(messageVersion ? { messageVersion } : {}),
  };
}
