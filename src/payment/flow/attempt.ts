import type { ChallengeEnd } from '../../protocol/adapter/adapter-requests.js';
import type { ChallengeWindowSize, MethodUrlCompletion } from '../../protocol/three-d-secure/three-d-secure-values.js';
import type { Challenge } from '../../three-d-secure/challenge-frame.js';
import type { Card, PageExtras, PayerInput, RedirectInput } from '../backend-client/backend-client.js';

/** The result of the preparation of a card. */
export type Prepared =
  | { readonly enrolled: false; readonly methodUrlCompletion: 'UNAVAILABLE' }
  | { readonly enrolled: true; readonly serverTransId: string; readonly methodUrlCompletion: MethodUrlCompletion };

/** A call that can move money has one key for all its retries. */
export interface AttemptKeys {
  readonly authenticationKey: string;
  readonly authorizationKey: string;
  /** The same size in `browser_data` and for the frame. */
  readonly size: ChallengeWindowSize;
}

/** The data of one card payment, from Pay to its end. It holds the card and is dropped at the end. */
export interface CardPaymentAttempt extends AttemptKeys {
  readonly card: Card;
  readonly payer: PayerInput;
  readonly authentication: PageExtras | undefined;
  readonly prepared?: Prepared;
  /** True for an authentication that follows another one of the same press of Pay. */
  readonly isRepeated?: boolean;
  /** True after the issuer has declined the payment because it demands a challenge. It is asked for once. */
  readonly isChallengeDemanded?: boolean;
  readonly challenge?: Challenge;
  /** The merchant's time limit for an authentication in the issuer's app, in milliseconds. */
  readonly issuerTimeout?: number;
  readonly cres?: string;
  /** The way in which the authentication ended. */
  readonly ended?: ChallengeEnd;
}

/** The chosen redirect payment method and the idempotency key of the call. */
export interface RedirectPaymentAttempt {
  readonly input: RedirectInput;
  readonly key: string;
}
