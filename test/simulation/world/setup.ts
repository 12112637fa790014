import type { HashAlgorithm, HashAlgorithms, NewOrder, Policies } from '../../../src/server.js';
import { exponentOf } from '../../../src/protocol/values/amount.js';
import type { MoneyCeiling } from '../../../src/sandbox/core/settings.js';
import { diceOf, type Dice } from '../engine/dice.js';

/** The fields of an order that differ between worlds. */
type OrderFields = Pick<NewOrder, 'currency' | 'challengeRequestIndicator' | 'exemptStatus'> & {
  readonly amount: string;
  /** Brands of cards that the order takes; undefined for all. */
  readonly brands: readonly ('visa' | 'mastercard')[] | undefined;
};

/** The shop, its backend, its account at the gateway, and its shoppers, as the seed of a world draws them. */
export interface Setup {
  readonly orders: number;
  readonly autosettle: boolean | 'multi';
  /** Percent of an authorization that the account lets its staff capture, and refund. */
  readonly ceiling: MoneyCeiling;
  /** Policies of the backend. Those that it does not name are the defaults. */
  readonly policies: Partial<Policies>;
  /** Decimals that differ from ISO 4217. */
  readonly exponents: Readonly<Record<string, number>>;
  readonly hashAlgorithms: HashAlgorithms;
  /** Zeros in front of the amounts in reports. */
  readonly zeros: string;
  /** Orders of one reconciliation, and of one page of a list. */
  readonly limit: number;
  /** Another shop on the same merchant account, whose payments resemble those of each order. */
  readonly neighbour: 'none' | 'own-id' | 'same-id';
  /** True when messages of the gateway may be wrong. Its reports have no fault of the network then. */
  readonly contradicts: boolean;
  /** Limits of an order. Those that it does not name are the defaults. */
  readonly limits: { readonly cardsPerOrder?: number };
  /** Language of the shopper's browser. */
  readonly language: string;
  of(order: string): OrderFields;
}

/** Most shops let the gateway capture. */
const AUTOSETTLE = [true, true, true, true, 'multi', 'multi', false] as const;
const CEILINGS: readonly MoneyCeiling[] = [100, 100, 105, 115];

/** Amounts in minor units. The sandbox gives some endings a meaning, which none of these has. */
export const AMOUNTS = ['1999', '1999', '1999', '2500', '1', '999', '100000', '120000001999'];
/** Currencies with two decimals, none and three. The shop of the simulation has no decimals for HUF. */
const CURRENCIES = ['EUR', 'EUR', 'EUR', 'USD', 'JPY', 'BHD', 'HUF'];
const INDICATORS = [
  'CHALLENGE_MANDATED',
  'CHALLENGE_PREFERRED',
  'NO_CHALLENGE_REQUESTED',
  'NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED',
  'NO_CHALLENGE_REQUESTED_DATA_SHARE_ONLY',
  'NO_CHALLENGE_REQUESTED_WHITELIST',
] as const;
const EXEMPTIONS = ['LOW_VALUE', 'TRANSACTION_RISK_ANALYSIS', 'TRUSTED_MERCHANT'] as const;
const POLICY = ['authorize', 'refuse'] as const;
const ALGORITHMS: readonly HashAlgorithm[] = ['sha1', 'sha1', 'sha256'];
const SAFE: Policies = {
  notEnrolled: 'refuse',
  attempted: 'authorize',
  couldNotBePerformed: 'refuse',
  successfulWithoutShift: 'refuse',
};
const SHA1: HashAlgorithms = { json: 'sha1', xml: 'sha1', reports: 'sha1', messages: 'sha1' };

