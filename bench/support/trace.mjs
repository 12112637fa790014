/**
 * The events of the main thread that made a mark, in order, outer ones first.
 * @param {readonly any[]} trace events of Chromium's tracing, with the category `blink.user_timing`
 * @param {string} mark name of a mark of the page
 * @returns {{ name: string, begun: number, ms: number, cpu: number, args: any }[]} `begun` and `ms` by the clock, `cpu`
 * by the time that the thread has run, all in milliseconds
 */
export function mainThreadOf(trace, mark) {
  const { pid, tid } = trace.find(({ name }) => name === mark);
  return trace
    .filter((event) => event.pid === pid && event.tid === tid && event.ph === 'X')
    .sort((one, other) => one.ts - other.ts || other.dur - one.dur)
    .map(({ name, ts, dur, tdur = 0, args }) => ({ name, begun: ts / 1000, ms: dur / 1000, cpu: tdur / 1000, args }));
}

/** The time of a mark, in milliseconds of the same clock. */
export function timeOfMark(trace, mark) {
  return trace.find(({ name }) => name === mark).ts / 1000;
}

/** True for an event during another one. */
export function isInside({ begun, ms }, outer) {
  return begun >= outer.begun && begun + ms <= outer.begun + outer.ms;
}

/**
 * CPU time by a name that `partOf` gives each event. An event inside another one counts for itself.
 * @returns {Map<string, number>} milliseconds
 */
export function cpuByName(events, partOf) {
  const parts = new Map();
  const open = [];
  const add = ({ name }, cpu) => parts.set(partOf(name), (parts.get(partOf(name)) ?? 0) + cpu);
  for (const event of events) {
    while (open.length > 0 && open.at(-1).begun + open.at(-1).ms <= event.begun) open.pop();
    if (open.length > 0) add(open.at(-1), -event.cpu);
    add(event, event.cpu);
    open.push(event);
  }
  return parts;
}
