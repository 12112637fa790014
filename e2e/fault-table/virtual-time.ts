interface Appointment {
  readonly time: number;
  readonly call: () => unknown;
}

/** The time of a backend and a sandbox in this process. It moves only when it is advanced. */
export interface VirtualTime {
  readonly now: () => Date;
  /** Timers of the backend. */
  readonly after: (ms: number, call: () => void) => () => void;
  /** Timers of the sandbox. */
  readonly at: (time: Date, call: () => Promise<void> | void) => () => void;
  /** Puts the time forward, and starts what is due in the order of its time. */
  readonly advance: (ms: number) => void;
}

/** Makes a time that begins at a moment. */
export function virtualTime(start: Date): VirtualTime {
  const appointments = new Set<Appointment>();
  let time = start.getTime();

  function add(appointment: Appointment): () => void {
    appointments.add(appointment);
    return () => void appointments.delete(appointment);
  }

  function nextUntil(target: number): Appointment | undefined {
    let first: Appointment | undefined;
    for (const one of appointments) if (one.time <= target && (!first || one.time < first.time)) first = one;
    return first;
  }

  return {
    now: () => new Date(time),
    after: (ms, call) => add({ time: time + ms, call }),
    at(moment, call) {
      if (moment.getTime() > time) return add({ time: moment.getTime(), call });
      void call();
      return () => undefined;
    },
    advance(ms) {
      const target = time + ms;
      for (let next = nextUntil(target); next; next = nextUntil(target)) {
        appointments.delete(next);
        time = Math.max(time, next.time);
        void next.call();
      }
      time = target;
    },
  };
}
