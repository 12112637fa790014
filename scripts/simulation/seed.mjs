/**
 * The values of an option `--seed`. A world is named SEED.NUMBER.
 * @type {import('../arguments.mjs').Kind}
 */
export const SEED = { shape: 'SEED, a text without dots and spaces', pattern: /^[^\s.-][^\s.]*$/ };
