import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const counted = (passed: number, failed: number) =>
  `node --eval console.log("${passed}\\x20passed,\\x20${failed}\\x20failed")`;
const PARTS = [
  { name: 'tool', command: 'node --eval 1' },
  { name: 'lines', command: counted(20, 3), counts: 'lines' },
  { name: 'uncounted', command: 'node --eval 1', counts: 'lines' },
  { name: 'broken', command: 'node --eval process.exitCode=3', together: true },
  { name: 'beside', command: 'node --eval 1', together: true },
  { name: 'missing', command: 'no-such-tool' },
  { name: 'next', command: 'node --eval 1', after: 'broken' },
  { name: 'unprepared', command: 'node --eval 1', needs: 'nosuch' },
];

it('a run of parts counts tests and tools, skips what needs a failed part, and prints the time of each', () => {
  const program = `import { runParts } from './scripts/suite.mjs'; await runParts(${JSON.stringify(PARTS)});`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout).toContain('Failed: lines, uncounted, broken, missing, next, unprepared\n');
  expect(stdout).toContain('not possible without broken\n');
  // A reader who waits sees the number of each part, and what runs together.
  expect(stdout).toContain('\n── 1 of 8: tool ──\n');
  expect(stdout).toContain('\n4 of 8: broken, 5 of 8: beside …\n');
  const times = stdout.slice(stdout.indexOf('Seconds of each part:')).trimEnd().split('\n');
  expect(times.slice(1, -2).map((line) => line.trim().replace(/^\d+\.\d +/, ''))).toEqual(
    PARTS.map(({ name }) => name),
  );
  expect(times.at(-1)).toBe('22 passed, 8 failed');
});
