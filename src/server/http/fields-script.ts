import { readFile } from 'node:fs/promises';

/** The script of the isolated card fields, in the folder of the package. */
const FILE = new URL('../../fields.js', import.meta.url);

/** Reads the script of the isolated card fields from the package. */
export function readFieldsScript(): Promise<string> {
  return readFile(FILE, 'utf8');
}
