import type { PageExtras } from '../protocol/authentication-extras.js';
import type { ChallengeWindowSize } from '../protocol/three-d-secure-values.js';
import type { Challenge } from '../three-d-secure/challenge-frame.js';
import type { Card, Payer } from './merchant-backend.js';
import type { Prepared } from './preparation.js';

/** The data of one payment attempt, from Pay to its end. It holds the card and is dropped at the end. */
export interface Attempt {
  readonly card: Card;
  readonly payer: Payer;
  readonly authentication: PageExtras | undefined;
  /** The same size in `browser_data` and for the frame. */
  readonly size: ChallengeWindowSize;
  /** A call that can move money has one key for all its retries. */
  readonly authenticationKey: string;
  readonly authorizationKey: string;
  prepared?: Prepared;
  challenge?: Challenge;
  /** The merchant's time limit for an authentication in the bank's app, in milliseconds. */
  bankTimeout?: number;
  cres?: string;
}
