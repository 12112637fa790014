import { describe, expect, it } from 'vitest';
import type { Flow } from '../../../src/protocol/flow.js';
import { run } from '../../../src/payment/flow/runner.js';
import type { TaskInput as TaskRun } from '../../../src/payment/flow/tasks.js';
import { stillClock, settle } from '../../../demo/pages/gallery/still-clock.js';

type State = 'idle' | 'working' | 'watching' | 'checking' | 'done';
type Type = 'GO' | 'AGAIN' | 'CHECK' | 'WATCH' | 'DONE' | 'LATE' | 'FAULT';
interface Event {
  readonly type: Type;
}

type TaskInput = TaskRun<Readonly<Record<'flow', State>>, Event, undefined>;

const LIMIT = { ms: 100, event: 'LATE' } as const;

const FLOW: Flow<State, Type, 'work' | 'watch'> = {
  initial: 'idle',
  states: {
    idle: { on: { GO: 'working' } },
    working: {
      task: 'work',
      after: LIMIT,
      on: { AGAIN: 'working', WATCH: 'watching', CHECK: 'checking', DONE: 'done', LATE: 'done', FAULT: 'done' },
    },
    checking: { after: { ms: 100, event: 'LATE' }, on: { LATE: 'done' } },
    watching: { task: ['work', 'watch'], after: LIMIT, on: { DONE: 'done', LATE: 'done', FAULT: 'done' } },
    done: { on: { GO: 'working' } },
  },
};

function harness(work: (run: TaskInput) => void | Promise<void> = () => undefined) {
  const clock = stillClock();
  const runs: TaskInput[] = [];
  const watches: TaskInput[] = [];
  const steps: string[] = [];
  const running = run<Readonly<Record<'flow', State>>, Type, Event, 'work' | 'watch', Type, undefined>({
    regions: { flow: FLOW },
    start: { flow: 'idle' },
    context: undefined,
    reduce: () => undefined,
    clock,
    tasks: {
      work: (one) => {
        runs.push(one);
        return work(one);
      },
      watch: (one) => void watches.push(one),
    },
    limitEvent: (type) => ({ type }),
    faultEvent: { flow: () => ({ type: 'FAULT' }) },
    onStep: ({ from, to, event }) => steps.push(`${from.flow} ${event.type} ${to.flow ?? ''}`),
  });
  const runner = {
    send: running.send,
    stop: running.stop,
    get state() {
      return running.states.flow;
    },
  };
  return { clock, runs, watches, steps, runner };
}

describe('run', () => {
  it('starts a state’s task on entry and aborts it on exit, so that a late answer has no effect', () => {
    const { runner, runs, steps } = harness();
    runner.send({ type: 'GO' });
    expect(runs[0]?.signal.aborted).toBe(false);
    runner.send({ type: 'DONE' });
    expect(runs[0]?.signal.aborted).toBe(true);
    runner.send({ type: 'GO' });
    runs[0]?.send({ type: 'DONE' });
    expect(runner.state).toBe('working');
    expect(steps).toEqual(['idle GO working', 'working DONE done', 'done GO working']);
  });

  it('returns true for an event with an effect', () => {
    const { runner } = harness();
    expect(runner.send({ type: 'DONE' })).toBe(false);
    expect(runner.send({ type: 'GO' })).toBe(true);
  });

  it('keeps a task that the next state names too', () => {
    const { runner, runs, watches } = harness();
    runner.send({ type: 'GO' });
    runner.send({ type: 'WATCH' });
    expect(runs).toHaveLength(1);
    expect(runs[0]?.signal.aborted).toBe(false);
    expect(watches).toHaveLength(1);
    runs[0]?.send({ type: 'DONE' });
    expect(runner.state).toBe('done');
    expect(watches[0]?.signal.aborted).toBe(true);
  });

  it('keeps a limit that the next state has too, without starting it again', async () => {
    const { runner, clock } = harness();
    runner.send({ type: 'GO' });
    await clock.advance(60);
    runner.send({ type: 'WATCH' });
    await clock.advance(39);
    expect(runner.state).toBe('watching');
    await clock.advance(1);
    expect(runner.state).toBe('done');
  });

  it('starts another limit, although it sends the same event', async () => {
    const { runner, clock } = harness();
    runner.send({ type: 'GO' });
    await clock.advance(60);
    runner.send({ type: 'CHECK' });
    await clock.advance(99);
    expect(runner.state).toBe('checking');
    await clock.advance(1);
    expect(runner.state).toBe('done');
  });

  it('restarts task and limit on entering the same state again', async () => {
    const { runner, runs, clock } = harness();
    runner.send({ type: 'GO' });
    await clock.advance(60);
    runner.send({ type: 'AGAIN' });
    expect(runs.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await clock.advance(60);
    expect(runner.state).toBe('working');
    await clock.advance(40);
    expect(runner.state).toBe('done');
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('oops');
      },
    ],
    ['rejects', () => Promise.reject(new Error('oops'))],
  ])('sends the fault event for a task that %s', async (_how, work) => {
    const { runner, steps } = harness(work);
    runner.send({ type: 'GO' });
    await settle();
    expect(steps).toContain('working FAULT done');
  });

  it('leaves no timer and no task when stopped, and ignores events', () => {
    const { runner, runs, clock } = harness();
    runner.send({ type: 'GO' });
    runner.stop();
    expect(runs[0]?.signal.aborted).toBe(true);
    expect(clock.waiting).toBe(0);
    expect(runner.send({ type: 'DONE' })).toBe(false);
  });
});

