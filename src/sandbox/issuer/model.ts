import type { CardScheme } from '../../protocol/card-scheme.js';
import type { AuthenticationRequest } from '../../protocol/authentication-request.js';
import type { AuthenticationStatus } from '../../protocol/three-d-secure-values.js';
import type { Behaviour } from '../cards/behaviours.js';

/** A transaction of the 3-D Secure server: a version check and the authentication that follows it. */
export interface Transaction {
  readonly serverTransId: string;
  readonly card: TransactionCard;
  readonly behaviour: Behaviour;
  /** True if the version check returned a method URL. */
  readonly methodOffered: boolean;
  /** The whole card number, from the version check until the authentication has been compared with it. */
  number: string | undefined;
  /** The merchant's order: from the method notification URL first, then from the authentication request. */
  order: string | undefined;
  /** True from the first authentication request on: an identifier serves one authentication. */
  used: boolean;
  /** True after an authentication request that the issuer did not answer (502). */
  unanswered: boolean;
  authentication: Authentication | undefined;
}

export interface TransactionCard {
  readonly scheme: CardScheme;
  /** The newest protocol version that both the card's ACS and the directory server support. */
  readonly version: string;
  /** As many digits as a BIN filter may contain (docs/reference/gateway.md#authentication-search). */
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

/** How a challenge can end: right code or no input, too many wrong codes, Cancel, time limit. */
export type SimulatedChallengeEnd = 'completed' | 'exhausted' | 'cancelled' | 'timed-out';

/** A challenge as the ACS keeps it: by transaction, never in the browser (no cookies, no storage). */
export interface SimulatedChallenge {
  /** EMV's window size, 01 to 05. */
  readonly windowSize: string;
  state: 'awaiting-request' | 'open' | SimulatedChallengeEnd;
  /** True once the challenge request has arrived. The ACS rejects a second one. */
  requested: boolean;
  deadline: number;
  attemptsLeft: number;
  /** The merchant's session data, returned with the result. */
  sessionData: string | undefined;
}

/** A decoupled authentication: the issuer asks the cardholder in its app, away from the browser. */
export interface DecoupledChallenge {
  /** The cardholder's answer; `silent` never answers. */
  readonly cardholder: 'agrees' | 'refuses' | 'silent';
  readonly answersAt: number;
  readonly deadline: number;
}
