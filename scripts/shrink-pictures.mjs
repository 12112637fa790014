// Gives the pictures that Playwright has just taken a palette of 256 colours, which makes them half as large or less.
// They stay in the repository for good. `npm run pictures` takes them and runs this file.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import UPNG from 'upng-js';

const FOLDER = new URL('../e2e/visual/', import.meta.url).pathname;
const PALETTE = 3;

for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.png')) continue;
  const path = join(FOLDER, name);
  const picture = UPNG.decode(readFileSync(path));
  if (picture.ctype === PALETTE) continue;
  const { width, height } = picture;
  writeFileSync(path, Buffer.from(UPNG.encode(UPNG.toRGBA8(picture), width, height, 256)));
}
