import { expect, it } from 'vitest';
import { loadOpenTelemetry } from '../../../src/command/serve/load-open-telemetry.js';
import { createLog } from '../../../src/command/serve-log.js';

const resolved = () => '/app/node_modules/@opentelemetry/api/build/src/index.js';
const missing = () => {
  throw Object.assign(new Error("Cannot find module '@opentelemetry/api'"), { code: 'MODULE_NOT_FOUND' });
};

it.each<[string, () => string, () => Promise<unknown>, readonly string[]]>([
  ['is not installed', missing, () => Promise.reject(new Error('not asked for')), []],
  [
    'lacks a package of its own',
    resolved,
    () => Promise.reject(Object.assign(new Error("Cannot find package 'tslib'"), { code: 'ERR_MODULE_NOT_FOUND' })),
    ["Cannot find package 'tslib'"],
  ],
  ['throws', resolved, () => Promise.reject(new SyntaxError('Unexpected token')), ['Unexpected token']],
  [
    'is too old',
    resolved,
    () => Promise.resolve({ metrics: { getMeter: () => ({}) } }),
    ['Install @opentelemetry/api 1.9 or newer'],
  ],
])('serve runs without metrics, and logs each reason but a missing package, when OpenTelemetry %s', async (...row) => {
  const [, resolve, load, reasons] = row;
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => new Date(0),
  );
  expect(await loadOpenTelemetry(log, resolve, load)).toBeUndefined();
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject(
    reasons.map((reason) => ({
      level: 'error',
      code: 'telemetry-not-loaded',
      message: expect.stringContaining(reason) as string,
    })),
  );
});
