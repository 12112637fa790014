/* eslint-disable @typescript-eslint/no-non-null-assertion -- places in typed arrays, all below `#size` */
import type { CardProfile } from '../cards/behaviours.js';

/**
 * A range of card numbers from `low` to `high`, both included, and its profile. Bounds with fewer digits than a card
 * number stand for all numbers with that prefix: `low` 51 and `high` 55 is 51… to 55….
 */
export interface CardRange extends CardProfile {
  /** The first card number of the range. */
  readonly low: string;
  /** The last card number of the range. */
  readonly high: string;
}

/** Digits of the longest card number (ISO/IEC 7812-1). Shorter numbers are padded for the comparison. */
const DIGITS = 19;

/**
 * The table of card number ranges and their 3-D Secure versions (3D Secure 2 Authentication Interface, What the
 * service does). The bounds are sorted in typed arrays: a look-up is a binary search, and a million ranges take 20
 * MB.
 */
export class CardDirectory {
  #lows = new BigUint64Array(64);
  #highs = new BigUint64Array(64);
  /** Index of each range's profile in `#profiles`. There are few profiles even for many ranges. */
  #profileOf = new Uint32Array(64);
  readonly #profiles: CardProfile[] = [];
  #size = 0;

  /**
   * Builds the table. Ranges must not overlap, because the result would depend on their order.
   * @throws {RangeError} for bounds that are not digits or in the wrong order, and for ranges that overlap.
   */
  constructor(ranges: Iterable<CardRange>) {
    const profiles = new Map<string, number>();
    let sorted = true;
    for (const range of ranges) {
      const place = this.#size;
      const low = bound(range.low, '0', place);
      const high = bound(range.high, '9', place);
      if (low > high) throw new RangeError(`Card range ${place} ends before it begins.`);
      if (place === this.#lows.length) this.#grow();
      sorted &&= place === 0 || this.#lows[place - 1]! < low;
      this.#lows[place] = low;
      this.#highs[place] = high;
      this.#profileOf[place] = this.#profilePlace(range, profiles);
      this.#size++;
    }
    const order = sorted ? undefined : this.#sort();
    this.#refuseOverlaps(order);
  }

  get size(): number {
    return this.#size;
  }

  /** Returns the profile of a card number; undefined for a number in no range. O(log n). */
  find(number: string): CardProfile | undefined {
    const sought = BigInt(number.padEnd(DIGITS, '0'));
    let [first, last] = [0, this.#size - 1];
    while (first <= last) {
      const middle = (first + last) >>> 1;
      if (this.#highs[middle]! < sought) first = middle + 1;
      else if (this.#lows[middle]! > sought) last = middle - 1;
      else return this.#profiles[this.#profileOf[middle]!];
    }
    return undefined;
  }

  #grow(): void {
    this.#lows = grown(this.#lows, new BigUint64Array(this.#size * 2));
    this.#highs = grown(this.#highs, new BigUint64Array(this.#size * 2));
    this.#profileOf = grown(this.#profileOf, new Uint32Array(this.#size * 2));
  }

  #profilePlace({ scheme, version, behaviour }: CardProfile, profiles: Map<string, number>): number {
    const key = `${scheme} ${version} ${typeof behaviour === 'string' ? behaviour : JSON.stringify(behaviour)}`;
    const known = profiles.get(key);
    if (known !== undefined) return known;
    profiles.set(key, this.#profiles.length);
    return this.#profiles.push({ scheme, version, behaviour }) - 1;
  }

  /** Sorts the ranges. Returns the former index of each. */
  #sort(): Uint32Array {
    const [lows, highs, profileOf] = [this.#lows, this.#highs, this.#profileOf];
    const order = Uint32Array.from({ length: this.#size }, (_, place) => place).sort((one, other) =>
      lows[one]! < lows[other]! ? -1 : lows[one]! > lows[other]! ? 1 : 0,
    );
    this.#lows = new BigUint64Array(this.#size).map((_, place) => lows[order[place]!]!);
    this.#highs = new BigUint64Array(this.#size).map((_, place) => highs[order[place]!]!);
    this.#profileOf = order.map((place) => profileOf[place]!);
    return order;
  }

  #refuseOverlaps(order: Uint32Array | undefined): void {
    for (let place = 1; place < this.#size; place++) {
      if (this.#lows[place]! > this.#highs[place - 1]!) continue;
      // At most six digits, because the ranges of test cards are whole card numbers.
      const name = (at: number) =>
        `${order?.[at] ?? at} (${String(this.#lows[at]).padStart(DIGITS, '0').slice(0, 6)}…)`;
      throw new RangeError(`Card ranges ${name(place - 1)} and ${name(place)} overlap.`);
    }
  }
}

function bound(digits: string, filling: '0' | '9', place: number): bigint {
  if (!/^\d{1,19}$/.test(digits))
    throw new RangeError(`Card range ${place} must have bounds of 1 to ${DIGITS} digits.`);
  return BigInt(digits.padEnd(DIGITS, filling));
}

function grown<Numbers extends BigUint64Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  (to as { set(values: Numbers): void }).set(from);
  return to;
}
