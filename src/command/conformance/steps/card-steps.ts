import { randomUUID } from 'node:crypto';
import {
  orderViewSchema,
  pageVersionCheckAnswerSchema,
  paymentAnswerSchema,
  type PageVersionCheckAnswer,
  type PaymentAnswer,
} from '../../../protocol/adapter/adapter-answers.js';
import type { ChallengeEnd } from '../../../protocol/adapter/adapter-requests.js';
import { OUTCOMES, type OutcomeCode, type OutcomeMessage } from '../../../protocol/adapter/outcome-codes.js';
import type { BrandCode } from '../../../protocol/values/card-scheme.js';
import type { Answer } from '../../client/answer.js';
import type { Bench, TestOrder } from '../bench/bench.js';
import { expectEqual, expectMessage, expectThat } from '../bench/violation.js';

/** Cards of the sandbox, by their behaviour. */
export const TEST_NUMBERS = {
  success: '4222000006285344',
  withoutMethod: '4222000009719489',
  otherSuccess: '5354560000000004',
  failed: '4222000002144131',
  rejected: '4222000007275799',
  challenge: '4222000001227408',
  declined: '4000120000001154',
  /** The issuer declines it with 111 until the shopper has confirmed the payment in a challenge. */
  softDeclined: '4242420000000091',
  notEnrolled: '4000000000000010',
  notSupported: '4000000000000044',
  directoryDown: '4000000000000051',
} as const;

/** A number of each brand that passes the check of its last digit. */
export const NUMBERS_BY_BRAND: Readonly<Record<BrandCode, string>> = {
  visa: TEST_NUMBERS.success,
  mastercard: TEST_NUMBERS.otherSuccess,
  amex: '374101000000608',
  diners: '36256000000725',
  discover: '6011000000000087',
  jcb: '3566000000000000',
};

/** A number of no brand that passes the check of its last digit. */
export const NUMBER_OF_NO_BRAND = '9999999999999995';

export const testCardOf = (number: string) => ({
  number,
  expiry_month: '12',
  expiry_year: '39',
  security_code: '987',
  full_name: 'Ada Lovelace',
});

export const BROWSER_DATA = {
  color_depth: 'TWENTY_FOUR_BITS',
  java_enabled: 'false',
  javascript_enabled: 'true',
  language: 'en-GB',
  screen_height: '900',
  screen_width: '1440',
  challenge_window_size: 'FULL_SCREEN',
  timezone: '-60',
  user_agent: 'scudo-checkout conformance',
};

const PAYER = { email: 'ada@example.com', mobile_phone: { country_code: '44', subscriber_number: '2079460000' } };

/** Path of an order. */
export function pathOf({ id }: Pick<TestOrder, 'id'>): string {
  return `orders/${encodeURIComponent(id)}`;
}

/** POST with an Idempotency-Key. */
export function keyed(bench: Bench, path: string, json: unknown, key: string = randomUUID()): Promise<Answer> {
  return bench.backend.call(path, { json, headers: { 'idempotency-key': key, origin: bench.page } });
}

/** The answer to a version check. */
export function postVersionCheck(
  { backend, page }: Bench,
  { id }: TestOrder,
  number: string,
  replaces?: string,
): Promise<Answer> {
  const json = { number, ...(replaces === undefined ? {} : { replaces }) };
  return backend.call(`${pathOf({ id })}/protocol-versions`, { json, headers: { origin: page } });
}

/** @throws {Violation} unless the version check has the right form */
export async function prepare(bench: Bench, order: TestOrder, number: string): Promise<PageVersionCheckAnswer> {
  return expectMessage(pageVersionCheckAnswerSchema, await postVersionCheck(bench, order, number));
}

/** The body of POST authentications. */
export function paymentBody(number: string, serverTransId: string | undefined, hasMethod = true): object {
  return {
    ...(serverTransId === undefined ? {} : { server_trans_id: serverTransId }),
    card: testCardOf(number),
    payer: PAYER,
    browser_data: BROWSER_DATA,
    method_url_completion: hasMethod ? 'YES' : 'UNAVAILABLE',
  };
}

export function postAuthentication(bench: Bench, { id }: TestOrder, body: object, key?: string): Promise<Answer> {
  return keyed(bench, `${pathOf({ id })}/authentications`, body, key);
}

/** Checks the version and authenticates, as the page does. */
export async function payWith(bench: Bench, order: TestOrder, number: string, key?: string): Promise<PaymentAnswer> {
  const { server_trans_id, page_token, method } = await prepare(bench, order, number);
  // A card that is not enrolled has no transaction: the token shows who has checked it.
  const token = server_trans_id === undefined && page_token !== undefined ? { page_token } : {};
  const body = { ...paymentBody(number, server_trans_id, method !== undefined), ...token };
  return expectMessage(paymentAnswerSchema, await postAuthentication(bench, order, body, key));
}

/** Begins a payment of a new order whose issuer asks for a challenge. The bench sees messages from here on. */
export async function beginChallenge(bench: Bench) {
  const order = await bench.newOrder();
  bench.gateway.mark();
  const challenge = await payWith(bench, order, TEST_NUMBERS.challenge);
  expectThat(
    challenge.result === 'challenge',
    'the card that asks for a one-time code is answered "challenge"',
    challenge,
  );
  return { order, challenge };
}

/** POST authorizations. */
export function reportEnd(
  bench: Bench,
  { id }: TestOrder,
  serverTransId: string,
  ended: ChallengeEnd,
  more: object = {},
): Promise<Answer> {
  const body = { server_trans_id: serverTransId, card: testCardOf(TEST_NUMBERS.challenge), ended, ...more };
  return keyed(bench, `${pathOf({ id })}/authorizations`, body);
}

/** @throws {Violation} unless the answer is the outcome with this code for this order */
export function expectOutcome(answer: PaymentAnswer, code: OutcomeCode, { id }: TestOrder): OutcomeMessage {
  expectThat(answer.result === 'outcome' && answer.outcome.code === code, `the outcome ${code}`, answer);
  expectEqual('order.id of the outcome', answer.outcome.order.id, id);
  // A page has the value of the code where it is absent.
  const { same_card } = answer.outcome;
  if (same_card !== undefined) expectEqual('same_card of the outcome', same_card, OUTCOMES[code].sameCard);
  return answer.outcome;
}

/** @throws {Violation} unless the gateway has received this number of card authorizations since the rule began */
export function expectAuthorizations({ gateway }: Bench, count: number): void {
  const sent = gateway.messages('auth').length;
  expectThat(sent === count, `${count} card authorizations at the gateway`, sent);
}

/** @throws {Violation} unless the order has one of the states */
export async function expectState({ backend }: Bench, { id }: TestOrder, states: readonly string[]): Promise<void> {
  const { state } = expectMessage(orderViewSchema, await backend.call(pathOf({ id })));
  expectThat(states.includes(state), `the state ${states.join(' or ')} of the order`, state);
}
