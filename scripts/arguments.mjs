// Arguments of the scripts of package.json, from a table of options, which also makes the usage text.
import { parseArgs } from 'node:util';

/**
 * The values of an option: whole numbers, one of some words, texts of a shape, or any text. A flag has no value.
 * @typedef {'flag' | 'text' | { least: number } | { oneOf: readonly string[] }
 *   | { shape: string, pattern: RegExp }} Kind
 *
 * @typedef {object} Option
 * @property {string} meaning for the usage text
 * @property {Kind} kind
 * @property {string | number} [default]
 * @property {string} [short] one letter
 * @property {boolean} [isRepeatable] the value is a list
 * @property {readonly string[]} [without] options that have no meaning beside this one
 *
 * @typedef {object} Command
 * @property {string} name of the script in package.json
 * @property {string} purpose for the usage text
 * @property {Record<string, Option>} options
 * @property {{ one: string, several: string, choices: readonly string[] }} [names] what arguments without dashes name
 *
 * @typedef {object} Arguments
 * @property {Record<string, any>} values by option: a number, a text, a boolean, or a list of texts
 * @property {readonly string[]} names
 * @property {boolean} isHelp
 */

const HELP = /** @type {Option} */ ({ meaning: 'prints this text', kind: 'flag', short: 'h' });

/** A wrong argument. The message is one line with the choices. */
export class ArgumentError extends Error {}

/**
 * Reads the arguments of a script. Ends the process after the usage text, and after the line about a wrong argument.
 * @param {Command} command
 * @returns {Arguments}
 */
export function readArguments(command) {
  try {
    const read = parseArguments(command, process.argv.slice(2));
    if (!read.isHelp) return read;
  } catch (error) {
    if (error instanceof ArgumentError) stop(error.message);
    throw error;
  }
  console.log(usageOf(command));
  process.exit(0);
}

/**
 * Ends a script with one line on stderr and the exit code 1.
 * @param {string} message
 * @returns {never}
 */
export function stop(message) {
  console.error(message);
  process.exit(1);
}

/**
 * @param {Command} command
 * @param {readonly string[]} parameters
 * @returns {Arguments}
 * @throws {ArgumentError}
 */
export function parseArguments(command, parameters) {
  const options = { ...command.options, help: HELP };
  // Not strict: Node's own errors do not name the choices.
  const { tokens } = parseArgs({
    args: [...parameters],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(Object.entries(options).map(([name, option]) => [name, nodeOption(option)])),
  });
  /** @type {Record<string, any>} */
  const values = {};
  const names = [];
  for (const token of tokens) {
    if (token.kind === 'positional') names.push(nameOf(token.value, command));
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (!option) throw new ArgumentError(`There is no option ${token.rawName}. Options: ${listOf(options)}.`);
    const value = valueOf(option, token);
    values[token.name] = option.isRepeatable ? [...(values[token.name] ?? []), value] : value;
  }
  for (const name of Object.keys(values)) {
    const other = options[name].without?.find((one) => one in values);
    if (other) throw new ArgumentError(`--${name} and --${other} cannot be combined.`);
  }
  const defaults = Object.entries(options).map(([name, { kind, default: value }]) => [
    name,
    kind === 'flag' ? false : value,
  ]);
  return { values: { ...Object.fromEntries(defaults), ...values }, names, isHelp: values.help === true };
}

/** @param {Command} command */
export function usageOf({ name, purpose, options, names }) {
  const rows = Object.entries({ ...options, help: HELP }).map(([option, { meaning, kind, short, default: value }]) => [
    `${short ? `-${short}, ` : ''}--${option}${kind === 'flag' ? '' : ` ${placeholderOf(kind)}`}`,
    `${meaning}${value === undefined ? '' : ` (default: ${value})`}`,
  ]);
  const width = Math.max(...rows.map(([left]) => left.length));
  return [
    `npm run ${name} -- ${names ? `[${names.several.toUpperCase()}] ` : ''}[OPTIONS]`,
    '',
    purpose,
    '',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    ...(names ? ['', `${capital(names.several)}: ${names.choices.join(', ')}`] : []),
  ].join('\n');
}

function nodeOption({ kind, short }) {
  return { type: kind === 'flag' ? 'boolean' : 'string', ...(short && { short }) };
}

function nameOf(value, { name, names, options }) {
  if (!names) throw new ArgumentError(`npm run ${name} takes only options, got ${value}. Options: ${listOf(options)}.`);
  if (names.choices.includes(value)) return value;
  throw new ArgumentError(
    `There is no ${names.one} "${value}". ${capital(names.several)}: ${names.choices.join(', ')}.`,
  );
}

/** Returns the value of an option. The name of another option in its place is a value that was left out. */
function valueOf({ kind }, { rawName, value, inlineValue }) {
  if (kind === 'flag') {
    if (value === undefined) return true;
    throw new ArgumentError(`${rawName} takes no value, got ${value}.`);
  }
  if (value === undefined || value === '' || (!inlineValue && /^--?[a-z]/i.test(value)))
    throw new ArgumentError(`${rawName} needs a value${kind === 'text' ? '' : `: ${choicesOf(kind)}`}.`);
  if (isRight(kind, value)) return typeof kind === 'object' && 'least' in kind ? Number(value) : value;
  const verb = typeof kind === 'object' && 'oneOf' in kind ? 'is' : 'must be';
  throw new ArgumentError(`${rawName} ${verb} ${choicesOf(kind)}, got ${value}.`);
}

function isRight(kind, value) {
  if (kind === 'text') return true;
  if ('oneOf' in kind) return kind.oneOf.includes(value);
  if ('pattern' in kind) return kind.pattern.test(value);
  return /^\d+$/.test(value) && Number(value) >= kind.least && Number.isSafeInteger(Number(value));
}

function choicesOf(kind) {
  if ('oneOf' in kind) return kind.oneOf.join(' or ');
  return 'shape' in kind ? kind.shape : `a whole number of ${kind.least} or more`;
}

function placeholderOf(kind) {
  if (kind === 'text') return 'TEXT';
  if ('oneOf' in kind) return kind.oneOf.join('|');
  return 'shape' in kind ? kind.shape.split(/[, ]/)[0] : 'N';
}

const listOf = (options) =>
  Object.keys({ ...options, help: HELP })
    .map((name) => `--${name}`)
    .join(', ');
const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
