// Gives the pictures of the flows and of the documents a palette, which makes them a third as large.
// They stay in the repository for good. `npm run pictures` takes them and runs this file.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import UPNG from 'upng-js';
import { palettePng } from './pictures/palette-png.mjs';

const FOLDERS = ['../e2e/visual/', '../docs/pictures/'].map((path) => new URL(path, import.meta.url).pathname);
const PALETTE = 3;

const pictures = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
);
for (const path of pictures) {
  if (!path.endsWith('.png')) continue;
  const picture = UPNG.decode(readFileSync(path));
  if (picture.ctype === PALETTE) continue;
  writeFileSync(path, palettePng(new Uint8Array(UPNG.toRGBA8(picture)[0]), picture.width, picture.height));
}
