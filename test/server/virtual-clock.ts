/** A clock that stands still until a test, or a pause of the backend, sets it forward. */
export interface VirtualClock {
  readonly now: () => Date;
  readonly advance: (ms: number) => void;
}

export function virtualClock(start = '2026-11-20T12:00:00Z'): VirtualClock {
  let time = Date.parse(start);
  return { now: () => new Date(time), advance: (ms) => void (time += ms) };
}
