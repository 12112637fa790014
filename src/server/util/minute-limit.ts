const MINUTE = 60_000;

/**
 * Returns a function that counts a call, and returns the seconds until the minute ends once there were more calls in it
 * than `max`. A minute begins with its first call.
 */
export function minuteLimit(max: number, now: () => Date): () => number | undefined {
  let [count, endsAt] = [0, 0];
  return () => {
    const at = now().getTime();
    if (at >= endsAt) [count, endsAt] = [0, at + MINUTE];
    count++;
    return count > max ? Math.ceil((endsAt - at) / 1000) : undefined;
  };
}
