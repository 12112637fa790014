import type { Violation } from '../world/sim.js';
import { playWorld, type WorldOptions, type WorldResult } from '../world/world.js';

/** Plays one world. A use of real time or randomness, which no seed would repeat, breaks an invariant. */
export async function playTrapped(options: WorldOptions): Promise<WorldResult> {
  const traps = trapRealTime();
  try {
    const world = await playWorld(options);
    return { ...world, violations: [...world.violations, ...traps.escapes()] };
  } finally {
    traps.restore();
  }
}

type Callable = (...values: unknown[]) => unknown;

function trapRealTime() {
  const found: Violation[] = [];
  const report = (name: string) =>
    void found.push({ invariant: 'no-internal-error', text: `${name} leaves virtual time` });

  /** Replaces a property. Returns a function that restores it. */
  function replace(owner: object, name: string, value: unknown): () => void {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(owner, name, { configurable: true, writable: true, value });
    return () => {
      if (descriptor) Object.defineProperty(owner, name, descriptor);
      else Reflect.deleteProperty(owner, name);
    };
  }

  function trap(owner: object, name: string, label = name): () => void {
    const original = (owner as Record<string, Callable>)[name];
    return replace(owner, name, function trapped(this: unknown, ...values: unknown[]) {
      report(label);
      return original?.apply(this, values);
    });
  }

  /** A date of a given time is legitimate, and one of the present time is not. */
  function trapDate(): () => void {
    const trapped = new Proxy(Date, {
      construct(original, values, target) {
        if (values.length === 0) report('new Date()');
        return Reflect.construct(original, values, target) as Date;
      },
      apply(original) {
        report('Date()');
        return original();
      },
    });
    return replace(globalThis, 'Date', trapped);
  }

  const restores = [
    trap(globalThis, 'setTimeout'),
    trap(globalThis, 'setInterval'),
    trap(globalThis, 'fetch'),
    trap(Date, 'now', 'Date.now'),
    trapDate(),
    trap(performance, 'now', 'performance.now'),
    trap(Math, 'random', 'Math.random'),
    trap(crypto, 'randomUUID', 'crypto.randomUUID'),
    trap(crypto, 'getRandomValues', 'crypto.getRandomValues'),
    trap(crypto.subtle, 'digest', 'crypto.subtle.digest'),
    trap(crypto.subtle, 'sign', 'crypto.subtle.sign'),
  ];
  return {
    escapes: () => found.splice(0),
    restore: () => restores.forEach((restore) => restore()),
  };
}
