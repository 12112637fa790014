import { randomUUID } from 'node:crypto';
import { orderViewSchema } from '../../../protocol/adapter/adapter-answers.js';
import { pathAtBackend } from '../steps/acs-steps.js';
import {
  expectAuthorizations,
  expectState,
  keyed,
  pathOf,
  paymentBody,
  postAuthentication,
  postVersionCheck,
  prepare,
  TEST_NUMBERS,
} from '../steps/card-steps.js';
import {
  beginRedirect,
  expectRedirect,
  expectReturn,
  expectStatusAccepted,
  requestRedirect,
  returnFrom,
  waitForChange,
} from '../steps/redirect-steps.js';
import type { Rule } from '../bench/rule.js';
import { expectEqual, expectMessage, expectProblem, expectStatus, expectThat } from '../bench/violation.js';

const SEE = 'docs/backend-in-any-language.md#redirect-payments';
const ONCE = 'docs/backend-in-any-language.md#idempotency';

/** Rules of redirect payments, with the sandbox's testpay. */
export const REDIRECT_RULES: readonly Rule[] = [
  {
    id: 'redirect.start',
    title: 'A redirect payment makes the order pending before the page has its address, and charges its amount',
    see: SEE,
    async check(bench) {
      const order = await bench.newOrder();
      const { url, sent } = await beginRedirect(bench, order);
      expectThat(url.startsWith(`${bench.gateway.url}/`), 'the address that the gateway answered', url);
      expectEqual('amount of the payment-set', sent.amount?.['#text'], order.amount);
      expectEqual('currency of the payment-set', sent.amount?.['@currency'], order.currency);
      for (const name of ['returnurl', 'statusupdateurl'] as const) {
        const address = sent.paymentmethoddetails?.[name] ?? '';
        pathAtBackend(bench, name, address);
        expectThat(!address.includes('?'), `${name} without a query, which the gateway drops`, address);
      }
      const view = expectMessage(orderViewSchema, await bench.backend.call(pathOf(order)));
      expectEqual('state', view.state, 'pending');
      expectEqual('redirect.method', view.redirect?.method, 'testpay');
      expectEqual('redirect.unfinished', view.redirect?.unfinished, true);
    },
  },
  {
    id: 'redirect.again',
    title: 'A repeated call for the same method has the same address, also with another key, and sends one payment-set',
    see: ONCE,
    async check(bench) {
      const [order, key] = [await bench.newOrder(), randomUUID()];
      const { url } = await beginRedirect(bench, order, key);
      for (const again of [key, randomUUID()]) expectRedirect(await requestRedirect(bench, order, again), url);
      const sent = bench.gateway.messages('payment-set').length;
      expectThat(sent === 1, 'one payment-set at the gateway', sent);
    },
  },
  {
    id: 'redirect.kept-address',
    title: 'A repeated call has no address of a payment that has failed meanwhile, and begins no other one',
    see: ONCE,
    async check(bench) {
      const [order, key] = [await bench.newOrder(), randomUUID()];
      const { url } = await beginRedirect(bench, order, key);
      expectReturn(await bench.backend.call(await returnFrom(bench, url, 'Failed UserAbort', 'No delay')));
      await waitForChange(bench, order, 'pending');
      await expectStatusAccepted(bench);
      bench.gateway.mark();
      // The shopper could pay twice at an address for which the order no longer waits.
      expectProblem(await requestRedirect(bench, order, key), 'order-not-open');
      expectThat(bench.gateway.messages('payment-set').length === 0, 'no payment-set at the gateway', 'another one');
    },
  },
  {
    id: 'redirect.other-tab',
    title: 'A version check that does not name the redirect payment is refused, and that payment can succeed',
    see: SEE,
    async check(bench) {
      const order = await bench.newOrder();
      const { url } = await beginRedirect(bench, order);
      for (const replaces of [undefined, 'testpay', `${order.id}-0000000000`]) {
        expectProblem(await postVersionCheck(bench, order, TEST_NUMBERS.success, replaces), 'order-not-open');
      }
      await expectState(bench, order, ['pending']);
      expectReturn(await bench.backend.call(await returnFrom(bench, url, 'Succeeded', 'No delay')));
      expectEqual('state', (await waitForChange(bench, order, 'pending')).state, 'paid');
      expectAuthorizations(bench, 0);
    },
  },
  {
    id: 'redirect.earlier-card',
    title: 'A card payment that was prepared before a redirect payment charges nothing, also once that has failed',
    see: SEE,
    async check(bench) {
      const order = await bench.newOrder();
      const { server_trans_id } = await prepare(bench, order, TEST_NUMBERS.success);
      const { url } = await beginRedirect(bench, order);
      const body = paymentBody(TEST_NUMBERS.success, server_trans_id);
      expectProblem(await postAuthentication(bench, order, body), 'order-not-open');
      expectReturn(await bench.backend.call(await returnFrom(bench, url, 'Failed UserAbort', 'No delay')));
      await waitForChange(bench, order, 'pending');
      // A late call of the earlier choice. The page has reported that the redirect payment failed.
      expectProblem(await postAuthentication(bench, order, body), 'authentication-unknown');
      expectAuthorizations(bench, 0);
    },
  },
  {
    id: 'redirect.fields',
    title: 'A redirect payment without a field that the order does not know is answered 400 with its name',
    see: SEE,
    async check(bench) {
      const order = await bench.newOrder();
      const view = expectMessage(orderViewSchema, await bench.backend.call(pathOf(order)));
      const ask = view.methods.find(({ code }) => code === 'testpay')?.ask ?? [];
      const answer = await keyed(bench, `${pathOf(order)}/redirects`, { method: 'testpay' });
      if (ask.length > 0) expectProblem(answer, 'invalid-request', ask);
      else expectStatus(answer, 200);
    },
  },
  {
    id: 'redirect.unreadable',
    title: 'A payment-set without a readable answer is 503 gateway-unavailable, and the order stays open',
    see: SEE,
    async check(bench) {
      const order = await bench.newOrder();
      bench.gateway.disturb('payment-set', { type: 'unreadable' });
      expectProblem(await requestRedirect(bench, order), 'gateway-unavailable');
      await expectState(bench, order, ['open']);
      expectRedirect(await requestRedirect(bench, order));
    },
  },
  {
    id: 'redirect.two-at-once',
    title: 'Redirect payments that begin at the same time have one address',
    see: ONCE,
    async check(bench) {
      const order = await bench.newOrder();
      const answers = await Promise.all([requestRedirect(bench, order), requestRedirect(bench, order)]);
      const started = answers.filter(({ status }) => status === 200);
      expectThat(
        started.length > 0,
        'one redirect',
        answers.map(({ text }) => text),
      );
      const addresses = new Set(started.map((answer) => expectRedirect(answer)));
      expectThat(addresses.size === 1, 'one address', [...addresses]);
      const busy = answers.filter(({ status }) => status !== 200);
      expectThat(
        busy.every(({ status }) => status === 409),
        '409 for the other call',
        busy.map(({ text }) => text),
      );
    },
  },
];
