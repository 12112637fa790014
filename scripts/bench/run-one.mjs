// Runs one bench, and writes its result as JSON: `node scripts/bench/run-one.mjs NAME [FILE] [short]`.
import { writeFileSync } from 'node:fs';

const [name, file, length] = process.argv.slice(2);
const { title, run } = await import(`../../bench/${name}.mjs`);
console.log(`\n# ${title}`);
const lines = [];
const began = performance.now();
const print = (line) => {
  lines.push(line);
  console.log(line);
};
const result = await run({ print, short: length === 'short' });
for (const { text, value, limit, met } of result?.goals ?? [])
  console.log(`${met ? 'met   ' : 'MISSED'} ${text}: ${value} (${limit})`);
const seconds = Math.round((performance.now() - began) / 1000);
console.log(`(${seconds} s)`);
if (file) writeFileSync(file, JSON.stringify({ title, seconds, lines, ...result }, undefined, 2));
