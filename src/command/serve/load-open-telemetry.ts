import { createRequire } from 'node:module';
import { openTelemetry, type OpenTelemetryApi } from '../../server/adapters/telemetry/open-telemetry.js';
import type { OnEvent } from '../../server/ports/ports.js';
import type { Log } from '../serve-log.js';

const PACKAGE = '@opentelemetry/api';

/**
 * Loads the optional package. Without it there are no metrics. One that cannot be used is one line of the log, and
 * `serve` runs without it.
 */
export async function loadOpenTelemetry(
  log: Log,
  resolve: (name: string) => string = (name) => createRequire(import.meta.url).resolve(name),
  load: () => Promise<unknown> = () => import(PACKAGE),
): Promise<OnEvent | undefined> {
  try {
    resolve(PACKAGE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
  }
  try {
    return openTelemetry((await load()) as OpenTelemetryApi);
  } catch (error) {
    log('error', 'telemetry-not-loaded', { cause: error });
    return undefined;
  }
}
