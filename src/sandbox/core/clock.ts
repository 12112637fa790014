/** A source of the time with timers. */
export interface SandboxClock {
  /** Returns the present time of the sandbox. */
  readonly now: () => Date;
  /** Calls back at a time, or at once if it has passed. Returns a function that cancels the call. */
  readonly at: (time: Date, call: () => Promise<void> | void) => () => void;
}

/** A clock that can be put forward. */
export interface DrivableClock extends SandboxClock {
  /**
   * Puts the clock forward by seconds, as `POST /clock` does. Resolves when all calls that became due are done,
   * including those that they schedule. Rejects with a RangeError for what is not a number from 0 to 315,576,000 (ten
   * years).
   */
  readonly advance: (seconds: number) => Promise<void>;
}

/** Milliseconds. A timer of more than 32 bits would fire at once. */
const LONGEST_TIMER = 86_400_000;

/**
 * Returns the machine's clock, or another source of the time with the machine's timers. They do not keep the process
 * alive.
 */
export function machineClock(now: () => Date = () => new Date()): SandboxClock {
  return {
    now,
    at(time, call) {
      const timer = setTimeout(() => void call(), Math.max(0, time.getTime() - now().getTime()));
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}

/** Ten years in seconds. A larger number is probably in milliseconds. */
const FARTHEST = 315_576_000;

/** Returns true for a number of seconds by which a clock can be put forward. */
export function isAdvance(seconds: unknown): seconds is number {
  return typeof seconds === 'number' && seconds >= 0 && seconds <= FARTHEST;
}

interface Appointment {
  readonly time: number;
  readonly call: () => Promise<void> | void;
}

/** Makes a clock that can be put forward, on top of another one that has the timers. */
export function drivableClock(
  base: SandboxClock,
  reportError: (error: unknown) => void,
): DrivableClock & { readonly close: () => void } {
  const appointments = new Set<Appointment>();
  const underWay = new Set<Promise<void>>();
  let ahead = 0;
  let closed = false;
  let disarm: (() => void) | undefined;
  let advancing: Promise<void> = Promise.resolve();

  const time = () => base.now().getTime() + ahead;
  const skipTo = (target: number) => (ahead += Math.max(0, target - time()));

  function earliest(): Appointment | undefined {
    let first: Appointment | undefined;
    for (const appointment of appointments) if (!first || appointment.time < first.time) first = appointment;
    return first;
  }

  /** Starts all calls that are due, in the order of their times, and sets a timer for the next one. */
  function startDue(): void {
    for (let next = earliest(); next && next.time <= time() && !closed; next = earliest()) {
      appointments.delete(next);
      begin(next.call);
    }
    disarm?.();
    const next = closed ? undefined : earliest();
    disarm = next && base.at(new Date(base.now().getTime() + Math.min(next.time - time(), LONGEST_TIMER)), startDue);
  }

  function begin(call: Appointment['call']): void {
    const run = async () => call();
    const running = run()
      .catch(reportError)
      .finally(() => underWay.delete(running));
    underWay.add(running);
  }

  async function forward(milliseconds: number): Promise<void> {
    const target = time() + milliseconds;
    while (!closed) {
      startDue();
      while (underWay.size > 0) await Promise.all(underWay);
      const next = earliest();
      if (!next || next.time > target) break;
      skipTo(next.time);
    }
    skipTo(target);
    startDue();
  }

  return {
    now: () => new Date(time()),
    at(moment, call) {
      const appointment = { time: moment.getTime(), call };
      appointments.add(appointment);
      startDue();
      return () => void appointments.delete(appointment);
    },
    // One after the other, because two at once would skip each other's calls.
    async advance(seconds) {
      if (!isAdvance(seconds)) {
        throw new RangeError(`advance must be a number of seconds from 0 to ${FARTHEST}; got ${String(seconds)}.`);
      }
      await (advancing = advancing.then(() => forward(Math.round(seconds * 1000))));
    },
    close() {
      closed = true;
      appointments.clear();
      disarm?.();
    },
  };
}
