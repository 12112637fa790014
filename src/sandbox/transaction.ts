import type { CardScheme } from '../protocol/card-scheme.js';
import type { AuthenticationRequest } from '../protocol/authentication-request.js';
import type { AuthenticationStatus } from '../protocol/three-d-secure-values.js';
import type { Behaviour } from './behaviours.js';
import type { Challenge } from './challenge.js';
import type { Decoupled } from './decoupled.js';

/** What a version check begins and an authentication carries on, under one server transaction id. */
export interface Transaction {
  readonly serverTransId: string;
  readonly card: TransactionCard;
  readonly behaviour: Behaviour;
  /** The whole card number, from the version check until the authentication has been compared with it. */
  number: string | undefined;
  /** The merchant's order: from the method notification URL first, then as the authentication has it. */
  order: string | undefined;
  /** True from the first authentication request on: an identifier serves one. */
  used: boolean;
  authentication: Authentication | undefined;
}

export interface TransactionCard {
  readonly scheme: CardScheme;
  /** The newest protocol version that its ACS speaks. */
  readonly version: string;
  /** As much as a BIN filter may ask for (gateway facts 1.7). */
  readonly firstDigits: string;
  readonly lastFour: string;
}

/** An authentication as directory and issuer keep it. */
export interface Authentication {
  readonly at: Date;
  readonly request: AuthenticationRequest;
  readonly acsTransId: string;
  readonly dsTransId: string;
  /** Present state; a challenge ends in another one. */
  verdict: Verdict;
  readonly challenge: Challenge | undefined;
  readonly decoupled: Decoupled | undefined;
  /** Whether the cardholder has the shop on their list, as far as this authentication tells. */
  readonly whitelist: 'WHITELISTED' | 'asked' | undefined;
}

/** What the issuer says of an authentication. */
export interface Verdict {
  readonly status: AuthenticationStatus;
  readonly statusReason?: string;
  readonly eci?: string;
  readonly authenticationValue?: string;
  readonly cardholderText?: string;
}
