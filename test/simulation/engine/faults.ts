import { diceAfter, diceOf, hashText, type Dice } from './dice.js';
import { HOPS, type FaultOf, type Hop } from './hops.js';

/** A fault of a run. `key` names its decision, so that a shorter run can leave it out. */
export interface TakenFault {
  readonly key: string;
  readonly hop: Hop;
  readonly fault: string;
}

/** Faults of one world, drawn from its seed. */
export interface Faults {
  /** Returns the fault of a decision, or undefined. `weight` multiplies the world's rate. */
  draw<At extends Hop>(hop: At, label: string, options?: DrawOptions<At>): FaultOf<At> | undefined;
  /** Returns the dice of a decision that is no fault, such as a delay. */
  dice(label: string): Dice;
  /** No fault happens from now on. */
  heal(): void;
  readonly isHealed: boolean;
  readonly taken: readonly TakenFault[];
}

interface DrawOptions<At extends Hop> {
  readonly weight?: number;
  /** The faults that are possible here. Default: all of the hop. */
  readonly among?: readonly FaultOf<At>[];
}

export interface FaultPlan {
  readonly seed: string;
  /** Probability of a fault at a decision. */
  readonly rate: number;
  /** Keys of faults that are left out. */
  readonly without?: ReadonlySet<string>;
  /** Kinds of faults, or hops, that do not happen, such as one that was added after a world was kept. */
  readonly lacks?: readonly string[];
  readonly onTaken?: (fault: TakenFault) => void;
}

/** The decisions of one label. Their keys begin with the same text, which is hashed once. */
interface Place {
  readonly text: string;
  readonly hash: number;
  count: number;
}

/** Part of the kinds of faults that a world has: worlds with few kinds reach further than those with all of them. */
const ENABLED = 0.6;

/**
 * Places on which a world may concentrate its faults: each is passed once or twice in a payment. `auth`, the gateway's
 * call that charges, is drawn three times as often as any other.
 */
const FOCUS = [
  'auth',
  'auth',
  'auth',
  'query',
  'authentications',
  'authorizations',
  'redirects',
  'payment-set',
  'payment-credit',
  'payments',
  'store',
  'replace',
  'kill',
  'status',
  'return',
  'notifications',
  'challenge',
  'listener',
  'shopper',
  'clerk',
  'stranger',
];
const FOCUSED_RATE = 0.4;
/** The gateway's calls that a world with captures, voids and refunds of cards may concentrate its faults on. */
const MONEY_FOCUS = ['settle', 'void', 'rebate', 'staff'];

export function createFaults({ seed, rate, without, lacks = [], onTaken }: FaultPlan): Faults {
  const plan = diceOf(`${seed}|focus`);
  const general = rate > 0 && plan.chance(0.6) ? plan.pick(FOCUS) : undefined;
  const money = diceOf(`${seed}|money focus`);
  const isAboutMoney = rate > 0 && !lacks.includes('staff') && money.chance(0.4);
  const focus = isAboutMoney ? money.pick(MONEY_FOCUS) : general;
  const places = new Map<string, Place>();
  const enabled = new Map<string, boolean>();
  const taken: TakenFault[] = [];
  let isHealed = false;

  function placeOf(label: string): Place {
    const known = places.get(label);
    if (known) return known;
    const text = `${seed}|${label}|`;
    const place = { text, hash: hashText(text), count: 0 };
    places.set(label, place);
    return place;
  }

  function isEnabled(hop: Hop, fault: string): boolean {
    if (lacks.includes(fault) || lacks.includes(hop)) return false;
    const name = `${hop} ${fault}`;
    const known = enabled.get(name);
    if (known !== undefined) return known;
    const drawn = diceOf(`${seed}|enabled|${name}`).chance(ENABLED);
    enabled.set(name, drawn);
    return drawn;
  }

  return {
    get isHealed() {
      return isHealed;
    },
    taken,
    dice(label) {
      const place = placeOf(label);
      return diceAfter(place.hash, String(place.count++));
    },
    heal: () => void (isHealed = true),
    draw<At extends Hop>(hop: At, label: string, { weight = 1, among }: DrawOptions<At> = {}) {
      const place = placeOf(`${hop} ${label}`);
      const count = place.count++;
      if (isHealed || rate === 0) return undefined;
      const dice = diceAfter(place.hash, String(count));
      const isFocus =
        focus !== undefined && (label === focus || hop === focus || (focus !== 'auth' && label.includes(focus)));
      if (!dice.chance(isFocus ? FOCUSED_RATE * Math.min(weight * 2, 1) : rate * weight)) return undefined;
      const possible = ((among ?? HOPS[hop]) as readonly FaultOf<At>[]).filter((one) => isEnabled(hop, one));
      const key = `${place.text}${count}`;
      if (possible.length === 0 || without?.has(key)) return undefined;
      const fault = dice.pick<FaultOf<At>>(possible);
      taken.push({ key, hop, fault });
      onTaken?.({ key, hop, fault });
      return fault;
    },
  };
}
