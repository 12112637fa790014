/** What tells the time, and calls when it has come. */
export interface SandboxClock {
  readonly now: () => Date;
  /** Calls at that time, at once if it has passed; gives back what cancels the call. */
  readonly at: (time: Date, call: () => Promise<void> | void) => () => void;
}

/** A clock that can be put forward. */
export interface DrivableClock extends SandboxClock {
  /** Puts the clock forward by milliseconds; resolves when all that became due is done, what follows from it included. */
  readonly advance: (milliseconds: number) => Promise<void>;
}

/** A longer timer would fire at once (its length is 32 bits). */
const LONGEST_TIMER = 86_400_000;

/** The machine's clock, or another source of the time with the machine's timers. They keep no process alive. */
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

interface Appointment {
  readonly time: number;
  readonly call: () => Promise<void> | void;
}

/** Lays a clock that can be put forward over another one, which it wakes up by. */
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

  /** Begins everything that is due, in the order of its times, and has itself woken for the next. */
  function keep(): void {
    for (let next = earliest(); next && next.time <= time() && !closed; next = earliest()) {
      appointments.delete(next);
      begin(next.call);
    }
    disarm?.();
    const next = closed ? undefined : earliest();
    disarm = next && base.at(new Date(base.now().getTime() + Math.min(next.time - time(), LONGEST_TIMER)), keep);
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
      keep();
      while (underWay.size > 0) await Promise.all(underWay);
      const next = earliest();
      if (!next || next.time > target) break;
      skipTo(next.time);
    }
    skipTo(target);
    keep();
  }

  return {
    now: () => new Date(time()),
    at(moment, call) {
      const appointment = { time: moment.getTime(), call };
      appointments.add(appointment);
      keep();
      return () => void appointments.delete(appointment);
    },
    // One after the other: two at once would step over each other's appointments.
    advance: (milliseconds) => (advancing = advancing.then(() => forward(milliseconds))),
    close() {
      closed = true;
      appointments.clear();
      disarm?.();
    },
  };
}
