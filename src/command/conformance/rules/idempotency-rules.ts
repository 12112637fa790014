import { randomUUID } from 'node:crypto';
import { paymentAnswerSchema } from '../../../protocol/adapter/adapter-answers.js';
import type { Answer } from '../../client/answer.js';
import {
  postAuthentication,
  postVersionCheck,
  expectAuthorizations,
  expectOutcome,
  expectState,
  paymentBody,
  payWith,
  prepare,
  TEST_NUMBERS,
} from '../steps/card-steps.js';
import type { Bench } from '../bench/bench.js';
import type { Rule } from '../bench/rule.js';
import { expectEqual, expectMessage, expectProblem, expectThat, shownAnswer } from '../bench/violation.js';

const SEE = 'docs/backend-in-any-language.md#idempotency';
const DOUBT = 'docs/backend-in-any-language.md#unresolved-authorizations';

/** Rules about money that moves once: repeated and concurrent calls, and answers that are lost. */
export const IDEMPOTENCY_RULES: readonly Rule[] = [
  {
    id: 'once.repeated',
    title: 'A repeated call with the same Idempotency-Key has the same answer, and charges nothing again',
    see: SEE,
    async check(bench) {
      const { order, body, key } = await preparedCall(bench, TEST_NUMBERS.success);
      bench.gateway.mark();
      const first = await postAuthentication(bench, order, body, key);
      expectOutcome(expectMessage(paymentAnswerSchema, first), 'authorized', order);
      const second = await postAuthentication(bench, order, body, key);
      expectEqual('the repeated answer', second.text, first.text);
      expectAuthorizations(bench, 1);
    },
  },
  {
    id: 'once.repeated-decline',
    title: 'A repeated call after a decline has the same answer, and does not try the card again',
    see: SEE,
    async check(bench) {
      const { order, body, key } = await preparedCall(bench, TEST_NUMBERS.declined);
      bench.gateway.mark();
      const first = await postAuthentication(bench, order, body, key);
      expectOutcome(expectMessage(paymentAnswerSchema, first), 'declined', order);
      expectEqual('the repeated answer', (await postAuthentication(bench, order, body, key)).text, first.text);
      expectAuthorizations(bench, 1);
    },
  },
  {
    id: 'once.kept-failure',
    title: 'A repeated call after a decline is answered by the order when another card has paid it meanwhile',
    see: SEE,
    async check(bench) {
      const { order, body, key } = await preparedCall(bench, TEST_NUMBERS.declined);
      expectOutcome(
        expectMessage(paymentAnswerSchema, await postAuthentication(bench, order, body, key)),
        'declined',
        order,
      );
      expectOutcome(await payWith(bench, order, TEST_NUMBERS.success), 'authorized', order);
      bench.gateway.mark();
      // The page says "nothing was charged" after a failure.
      const again = await postAuthentication(bench, order, body, key);
      expectOutcome(expectMessage(paymentAnswerSchema, again), 'already-paid', order);
      expectAuthorizations(bench, 0);
    },
  },
  {
    id: 'once.other-request',
    title: 'An Idempotency-Key with another request is answered 422 key-reused',
    see: SEE,
    async check(bench) {
      const [order, key] = [await bench.newOrder(), randomUUID()];
      expectOutcome(await payWith(bench, order, TEST_NUMBERS.declined, key), 'declined', order);
      const { server_trans_id } = await prepare(bench, order, TEST_NUMBERS.success);
      bench.gateway.mark();
      const body = paymentBody(TEST_NUMBERS.success, server_trans_id);
      expectProblem(await postAuthentication(bench, order, body, key), 'key-reused');
      expectAuthorizations(bench, 0);
    },
  },
  {
    id: 'once.same-key-at-once',
    title: 'Calls with one Idempotency-Key at the same time authenticate and charge once',
    see: SEE,
    async check(bench) {
      const { order, body, key } = await preparedCall(bench, TEST_NUMBERS.success);
      bench.gateway.mark();
      const answers = await Promise.all([1, 2, 3].map(() => postAuthentication(bench, order, body, key)));
      for (const answer of answers) {
        if (answer.status === 409) expectProblem(answer, 'request-in-progress');
        else expectOutcome(expectMessage(paymentAnswerSchema, answer), 'authorized', order);
      }
      expectThat(answers.some(isPaid), 'one answer that the order is paid', answers.map(shownAnswer));
      expectAuthorizations(bench, 1);
      const sent = bench.gateway.messages('authentications').length;
      expectThat(sent === 1, 'one authentication at the gateway', sent);
    },
  },
  {
    id: 'once.other-keys-at-once',
    title: 'Calls of one transaction with several keys at the same time charge once',
    see: SEE,
    async check(bench) {
      const { order, body } = await preparedCall(bench, TEST_NUMBERS.success);
      bench.gateway.mark();
      const answers = await Promise.all([1, 2, 3].map(() => postAuthentication(bench, order, body)));
      expectThat(answers.some(isPaid), 'one answer that the order is paid', answers.map(shownAnswer));
      expectThat(answers.every(isOneOfTheRace), 'an outcome or a 409 for the others', answers.map(shownAnswer));
      expectAuthorizations(bench, 1);
    },
  },
  {
    id: 'once.two-cards-at-once',
    title: 'Two cards for one order at the same time: one of them is charged',
    see: SEE,
    async check(bench) {
      const order = await bench.newOrder();
      const numbers = [TEST_NUMBERS.success, TEST_NUMBERS.otherSuccess];
      const bodies = [];
      for (const number of numbers) {
        bodies.push(paymentBody(number, (await prepare(bench, order, number)).server_trans_id));
      }
      bench.gateway.mark();
      const answers = await Promise.all(bodies.map((body) => postAuthentication(bench, order, body)));
      expectThat(answers.some(isPaid), 'one answer that the order is paid', answers.map(shownAnswer));
      expectThat(answers.every(isOneOfTheRace), 'an outcome or a 409 for the other', answers.map(shownAnswer));
      expectAuthorizations(bench, 1);
    },
  },
  {
    id: 'doubt.unreadable',
    title: 'An authorization without a readable answer makes the order in-doubt, and no other payment begins',
    see: DOUBT,
    check: (bench) => checkDoubt(bench, 'unreadable'),
  },
  {
    id: 'doubt.wrong-hash',
    title: 'An approval with a wrong hash is not believed: the order is in-doubt',
    see: DOUBT,
    check: (bench) => checkDoubt(bench, 'wrong-hash'),
  },
];

