import { describe, expect, it } from 'vitest';
import type { Flow } from '../../src/protocol/flow.js';
import { run, type Run } from '../../src/payment/runner.js';
import { drivenClock, settle } from '../browser/driven-clock.js';

type State = 'idle' | 'working' | 'watching' | 'checking' | 'done';
type Type = 'GO' | 'AGAIN' | 'CHECK' | 'WATCH' | 'DONE' | 'LATE' | 'FAULT';
interface Event {
  readonly type: Type;
}

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

function harness(work: (run: Run<Event>) => void | Promise<void> = () => undefined) {
  const clock = drivenClock();
  const runs: Run<Event>[] = [];
  const watches: Run<Event>[] = [];
  const steps: string[] = [];
  const runner = run<State, Event, 'work' | 'watch'>({
    flow: FLOW,
    clock,
    tasks: {
      work: (one) => {
        runs.push(one);
        return work(one);
      },
      watch: (one) => void watches.push(one),
    },
    limitEvent: (type) => ({ type }),
    faultEvent: () => ({ type: 'FAULT' }),
    onStep: ({ from, to, event }) => steps.push(`${from} ${event.type} ${to}`),
  });
  return { clock, runs, watches, steps, runner };
}

describe('run', () => {
  it('starts a state’s task on entry and aborts it on exit, so that a late answer cannot land', () => {
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

  it('answers whether an event led anywhere', () => {
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

  it('keeps a limit that the next state has too: it is not counted anew', async () => {
    const { runner, clock } = harness();
    runner.send({ type: 'GO' });
    await clock.advance(60);
    runner.send({ type: 'WATCH' });
    await clock.advance(39);
    expect(runner.state).toBe('watching');
    await clock.advance(1);
    expect(runner.state).toBe('done');
  });

  it('counts another limit anew, though it sends the same event', async () => {
    const { runner, clock } = harness();
    runner.send({ type: 'GO' });
    await clock.advance(60);
    runner.send({ type: 'CHECK' });
    await clock.advance(99);
    expect(runner.state).toBe('checking');
    await clock.advance(1);
    expect(runner.state).toBe('done');
  });

  it('begins task and limit anew on entering the same state again', async () => {
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
  ])('makes the fault event of a task that %s', async (_how, work) => {
    const { runner, steps } = harness(work);
    runner.send({ type: 'GO' });
    await settle();
    expect(steps).toContain('working FAULT done');
  });

  it('leaves no timer and no task when stopped, and takes no more events', () => {
    const { runner, runs, clock } = harness();
    runner.send({ type: 'GO' });
    runner.stop();
    expect(runs[0]?.signal.aborted).toBe(true);
    expect(clock.waiting).toBe(0);
    expect(runner.send({ type: 'DONE' })).toBe(false);
  });
});
