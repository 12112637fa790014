// Gives the pictures of the flows and of the documents a palette of 256 colours, which makes them half as large or less.
// They stay in the repository for good. `npm run pictures` takes them and runs this file.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import UPNG from 'upng-js';

const FOLDERS = ['../e2e/visual/', '../docs/pictures/'].map((path) => new URL(path, import.meta.url).pathname);
const PALETTE = 3;

const pictures = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
);
for (const path of pictures) {
  if (!path.endsWith('.png')) continue;
  const picture = UPNG.decode(readFileSync(path));
  if (picture.ctype === PALETTE) continue;
  const { width, height } = picture;
  writeFileSync(path, Buffer.from(UPNG.encode(UPNG.toRGBA8(picture), width, height, 256)));
}
