/** The size budget, and whether the package is what it says it is to those who install it. */
import { spawnSync } from 'node:child_process';

const run = (script, ...args) => spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' }).status === 0;

const good = [
  run('node_modules/size-limit/bin.js'),
  run('node_modules/publint/src/cli.js', '--strict'),
  run('node_modules/@arethetypeswrong/cli/dist/index.js', '--pack', '.', '--profile', 'esm-only', '--no-emoji', '--quiet', '--exclude-entrypoints', 'scudo.js', 'custom-elements.json'),
];
process.exitCode = good.every(Boolean) ? 0 : 1;
