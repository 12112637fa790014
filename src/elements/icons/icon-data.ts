import { dataFile } from '../late-data/data-file.js';

/** The icons of the package by name, of any shape. `npm run data` writes the file. */
export const ICON_DATA = dataFile(
  'data/icons.json',
  () => new URL('../late-data/data/icons.json', import.meta.url),
  (data) => new Map(Object.entries(Object(data) as Record<string, unknown>)),
);
