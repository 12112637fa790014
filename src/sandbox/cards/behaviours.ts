import type { CardScheme } from '../../protocol/card-scheme.js';

/** What the issuer makes of an authentication request; `unavailable` is an issuer that does not answer. */
export type IssuerDecision =
  | 'successful'
  | 'attempted'
  | 'failed'
  | 'rejected'
  | 'impossible'
  | 'challenge'
  | 'unavailable';

/** The acquirer's results for an authorization that is well-formed (gateway facts 2.3). */
export type AuthorizationResult = '00' | '101' | '102' | '103' | '111' | '200' | '205';

/** How one card fares at each station of a payment. */
export interface Behaviour {
  readonly versionCheck: 'enrolled' | 'not-enrolled' | 'card-not-supported' | 'directory-unavailable';
  /** The ACS method page: posts its notification at once, is not offered, never posts, or posts late. */
  readonly method: 'posts' | 'none' | 'silent' | 'slow';
  readonly issuer: IssuerDecision;
  /** For the cardholder, where the issuer says no; there is a plain text of the issuer's otherwise. */
  readonly cardholderText?: string;
  readonly authorization: AuthorizationResult;
  /** The cardholder has the shop on their list: an exemption for that is granted. */
  readonly whitelisted?: true;
  /** What somebody whom the issuer asks in its app says there, where the merchant agrees to that. */
  readonly decoupled?: 'agrees' | 'refuses' | 'silent';
}

const success: Behaviour = { versionCheck: 'enrolled', method: 'posts', issuer: 'successful', authorization: '00' };

/** Every behaviour that a card can have, by name (issue: one test card for each). */
export const BEHAVIOURS = {
  success,
  'success-no-method': { ...success, method: 'none' },
  attempted: { ...success, issuer: 'attempted' },
  failed: { ...success, issuer: 'failed' },
  /** A text that breaks every page that does not escape it. */
  'failed-awkward-text': {
    ...success,
    issuer: 'failed',
    cardholderText: 'Smith & Sons Bank said <b>no</b>. Please call <01632 960 001> & quote "AB&C".',
  },
  rejected: { ...success, issuer: 'rejected' },
  'could-not-be-performed': { ...success, issuer: 'impossible' },
  challenge: { ...success, issuer: 'challenge' },
  whitelisted: { ...success, issuer: 'challenge', whitelisted: true },
  decoupled: { ...success, issuer: 'challenge', decoupled: 'agrees' },
  'decoupled-refused': { ...success, issuer: 'challenge', decoupled: 'refuses' },
  'decoupled-silent': { ...success, issuer: 'challenge', decoupled: 'silent' },
  'not-enrolled': { ...success, versionCheck: 'not-enrolled' },
  'method-silent': { ...success, method: 'silent' },
  'method-slow': { ...success, method: 'slow' },
  'card-not-supported': { ...success, versionCheck: 'card-not-supported' },
  'directory-unavailable': { ...success, versionCheck: 'directory-unavailable' },
  'issuer-unavailable': { ...success, issuer: 'unavailable' },
  'declined-101': { ...success, authorization: '101' },
  'declined-102': { ...success, authorization: '102' },
  'declined-103': { ...success, authorization: '103' },
  'declined-111': { ...success, authorization: '111' },
  'declined-200': { ...success, authorization: '200' },
} as const satisfies Record<string, Behaviour>;

export type BehaviourName = keyof typeof BEHAVIOURS;

/** What the directory knows of a card: its scheme, the newest version its ACS speaks, its behaviour. */
export interface CardProfile {
  readonly scheme: CardScheme;
  /** Of the form 2.x.x. */
  readonly version: string;
  /** By name, or one of a card file's own. */
  readonly behaviour: BehaviourName | Behaviour;
}

export function behaviourOf({ behaviour }: Pick<CardProfile, 'behaviour'>): Behaviour {
  return typeof behaviour === 'string' ? BEHAVIOURS[behaviour] : behaviour;
}
