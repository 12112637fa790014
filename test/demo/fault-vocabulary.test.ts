import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HOPS } from '../../demo/fault-vocabulary.js';

/** The rows of docs/faults.md by hop: call and fault. */
const documented = readFileSync('docs/faults.md', 'utf8')
  .split(/^## /m)
  .slice(1)
  .flatMap((section) => {
    const [hop = ''] = section.split('\n');
    return [...section.matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)].map(([, call, fault]) => ({ hop, call, fault }));
  });

const offered = Object.entries(HOPS).flatMap(([hop, calls]) => Object.values(calls).map((call) => ({ hop, ...call })));

test.each(offered)('docs/faults.md has the call "$name" of $hop', ({ hop, name, faults }) => {
  const rows = documented.filter((row) => row.hop === hop && row.call === name);
  expect(rows).not.toEqual([]);
  const known = documented.map(({ fault }) => fault);
  expect(Object.keys(faults).filter((fault) => !known.includes(fault))).toEqual([]);
  // The sandbox does not offer all faults of a status message, and sends it again after more of them.
  if (name !== 'status message')
    expect(Object.keys(faults).toSorted()).toEqual(rows.map(({ fault }) => fault).toSorted());
});
