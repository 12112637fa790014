import { describe, expect, it } from 'vitest';
import { storeChecks } from '../../src/store-conformance.js';
import { storeInMemory } from '../server/adapters/store/memory-order-store.js';
import { frozen } from './world/store.js';

describe('the store of the simulation', () => {
  for (const check of storeChecks) {
    it(check.name, async () => {
      const run = check.run(() => {
        const clock = { time: Date.parse('2026-11-20T12:00:00Z') };
        const store = storeInMemory(() => new Date(clock.time), frozen);
        return { open: () => store, advance: (ms: number) => void (clock.time += ms) };
      });
      // A copy for each read costs a tenth of the simulation's time. An attempt to change a record fails instead.
      if (check.name === 'keeps its records apart from the objects that it receives and returns')
        await expect(run).rejects.toThrow('object is not extensible');
      else await run;
    });
  }
});
