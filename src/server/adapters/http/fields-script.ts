import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/**
 * Reads the script of the isolated card fields from the package.
 * @throws {Error} naming the option `fieldsScript` when the package has no files here, as in a bundle
 */
export async function readFieldsScript(): Promise<string> {
  try {
    return await readFile(createRequire(import.meta.url).resolve('scudo-checkout/fields.js'), 'utf8');
  } catch (cause) {
    throw new Error(
      'The script of the isolated card fields was not found. Set the option fieldsScript to a function that returns ' +
        'the text of scudo-checkout/fields.js.',
      { cause },
    );
  }
}
