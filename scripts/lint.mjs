/** ESLint, then lit-analyzer, which finds binding errors in templates that no linter sees. */
import { spawnSync } from 'node:child_process';

const run = (script, ...args) => spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' }).status === 0;

const eslint = run('node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '--cache', '--cache-location', '.cache/eslint', '.');
const litAnalyzer = run('node_modules/lit-analyzer/cli.js', '--strict', '--quiet', 'src/elements/**/*.ts');
process.exitCode = eslint && litAnalyzer ? 0 : 1;
