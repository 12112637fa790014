import { paymentAnswerSchema } from '../../../protocol/adapter/adapter-answers.js';
import {
  postAuthentication,
  BROWSER_DATA,
  expectOutcome,
  prepare,
  testCardOf,
  postVersionCheck,
  keyed,
  paymentBody,
  TEST_NUMBERS,
  pathOf,
} from '../steps/card-steps.js';
import type { Bench } from '../bench/bench.js';
import type { Rule } from '../bench/rule.js';
import { expectHeader, expectMessage, expectProblem, expectStatus, expectThat } from '../bench/violation.js';

const PROBLEMS = 'docs/backend-in-any-language.md#problems';
const ORIGINS = 'docs/backend-in-any-language.md#origins';
const FOREIGN = 'https://attacker.example';

/** Rules of paths, methods, bodies and origins. */
export const REQUEST_RULES: readonly Rule[] = [
  {
    id: 'route.unknown',
    title: 'A path without a route is answered 404 not-found',
    see: PROBLEMS,
    async check({ backend }) {
      expectProblem(await backend.call('nothing'), 'not-found');
    },
  },
  {
    id: 'route.method',
    title: 'A route with another method is answered 405 method-not-allowed',
    see: PROBLEMS,
    async check({ backend, newOrder }) {
      const { id } = await newOrder();
      expectProblem(await backend.call(`${pathOf({ id })}/authentications`), 'method-not-allowed');
      expectProblem(await backend.call(pathOf({ id }), { method: 'DELETE' }), 'method-not-allowed');
      expectProblem(await backend.call('status'), 'method-not-allowed');
      for (const path of ['notifications/method', 'notifications/challenge']) {
        expectProblem(await backend.call(path, { method: 'DELETE' }), 'method-not-allowed');
      }
    },
  },
  {
    id: 'origin.foreign',
    title: 'A call about an order from another origin is answered 403 origin-refused, also for reading',
    see: ORIGINS,
    async check(bench) {
      const { id } = await bench.newOrder();
      const headers = { origin: FOREIGN };
      expectProblem(await bench.backend.call(pathOf({ id }), { headers }), 'origin-refused');
      const json = { number: TEST_NUMBERS.success };
      bench.gateway.mark();
      expectProblem(
        await bench.backend.call(`${pathOf({ id })}/protocol-versions`, { json, headers }),
        'origin-refused',
      );
      const sent = bench.gateway.messages('protocol-versions').length;
      expectThat(sent === 0, 'no call of the gateway for a refused origin', sent);
    },
  },
  {
    id: 'origin.page',
    title: 'The shop’s pages may call: preflights allow content-type and idempotency-key',
    see: ORIGINS,
    async check({ backend, newOrder, page }) {
      const { id } = await newOrder();
      const answer = await backend.call(pathOf({ id }), { headers: { origin: page } });
      expectStatus(answer, 200);
      expectHeader(answer, 'access-control-allow-origin', exactly(page));
      const preflight = await backend.call(`${pathOf({ id })}/authentications`, {
        method: 'OPTIONS',
        headers: {
          origin: page,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,idempotency-key',
        },
      });
      expectThat(preflight.status === 204 || preflight.status === 200, 'a preflight answered 204', preflight.status);
      expectHeader(preflight, 'access-control-allow-origin', exactly(page));
      expectHeader(preflight, 'access-control-allow-headers', /\bidempotency-key\b/i);
      expectHeader(preflight, 'access-control-allow-headers', /\bcontent-type\b/i);
      const other = await backend.call(pathOf({ id }), { method: 'OPTIONS', headers: { origin: FOREIGN } });
      const allowed = other.headers.get('access-control-allow-origin');
      expectThat(allowed !== '*' && allowed !== FOREIGN, 'no permission for another origin', allowed);
    },
  },
  {
    id: 'body.type',
    title: 'A body that is not JSON by its type is answered 415, by its text 400',
    see: PROBLEMS,
    async check(bench) {
      const path = `${pathOf(await bench.newOrder())}/protocol-versions`;
      const body = JSON.stringify({ number: TEST_NUMBERS.success });
      for (const type of ['text/plain', 'application/json-seq']) {
        const headers = { 'content-type': type };
        expectProblem(await bench.backend.call(path, { body, headers }), 'unsupported-media-type');
      }
      const wrong = { body: '{"number":', headers: { 'content-type': 'application/json' } };
      expectProblem(await bench.backend.call(path, wrong), 'invalid-request');
    },
  },
  {
    id: 'body.size',
    title: 'A body of more than 64 kB is answered 413 too-large',
    see: PROBLEMS,
    async check(bench) {
      const order = await bench.newOrder();
      const body = { ...paymentBody(TEST_NUMBERS.success, undefined), more: 'x'.repeat(70_000) };
      expectProblem(await postAuthentication(bench, order, body), 'too-large');
    },
  },
  {
    id: 'body.fields',
    title: 'Wrong and missing fields are answered 400 with the names of all of them, and no call of the gateway',
    see: PROBLEMS,
    async check(bench) {
      const order = await bench.newOrder();
      const { security_code: _code, ...card } = testCardOf(TEST_NUMBERS.success);
      const body = {
        card: { ...card, expiry_month: '13' },
        browser_data: BROWSER_DATA,
        method_url_completion: 'MAYBE',
      };
      bench.gateway.mark();
      expectProblem(await postAuthentication(bench, order, body), 'invalid-request', [
        'card.expiry_month',
        'card.security_code',
        'method_url_completion',
      ]);
      // The last digit is the check digit.
      const typo = TEST_NUMBERS.success.replace(/4$/, '5');
      expectProblem(await postVersionCheck(bench, order, typo), 'invalid-request', ['number']);
      const sent = callsOf(bench);
      expectThat(sent === 0, 'no call of the gateway for invalid requests', sent);
    },
  },
  {
    id: 'body.browser-data',
    title: 'Browser data that are absent or do not fit are replaced, and refuse no payment',
    see: 'docs/backend-in-any-language.md#card-payments',
    async check(bench) {
      const unusable = Object.fromEntries(Object.keys(BROWSER_DATA).map((name) => [name, '\u0007']));
      for (const browser_data of [unusable, {}]) {
        const order = await bench.newOrder();
        const { server_trans_id } = await prepare(bench, order, TEST_NUMBERS.success);
        const body = { ...paymentBody(TEST_NUMBERS.success, server_trans_id), browser_data };
        const answer = expectMessage(paymentAnswerSchema, await postAuthentication(bench, order, body));
        expectOutcome(answer, 'authorized', order);
      }
    },
  },
  {
    id: 'body.key-missing',
    title: 'A call that moves money without an Idempotency-Key is answered 400',
    see: 'docs/backend-in-any-language.md#idempotency',
    async check({ backend, newOrder }) {
      const { id } = await newOrder();
      const fields = ['Idempotency-Key'];
      const redirect = { method: 'testpay', account_holder_name: 'Ada Lovelace', country: 'GB' };
      expectProblem(await backend.call(`${pathOf({ id })}/redirects`, { json: redirect }), 'invalid-request', fields);
      const payment = paymentBody(TEST_NUMBERS.notEnrolled, undefined);
      expectProblem(
        await backend.call(`${pathOf({ id })}/authentications`, { json: payment }),
        'invalid-request',
        fields,
      );
    },
  },
  {
    id: 'body.method-unknown',
    title: 'A redirect payment method that the order does not offer is answered 400 with the field method',
    see: PROBLEMS,
    async check(bench) {
      const { id } = await bench.newOrder();
      for (const method of ['no-such-method', 'card']) {
        expectProblem(await keyed(bench, `${pathOf({ id })}/redirects`, { method }), 'invalid-request', ['method']);
      }
    },
  },
];

function callsOf({ gateway }: Bench): number {
  return gateway.messages('protocol-versions').length + gateway.messages('authentications').length;
}

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
}
