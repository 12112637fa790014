import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { orderViewSchema, paymentAnswerSchema } from '../../../protocol/adapter/adapter-answers.js';
import { HASH_FIELDS, securehash } from '../../../protocol/values/securehash.js';
import { compactTimestamp } from '../../../protocol/values/timestamp.js';
import { pathAtBackend } from '../steps/acs-steps.js';
import type { Answer } from '../bench/answer.js';
import type { Bench, TestOrder } from '../bench/bench.js';
import { postAuthentication, expectState, keyed, paymentBody, prepare, TEST_NUMBERS } from '../steps/card-steps.js';
import type { Rule } from '../bench/rule.js';
import {
  expectEqual,
  expectHeader,
  expectMessage,
  expectProblem,
  expectStatus,
  expectThat,
} from '../bench/violation.js';

const SEE = 'docs/backend-in-any-language.md#redirect-payments';
const MESSAGES = 'docs/backend-in-any-language.md#messages-of-the-gateway';
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
      const view = expectMessage(orderViewSchema, await bench.backend.call(`orders/${order.id}`));
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
      for (const again of [key, randomUUID()]) expectRedirect(await startRedirect(bench, order, again), url);
      const sent = bench.gateway.messages('payment-set').length;
      expectThat(sent === 1, 'one payment-set at the gateway', sent);
    },
  },
  {
    id: 'redirect.fields',
    title: 'A redirect payment without a field that the order does not know is answered 400 with its name',
    see: SEE,
    async check(bench) {
      const order = await bench.newOrder();
      const view = expectMessage(orderViewSchema, await bench.backend.call(`orders/${order.id}`));
      const ask = view.methods.find(({ code }) => code === 'testpay')?.ask ?? [];
      const answer = await keyed(bench, `orders/${order.id}/redirects`, { method: 'testpay' });
      if (ask.length > 0) expectProblem(answer, 'invalid-request', ask);
      else expectStatus(answer, 200);
    },
  },
  {
    id: 'redirect.paid',
    title: 'The return is interim: the order stays pending until the status message, and then it is paid',
    see: MESSAGES,
    async check(bench) {
      const order = await bench.newOrder();
      const { url } = await beginRedirect(bench, order);
      const back = await returnFrom(bench, url, 'Succeeded', '30s after submit');
      expectReturn(await bench.backend.call(back));
      await expectState(bench, order, ['pending']);
      await bench.gateway.advance(31);
      const view = await waitForChange(bench, order, 'pending');
      expectEqual('state', view.state, 'paid');
      expectEqual('paid_with', view.paid_with, 'testpay');
      await expectStatusAccepted(bench);
    },
  },
  {
    id: 'redirect.failed',
    title: 'After a status message 101 the order is failed or open, and can be paid with a card',
    see: MESSAGES,
    async check(bench) {
      const order = await bench.newOrder();
      const { url } = await beginRedirect(bench, order);
      const back = await returnFrom(bench, url, 'Failed UserAbort', 'No delay');
      expectReturn(await bench.backend.call(back));
      const { state } = await waitForChange(bench, order, 'pending');
      expectThat(state === 'failed' || state === 'open', 'the state failed or open', state);
      await expectStatusAccepted(bench);
      const { server_trans_id } = await prepare(bench, order, TEST_NUMBERS.success);
      const body = paymentBody(TEST_NUMBERS.success, server_trans_id);
      const answer = expectMessage(paymentAnswerSchema, await postAuthentication(bench, order, body));
      expectThat(answer.result === 'outcome' && answer.outcome.status === 'paid', 'an outcome with paid', answer);
    },
  },
  {
    id: 'redirect.wrong-hash',
    title: 'A status message with a wrong hash is answered 400, and changes nothing',
    see: MESSAGES,
    async check(bench) {
      const order = await bench.newOrder();
      const { sent } = await beginRedirect(bench, order);
      const form = { ...(await messageOf(bench, sent, '00')), sha1hash: '0'.repeat(40) };
      const path = pathAtBackend(bench, 'statusupdateurl', sent.paymentmethoddetails?.statusupdateurl ?? '');
      expectProblem(await bench.backend.call(path, { form }), 'invalid-request');
      const { sha1hash: _hash, ...unsigned } = form;
      expectProblem(await bench.backend.call(path, { form: unsigned }), 'invalid-request');
      await expectState(bench, order, ['pending']);
    },
  },
  {
    id: 'redirect.forged-return',
    title:
      'A return never makes the order paid, with a wrong hash or a right one, and the shopper is always redirected',
    see: MESSAGES,
    async check(bench) {
      const order = await bench.newOrder();
      const { sent } = await beginRedirect(bench, order);
      const path = pathAtBackend(bench, 'returnurl', sent.paymentmethoddetails?.returnurl ?? '');
      const message = await messageOf(bench, sent, '00');
      const forged = { ...message, sha1hash: '0'.repeat(40) };
      expectReturn(await bench.backend.call(`${path}?${new URLSearchParams(forged).toString()}`));
      expectReturn(await bench.backend.call(path, { form: forged }));
      expectReturn(await bench.backend.call(path));
      expectReturn(await bench.backend.call(path, { form: message }));
      await expectState(bench, order, ['pending']);
    },
  },
  {
    id: 'redirect.message-of-another-order',
    title: 'A signed message at the address of another order does not change that order',
    see: MESSAGES,
    async check(bench) {
      const [order, other] = [await bench.newOrder(), await bench.newOrder()];
      const { sent } = await beginRedirect(bench, order);
      await bench.backend.call(`status/${other.id}`, { form: await messageOf(bench, sent, '00') });
      await bench.backend.call(`return/${other.id}`, { form: await messageOf(bench, sent, '00') });
      await expectState(bench, other, ['open']);
    },
  },
  {
    id: 'redirect.unreadable',
    title: 'A payment-set without a readable answer is 503 gateway-unavailable, and the order stays open',
    see: SEE,
    async check(bench) {
      const order = await bench.newOrder();
      bench.gateway.disturb('payment-set', { type: 'unreadable' });
      expectProblem(await startRedirect(bench, order), 'gateway-unavailable');
      await expectState(bench, order, ['open']);
      expectRedirect(await startRedirect(bench, order));
    },
  },
  {
    id: 'redirect.two-at-once',
    title: 'Redirect payments that begin at the same time have one address',
    see: ONCE,
    async check(bench) {
      const order = await bench.newOrder();
      const answers = await Promise.all([startRedirect(bench, order), startRedirect(bench, order)]);
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

interface SentPaymentSet {
  readonly orderid?: string;
  readonly amount?: { readonly '#text'?: string; readonly '@currency'?: string };
  readonly paymentmethoddetails?: { readonly returnurl?: string; readonly statusupdateurl?: string };
  readonly pasref: string;
}

function startRedirect(bench: Bench, { id }: TestOrder, key?: string): Promise<Answer> {
  const body = { method: 'testpay', account_holder_name: 'Ada Lovelace', country: 'GB' };
  return keyed(bench, `orders/${id}/redirects`, body, key);
}

/** Begins a redirect payment, and returns its address and the request that the gateway received. */
async function beginRedirect(bench: Bench, order: TestOrder, key?: string) {
  bench.gateway.mark();
  const url = expectRedirect(await startRedirect(bench, order, key));
  const [message] = bench.gateway.messages('payment-set');
  expectThat(message !== undefined, 'a payment-set at the gateway', 'none');
  const { pasref } = message.response as { readonly pasref: string };
  return { url, sent: { ...(message.request as Omit<SentPaymentSet, 'pasref'>), pasref } };
}

function expectRedirect(answer: Answer, address?: string): string {
  const payment = expectMessage(paymentAnswerSchema, answer);
  expectThat(payment.result === 'redirect', 'the result redirect', payment);
  if (address !== undefined) expectEqual('redirect_url', payment.redirect_url, address);
  return payment.redirect_url;
}

/** Answers the simulator's page, and returns the path to which it sends the shopper. */
async function returnFrom(bench: Bench, url: string, response: string, delay: string): Promise<string> {
  const body = new URLSearchParams({ response, delay });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return pathAtBackend(bench, 'returnurl', answer.headers.get('location') ?? '');
}

function expectReturn(answer: Answer): void {
  expectStatus(answer, 303);
  expectHeader(answer, 'location', /^https?:\/\//);
  expectHeader(answer, 'cache-control', /\bno-store\b/);
}

/** A status message about this payment, signed with the merchant's secret. */
async function messageOf(
  { gateway: { account } }: Bench,
  { orderid = '', pasref }: SentPaymentSet,
  result: '00' | '101',
): Promise<Readonly<Record<string, string>>> {
  const fields = {
    timestamp: compactTimestamp(new Date()),
    merchantid: account.merchantId,
    orderid,
    result,
    message: result === '00' ? 'SUCCEEDED' : 'FAILED',
    paymentmethod: 'testpay',
    pasref,
  };
  return { ...fields, sha1hash: await securehash(HASH_FIELDS.paymentMethodResult(fields), account.secret) };
}

/** The order once its state is another one. */
async function waitForChange({ backend }: Bench, { id }: TestOrder, state: string) {
  return expectMessage(orderViewSchema, await backend.call(`orders/${id}?wait=20&state=${state}`));
}

/** @throws {Violation} unless the last status message was answered 200, which may come after the order has changed */
async function expectStatusAccepted({ gateway }: Bench): Promise<void> {
  const answersOf = () => gateway.messages('status').map(({ response }) => response as { readonly status?: number });
  for (let tries = 0; tries < 100 && answersOf().length === 0; tries++) await setTimeout(100);
  expectThat(answersOf().at(-1)?.status === 200, 'the status message answered 200', answersOf());
}
