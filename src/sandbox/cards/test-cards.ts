import type { BehaviourName, CardProfile } from './behaviours.js';

/** A card for tests, valid with any future expiry date and any security code. */
export interface TestCard extends CardProfile {
  /** The card number. */
  readonly number: string;
  /** Description in a list of cards. */
  readonly label: string;
}

const LABELS: Record<BehaviourName, string> = {
  success: 'succeeds without a challenge',
  'success-no-method': 'succeeds, the bank does not profile',
  attempted: 'authentication attempted only',
  failed: 'authentication fails',
  'failed-awkward-text': 'authentication fails, with a text that must be escaped',
  rejected: 'rejected by the bank',
  'could-not-be-performed': 'authentication could not be performed',
  challenge: 'asks for a one-time code',
  'challenge-extension': 'asks for a one-time code, and its result has a message extension',
  whitelisted: 'asks for a code, unless the shop claims to be on the list',
  decoupled: 'asks in the bank’s app if the merchant agrees, and is confirmed',
  'decoupled-refused': 'asks in the bank’s app if the merchant agrees, and is refused',
  'decoupled-silent': 'asks in the bank’s app if the merchant agrees, and gets no answer',
  'not-enrolled': 'not enrolled in 3-D Secure',
  'method-silent': 'succeeds, profiling never answers',
  'method-slow': 'succeeds, profiling answers late',
  'card-not-supported': 'type of card not supported (501)',
  'directory-unavailable': 'directory does not answer (502)',
  'issuer-unavailable': 'bank does not answer (502)',
  'declined-101': 'authenticated, then declined (101)',
  'declined-102': 'authenticated, then referred to the bank (102)',
  'declined-103': 'authenticated, then reported lost or stolen (103)',
  'declined-111': 'authenticated, then strong authentication required (111)',
  'declined-200': 'authenticated, then bank unreachable (200)',
  'not-approved': 'authenticated, then refused as no approved test card (108, unsigned)',
};

const BRANDS = {
  'Visa 2.2': { scheme: 'VISA', version: '2.2.0' },
  'Mastercard 2.2': { scheme: 'MASTERCARD', version: '2.2.0' },
  'Visa 2.3.1': { scheme: 'VISA', version: '2.3.1' },
  'Mastercard 2.3.1': { scheme: 'MASTERCARD', version: '2.3.1' },
  'Visa 2.1': { scheme: 'VISA', version: '2.1.0' },
  'American Express 2.2': { scheme: 'AMEX', version: '2.2.0' },
} as const;

function row(behaviour: BehaviourName, cards: Partial<Record<keyof typeof BRANDS, string>>): TestCard[] {
  return Object.entries(cards).map(([brand, number]) => ({
    number,
    ...BRANDS[brand as keyof typeof BRANDS],
    behaviour,
    label: `${brand}: ${LABELS[behaviour]}`,
  }));
}

/** The cards of the gateway's own test system (docs/reference/gateway.md#sandbox-cards). */
export const GATEWAY_TEST_CARDS: readonly TestCard[] = [
  ...row('success', {
    'Visa 2.2': '4222000006285344',
    'Mastercard 2.2': '5354560000000004',
    'Visa 2.1': '4263970000005262',
  }),
  ...row('success-no-method', {
    'Visa 2.2': '4222000009719489',
    'Mastercard 2.2': '5571596304025153',
    'Visa 2.1': '4222000006724235',
  }),
  ...row('attempted', {
    'Visa 2.2': '4222000005218627',
    'Mastercard 2.2': '5580364874958322',
    'Visa 2.1': '4012001037167778',
  }),
  ...row('failed', {
    'Visa 2.2': '4222000002144131',
    'Mastercard 2.2': '5540010585397800',
    'Visa 2.1': '4012001037461114',
  }),
  ...row('rejected', {
    'Visa 2.2': '4222000007275799',
    'Mastercard 2.2': '5588312194362669',
    'Visa 2.1': '4012001038443335',
  }),
  ...row('could-not-be-performed', {
    'Visa 2.2': '4222000008880910',
    'Mastercard 2.2': '5520680211891022',
    'Visa 2.1': '4012001037484447',
  }),
  ...row('challenge', {
    'Visa 2.2': '4222000001227408',
    'Mastercard 2.2': '5506874496684651',
    'Visa 2.1': '4012001038488884',
  }),
  ...row('declined-101', { 'Visa 2.2': '4000120000001154', 'Mastercard 2.2': '5114610000004778' }),
  ...row('declined-102', { 'Visa 2.2': '4000130000001724', 'Mastercard 2.2': '5114630000009791' }),
  ...row('declined-103', { 'Visa 2.2': '4000160000004147', 'Mastercard 2.2': '5121220000006921' }),
  ...row('declined-200', { 'Visa 2.2': '4009830000001985', 'Mastercard 2.2': '5135020000005871' }),
  ...row('declined-111', { 'Visa 2.2': '4242420000000091', 'Mastercard 2.2': '5100000000000131' }),
];

/**
 * The gateway's own sandbox cards, followed by ours for the other behaviours. Ours have a right check digit, and no
 * issuer uses them.
 * @example
 * const declined = TEST_CARDS.find(({ behaviour }) => behaviour === 'failed')?.number;
 */
export const TEST_CARDS: readonly TestCard[] = [
  ...GATEWAY_TEST_CARDS,
  ...row('success', { 'American Express 2.2': '370000000000010' }),
  ...row('success', { 'Visa 2.3.1': '4000000000000085', 'Mastercard 2.3.1': '5100000000000024' }),
  ...row('challenge', { 'Visa 2.3.1': '4000000000000093' }),
  ...row('whitelisted', { 'Visa 2.2': '4000000000000101' }),
  ...row('decoupled', { 'Visa 2.2': '4000000000000119' }),
  ...row('decoupled-refused', { 'Visa 2.2': '4000000000000127' }),
  ...row('decoupled-silent', { 'Visa 2.2': '4000000000000135' }),
  ...row('not-enrolled', { 'Visa 2.2': '4000000000000010', 'Mastercard 2.2': '5100000000000016' }),
  ...row('method-silent', { 'Visa 2.2': '4000000000000028' }),
  ...row('method-slow', { 'Visa 2.2': '4000000000000036' }),
  ...row('card-not-supported', { 'Visa 2.2': '4000000000000044' }),
  ...row('directory-unavailable', { 'Visa 2.2': '4000000000000051' }),
  ...row('issuer-unavailable', { 'Visa 2.2': '4000000000000069' }),
  ...row('failed-awkward-text', { 'Visa 2.2': '4000000000000077' }),
  ...row('challenge-extension', { 'Visa 2.2': '4000000000000150' }),
  ...row('not-approved', { 'Visa 2.2': '4000000000000143' }),
];
