import type { ColorDepth } from '../protocol/three-d-secure/three-d-secure-values.js';

/** The depths that EMV 3-D Secure accepts, deepest first. Two bits is an extension of the gateway and never sent. */
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
 * Returns the closest accepted value at or below the reported one: 24 for 30 (3D Secure 2 Authentication Interface,
 * Device (browser) data). Returns the lowest for 0 and for values that are no depth.
 */
export function colorDepthOf(reported: number): ColorDepth {
  return ACCEPTED.find(([bits]) => bits <= reported)?.[1] ?? 'ONE_BIT';
}
