import { BoundedMap } from '../../core/bounded-map.js';
import type { CardAuthorizationRequest } from '../../../protocol/authorization/card-authorization.js';
import type { ExemptStatus } from '../../../protocol/three-d-secure/three-d-secure-values.js';
import type { AuthorizationResult } from '../../cards/behaviours.js';

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
  readonly batchid: string;
  readonly autosettle: CardAuthorizationRequest['autosettle']['@flag'];
  readonly exemptStatus: ExemptStatus | undefined;
  readonly cvnResult: string;
  readonly maskedNumber: string;
  /** False if the money was taken and the answer was lost. */
  readonly answered: boolean;
}

/** Authorizations by order id, which is unique for each attempt (docs/reference/gateway.md#order-ids). */
export class AuthorizationStore extends BoundedMap<string, Authorization> {
  #references = 0;

  constructor(capacity = 20_000) {
    super(capacity);
  }

  /** Returns the next number, so that references of one millisecond differ. */
  nextReference(): number {
    return this.#references++;
  }
}
