import { describe, expect, it } from 'vitest';
import { pageCalls } from './simulation/page-calls.js';
import { createWorld, newKey, ORDER, preparedPayment, stored, type Process, type Step } from './simulation/world.js';

const MINUTE = 60_000;

/** Pays once, and kills the process at a step of the payment, counted from 1. The page repeats its call at another. */
async function payWithKill(killAt: number, { connection }: { readonly connection: 'breaks' | 'hangs' }) {
  const world = createWorld();
  const steps: Step[] = [];
  let isPaying = false;
  let breakConnection = () => {};
  const broken = new Promise<void>((resolve) => (breakConnection = resolve));
  let current: Process;
  const first = world.start({}, (step) => {
    if (!isPaying) return;
    steps.push(step);
    if (steps.length !== killAt) return;
    first.kill();
    current = second;
    breakConnection();
  });
  const second = world.start();
  current = first;
  const { id } = await first.backend.orders.create(ORDER);
  const body = await world.time.until(preparedPayment(first, id));
  isPaying = true;
  const began = world.time.now().getTime();
  const code = await world.time.until(
    pageCalls({
      time: world.time,
      process: () => current,
      path: `orders/${id}/authentications`,
      body,
      key: newKey(),
      ...(connection === 'breaks' ? { broken } : {}),
    }),
  );
  const took = world.time.now().getTime() - began;
  const { state, attempts } = await stored(second, id);
  return { world, process: second, id, steps, code, took, state, hasAttempt: attempts.length > 0 };
}

const undisturbed = await payWithKill(0, { connection: 'hangs' });
const killPoints = undisturbed.steps.map((step, index) => [index + 1, step] as const);

describe('a card payment whose process is killed', () => {
  it('a card payment whose process is killed has kill points before and after each write and each gateway call', () => {
    expect(undisturbed.code).toBe('authorized');
    expect(undisturbed.steps.filter((step) => step === 'call')).toHaveLength(2);
    expect(undisturbed.steps.filter((step) => step === 'write').length).toBeGreaterThanOrEqual(5);
  });

  for (const connection of ['breaks', 'hangs'] as const) {
    it.each(killPoints)(
      `ends with the recorded result when its connection ${connection} at step %i (%s)`,
      async (killAt) => {
        const { world, process, id, code, took, state, hasAttempt } = await payWithKill(killAt, { connection });
        expect(took).toBeLessThan(90_000);
        const taken = () => [...world.gateway.authorizations.values()].length;
        if (hasAttempt) {
          // A request may have been sent, and only the gateway knows its result.
          expect(['authorized', 'already-paid', 'authorization-unanswered']).toContain(code);
        } else {
          expect(['authorized', 'gateway-unavailable']).toContain(code);
          expect(taken()).toBe(code === 'authorized' ? 1 : 0);
          expect(state).toBe(code === 'authorized' ? 'paid' : 'open');
        }
        // The order agrees with the gateway in the end.
        await world.time.advance(10 * MINUTE);
        await world.time.until(process.backend.orders.reconcile({ olderThan: 0 }));
        expect((await stored(process, id)).state).toBe(taken() === 0 ? 'open' : 'paid');
        if (code === 'gateway-unavailable') expect(taken()).toBe(0);
      },
    );
  }

  it('a card payment whose process is killed can be paid with a new attempt after the page has reported that nothing was charged', async () => {
    const before = await payWithKill(2, { connection: 'breaks' });
    expect(before.code).toBe('gateway-unavailable');
    const { world, process, id } = before;
    const body = await world.time.until(preparedPayment(process, id));
    expect(
      await world.time.until(
        pageCalls({
          time: world.time,
          process: () => process,
          path: `orders/${id}/authentications`,
          body,
          key: newKey(),
        }),
      ),
    ).toBe('authorized');
  });
});

describe('a slow card payment', () => {
  it('keeps its lease while it stores its steps, and is answered with its own result', async () => {
    const world = createWorld();
    const [first, second] = [world.start(), world.start()];
    const { id } = await first.backend.orders.create(ORDER);
    const body = await world.time.until(preparedPayment(first, id));
    for (const kind of ['json', 'auth'] as const) world.gateway.delays.set(kind, 18_000);
    let calls = 0;
    const code = await world.time.until(
      pageCalls({
        time: world.time,
        process: () => (calls++ === 0 ? first : second),
        path: `orders/${id}/authentications`,
        body,
        key: newKey(),
      }),
    );
    expect(calls).toBeGreaterThan(1);
    expect(code).toBe('authorized');
    expect((await stored(first, id)).state).toBe('paid');
  });
});