/** An order, and the body of a payment whose version check was made, with a key. */
async function preparedCall(bench: Bench, number: string) {
  const order = await bench.newOrder();
  const { server_trans_id } = await prepare(bench, order, number);
  return { order, body: paymentBody(number, server_trans_id), key: randomUUID() };
}

async function checkDoubt(bench: Bench, type: 'unreadable' | 'wrong-hash'): Promise<void> {
  const order = await bench.newOrder();
  const second = await prepare(bench, order, TEST_NUMBERS.otherSuccess);
  bench.gateway.mark();
  bench.gateway.disturb('auth', { type });
  const outcome = expectOutcome(await payWith(bench, order, TEST_NUMBERS.success), 'authorization-unanswered', order);
  expectEqual('status of the outcome', outcome.status, 'in-doubt');
  expectEqual('order.state of the outcome', outcome.order.state, 'in-doubt');
  // A backend that asks the gateway for the result may know it already.
  await expectState(bench, order, ['in-doubt', 'paid']);
  const body = paymentBody(TEST_NUMBERS.otherSuccess, second.server_trans_id);
  const again = await postAuthentication(bench, order, body);
  expectThat(again.status === 409 || isPaid(again), '409, or the outcome already-paid', shownAnswer(again));
  expectProblem(await postVersionCheck(bench, order, TEST_NUMBERS.success), 'order-not-open');
  expectAuthorizations(bench, 1);
}

function isPaid({ status, json }: Answer): boolean {
  const { outcome } = (json ?? {}) as { readonly outcome?: { readonly status?: unknown } };
  return status === 200 && outcome?.status === 'paid';
}

function isOneOfTheRace(answer: Answer): boolean {
  return answer.status === 409 || isPaid(answer);
}
