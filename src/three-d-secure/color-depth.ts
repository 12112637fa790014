import type { ColorDepth } from '../protocol/three-d-secure-values.js';

/** The depths that EMV 3-D Secure accepts, deepest first. Two bits is the vendor's own, never sent. */
const ACCEPTED: readonly (readonly [bits: number, name: ColorDepth])[] = [
  [48, 'FORTY_EIGHT_BITS'],
  [32, 'THIRTY_TWO_BITS'],
  [24, 'TWENTY_FOUR_BITS'],
  [16, 'SIXTEEN_BITS'],
  [15, 'FIFTEEN_BITS'],
  [8, 'EIGHT_BITS'],
  [4, 'FOUR_BITS'],
  [1, 'ONE_BIT'],
];

/**
 * The closest accepted value at or below what the screen reports (spec: browser_data, color_depth:
 * for a reported 30, submit 24); the lowest for 0 and nonsense.
 */
export function colorDepth(reported: number): ColorDepth {
  return ACCEPTED.find(([bits]) => bits <= reported)?.[1] ?? 'ONE_BIT';
}
