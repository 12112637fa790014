import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Linter } from 'eslint';
import { afterEach, expect, it } from 'vitest';
import imports from '../scripts/imports/eslint-plugin.mjs';

let cwd = '';
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** Writes files, and returns the messages of the rule about each of them that has one. */
function messagesIn(files: Readonly<Record<string, string>>): Record<string, string[]> {
  cwd = mkdtempSync(join(tmpdir(), 'scudo-circles-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), text);
  }
  const linter = new Linter({ cwd });
  const config: Linter.Config = {
    files: ['**/*.ts'],
    plugins: { imports },
    rules: { 'imports/no-circles': ['error', ['src/server', 'src/payment']] },
  };
  const all = Object.entries(files).map(([file, text]) => {
    const messages = linter.verify(text, [config], { filename: join(cwd, file) });
    return [file, messages.map(({ message }) => message)] as const;
  });
  return Object.fromEntries(all.filter(([, messages]) => messages.length > 0));
}

const circle = (kind: string, path: string) =>
  `The ${kind} import each other in a circle: ${path}. Move what both need to a place of its own.`;

it('imports/no-circles reports folders that import each other, also through a third one', () => {
  expect(
    messagesIn({
      'src/server/card/pay.ts': `import { read } from '../orders/read.js';`,
      'src/server/orders/read.ts': `export { refund } from '../refunds/refund.js';`,
      'src/server/refunds/refund.ts': `export * from '../card/amount.js';`,
      'src/server/card/amount.ts': 'export const amount = 1;',
    }),
  ).toEqual({
    'src/server/card/pay.ts': [
      circle('folders', 'src/server/card > src/server/orders > src/server/refunds > src/server/card'),
    ],
    'src/server/orders/read.ts': [
      circle('folders', 'src/server/orders > src/server/refunds > src/server/card > src/server/orders'),
    ],
    'src/server/refunds/refund.ts': [
      circle('folders', 'src/server/refunds > src/server/card > src/server/orders > src/server/refunds'),
    ],
  });
});

it('imports/no-circles counts the root of a layer as a folder', () => {
  const messages = messagesIn({
    'src/server/backend.ts': `import './orders/read.js';`,
    'src/server/orders/read.ts': `import '../problem.js';`,
    'src/server/problem.ts': '',
  });
  expect(messages['src/server/orders/read.ts']).toEqual([
    circle('folders', 'src/server/orders > src/server > src/server/orders'),
  ]);
});

it('imports/no-circles reports files of one folder that import each other', () => {
  expect(
    messagesIn({
      'src/payment/card/one.ts': `const two = import('./two.js');`,
      'src/payment/card/two.ts': `import './one.js';`,
      'src/payment/card/three.ts': `import './one.js';`,
    }),
  ).toEqual({
    'src/payment/card/one.ts': [
      circle('files', 'src/payment/card/one.ts > src/payment/card/two.ts > src/payment/card/one.ts'),
    ],
    'src/payment/card/two.ts': [
      circle('files', 'src/payment/card/two.ts > src/payment/card/one.ts > src/payment/card/two.ts'),
    ],
  });
});

it('imports/no-circles accepts imports in one direction, of other layers and of packages', () => {
  expect(
    messagesIn({
      'src/server/card/pay.ts': `import '../orders/read.js'; import 'hono'; import '../../payment/card/one.js';`,
      'src/server/orders/read.ts': `import './table.js';`,
      'src/server/orders/table.ts': '',
      'src/payment/card/one.ts': `import '../../server/card/pay.js';`,
    }),
  ).toEqual({});
});
