import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Reads the script of the isolated card fields from the package. */
export function readFieldsScript(): Promise<string> {
  return readFile(createRequire(import.meta.url).resolve('scudo-checkout/fields.js'), 'utf8');
}
