import { describe, expect, test } from 'vitest';
import { createSandbox } from '../../../src/sandbox.js';
import { drivableClock, machineClock, type SandboxClock } from '../../../src/sandbox/core/clock.js';
import { BASE, drivenSandbox, START } from '../sandbox-client.js';

const standing = (): SandboxClock => machineClock(() => new Date(START));
const after = (milliseconds: number) => new Date(START + milliseconds);

describe('the clock', () => {
  test('the clock makes due calls in the order of their times, and the calls that they schedule', async () => {
    const clock = drivableClock(standing(), () => {});
    const calls: string[] = [];
    const note = (name: string) => () => void calls.push(`${name} ${clock.now().getTime() - START}`);
    clock.at(after(3000), note('c'));
    clock.at(after(1000), async () => {
      note('a')();
      await Promise.resolve();
      clock.at(after(2000), note('b'));
      clock.at(after(9000), note('late'));
    });
    clock.at(after(2500), note('cancelled'))();
    await clock.advance(3);
    expect(calls).toEqual(['a 1000', 'b 2000', 'c 3000']);
    expect(clock.now()).toEqual(after(3000));
    await clock.advance(6);
    expect(calls.at(-1)).toBe('late 9000');
  });

  test('the clock makes a due call at once, and advance() waits for it', async () => {
    const clock = drivableClock(standing(), () => {});
    let done = false;
    let begun = false;
    clock.at(after(-1), async () => {
      begun = true;
      await new Promise((resolve) => setImmediate(resolve));
      done = true;
    });
    expect([begun, done]).toEqual([true, false]);
    await clock.advance(0);
    expect(done).toBe(true);
  });

  test('the clock sets its timers on the underlying clock', () => {
    const wakings: { time: Date; call: () => unknown; cancelled: boolean }[] = [];
    let time = START;
    const below: SandboxClock = {
      now: () => new Date(time),
      at(moment, call) {
        const waking = { time: moment, call, cancelled: false };
        wakings.push(waking);
        return () => (waking.cancelled = true);
      },
    };
    const clock = drivableClock(below, () => {});
    const calls: string[] = [];
    clock.at(after(60 * 86_400_000), () => void calls.push('far'));
    clock.at(after(1000), () => void calls.push('near'));
    expect(wakings.map(({ time, cancelled }) => [time, cancelled])).toEqual([
      [after(86_400_000), true],
      [after(1000), false],
    ]);
    // A timer may fire a little early.
    time = START + 999;
    wakings.at(-1)!.call();
    expect(calls).toEqual([]);
    time = START + 1000;
    wakings.at(-1)!.call();
    expect(calls).toEqual(['near']);
    expect(wakings.at(-1)!.time).toEqual(after(86_401_000));
    clock.close();
    expect(wakings.every(({ cancelled }) => cancelled)).toBe(true);
  });

  test('the clock reports a call that fails, and makes the others', async () => {
    const errors: unknown[] = [];
    const clock = drivableClock(standing(), (error) => errors.push(error));
    let made = 0;
    clock.at(after(1), () => {
      throw new Error('one');
    });
    clock.at(after(1), () => Promise.reject(new Error('two')));
    clock.at(after(1), () => {
      made++;
    });
    await clock.advance(0.001);
    expect([errors.map(String), made]).toEqual([['Error: one', 'Error: two'], 1]);
  });

  test('two concurrent calls of advance() move the clock one after the other', async () => {
    const clock = drivableClock(standing(), () => {});
    const times: Date[] = [];
    clock.at(after(500), async () => new Promise((resolve) => setImmediate(resolve)));
    clock.at(after(1500), () => void times.push(clock.now()));
    await Promise.all([clock.advance(1), clock.advance(2)]);
    expect([clock.now(), times]).toEqual([after(3000), [after(1500)]]);
  });

  test.each([-1, Number.NaN, 86_400_000_000])('advance() rejects %d seconds', async (seconds) => {
    const clock = drivableClock(standing(), () => {});
    await expect(clock.advance(seconds)).rejects.toThrow('advance must be a number of seconds');
    expect(clock.now()).toEqual(after(0));
  });

  test('a closed clock makes no calls', async () => {
    const clock = drivableClock(standing(), () => {});
    let calls = 0;
    clock.at(after(1), () => {
      calls++;
    });
    clock.close();
    clock.at(after(2), () => {
      calls++;
    });
    await clock.advance(0.01);
    expect(calls).toBe(0);
  });
});

describe('POST /clock', () => {
  const put = (
    sandbox: { fetch: (request: Request) => Promise<Response> },
    body: string,
    type = 'application/json; charset=utf-8',
  ) => sandbox.fetch(new Request(`${BASE}/clock`, { method: 'POST', body, headers: { 'content-type': type } }));

  test('POST /clock advances the sandbox’s clock by seconds', async () => {
    const { sandbox } = drivenSandbox({ drivableClock: true });
    const response = await put(sandbox, '{"advance": 90.5}');
    expect([response.status, await response.json()]).toEqual([200, { now: '2026-11-20T12:01:30.500Z' }]);
    expect(sandbox.clock.now()).toEqual(after(90_500));
  });

  test.each(['', 'x', '{}', '[]', 'null', '{"advance": "5"}', '{"advance": -1}', '{"advance": 1e99}'])(
    'POST /clock refuses %j',
    async (body) => {
      const { sandbox } = drivenSandbox({ drivableClock: true });
      expect((await put(sandbox, body)).status).toBe(400);
      expect(sandbox.clock.now()).toEqual(after(0));
    },
  );

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'text/plain; application/json', ''])(
    'refuses a body of the type %j, which a page of any site can post',
    async (type) => {
      const { sandbox } = drivenSandbox({ drivableClock: true });
      expect((await put(sandbox, '{"advance": 5}', type)).status).toBe(415);
      expect(sandbox.clock.now()).toEqual(after(0));
    },
  );

  test('exists only with the option, and answers GET with 405', async () => {
    expect((await put(drivenSandbox().sandbox, '{"advance": 1}')).status).toBe(404);
    const response = await drivenSandbox({ drivableClock: true }).sandbox.fetch(new Request(`${BASE}/clock`));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

test('the sandbox uses the clock of the option', async () => {
  const sandbox = createSandbox({ clock: standing() });
  await sandbox.clock.advance(5);
  sandbox.messages.record('auth', { request: null, response: null });
  expect(sandbox.messages.list()[0]!.at).toBe('2026-11-20T12:00:05.000Z');
});
