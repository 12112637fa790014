import { withoutLeadingZeros } from '../../protocol/values/amount.js';
import {
  CARD_TYPES,
  cardAuthorizationRequestSchema,
  cardAuthorizationResponseSchema,
} from '../../protocol/authorization/card-authorization.js';
import type { CardScheme } from '../../protocol/values/card-scheme.js';
import { HASH_FIELDS } from '../../protocol/values/securehash.js';
import type { ExemptStatus } from '../../protocol/three-d-secure/three-d-secure-values.js';
import { authorizationData, type AuthorizationData } from './authorization-data.js';
import type { GatewaySettings } from './gateway-options.js';
import type { CallOptions } from './send.js';
import { signedAnswer, signedXmlCall, type SignedAnswer } from './signed-xml-call.js';

/** Input of `cardAuthorizations.create`. */
export interface CardAuthorization {
  /** Unique for each attempt. */
  readonly orderId: string;
  /** Minor units, also of currencies without decimals: 1999 JPY is `1999`. */
  readonly amount: string;
  /** Alphabetic code (ISO 4217). */
  readonly currency: string;
  /** The card to authorize. */
  readonly card: {
    readonly number: string;
    readonly scheme: CardScheme;
    /** Two digits. */
    readonly expiryMonth: string;
    /** Two digits. */
    readonly expiryYear: string;
    /** Absent for a stored card, because a security code must not be stored. */
    readonly securityCode?: string;
    readonly fullName: string;
  };
  /** True to settle the authorization without a further call, `multi` to settle it in parts. */
  readonly autosettle: boolean | 'multi';
  /** A payment with a card on file. */
  readonly storedCredential?: StoredCredential;
  /** The data of the authentication and the exemption; absent without both. */
  readonly mpi?: {
    /** As the authentication returned it, `5` or `05`: the gateway accepts both. */
    readonly eci?: string;
    readonly dsTransId?: string;
    readonly authenticationValue?: string;
    readonly messageVersion?: string;
    readonly exemptStatus?: ExemptStatus;
  };
}

/** The use of a card on file, which schemes ask for. */
export interface StoredCredential {
  /** The kind of the agreement with the cardholder. */
  readonly type: 'oneoff' | 'installment' | 'recurring';
  /** The party that begins the payment. */
  readonly initiator: 'cardholder' | 'merchant';
  /** The first payment of the agreement, or a later one. */
  readonly sequence: 'first' | 'subsequent';
  /** The scheme's reference, from the answer to the first payment. */
  readonly srd?: string | undefined;
}

/** The answer to a card authorization. */
export type CardAuthorizationAnswer = SignedAnswer & AuthorizationData;

/** Flags of the element `autosettle`. */
const AUTOSETTLE = { true: '1', false: '0', multi: 'MULTI' } as const;

/**
 * Sends a card authorization, type `auth` (3D Secure 2 Authentication Interface, Card authorization request (XML)).
 * Unsigned and wrongly signed answers resolve as well: the caller decides what they prove about the money.
 */
export async function createCardAuthorization(
  settings: GatewaySettings,
  { orderId, amount, currency, card, autosettle, mpi, storedCredential }: CardAuthorization,
  options?: CallOptions,
): Promise<CardAuthorizationAnswer> {
  const plainAmount = withoutLeadingZeros(amount);
  const answer = await signedXmlCall(settings, {
    ...options,
    call: 'card authorization',
    card,
    type: 'auth',
    orderId,
    request: cardAuthorizationRequestSchema,
    fields: {
      amount: { '@currency': currency, '#text': plainAmount },
      card: {
        number: card.number,
        expdate: `${card.expiryMonth}${card.expiryYear}`,
        chname: card.fullName,
        type: CARD_TYPES[card.scheme],
        cvn: securityCodeOf(settings, card.securityCode),
      },
      storedcredential: storedCredential,
      autosettle: { '@flag': AUTOSETTLE[`${autosettle}`] },
      mpi: mpi && {
        eci: mpi.eci,
        ds_trans_id: mpi.dsTransId,
        authentication_value: mpi.authenticationValue,
        message_version: mpi.messageVersion,
        exempt_status: mpi.exemptStatus,
      },
    },
    inputNames: INPUT_NAMES,
    hash: (common) =>
      HASH_FIELDS.cardAuthorization({
        ...common,
        orderid: orderId,
        amount: plainAmount,
        currency,
        number: card.number,
      }),
    answer: cardAuthorizationResponseSchema,
    answerHash: HASH_FIELDS.cardAuthorizationResponse,
  });
  return { ...authorizationData(answer.body), ...signedAnswer(answer) };
}

const INPUT_NAMES = {
  orderid: 'orderId',
  'amount.#text': 'amount',
  'amount.@currency': 'currency',
  'card.expdate': 'card.expiryMonth',
  'card.chname': 'card.fullName',
  'card.type': 'card.scheme',
  'card.cvn.number': 'card.securityCode',
  'storedcredential.srd': 'storedCredential.srd',
  'mpi.ds_trans_id': 'mpi.dsTransId',
  'mpi.authentication_value': 'mpi.authenticationValue',
  'mpi.message_version': 'mpi.messageVersion',
  'mpi.exempt_status': 'mpi.exemptStatus',
  merchantid: 'merchantId',
  account: 'accountId',
};

/** Presence indicator 1: present, 4: not requested (docs/reference/gateway.md#card-authorization-request). */
function securityCodeOf({ missingSecurityCode }: GatewaySettings, securityCode: string | undefined) {
  if (securityCode) return { number: securityCode, presind: '1' };
  return missingSecurityCode === 'omit' ? undefined : { presind: '4' };
}