/** Draws the setup of a world. `lacks` names `setup` for a world that was kept before there was one. */
export function drawSetup(seed: string, lacks: readonly string[] = []): Setup {
  const isPlain = lacks.includes('setup');
  const of = (name: string) => diceOf(`${seed}|setup|${name}`);
  const capture = lacks.includes('staff') ? true : diceOf(`${seed}|autosettle`).pick(AUTOSETTLE);
  if (isPlain) {
    return {
      orders: diceOf(`${seed}|orders`).pick([1, 1, 2]),
      autosettle: capture,
      ceiling: 100,
      policies: {},
      exponents: {},
      hashAlgorithms: SHA1,
      zeros: '',
      limit: 100,
      neighbour: 'none',
      contradicts: false,
      limits: {},
      language: 'en-GB',
      of: () => ({ amount: '1999', currency: 'EUR', brands: undefined }),
    };
  }
  const orders = new Map<string, OrderFields>();
  return {
    orders: of('orders').pick([1, 1, 1, 2, 2, 3]),
    autosettle: capture,
    ceiling: of('ceiling').pick(CEILINGS),
    policies: policiesOf(of('policies')),
    exponents: { HUF: 0 },
    hashAlgorithms: algorithmsOf(of('algorithms')),
    zeros: of('zeros').pick(['', '', '000']),
    limit: of('limit').pick([100, 100, 1, 2]),
    neighbour: of('neighbour').pick(['none', 'own-id', 'same-id']),
    contradicts: !lacks.includes('gateway') && of('contradicts').chance(0.3),
    limits: of('limits').pick([{}, {}, {}, {}, { cardsPerOrder: 1 }]),
    language: of('language').pick(['en-GB', 'de', 'ar-EG', 'zh-Hant-TW', 'pt-BR']),
    of(order) {
      const known = orders.get(order) ?? orderOf(of(order));
      orders.set(order, known);
      return known;
    },
  };
}

function policiesOf(dice: Dice): Partial<Policies> {
  if (dice.chance(0.6)) return {};
  return {
    notEnrolled: dice.pick(POLICY),
    attempted: dice.pick(POLICY),
    couldNotBePerformed: dice.pick(POLICY),
    ...(dice.chance(0.5) ? { successfulWithoutShift: dice.pick(POLICY) } : {}),
  };
}

/** The gateway signs its messages about a payment as its request was signed. */
function algorithmsOf(dice: Dice): HashAlgorithms {
  const [json, xml, reports] = [dice.pick(ALGORITHMS), dice.pick(ALGORITHMS), dice.pick(ALGORITHMS)];
  return { json, xml, reports, messages: xml };
}

function orderOf(dice: Dice): OrderFields {
  const [amount, currency] = [dice.pick(AMOUNTS), dice.pick(CURRENCIES)];
  const brands = dice.chance(0.1) ? [dice.pick(['visa', 'mastercard'] as const)] : undefined;
  return {
    amount,
    currency,
    brands,
    ...(dice.chance(0.25) ? { challengeRequestIndicator: dice.pick(INDICATORS) } : {}),
    ...(dice.chance(0.15) ? { exemptStatus: dice.pick(EXEMPTIONS) } : {}),
  };
}

/** True when an order asks for an exemption, so that the shop keeps the liability (docs/configuration.md, Policies). */
export function asksForExemption({ challengeRequestIndicator, exemptStatus }: Partial<OrderFields>): boolean {
  return exemptStatus !== undefined || (challengeRequestIndicator ?? '').startsWith('NO_CHALLENGE_REQUESTED');
}

/** True when the shop takes a card by a policy. An order with an exemption accepts that no liability is shifted. */
export function allows({ policies, of }: Setup, policy: keyof Policies, order: string): boolean {
  const isByExemption = policy === 'successfulWithoutShift' && asksForExemption(of(order));
  return (policies[policy] ?? (isByExemption ? 'authorize' : SAFE[policy])) === 'authorize';
}

/** The decimals of the amount of an order. */
export function decimalsOf({ of, exponents }: Setup, order: string): number {
  const { currency } = of(order);
  return exponents[currency] ?? exponentOf(currency);
}

/** Amounts that a shop captures or refunds: parts of the order's amount, the whole, and one unit too much. */
export function partsOf({ of }: Setup, order: string): readonly string[] {
  const whole = Number(of(order).amount);
  const part = (share: number) => String(Math.max(1, Math.round(whole * share)));
  return [part(0.25), part(0.35), part(0.4), part(0.6), String(whole), String(whole + 1)];
}
