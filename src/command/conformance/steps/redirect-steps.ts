import { setTimeout } from 'node:timers/promises';
import { orderViewSchema, paymentAnswerSchema } from '../../../protocol/adapter/adapter-answers.js';
import { HASH_FIELDS, securehash } from '../../../protocol/values/securehash.js';
import { compactTimestamp } from '../../../protocol/values/timestamp.js';
import type { Answer } from '../../client/answer.js';
import type { Bench, TestOrder } from '../bench/bench.js';
import { fetchedText } from '../../client/fetched-text.js';
import type { SentPaymentSet } from '../bench/sent-payment-set.js';
import type { TestGateway } from '../bench/test-gateway.js';
import { expectEqual, expectHeader, expectMessage, expectStatus, expectThat } from '../bench/violation.js';
import { pathAtBackend, postForm } from './acs-steps.js';
import { keyed, pathOf } from './card-steps.js';

/** A payment-set that the gateway has processed. */
interface AnsweredPaymentSet extends SentPaymentSet {
  readonly pasref: string;
}

export function requestRedirect(bench: Bench, { id }: TestOrder, key?: string): Promise<Answer> {
  const body = { method: 'testpay', account_holder_name: 'Ada Lovelace', country: 'GB' };
  return keyed(bench, `${pathOf({ id })}/redirects`, body, key);
}

/** Begins a redirect payment, and returns its address and the request that the gateway received. */
export async function beginRedirect(bench: Bench, order: TestOrder, key?: string) {
  bench.gateway.mark();
  const url = expectRedirect(await requestRedirect(bench, order, key));
  const [message] = bench.gateway.messages('payment-set');
  const [request] = bench.gateway.paymentSets();
  expectThat(message !== undefined && request !== undefined, 'a payment-set at the gateway', 'none');
  const { pasref } = message.response as { readonly pasref: string };
  return { url, sent: { ...request, pasref } };
}

export function expectRedirect(answer: Answer, address?: string): string {
  const payment = expectMessage(paymentAnswerSchema, answer);
  expectThat(payment.result === 'redirect', 'the result redirect', payment);
  if (address !== undefined) expectEqual('redirect_url', payment.redirect_url, address);
  return payment.redirect_url;
}

/** Answers the simulator's page, and returns the path to which it sends the shopper. */
export async function returnFrom(bench: Bench, url: string, response: string, delay: string): Promise<string> {
  const { response: answer } = await postForm(bench.gateway, url, { response, delay });
  return pathAtBackend(bench, 'returnurl', answer.headers.get('location') ?? '');
}

export function expectReturn(answer: Answer): void {
  expectStatus(answer, 303);
  expectHeader(answer, 'location', /^https?:\/\//);
  expectHeader(answer, 'cache-control', /\bno-store\b/);
}

/** A status message about this payment, signed with the merchant's secret. */
export async function messageOf(
  { gateway }: Bench,
  { orderid = '', pasref }: AnsweredPaymentSet,
  result: '00' | '101',
): Promise<Readonly<Record<string, string>>> {
  const { account } = gateway;
  const fields = {
    timestamp: compactTimestamp(new Date()),
    merchanttransactionid: await paymentIdOf(gateway, orderid),
    merchantid: account.merchantId,
    orderid,
    result,
    message: result === '00' ? 'SUCCEEDED' : 'FAILED',
    paymentmethod: 'testpay',
    pasref,
  };
  return { ...fields, sha1hash: await securehash(HASH_FIELDS.paymentMethodResult(fields), account.secret) };
}

/** The gateway's id of a payment, which no answer to the backend has before a message. */
async function paymentIdOf({ url, account }: TestGateway, orderId: string): Promise<string> {
  const now = Date.now();
  const query = {
    timestamp: compactTimestamp(new Date(now)),
    merchantId: account.merchantId,
    startDateTime: compactTimestamp(new Date(now - 60_000)),
    // The rules put the gateway's clock forward.
    endDateTime: compactTimestamp(new Date(now + 3_600_000)),
  };
  const authorization = `SHA1 ${await securehash(HASH_FIELDS.paymentReport(query), account.secret)}`;
  const address = `${url}/payments?${new URLSearchParams(query).toString()}`;
  const { text } = await fetchedText('GET payments', address, { headers: { authorization } });
  const { payments } = JSON.parse(text) as { readonly payments: readonly Readonly<Record<string, string>>[] };
  const id = payments.find((record) => record['order_id'] === orderId)?.['merchant_transaction_id'];
  expectThat(id !== undefined, 'the payment in the report of the gateway', orderId);
  return id;
}

/** Posts a status message to the address that the backend has given. */
export function postStatus(
  bench: Bench,
  sent: SentPaymentSet,
  form: Readonly<Record<string, string>>,
): Promise<Answer> {
  const path = pathAtBackend(bench, 'statusupdateurl', sent.paymentmethoddetails?.statusupdateurl ?? '');
  return bench.backend.call(path, { form });
}

/** The order once its state is another one. */
export async function waitForChange({ backend }: Bench, { id }: TestOrder, state: string) {
  return expectMessage(orderViewSchema, await backend.call(`${pathOf({ id })}?wait=20&state=${state}`));
}

/** @throws {Violation} unless the last status message was answered 200, which may come after the order has changed */
export async function expectStatusAccepted({ gateway }: Bench): Promise<void> {
  const answersOf = () => gateway.messages('status').map(({ response }) => response as { readonly status?: number });
  for (let tries = 0; tries < 100 && answersOf().length === 0; tries++) await setTimeout(100);
  expectThat(answersOf().at(-1)?.status === 200, 'the status message answered 200', answersOf());
}
