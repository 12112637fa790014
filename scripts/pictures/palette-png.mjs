/** Writes a picture of a page as a PNG with a palette. */
import { deflateSync } from 'node:zlib';

/** The greatest distance between a color and that of the palette. Playwright's comparison finds distances above 37. */
const LEAST_DISTANCE = 34;
const GREATEST_DISTANCE = 96;
const SIZE_OF_PALETTE = 256;

/** The color of an area, such as a tint, is kept as it is. Edges of letters have no line of so many pixels. */
const LENGTH_OF_LINE = 16;
const PIXELS_OF_AREA = 1000;
const MOST_AREAS = 32;

/**
 * Returns an opaque picture as a PNG whose colors are the most frequent ones, each of which stands for the rarer ones
 * that are close to it, such as the edges of letters.
 * @param {Uint8Array} rgba the pixels, four bytes each
 */
export function palettePng(rgba, width, height) {
  const counts = new Map();
  const inLines = new Map();
  const pixels = new Uint32Array(width * height);
  let length = 0;
  for (let at = 0; at < pixels.length; at++) {
    const color = (rgba[4 * at] << 16) | (rgba[4 * at + 1] << 8) | rgba[4 * at + 2];
    pixels[at] = color;
    length = at % width > 0 && pixels[at - 1] === color ? length + 1 : 1;
    if (length >= LENGTH_OF_LINE) inLines.set(color, (inLines.get(color) ?? 0) + 1);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const colors = [...counts.keys()].sort((one, other) => counts.get(other) - counts.get(one) || one - other);
  const areas = colors.filter((color) => inLines.get(color) >= PIXELS_OF_AREA).slice(0, MOST_AREAS);
  const { palette, indexes } = paletteOf(colors, areas);
  // Each line begins with the number of its filter: none.
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = indexes.get(pixels[y * width + x]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // 8 bits for each pixel, with a palette (PNG, 11.2.1).
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the smallest error that a palette of 256 colors can have, with the place of each color in it. */
function paletteOf(colors, areas) {
  for (let distance = LEAST_DISTANCE; distance < GREATEST_DISTANCE; distance += 4) {
    const palette = [...areas];
    const indexes = new Map(areas.map((color, index) => [color, index]));
    for (const color of colors) {
      if (indexes.has(color)) continue;
      const near = nearest(palette, color);
      if (near && near.square <= distance ** 2) indexes.set(color, near.index);
      else indexes.set(color, palette.push(color) - 1);
      if (palette.length > SIZE_OF_PALETTE) break;
    }
    if (palette.length <= SIZE_OF_PALETTE) return { palette, indexes };
  }
  throw new Error('The picture has too many colors for a palette.');
}

function nearest(palette, color) {
  const [red, green, blue] = channels(color);
  let best;
  for (const [index, other] of palette.entries()) {
    const [otherRed, otherGreen, otherBlue] = channels(other);
    const square = (red - otherRed) ** 2 + (green - otherGreen) ** 2 + (blue - otherBlue) ** 2;
    if (!best || square < best.square) best = { index, square };
  }
  return best;
}

const channels = (color) => [color >> 16, (color >> 8) & 255, color & 255];

function chunk(type, content) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** PNG, annex D. `zlib.crc32` needs Node 22. */
function crc32(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
  }
  return (rest ^ 0xffffffff) >>> 0;
}
