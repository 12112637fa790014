/** Runs every bench/*.mjs: each prints its figures, as ratios within this one run. */
import { readdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';

const built = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] });
if (built.status !== 0) process.exit(1);

for (const file of readdirSync('bench')
  .filter((name) => name.endsWith('.mjs'))
  .sort()) {
  const { name, run } = await import(`../bench/${file}`);
  console.log(`\n# ${name}`);
  await run((line) => console.log(line));
}
