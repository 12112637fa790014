import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';

/**
 * After a run: pictures that Playwright has just taken are written anew with a palette, which makes them
 * an eighth as large. They stay in the repository for good, and a page's looks need few colors.
 */
export default function shrinkPictures(): void {
  const folder = join(import.meta.dirname, 'visual');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.png')) continue;
    const path = join(folder, name);
    const shrunk = withPalette(readFileSync(path));
    if (shrunk) writeFileSync(path, shrunk);
  }
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** The color types of a PNG. */
const [RGB, PALETTE] = [2, 3];

/** The same picture with a palette of its 256 most frequent colors; undefined for one that is no plain RGB. */
function withPalette(png: Buffer): Buffer | undefined {
  const header = png.subarray(16, 29);
  const [width, height, depth, type, interlaced] = [
    header.readUInt32BE(0),
    header.readUInt32BE(4),
    header[8],
    header[9],
    header[12],
  ];
  if (depth !== 8 || type !== RGB || interlaced !== 0) return undefined;
  const colors = colorsOf(inflateSync(Buffer.concat(chunks(png, 'IDAT'))), width, height);

  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const palette = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 256)
    .map(([color]) => color);
  const places = new Map([...counts.keys()].map((color) => [color, nearest(color, palette)]));

  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = places.get(colors[y * width + x]!)!;
  }
  const head = Buffer.from(header);
  head[9] = PALETTE;
  const table = Buffer.from(palette.flatMap(partsOf));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const partsOf = (color: number) => [color >> 16, (color >> 8) & 255, color & 255] as const;

function nearest(color: number, palette: readonly number[]): number {
  const own = palette.indexOf(color);
  if (own >= 0) return own;
  const parts = partsOf(color);
  const distances = palette.map((other) =>
    partsOf(other).reduce((sum, part, index) => sum + (part - parts[index]!) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

/** The pixels, with each row's filter undone (PNG: Filter types). */
function colorsOf(rows: Buffer, width: number, height: number): Uint32Array {
  const length = width * 3;
  const colors = new Uint32Array(width * height);
  let above = new Uint8Array(length);
  for (let y = 0; y < height; y++) {
    const start = y * (length + 1);
    const filter = rows[start];
    const row = new Uint8Array(rows.subarray(start + 1, start + 1 + length));
    for (let at = 0; at < length; at++) {
      const left = at < 3 ? 0 : row[at - 3]!;
      const corner = at < 3 ? 0 : above[at - 3]!;
      row[at]! += foretold(filter, left, above[at]!, corner);
    }
    for (let x = 0; x < width; x++)
      colors[y * width + x] = (row[3 * x]! << 16) | (row[3 * x + 1]! << 8) | row[3 * x + 2]!;
    above = row;
  }
  return colors;
}

/** What a filter expects of a byte by those around it: the file has the difference. */
function foretold(filter: number | undefined, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4: {
      const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
      return a <= b && a <= c ? left : b <= c ? above : corner;
    }
    default:
      return 0;
  }
}

function chunks(png: Buffer, wanted: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === wanted) found.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return found;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Node's own came with 20.15 only. */
function crc32(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
