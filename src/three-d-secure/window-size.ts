import type { ChallengeWindowSize } from '../protocol/three-d-secure-values.js';

/** Pixels. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/** EMV's sizes, width by height, largest first. (A peer has them the wrong way round.) */
const WINDOWS: readonly (readonly [size: ChallengeWindowSize, room: Room])[] = [
  ['WINDOWED_500X600', { width: 500, height: 600 }],
  ['WINDOWED_600X400', { width: 600, height: 400 }],
  ['WINDOWED_390X400', { width: 390, height: 400 }],
  ['WINDOWED_250X400', { width: 250, height: 400 }],
];

/** The largest size that fits the room there is; full screen where not even the smallest does. */
export function windowSizeFor(room: Room): ChallengeWindowSize {
  return WINDOWS.find(([, { width, height }]) => width <= room.width && height <= room.height)?.[0] ?? 'FULL_SCREEN';
}

/** What a frame of that size measures; undefined for full screen, which takes what there is. */
export function roomOf(size: ChallengeWindowSize): Room | undefined {
  return WINDOWS.find(([name]) => name === size)?.[1];
}
