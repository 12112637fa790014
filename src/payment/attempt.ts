import type { PageExtras } from '../protocol/authentication-extras.js';
import type { ChallengeWindowSize } from '../protocol/three-d-secure-values.js';
import type { Challenge } from '../three-d-secure/challenge-frame.js';
import type { Card, Payer } from './merchant-backend.js';
import type { Prepared } from './preparation.js';

/** One press of Pay and what belongs to it. Forgotten, card and all, when the payment ends. */
export interface Attempt {
  readonly card: Card;
  readonly payer: Payer;
  readonly authentication: PageExtras | undefined;
  /** The same in `browser_data` and for the frame (field lessons 11). */
  readonly size: ChallengeWindowSize;
  /** Each money-moving call has one key, however often it is sent. */
  readonly authenticationKey: string;
  readonly authorizationKey: string;
  prepared?: Prepared;
  challenge?: Challenge;
  cres?: string;
}
