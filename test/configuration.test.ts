import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { PROBLEMS } from '../src/protocol/adapter/problem.js';
import { METHOD_FIELDS } from '../src/protocol/redirect/redirect-fields.js';
import { camelName } from '../src/protocol/values/camel-case.js';
import type { FaultyCallKind, SandboxFault } from '../src/sandbox/core/faults.js';
import { PROBLEM_LEVELS } from '../src/server/adapters/log/problem-levels.js';
import { DEFAULT_LIMITS } from '../src/server/limits/limits.js';

/** The compiler reports one that is missing here. */
const FAULTY_CALLS: Record<FaultyCallKind, true> = {
  'protocol-versions': true,
  authentications: true,
  'authentication-data': true,
  search: true,
  auth: true,
  otb: true,
  query: true,
  settle: true,
  multisettle: true,
  void: true,
  rebate: true,
  'payment-set': true,
  status: true,
  'payment-credit': true,
  'payments-report': true,
  'refunds-report': true,
};

/** The compiler reports one that is missing here, too. */
const SANDBOX_FAULTS: Record<SandboxFault['type'], true> = {
  'not-received': true,
  'no-answer': true,
  unreadable: true,
  'http-status': true,
  'short-answer': true,
  'wrong-hash': true,
  'no-hash': true,
  'delivered-twice': true,
};

const GUIDE = readFileSync('docs/configuration.md', 'utf8');

/** The cells of the first table below a heading, without its head. */
function tableBelow(heading: string, text = GUIDE): string[][] {
  const lines = text.slice(text.indexOf(`\n${heading}\n`)).split('\n');
  const first = lines.findIndex((line) => line.startsWith('|'));
  const end = lines.findIndex((line, index) => index > first && !line.startsWith('|'));
  return lines.slice(first + 2, end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

const names = (heading: string) => tableBelow(heading).map(([name = '']) => name.replaceAll('`', ''));

/** The properties of interfaces in a source file. */
function keysOf(file: string, ...interfaces: readonly string[]): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022);
  return source.statements
    .filter(ts.isInterfaceDeclaration)
    .filter(({ name }) => interfaces.includes(name.text))
    .flatMap(({ members }) => members.map((member) => member.name?.getText(source) ?? ''));
}

it.each<[string, readonly string[]]>([
  ['## createMerchantBackend', keysOf('src/server/options/backend-options.ts', 'MerchantBackendOptions')],
  ['### Policies', keysOf('src/server/domain/input/policies.ts', 'Policies')],
  ['### onProblem', keysOf('src/server/ports/ports.ts', 'ProblemReport')],
  ['## createGateway', keysOf('src/server/gateway/gateway-options.ts', 'GatewayOptions')],
  [
    '## createSqliteOrderStore',
    [
      ...keysOf('src/server/adapters/store/sqlite-options.ts', 'SqliteOptions'),
      ...keysOf('src/server/adapters/store/while-locked.ts', 'LockWait'),
    ],
  ],
  ['## createPostgresOrderStore', keysOf('src/server/adapters/store/postgres-options.ts', 'PostgresOptions')],
  [
    '## orders.create',
    // The order has the fields of redirect payment methods as well.
    [...keysOf('src/server/domain/record/new-order.ts', 'NewOrder'), ...METHOD_FIELDS.map(camelName)],
  ],
  [
    '### orders.list',
    [
      ...keysOf('src/server/book/order-filter.ts', 'SearchValues'),
      ...keysOf('src/server/use-cases/orders/orders.ts', 'OrderFilter', 'ListInput'),
    ],
  ],
  ['### orders.refund', keysOf('src/server/use-cases/operations/refund.ts', 'RefundInput')],
  ['## orders.payStored', keysOf('src/server/use-cases/card/stored-payment.ts', 'StoredPayment')],
])('the table below “%s” of the configuration guide has every property once', (heading, keys) => {
  expect(keys.length).toBeGreaterThan(2);
  expect([...names(heading)].sort()).toEqual([...keys].sort());
});

it('the table of limits has every limit once', () => {
  const limits = tableBelow('```', readFileSync('docs/limits.md', 'utf8')).map(([name = '']) => name);
  expect(limits.map((name) => name.replaceAll('`', '')).sort()).toEqual(Object.keys(DEFAULT_LIMITS).sort());
});

it('the table of problems has every code with its status', () => {
  const rows = tableBelow('### Problems of calls').map(([code = '', status, retryable]) => [
    code.replaceAll('`', ''),
    Number(status),
    retryable === 'yes',
  ]);
  const problems = Object.entries(PROBLEMS).map(([code, { status, retryable }]) => [code, status, retryable]);
  expect(Object.fromEntries(rows.map(([code, ...rest]) => [code, rest]))).toEqual(
    Object.fromEntries(problems.map(([code, ...rest]) => [code, rest])),
  );
  expect(rows).toHaveLength(problems.length);
});

it('the tables of docs/problems.md have every code that onProblem receives once, with its level', () => {
  const text = readFileSync('docs/problems.md', 'utf8');
  const headings = ['## Payments, refunds and the process', '## Flags of an order', '## Calls'];
  const rows = headings.flatMap((heading) => tableBelow(heading, text));
  for (const [code, , meaning = ''] of rows) expect(meaning.length, code).toBeGreaterThan(20);
  const listed = rows.map(([code = '', level]) => [code.replaceAll('`', ''), level]);
  expect(listed.sort()).toEqual(Object.entries(PROBLEM_LEVELS).sort());
});

it('the table of fixtures in docs/testing.md has every fixture once', () => {
  const [, rows] = /\n\| fixture \|.*\n\|[-|]+\n((?:\|.*\n)+)/.exec(readFileSync('docs/testing.md', 'utf8')) ?? [];
  const firstCells = Array.from((rows ?? '').matchAll(/^\|([^|]*)\|/gm), ([, cell = '']) => cell);
  const listed = firstCells.flatMap((cell) => Array.from(cell.matchAll(/`(\w+)`/g), ([, name = '']) => name));
  const fixtures = keysOf('src/playwright/shop-test.ts', 'ShopFixtures', 'WorkerFixtures');
  // Playwright's own fixture, which is the shop's origin.
  expect(listed.sort()).toEqual([...fixtures, 'baseURL'].sort());
});

it('the tables of faults in docs/testing.md have every kind of call and every fault', () => {
  const page = readFileSync('docs/testing.md', 'utf8');
  const listed = (head: string) => {
    const [, rows = ''] = new RegExp(`\\n\\| ${head} \\|.*\\n\\|[-|]+\\n((?:\\|.*\\n)+)`).exec(page) ?? [];
    const firstCells = Array.from(rows.matchAll(/^\|([^|]*)\|/gm), ([, cell = '']) => cell);
    return firstCells.flatMap((cell) => Array.from(cell.matchAll(/`([\w-]+)`/g), ([, name = '']) => name)).sort();
  };
  expect(listed('kind')).toEqual(Object.keys(FAULTY_CALLS).sort());
  expect(listed('fault')).toEqual(Object.keys(SANDBOX_FAULTS).sort());
});

it('every option of the table in docs/backend.md exists', () => {
  const page = readFileSync('docs/backend.md', 'utf8');
  const options = tableBelow('## Options', page).map(([name = '']) => name.replaceAll('`', ''));
  expect(options.length).toBeGreaterThan(5);
  expect(keysOf('src/server/options/backend-options.ts', 'MerchantBackendOptions')).toEqual(
    expect.arrayContaining(options),
  );
});
