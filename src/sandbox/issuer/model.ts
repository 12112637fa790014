import type { CardScheme } from '../../protocol/values/card-scheme.js';
import type { AuthenticationRequest } from '../../protocol/three-d-secure/authentication-request.js';
import type { AuthenticationStatus } from '../../protocol/three-d-secure/three-d-secure-values.js';
import type { Behaviour } from '../cards/behaviours.js';

/** A transaction of the 3-D Secure server: a version check and the authentication that follows it. */
export interface Transaction {
  readonly serverTransId: string;
  readonly card: TransactionCard;
  readonly behaviour: Behaviour;
  /** True if the version check returned a method URL. */
  readonly methodOffered: boolean;
  /** The merchant's order: from the method notification URL first, then from the authentication request. */
  order: string | undefined;
  progress: TransactionProgress;
}

/** The progress of a transaction. An identifier serves one authentication request. */
export type TransactionProgress =
  /** The whole card number is kept until the authentication request is compared with it. */
  | { readonly step: 'checked'; readonly number: string }
  /** The issuer did not answer the authentication request (502). */
  | { readonly step: 'unanswered' }
  | { readonly step: 'authenticated'; readonly authentication: Authentication };

/** Returns the authentication of a transaction, if it has one. */
export function authenticationOf({ progress }: Transaction): Authentication | undefined {
  return progress.step === 'authenticated' ? progress.authentication : undefined;
}

export interface TransactionCard {
  readonly scheme: CardScheme;
  /** The newest protocol version that both the card's ACS and the directory server support. */
  readonly version: string;
  /** Eight digits, because a BIN filter may have so many (docs/reference/gateway.md#authentication-search). */
  readonly firstDigits: string;
  readonly lastFour: string;
}

/** An authentication as directory and issuer keep it. */
export interface Authentication {
  readonly at: Date;
  readonly request: AuthenticationRequest;
  readonly acsTransId: string;
  readonly dsTransId: string;
  /** The current result; a challenge replaces it when it ends. */
  verdict: IssuerVerdict;
  readonly challenge: SimulatedChallenge | undefined;
  readonly decoupled: DecoupledChallenge | undefined;
  /** The cardholder's list of trusted shops, as far as this authentication reports it. */
  readonly whitelist: 'WHITELISTED' | 'asked' | undefined;
}

/** The issuer's result of an authentication. */
export interface IssuerVerdict {
  readonly status: AuthenticationStatus;
  readonly statusReason?: string;
  readonly eci?: string;
  readonly authenticationValue?: string;
  readonly cardholderText?: string;
}

/** Ends of a challenge: right code or no input, too many wrong codes, Cancel, time limit. */
export type SimulatedChallengeEnd = 'completed' | 'exhausted' | 'cancelled' | 'timed-out';

/** A challenge as the ACS keeps it: by transaction, never in the browser (no cookies, no storage). */
export interface SimulatedChallenge {
  /** EMV's window size, 01 to 05. */
  readonly windowSize: string;
  /** `never-requested`: no challenge request arrived in time. The ACS rejects a second request in each other state. */
  state: 'awaiting-request' | 'never-requested' | 'open' | SimulatedChallengeEnd;
  deadline: number;
  attemptsLeft: number;
  /** The merchant's session data, returned with the result. */
  sessionData: string | undefined;
}

/** A decoupled authentication: the issuer asks the cardholder in its app, away from the browser. */
export interface DecoupledChallenge {
  /** The cardholder's answer in the app, if there is one. */
  readonly cardholder: 'agrees' | 'refuses' | 'no-answer';
  readonly answersAt: number;
  readonly deadline: number;
}
