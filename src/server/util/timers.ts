/** Schedules a callback after `ms` milliseconds. Returns a function that cancels it. */
export type After = (ms: number, callback: () => void) => () => void;

/** The timer of the platform. */
export const afterTimeout: After = (ms, callback) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

/** Returns a function whose promise resolves after `ms` milliseconds of a timer. */
export function pauseWith(after: After): (ms: number) => Promise<void> {
  return (ms) => new Promise((resolve) => void after(ms, resolve));
}
