import type { CardAuthorizationRequest } from '../../protocol/authorization/card-authorization.js';
import type { ExemptStatus } from '../../protocol/three-d-secure/three-d-secure-values.js';
import type { AuthorizationResult } from '../cards/behaviours.js';

/** A processed authorization, also a declined one. Its order id is used up. */
export interface Authorization {
  readonly at: Date;
  readonly account: string;
  readonly orderId: string;
  readonly amount: string;
  readonly currency: string;
  readonly result: AuthorizationResult;
  readonly message: string;
  readonly pasref: string;
  /** The gateway's own identifier, for the report. */
  readonly merchantTransactionId: string;
  /** Empty after a decline. */
  readonly authcode: string;
  readonly autosettle: CardAuthorizationRequest['autosettle']['@flag'];
  readonly exemptStatus: ExemptStatus | undefined;
  readonly cvnResult: string;
  readonly maskedNumber: string;
  /** The scheme's reference, which later payments with the same card name; empty after a decline. */
  readonly schemeReference: string;
  /** False if the money was taken and the answer was lost. */
  readonly answered: boolean;
  /** Captures, void and refunds, in their order. */
  readonly movements: CardMovement[];
  /** The time at which a person sent the batch on the page of the back office. */
  batchSentAt?: Date;
}

/** A capture, void or refund that the gateway has carried out. A refused request leaves nothing. */
export interface CardMovement {
  /** Also the type of its leg. A multisettle is a settle. */
  readonly kind: 'settle' | 'void' | 'rebate';
  readonly at: Date;
  /** Minor units. A void has the amount of the authorization. */
  readonly amount: string;
  /** The movement's own reference, which no later request accepts. */
  readonly pasref: string;
  readonly authcode: string;
  readonly message: string;
  /** True for a settle after which nothing can be captured. */
  readonly final: boolean;
  /** The party that asked for it: the merchant's backend, or a person on the page of the back office. */
  readonly by: 'request' | 'portal';
  /** False where the account hides it from queries. */
  readonly hasLeg: boolean;
}