/** A door with a lamp: the lamp follows the door, and it has events of its own. */
describe('run with two regions', () => {
  type DoorEvent = 'OPEN' | 'CLOSE' | 'SWITCH' | 'BREAK' | 'FAULT';
  type States = { readonly door: 'open' | 'closed'; readonly lamp: 'on' | 'off' };
  interface Sent {
    readonly type: DoorEvent;
  }

  function doorAndLamp(
    tasks: { close?: (run: TaskRun<States, Sent, readonly string[]>) => void | Promise<void> } = {},
  ) {
    const clock = stillClock();
    const steps: string[] = [];
    let context: readonly string[] = [];
    const runner = run<States, DoorEvent, Sent, 'close', DoorEvent, readonly string[]>({
      regions: {
        door: {
          initial: 'closed',
          states: {
            closed: { on: { OPEN: 'open', FAULT: 'closed' } },
            open: { task: 'close', on: { CLOSE: 'closed', FAULT: 'closed' } },
          },
        },
        lamp: {
          initial: 'off',
          states: {
            off: { on: { OPEN: 'on', SWITCH: 'on' } },
            on: { on: { CLOSE: 'off', SWITCH: 'off', BREAK: 'off' } },
          },
        },
      },
      start: { door: 'closed', lamp: 'off' },
      context,
      reduce: (before, { event }) => [...before, event.type],
      tasks: { close: tasks.close ?? (() => undefined) },
      clock,
      limitEvent: (type) => ({ type }),
      faultEvent: { door: () => ({ type: 'FAULT' }), lamp: () => ({ type: 'BREAK' }) },
      onStep({ to }, position) {
        ({ context } = position);
        steps.push(JSON.stringify(to));
      },
    });
    return { runner, steps, context: () => context };
  }

  it('moves every region that handles an event, in one step', () => {
    const { runner, steps } = doorAndLamp();
    runner.send({ type: 'OPEN' });
    expect(runner.states).toEqual({ door: 'open', lamp: 'on' });
    expect(steps).toEqual(['{"door":"open","lamp":"on"}']);
  });

  it('keeps an event of the first region that has no effect there from the second region', () => {
    const { runner } = doorAndLamp();
    runner.send({ type: 'SWITCH' });
    expect(runner.states).toEqual({ door: 'closed', lamp: 'on' });
    expect(runner.send({ type: 'CLOSE' })).toBe(false);
    expect(runner.states.lamp).toBe('on');
  });

  it('reduces the context once for each step and not for events without effect', () => {
    const { runner, context } = doorAndLamp();
    for (const type of ['BREAK', 'OPEN', 'OPEN', 'SWITCH'] as const) runner.send({ type });
    expect(context()).toEqual(['OPEN', 'SWITCH']);
  });

  it('drops the context when stopped', () => {
    let now: (() => { readonly context: readonly string[] }) | undefined;
    const { runner } = doorAndLamp({ close: (one) => void ({ now } = one) });
    runner.send({ type: 'OPEN' });
    expect(now?.().context).toEqual(['OPEN']);
    runner.stop();
    expect(now?.().context).toEqual([]);
  });

  it('lets a task wait for a step of another region', async () => {
    const { runner } = doorAndLamp({
      async close({ now, changed, send }) {
        while (now().states.lamp === 'on') await changed();
        send({ type: 'CLOSE' });
      },
    });
    runner.send({ type: 'OPEN' });
    await settle();
    expect(runner.states.door).toBe('open');
    runner.send({ type: 'SWITCH' });
    await settle();
    expect(runner.states.door).toBe('closed');
  });

  it('keeps one listener for a task that waits through many steps, and none for one that ended', async () => {
    let listeners = 0;
    const { runner } = doorAndLamp({
      async close({ changed, signal }) {
        const { addEventListener, removeEventListener } = signal;
        signal.addEventListener = (...input: Parameters<typeof addEventListener>) => {
          listeners++;
          addEventListener.apply(signal, input);
        };
        signal.removeEventListener = (...input: Parameters<typeof removeEventListener>) => {
          listeners--;
          removeEventListener.apply(signal, input);
        };
        for (let step = 0; step < 5; step++) {
          await changed();
          expect(listeners).toBe(0);
        }
      },
    });
    runner.send({ type: 'OPEN' });
    for (let step = 0; step < 5; step++) {
      await settle();
      expect(listeners).toBe(1);
      runner.send({ type: 'SWITCH' });
    }
    await settle();
    expect(listeners).toBe(0);
  });

  it('starts the tasks of a region although a listener moved the other one', () => {
    let started = 0;
    const { runner, steps } = doorAndLamp({
      close: () => {
        started++;
      },
    });
    const push = steps.push.bind(steps);
    steps.push = (step) => {
      const length = push(step);
      if (length === 1) runner.send({ type: 'SWITCH' });
      return length;
    };
    runner.send({ type: 'OPEN' });
    expect(runner.states).toEqual({ door: 'open', lamp: 'off' });
    expect(started).toBe(1);
  });
});
