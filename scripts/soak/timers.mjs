/**
 * Runs in the page before its scripts: keeps the timers and animation frames that have neither run nor been cancelled.
 */
export function countTimers() {
  const pending = (globalThis.pendingTimers = new Set());
  for (const [start, cancel, isRepeated] of [
    ['setTimeout', 'clearTimeout', false],
    ['setInterval', 'clearInterval', true],
    ['requestAnimationFrame', 'cancelAnimationFrame', false],
  ]) {
    const [begin, end] = [globalThis[start], globalThis[cancel]];
    globalThis[start] = (callback, ...rest) => {
      const id = begin.call(
        globalThis,
        (...parameters) => {
          if (!isRepeated) pending.delete(`${start} ${id}`);
          return typeof callback === 'function' ? callback(...parameters) : undefined;
        },
        ...rest,
      );
      pending.add(`${start} ${id}`);
      return id;
    };
    globalThis[cancel] = (id) => {
      pending.delete(`${start} ${id}`);
      end.call(globalThis, id);
    };
  }
}
