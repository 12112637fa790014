import { readdirSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { countBranches, COVERAGE } from '../../scripts/fuzz/instrument.mjs';
import { CORPUS, readCorpus } from './engine/corpus.js';
import { counters } from './engine/coverage.js';
import { failureOf, fuzz } from './engine/fuzz.js';
import { expectThat, type Input, type Target } from './engine/target.js';
import { FINDINGS } from './findings.js';
import { TARGETS } from './targets.js';

describe('the inputs of the fuzzer', () => {
  it.each(TARGETS)('the property of $name holds for its seeds and its corpus', async (target) => {
    for (const input of [...target.seeds, ...readCorpus(target.name)])
      expect(await failureOf(target, input), JSON.stringify(input)).toBeUndefined();
  });

  it.each(FINDINGS)('the property of $target holds again: $fixed', async ({ target: name, input }) => {
    const target = TARGETS.find((one) => one.name === name);
    expect(await failureOf(target!, input)).toBeUndefined();
  });

  it('each file of the corpus belongs to a target, and no two targets have the same name', () => {
    const names = TARGETS.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    const files = readdirSync(CORPUS).map((file) => file.replace(/\.jsonl$/, ''));
    expect(files.filter((file) => !names.includes(file))).toEqual([]);
  });
});

describe('the fuzzer', () => {
  const target: Target = {
    name: 'example',
    holds: 'no input contains a name of a property',
    seeds: [{ names: ['a', 'b'], size: 1 }],
    run: (input) => expectThat(!JSON.stringify(input).includes('__proto__'), 'a wrong name'),
  };
  const play = async (seed: string) => {
    const cases: string[] = [];
    const onCase = (input: Input) => void cases.push(JSON.stringify(input));
    const { failed, findings } = await fuzz({ target, seed, cases: 2_000, corpus: [], onCase });
    return { failed, cases, inputs: findings.map(({ input }) => JSON.stringify(input)) };
  };

  it('finds an input that breaks the property, and shrinks it', async () => {
    const { failed, inputs } = await play('1');
    expect(failed).toBeGreaterThan(0);
    // Of `{"names":["a","b"],"size":1}` only the wrong name and its value are left.
    expect(inputs).toHaveLength(1);
    expect(inputs[0]?.length).toBeLessThan(20);
  });

  it('repeats all cases of a seed, and others with another seed', async () => {
    const [one, again, other] = [await play('1'), await play('1'), await play('2')];
    expect(again).toEqual(one);
    expect(other.cases).not.toEqual(one.cases);
  });

  it('limits the steps of a case by its target and the length of its input', async () => {
    const stepping: Target = { ...target, steps: [10, 2], run: (input) => void (counters.steps += Number(input)) };
    expect(await failureOf(stepping, 14)).toBeUndefined();
    expect(await failureOf(stepping, 15)).toBe('The case took more than 14 steps.');
    expect(await failureOf(stepping, 100)).toBe('The case took more than 16 steps.');
    const { steps: _none, ...usual } = stepping;
    expect(await failureOf(usual, 22_000)).toBeUndefined();
    expect(await failureOf(usual, 22_001)).toBe('The case took more than 22000 steps.');
  });

  it('sets the limit at which a case without an end fails, until the case has ended', async () => {
    const limits: number[] = [];
    const limited: Target = { ...target, steps: [10, 2], run: () => void limits.push(counters.limit) };
    await failureOf(limited, '');
    expect([...limits, counters.limit]).toEqual([14, Infinity]);
    // The branches of the bundle compare with it.
    expect(() => program('for (;;) ;')).toThrow('more steps than its limit');
  });
});

/** Runs a program with its branches counted, as the bundle does. */
function program(code: string): { readonly result: unknown; readonly reached: number; readonly branches: number } {
  const modules: { to: number }[] = [];
  const { code: counted } = countBranches(modules as never, '/').transform(code, '/src/example.js') as { code: string };
  // A function of its own for each program, with a low limit.
  const text = `${COVERAGE.replace('Infinity', '100')} let result; ${counted}; return [result, __coverage.reached];`;
  const [result, reached] = runInThisContext(`(() => { ${text} })()`) as [unknown, number];
  return { result, reached, branches: modules[0]?.to ?? 0 };
}

describe('the counter of branches', () => {
  it.each([
    ['result = [1, 2].map((one) => one > 1 ? ({ a: one }) : undefined)', [undefined, { a: 2 }], 3, 3],
    ['const f = function (a = 1) { if (a) return a; else return 2 }; result = f()', 1, 3, 4],
    ['let a = 0; while (a < 3) a++; do a++; while (a < 5); for (const b of [1]) a += b; result = a', 6, 3, 3],
    ['const f = function (a) { "use strict"; return this === undefined }; result = f()', true, 1, 1],
    ['let a; try { throw 1 } catch { a = null ?? 2 } result = a || 3', 2, 2, 3],
    ['switch (2) { case 1: result = 1; break; case 2: default: result = 2 }', 2, 1, 2],
    ['result = ((a) => (a ? (b) => b : (b) => -b))(true)(3)', 3, 3, 5],
  ])('keeps the result of a program: %s', (code, result, reached, branches) => {
    expect(program(code)).toEqual({ result, reached, branches });
  });
});
