import { BoundedMap } from '../../bounded-map.js';
import type { CardAuthorizationRequest } from '../../../protocol/card-authorization.js';
import type { ExemptStatus } from '../../../protocol/three-d-secure-values.js';
import type { AuthorizationResult } from '../../cards/behaviours.js';

/** An authorization that was processed, declined ones included: its order id cannot come again. */
export interface Authorization {
  readonly at: Date;
  readonly account: string;
  readonly orderId: string;
  readonly amount: string;
  readonly currency: string;
  readonly result: AuthorizationResult;
  readonly message: string;
  readonly pasref: string;
  /** The service's own identifier, for the report. */
  readonly merchantTransactionId: string;
  /** Empty where nothing was authorized. */
  readonly authcode: string;
  readonly batchid: string;
  readonly autosettle: CardAuthorizationRequest['autosettle']['@flag'];
  readonly exemptStatus: ExemptStatus | undefined;
  readonly cvnResult: string;
  readonly maskedNumber: string;
  /** Otherwise the money is taken, and nobody ever said so. */
  readonly answered: boolean;
}

/** By order id, which is unique for each attempt (gateway facts 2.1). */
export class AuthorizationStore extends BoundedMap<string, Authorization> {
  #references = 0;

  constructor(capacity = 20_000) {
    super(capacity);
  }

  /** Counts up, so that references differ within a millisecond. */
  nextReference(): number {
    return this.#references++;
  }
}
