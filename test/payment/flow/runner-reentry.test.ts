import { describe, expect, it } from 'vitest';
import type { Flow } from '../../../src/protocol/flow.js';
import { run, type Runner } from '../../../src/payment/flow/runner.js';
import type { TaskInput } from '../../../src/payment/flow/tasks.js';
import { stillClock } from '../../../demo/pages/gallery/still-clock.js';

type State = 'idle' | 'boiling' | 'pouring' | 'ready';
type Type = 'START' | 'POUR' | 'DONE' | 'LATE' | 'FAULT';
type Task = 'heat' | 'watch' | 'pour';
interface Event {
  readonly type: Type;
}
type States = Readonly<Record<'kettle', State>>;
type Run = TaskInput<States, Event, undefined>;

/** A kettle: the tasks of a state are started in the order of the table. */
const KETTLE: Flow<State, Type, Task> = {
  initial: 'idle',
  states: {
    idle: { on: { START: 'boiling' } },
    boiling: {
      task: ['heat', 'watch'],
      after: { ms: 100, event: 'LATE' },
      on: { POUR: 'pouring', DONE: 'ready', LATE: 'idle', FAULT: 'idle' },
    },
    pouring: { task: 'pour', after: { ms: 50, event: 'LATE' }, on: { DONE: 'ready', LATE: 'idle', FAULT: 'idle' } },
    ready: { on: {} },
  },
};

function kettle(
  tasks: Partial<Record<Task, (one: Run) => void | Promise<void>>> = {},
  onStep: (to: State | undefined, runner: Runner<States, Event>) => void = () => undefined,
) {
  const clock = stillClock();
  const started: Task[] = [];
  const runs: Partial<Record<Task, Run>> = {};
  const steps: string[] = [];
  const task = (name: Task) => (one: Run) => {
    started.push(name);
    runs[name] = one;
    return tasks[name]?.(one);
  };
  const runner: Runner<States, Event> = run<States, Type, Event, Task, Type, undefined>({
    regions: { kettle: KETTLE },
    start: { kettle: 'idle' },
    context: undefined,
    reduce: () => undefined,
    clock,
    tasks: { heat: task('heat'), watch: task('watch'), pour: task('pour') },
    limitEvent: (type) => ({ type }),
    faultEvent: { kettle: () => ({ type: 'FAULT' }) },
    onStep({ event, to }) {
      steps.push(`${event.type} ${to.kettle ?? ''}`);
      onStep(to.kettle, runner);
    },
  });
  return { clock, started, runs, steps, runner };
}

describe('run with a task that moves the flow at once', () => {
  it('does not start the tasks after it, which belong to a state that has ended', () => {
    const { runner, started, steps, clock } = kettle({ heat: ({ send }) => send({ type: 'DONE' }) });
    runner.send({ type: 'START' });
    expect(steps).toEqual(['START boiling', 'DONE ready']);
    expect(started).toEqual(['heat']);
    expect(clock.waiting).toBe(0);
  });

  it('does not start the tasks after it when it stops the flow', () => {
    let stop: () => void = () => undefined;
    const { runner, started, clock } = kettle({ heat: () => stop() });
    stop = runner.stop;
    runner.send({ type: 'START' });
    expect(started).toEqual(['heat']);
    expect(clock.waiting).toBe(0);
  });

  it('runs the tasks and the limit of the state that it has moved to', async () => {
    const { runner, started, runs, clock } = kettle({ heat: ({ send }) => send({ type: 'POUR' }) });
    runner.send({ type: 'START' });
    expect(started).toEqual(['heat', 'pour']);
    expect([runs.heat?.signal.aborted, runs.pour?.signal.aborted]).toEqual([true, false]);
    expect(clock.waiting).toBe(1);
    await clock.advance(50);
    expect(runner.states.kettle).toBe('idle');
  });
});

describe('run with a listener that moves the flow at once', () => {
  it('does not start the tasks of the state that the listener has left', () => {
    const { runner, started, clock } = kettle({}, (to, flow) => {
      if (to === 'boiling') flow.send({ type: 'POUR' });
    });
    runner.send({ type: 'START' });
    expect(runner.states.kettle).toBe('pouring');
    expect(started).toEqual(['pour']);
    expect(clock.waiting).toBe(1);
  });

  it('starts no task and no timer when the listener stops the flow', () => {
    const { runner, started, clock } = kettle({}, (_to, flow) => flow.stop());
    runner.send({ type: 'START' });
    expect(started).toEqual([]);
    expect(clock.waiting).toBe(0);
  });
});

describe('the wait of a task for the next step', () => {
  it('rejects when the flow is stopped meanwhile, with the reason', async () => {
    const { runner, runs } = kettle();
    runner.send({ type: 'START' });
    const waiting = runs.heat!.changed();
    runner.stop();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('rejects at once after its state was left, and does not wait for a later step', async () => {
    const { runner, runs } = kettle();
    runner.send({ type: 'START' });
    runner.send({ type: 'POUR' });
    const late = runs.heat!.changed();
    runner.send({ type: 'DONE' });
    await expect(late).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('rejects when its state is left meanwhile, because its work has ended', async () => {
    const { runner, runs } = kettle();
    runner.send({ type: 'START' });
    const waiting = runs.heat!.changed();
    runner.send({ type: 'DONE' });
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});
