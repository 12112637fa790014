import type { CardScheme } from '../../protocol/values/card-scheme.js';

/** The issuer's decision about an authentication request; an `unavailable` issuer does not answer. */
export type IssuerDecision =
  | 'successful'
  | 'attempted'
  | 'failed'
  | 'rejected'
  | 'impossible'
  | 'challenge'
  | 'unavailable';

/** The acquirer's results for a well-formed authorization (docs/reference/gateway.md#result-codes). */
export type AuthorizationResult = '00' | '101' | '102' | '103' | '111' | '200' | '205';

/** The behaviour of a card at each station of a payment. */
export interface Behaviour {
  /** The answer to the version check. */
  readonly versionCheck: 'enrolled' | 'not-enrolled' | 'card-not-supported' | 'directory-unavailable';
  /** The ACS method page posts its notification at once, is not offered, never posts, or posts late. */
  readonly method: 'posts' | 'none' | 'never-posts' | 'slow';
  /** The issuer's decision about the authentication request. */
  readonly issuer: IssuerDecision;
  /** Text for the cardholder when the issuer refuses. Default: a plain text. */
  readonly cardholderText?: string;
  /** `not-approved`: the gateway refuses the card itself, with 108 in a short document without hash. */
  readonly authorization: AuthorizationResult | 'not-approved';
  /** The shop is on the cardholder's list of trusted shops, so an exemption for that is granted. */
  readonly whitelisted?: true;
  /** The cardholder's answer in the issuer's app, if the merchant agrees to a decoupled authentication. */
  readonly decoupled?: 'agrees' | 'refuses' | 'no-answer';
  /** The challenge result has a message extension with data of the scheme. */
  readonly resultExtension?: true;
}

const success: Behaviour = { versionCheck: 'enrolled', method: 'posts', issuer: 'successful', authorization: '00' };

/** Every behaviour that a card can have, by name. Each has at least one test card. */
export const BEHAVIOURS = {
  success,
  'success-no-method': { ...success, method: 'none' },
  attempted: { ...success, issuer: 'attempted' },
  failed: { ...success, issuer: 'failed' },
  /** The text breaks a page that does not escape it. */
  'failed-awkward-text': {
    ...success,
    issuer: 'failed',
    cardholderText: 'Smith & Sons Bank said <b>no</b>. Please call <01632 960 001> & quote "AB&C".',
  },
  rejected: { ...success, issuer: 'rejected' },
  'could-not-be-performed': { ...success, issuer: 'impossible' },
  challenge: { ...success, issuer: 'challenge' },
  'challenge-extension': { ...success, issuer: 'challenge', resultExtension: true },
  whitelisted: { ...success, issuer: 'challenge', whitelisted: true },
  decoupled: { ...success, issuer: 'challenge', decoupled: 'agrees' },
  'decoupled-refused': { ...success, issuer: 'challenge', decoupled: 'refuses' },
  'decoupled-silent': { ...success, issuer: 'challenge', decoupled: 'no-answer' },
  'not-enrolled': { ...success, versionCheck: 'not-enrolled' },
  'method-silent': { ...success, method: 'never-posts' },
  'method-slow': { ...success, method: 'slow' },
  'card-not-supported': { ...success, versionCheck: 'card-not-supported' },
  'directory-unavailable': { ...success, versionCheck: 'directory-unavailable' },
  'issuer-unavailable': { ...success, issuer: 'unavailable' },
  'declined-101': { ...success, authorization: '101' },
  'declined-102': { ...success, authorization: '102' },
  'declined-103': { ...success, authorization: '103' },
  'declined-111': { ...success, authorization: '111' },
  'declined-200': { ...success, authorization: '200' },
  'not-approved': { ...success, authorization: 'not-approved' },
} as const satisfies Record<string, Behaviour>;

/** Name of a behaviour of a test card, such as `challenge`. */
export type BehaviourName = keyof typeof BEHAVIOURS;

/** The directory's entry of a card: its scheme, the newest version of its ACS, its behaviour. */
export interface CardProfile {
  /** The scheme of the card. */
  readonly scheme: CardScheme;
  /** Has the form 2.x.x. */
  readonly version: string;
  /** A name, or a behaviour of a card file. */
  readonly behaviour: BehaviourName | Behaviour;
}

export function behaviourOf({ behaviour }: Pick<CardProfile, 'behaviour'>): Behaviour {
  return typeof behaviour === 'string' ? BEHAVIOURS[behaviour] : behaviour;
}
