import { orderViewSchema, paymentAnswerSchema } from '../../../protocol/adapter/adapter-answers.js';
import { expectOutcome, postAuthentication, paymentBody, prepare, TEST_NUMBERS, pathOf } from '../steps/card-steps.js';
import type { Rule } from '../bench/rule.js';
import { expectEqual, expectMessage, expectProblem, expectThat } from '../bench/violation.js';

const SEE = 'docs/backend-in-any-language.md#orders';

/** Rules of GET orders/{id}. */
export const ORDER_RULES: readonly Rule[] = [
  {
    id: 'order.document',
    title: 'GET orders/{id} answers the order with the amount and currency that the shop gave it',
    see: SEE,
    async check({ backend, newOrder }) {
      const order = await newOrder();
      const view = expectMessage(orderViewSchema, await backend.call(pathOf(order)));
      expectEqual('id', view.id, order.id);
      expectEqual('amount', view.amount, order.amount);
      expectEqual('currency', view.currency, order.currency);
      expectEqual('state', view.state, 'open');
      const codes = view.methods.map(({ code }) => code);
      for (const code of ['card', 'testpay']) expectThat(codes.includes(code), `the payment method ${code}`, codes);
    },
  },
  {
    id: 'order.unknown',
    title: 'An order that does not exist is answered 404 order-not-found, for reading and for paying',
    see: SEE,
    async check({ backend }) {
      expectProblem(await backend.call('orders/no-such-order'), 'order-not-found');
      const json = { number: TEST_NUMBERS.success };
      expectProblem(await backend.call('orders/no-such-order/protocol-versions', { json }), 'order-not-found');
    },
  },
  {
    id: 'order.revision',
    title: 'If an order has a revision, a payment of another one is answered 409 order-changed, and nothing is sent',
    see: SEE,
    async check(bench) {
      const order = await bench.newOrder();
      const { revision } = expectMessage(orderViewSchema, await bench.backend.call(pathOf(order)));
      // A backend whose orders never change leaves it out.
      if (revision === undefined) return;
      const { server_trans_id } = await prepare(bench, order, TEST_NUMBERS.success);
      const body = paymentBody(TEST_NUMBERS.success, server_trans_id);
      bench.gateway.mark();
      const other = { ...body, revision: `${revision}0` };
      expectProblem(await postAuthentication(bench, order, other), 'order-changed');
      expectEqual('authentications at the gateway', bench.gateway.messages('authentications').length, 0);
      const answer = await postAuthentication(bench, order, { ...body, revision });
      expectOutcome(expectMessage(paymentAnswerSchema, answer), 'authorized', order);
    },
  },
  {
    id: 'order.wait-without-change',
    title: 'With wait and the present state, the answer comes after that time with the same state',
    see: SEE,
    async check({ backend, newOrder }) {
      const { id } = await newOrder();
      const answer = await backend.call(`${pathOf({ id })}?wait=1&state=open`);
      expectEqual('state', expectMessage(orderViewSchema, answer).state, 'open');
      expectThat(answer.took >= 900 && answer.took < 10_000, 'an answer after about 1000 ms', Math.round(answer.took));
    },
  },
  {
    id: 'order.wait-for-another-state',
    title: 'With wait and another state than the present one, the answer comes at once',
    see: SEE,
    async check({ backend, newOrder }) {
      const { id } = await newOrder();
      const answer = await backend.call(`${pathOf({ id })}?wait=25&state=paid`);
      expectEqual('state', expectMessage(orderViewSchema, answer).state, 'open');
      expectThat(answer.took < 10_000, 'an answer at once', `${Math.round(answer.took)} ms`);
    },
  },
  {
    id: 'order.wait-until-change',
    title: 'A long poll is answered before its time is over when the state of the order changes',
    see: SEE,
    async check(bench) {
      const order = await bench.newOrder();
      const { server_trans_id } = await prepare(bench, order, TEST_NUMBERS.success);
      const waiting = bench.backend.call(`${pathOf(order)}?wait=25&state=open`);
      const body = paymentBody(TEST_NUMBERS.success, server_trans_id);
      const [answer, paid] = await Promise.all([waiting, postAuthentication(bench, order, body)]);
      expectMessage(paymentAnswerSchema, paid);
      // The order may be in-doubt before it is paid.
      const { state } = expectMessage(orderViewSchema, answer);
      expectThat(state !== 'open', 'another state than open', state);
      expectThat(answer.took < 20_000, 'an answer before the 25 s are over', `${Math.round(answer.took)} ms`);
    },
  },
  {
    id: 'order.wait-invalid',
    title: 'A wrong wait or state is answered 400 with the name of the parameter',
    see: SEE,
    async check({ backend, newOrder }) {
      const { id } = await newOrder();
      expectProblem(await backend.call(`${pathOf({ id })}?wait=long`), 'invalid-request', ['wait']);
      expectProblem(await backend.call(`${pathOf({ id })}?wait=1&state=lost`), 'invalid-request', ['state']);
    },
  },
];
