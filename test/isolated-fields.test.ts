import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cardFrameCommandSchema } from '../src/protocol/adapter/card-frame-commands.js';
import {
  CARD_CALLS,
  CARD_FIELD_NAMES,
  CARD_FRAME_INHERITED,
  CARD_FRAME_PARTS,
  CARD_FRAME_PROPERTIES,
} from '../src/protocol/adapter/card-frame-lists.js';
import { ORDERED_FIELDS } from '../src/protocol/adapter/form-fields.js';
import { cardFrameMessageSchema } from '../src/protocol/adapter/card-frame-messages.js';

const THEMING = readFileSync('docs/theming.md', 'utf8');
const GUIDE = readFileSync('docs/isolated-fields.md', 'utf8');

/** The messages of the table below a heading, with the text of their fields. */
function documented(heading: string): Record<string, string> {
  const section = GUIDE.slice(GUIDE.indexOf(`\n${heading}\n`));
  const rows = Array.from(section.split(/\n#/)[1]!.matchAll(/^\| `([\w-]+)` \| ([^|]*) \|/gm), ([, name, fields]) => [
    name,
    fields,
  ]);
  return Object.fromEntries(rows) as Record<string, string>;
}

it.each([
  ['### From the page to the frame', cardFrameCommandSchema],
  ['### From the frame to the page', cardFrameMessageSchema],
])('the table below “%s” of docs/isolated-fields.md has every message and field of the schema', (heading, { def }) => {
  const rows = documented(heading);
  const schemas = def.options.map(({ shape }) => shape);
  expect(Object.keys(rows).sort()).toEqual(schemas.flatMap(({ scudo }) => scudo.options as string[]).sort());
  for (const { scudo, ...fields } of schemas) {
    const [name = ''] = scudo.options as string[];
    const text = rows[name] ?? '';
    for (const field of Object.keys(fields)) expect(text, name).toContain(`\`${field}\``);
    if (Object.keys(fields).length === 0) expect(text, name).toBe('–');
  }
});

it.each([
  ['calls', CARD_CALLS],
  ['names of fields', CARD_FIELD_NAMES],
  ['parts', CARD_FRAME_PARTS],
  ['custom properties', CARD_FRAME_PROPERTIES],
  ['inherited styles', CARD_FRAME_INHERITED],
])('docs/isolated-fields.md names all %s', (_what, names) => {
  for (const name of names) expect(GUIDE).toContain(`\`${name}\``);
});

it('docs/theming.md names the part of every field', () => {
  const [, ...rows] = /^\| `field-number` \|.*$/m.exec(THEMING)?.[0].split('`') ?? [];
  for (const name of ORDERED_FIELDS) expect(rows.join('')).toMatch(new RegExp(`field-${name}[ ,.]`));
});
