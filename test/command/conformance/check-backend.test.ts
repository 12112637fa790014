import { expect, it } from 'vitest';
import type { Bench } from '../../../src/command/conformance/bench/bench.js';
import { orderSource, SetUpError } from '../../../src/command/conformance/bench/bench.js';
import type { Rule } from '../../../src/command/conformance/bench/rule.js';
import { testedBackend } from '../../../src/command/conformance/bench/tested-backend.js';
import { checkBackend } from '../../../src/command/conformance/check-backend.js';
import { parseConformance } from '../../../src/command/conformance/conformance-options.js';
import { RULES } from '../../../src/command/conformance/rules.js';

/** A bench whose backend answers everything alike. */
function benchOf(answer: () => Response): Bench {
  const fetch = () => Promise.resolve(answer());
  return {
    backend: testedBackend('https://shop.example/scudo', fetch),
    gateway: { messages: () => [], mark: () => undefined } as unknown as Bench['gateway'],
    page: 'https://shop.example',
    newOrder: () => Promise.resolve({ id: 'A1', amount: '1999', currency: 'EUR' }),
  };
}

const named = (...ids: string[]): Rule[] => RULES.filter(({ id }) => ids.includes(id));

it('prints a line for a kept rule, and expectation, result and reference for a broken one', async () => {
  const headers = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  const problem = { title: 'None.', status: 404, code: 'not-found', retryable: false };
  const bench = benchOf(() => new Response(JSON.stringify(problem), { status: 404, headers }));
  const lines: string[] = [];
  const isKept = await checkBackend(bench, named('route.unknown', 'order.unknown'), (line) => lines.push(line));
  expect(isKept).toBe(false);
  expect(lines.join('\n').replaceAll(/ +/g, ' ').split('\n')).toEqual([
    'FAIL order.unknown An order that does not exist is answered 404 order-not-found, for reading and for paying',
    ' expected GET orders/no-such-order: 404 with the problem order-not-found',
    ` got 404 ${JSON.stringify(problem)}`,
    ' see docs/backend-in-any-language.md#orders',
    'ok route.unknown A path without a route is answered 404 not-found',
    '',
    '1 passed, 1 failed',
  ]);
});

it('reports the missing header of a problem document', async () => {
  const body = JSON.stringify({ title: 'None.', status: 404, code: 'not-found', retryable: false });
  const bench = benchOf(() => new Response(body, { status: 404, headers: { 'content-type': 'application/json' } }));
  const lines: string[] = [];
  await checkBackend(bench, named('route.unknown'), (line) => lines.push(line));
  expect(lines[0]).toContain('the header content-type like /^application\\/problem\\+json\\b/');
});

it('rejects an answer of --new-order without an id, with the answer', async () => {
  const newOrder = orderSource('https://shop.example/new', () => Promise.resolve(new Response('no', { status: 500 })));
  await expect(newOrder()).rejects.toThrow(SetUpError);
  await expect(newOrder()).rejects.toThrow(/--new-order https:\/\/shop\.example\/new must answer .* got 500 no$/);
});

it('names the wrong option of the command', () => {
  const address = ['--new-order', 'http://localhost:8000/new'];
  expect(() => parseConformance([])).toThrow('--url is missing.');
  expect(() => parseConformance(['--url', 'shop', ...address])).toThrow(
    '--url must be an http or https address; got "shop".',
  );
  expect(() => parseConformance(['--url', 'http://a', '--urls', 'b'])).toThrow(/'--urls'/);
  expect(parseConformance(['--url', 'http://localhost:8000/scudo/', ...address])).toMatchObject({
    url: 'http://localhost:8000/scudo',
    page: 'http://localhost:8000',
    gateway: 'http://127.0.0.1:4174',
    only: [],
  });
});

it('every rule has a name of its own', () => {
  const ids = RULES.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  expect(ids.length).toBeGreaterThan(50);
});
