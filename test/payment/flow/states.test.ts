import { describe, expect, it } from 'vitest';
import { defineStates } from '../../../src/payment/flow/states.js';
import type { Tasks } from '../../../src/payment/flow/tasks.js';

type Name = 'idle' | 'working';
type Event = { readonly type: 'START' | 'LATE' | 'FAULT' } | { readonly type: 'DONE'; readonly result: string };
interface Sends {
  readonly work: 'DONE';
  readonly watch: never;
}
type SendsByTask = { readonly [Task in keyof Sends]: Sends[Task] };

const define = defineStates<Name, Name, Event['type'], SendsByTask, 'LATE', 'FAULT'>();

/** The compiler checks the lines below each `@ts-expect-error`: `tsc -b` fails when one of them has no error. */
describe('defineStates', () => {
  it('accepts states that handle or ignore each event of their tasks and limits', () => {
    const states = define({
      idle: { on: { START: 'working' } },
      working: {
        task: ['work', 'watch'],
        after: { ms: 1, event: 'LATE' },
        on: { DONE: 'idle', LATE: 'idle' },
        ignore: ['FAULT'],
      },
    });
    expect(states.working.on.DONE).toBe('idle');
  });

  it('rejects a state that does not handle an event of its task', () => {
    define({
      idle: { on: { START: 'working' } },
      // @ts-expect-error the task `work` sends DONE
      working: { task: 'work', on: { FAULT: 'idle' } },
    });
  });

  it('rejects a state that does not handle an event of one of several tasks', () => {
    define({
      idle: { on: { START: 'working' } },
      // @ts-expect-error the task `work` sends DONE
      working: { task: ['watch', 'work'], on: { FAULT: 'idle' } },
    });
  });

  it('rejects a state with a task that does not handle a fault', () => {
    define({
      idle: { on: { START: 'working' } },
      // @ts-expect-error any task can fail
      working: { task: 'work', on: { DONE: 'idle' } },
    });
  });

  it('rejects a state that does not handle the event of its limit', () => {
    define({
      idle: { on: { START: 'working' } },
      // @ts-expect-error the limit sends LATE
      working: { after: { ms: 1, event: 'LATE' }, on: { DONE: 'idle' } },
    });
  });

  it('rejects a limit whose event has data', () => {
    define({
      idle: { on: { START: 'working' } },
      // @ts-expect-error DONE has a result
      working: { after: { ms: 1, event: 'DONE' }, on: { DONE: 'idle' } },
    });
  });

  it('rejects a task that does not exist', () => {
    define({
      idle: { on: { START: 'working' } },
      // @ts-expect-error there is no task `rest`
      working: { task: 'rest', on: { FAULT: 'idle' } },
    });
  });

  it('rejects an event and a state that do not exist', () => {
    define({
      // @ts-expect-error there is no event STOP
      idle: { on: { START: 'working', STOP: 'idle' } },
      // @ts-expect-error there is no state `done`
      working: { on: { DONE: 'done' } },
    });
  });

  it('rejects a table without one of its states', () => {
    // @ts-expect-error `working` is missing
    define({ idle: { on: {} } });
  });
});

describe('Tasks', () => {
  it('accepts only events that the task may send', () => {
    const tasks: Tasks<SendsByTask, Record<string, string>, Event, undefined> = {
      work({ send }) {
        send({ type: 'DONE', result: 'x' });
        // @ts-expect-error the task does not send START
        send({ type: 'START' });
      },
      watch({ send }) {
        // @ts-expect-error the task sends nothing
        send({ type: 'DONE', result: 'x' });
      },
    };
    expect(Object.keys(tasks)).toEqual(['work', 'watch']);
  });

  it('rejects an implementation without one of the tasks', () => {
    // @ts-expect-error `watch` is missing
    const tasks: Tasks<SendsByTask, Record<string, string>, Event, undefined> = { work: () => undefined };
    expect(tasks).toHaveProperty('work');
  });
});
