import { orderViewSchema, paymentAnswerSchema } from '../../../protocol/adapter/adapter-answers.js';
import { BRAND_CODES } from '../../../protocol/values/card-scheme.js';
import { decodeMethodData } from '../../../protocol/three-d-secure/method-data.js';
import { answerChallenge, pathAtBackend } from '../steps/acs-steps.js';
import {
  postAuthentication,
  postVersionCheck,
  expectAuthorizations,
  expectOutcome,
  expectState,
  NUMBER_OF_NO_BRAND,
  NUMBERS_BY_BRAND,
  pathOf,
  paymentBody,
  payWith,
  prepare,
  reportEnd,
  TEST_NUMBERS,
  testCardOf,
} from '../steps/card-steps.js';
import type { Rule } from '../bench/rule.js';
import { expectEqual, expectMessage, expectProblem, expectThat } from '../bench/violation.js';

const VERSIONS = 'docs/backend-in-any-language.md#version-check';
const SEE = 'docs/backend-in-any-language.md#card-payments';

/** Rules of the version check and of payments without a challenge. */
export const CARD_RULES: readonly Rule[] = [
  {
    id: 'version.enrolled',
    title: 'The version check answers the transaction and the method step, whose notification comes to the backend',
    see: VERSIONS,
    async check(bench) {
      const order = await bench.newOrder();
      const answer = await prepare(bench, order, TEST_NUMBERS.success);
      expectThat(answer.enrolled && answer.server_trans_id !== undefined, 'enrolled, with a server_trans_id', answer);
      expectThat(answer.method !== undefined, 'a method step for a card whose ACS profiles', answer);
      const { threeDSMethodNotificationURL: address } = decodeMethodData(answer.method.data);
      const path = pathAtBackend(bench, 'threeDSMethodNotificationURL', address);
      expectThat(path.startsWith('notifications/method'), 'a path that begins with notifications/method', path);
      const without = await prepare(bench, order, TEST_NUMBERS.withoutMethod);
      expectThat(without.method === undefined, 'no method step for a card whose ACS does not profile', without);
    },
  },
  {
    id: 'version.not-enrolled',
    title: 'A card that does not take part in 3-D Secure is answered {"enrolled": false}',
    see: VERSIONS,
    async check(bench) {
      const answer = await prepare(bench, await bench.newOrder(), TEST_NUMBERS.notEnrolled);
      expectEqual('enrolled', answer.enrolled, false);
      expectEqual('server_trans_id', answer.server_trans_id, undefined);
    },
  },
  {
    id: 'version.problems',
    title:
      'Errors of the gateway are problems: 501 card-not-supported, 502 issuer-unavailable, 503 gateway-unavailable',
    see: VERSIONS,
    async check(bench) {
      const order = await bench.newOrder();
      expectProblem(await postVersionCheck(bench, order, TEST_NUMBERS.notSupported), 'card-not-supported');
      expectProblem(await postVersionCheck(bench, order, TEST_NUMBERS.directoryDown), 'issuer-unavailable');
      bench.gateway.disturb('protocol-versions', { type: 'unreadable' });
      expectProblem(await postVersionCheck(bench, order, TEST_NUMBERS.success), 'gateway-unavailable');
    },
  },
  {
    id: 'version.brands',
    title: 'A card of a brand that the order does not take is answered 501, and the gateway is not asked',
    see: VERSIONS,
    async check(bench) {
      bench.gateway.mark();
      const order = await bench.newOrder();
      const { methods } = expectMessage(orderViewSchema, await bench.backend.call(pathOf(order)));
      const brands: readonly string[] = methods.find(({ code }) => code === 'card')?.brands ?? BRAND_CODES;
      const refused = BRAND_CODES.filter((brand) => !brands.includes(brand)).map((brand) => NUMBERS_BY_BRAND[brand]);
      for (const number of [NUMBER_OF_NO_BRAND, ...refused])
        expectProblem(await postVersionCheck(bench, order, number), 'card-not-supported');
      expectEqual('version checks at the gateway', bench.gateway.messages('protocol-versions').length, 0);
    },
  },
  {
    id: 'card.paid',
    title: 'A card that the issuer approves at once is charged once, with the order’s amount, and the order is paid',
    see: SEE,
    async check(bench) {
      const order = await bench.newOrder();
      const { server_trans_id } = await prepare(bench, order, TEST_NUMBERS.success);
      bench.gateway.mark();
      // A page has no way to choose the amount.
      const body = { ...paymentBody(TEST_NUMBERS.success, server_trans_id), amount: '1', currency: 'USD' };
      const answer = expectMessage(paymentAnswerSchema, await postAuthentication(bench, order, body));
      const outcome = expectOutcome(answer, 'authorized', order);
      expectEqual('status of the outcome', outcome.status, 'paid');
      expectEqual('order.state of the outcome', outcome.order.state, 'paid');
      await expectState(bench, order, ['paid']);
      expectAuthorizations(bench, 1);
      const [authentication] = bench.gateway.messages('authentications');
      const { order: authenticated } = authentication?.request as AuthenticationRequestSent;
      expectEqual('order.amount of the authentication', authenticated?.amount, order.amount);
      expectEqual('order.currency of the authentication', authenticated?.currency, order.currency);
      const [authorization] = bench.gateway.messages('auth');
      const { amount, mpi } = authorization?.request as AuthorizationRequest;
      expectEqual('amount of the authorization', amount?.['#text'], order.amount);
      expectEqual('currency of the authorization', amount?.['@currency'], order.currency);
      expectThat(
        mpi?.eci !== undefined && mpi.authentication_value !== undefined && mpi.ds_trans_id !== undefined,
        'eci, ds_trans_id and authentication_value of the authentication in mpi',
        mpi,
      );
    },
  },
  {
    id: 'card.declined',
    title: 'A declined card leaves the order open, and another card pays it',
    see: SEE,
    async check(bench) {
      const order = await bench.newOrder();
      const outcome = expectOutcome(await payWith(bench, order, TEST_NUMBERS.declined), 'declined', order);
      expectEqual('retryable of the outcome', outcome.retryable, true);
      expectEqual('order.state of the outcome', outcome.order.state, 'open');
      await expectState(bench, order, ['open']);
      expectOutcome(await payWith(bench, order, TEST_NUMBERS.otherSuccess), 'authorized', order);
    },
  },
  {
    id: 'card.soft-decline',
    title: 'After a soft decline (111) the next try asks for a challenge, and pays without an exemption after it',
    see: SEE,
    async check(bench) {
      const order = await bench.newOrder();
      bench.gateway.mark();
      const first = await payWith(bench, order, TEST_NUMBERS.softDeclined);
      // A backend may ask for a challenge at once.
      if (first.result !== 'challenge') {
        expectOutcome(first, 'authentication-demanded', order);
        await expectState(bench, order, ['open']);
        bench.gateway.mark();
      }
      const next = first.result === 'challenge' ? first : await payWith(bench, order, TEST_NUMBERS.softDeclined);
      expectThat(next.result === 'challenge', 'a challenge of the next try', next);
      const [authentication] = bench.gateway.messages('authentications');
      const { challenge_request_indicator: indicator } = authentication?.request as AuthenticationRequestSent;
      expectEqual('challenge_request_indicator', indicator, 'CHALLENGE_MANDATED');
      const { fields } = await answerChallenge(bench, next);
      const more = { card: testCardOf(TEST_NUMBERS.softDeclined), cres: fields['cres'] };
      const report = await reportEnd(bench, order, next.server_trans_id, 'notified', more);
      expectOutcome(expectMessage(paymentAnswerSchema, report), 'authorized', order);
      expectAuthorizations(bench, 1);
      const [authorization] = bench.gateway.messages('auth');
      const { mpi } = authorization?.request as AuthorizationRequest;
      expectEqual('exempt_status in mpi', mpi?.exempt_status, undefined);
    },
  },
  {
    id: 'card.not-authenticated',
    title: 'A card that the issuer does not authenticate is not authorized',
    see: SEE,
    async check(bench) {
      bench.gateway.mark();
      const order = await bench.newOrder();
      expectOutcome(await payWith(bench, order, TEST_NUMBERS.failed), 'authentication-failed', order);
      expectOutcome(await payWith(bench, order, TEST_NUMBERS.rejected), 'issuer-rejected', order);
      await expectState(bench, order, ['open']);
      expectAuthorizations(bench, 0);
    },
  },
  {
    id: 'card.not-enrolled',
    title: 'A card that is not enrolled is refused without an authorization, or authorized by the merchant’s policy',
    see: SEE,
    async check(bench) {
      bench.gateway.mark();
      const order = await bench.newOrder();
      const answer = await payWith(bench, order, TEST_NUMBERS.notEnrolled);
      const isPaid = answer.result === 'outcome' && answer.outcome.status === 'paid';
      if (!isPaid) expectOutcome(answer, 'not-enrolled', order);
      expectAuthorizations(bench, isPaid ? 1 : 0);
    },
  },
  {
    id: 'card.transaction',
    title:
      'A transaction of another order, of another card, or of no version check is answered 409 authentication-unknown',
    see: SEE,
    async check(bench) {
      const [order, other] = [await bench.newOrder(), await bench.newOrder()];
      const { server_trans_id } = await prepare(bench, order, TEST_NUMBERS.success);
      bench.gateway.mark();
      const invented = '11111111-2222-4333-8444-555555555555';
      const tries = [
        [other, TEST_NUMBERS.success, server_trans_id],
        [order, TEST_NUMBERS.otherSuccess, server_trans_id],
        [order, TEST_NUMBERS.success, invented],
        // Without a transaction: only a version check proves that a card is not enrolled.
        [order, TEST_NUMBERS.success, undefined],
      ] as const;
      for (const [at, number, transaction] of tries) {
        expectProblem(await postAuthentication(bench, at, paymentBody(number, transaction)), 'authentication-unknown');
      }
      const sent = bench.gateway.messages('authentications').length;
      expectThat(sent === 0, 'no authentication at the gateway', sent);
      expectAuthorizations(bench, 0);
    },
  },
  {
    id: 'card.unreadable-authentication',
    title: 'An authentication without a readable answer is 503 gateway-unavailable, and its transaction is used up',
    see: SEE,
    async check(bench) {
      const order = await bench.newOrder();
      const { server_trans_id } = await prepare(bench, order, TEST_NUMBERS.success);
      const body = paymentBody(TEST_NUMBERS.success, server_trans_id);
      bench.gateway.mark();
      bench.gateway.disturb('authentications', { type: 'unreadable' });
      expectProblem(await postAuthentication(bench, order, body), 'gateway-unavailable');
      expectProblem(await postAuthentication(bench, order, body), 'authentication-unknown');
      await expectState(bench, order, ['open']);
      expectAuthorizations(bench, 0);
    },
  },
  {
    id: 'card.forgotten-transaction',
    title: 'A 404 of the gateway to an authentication is 409 authentication-unknown, and a new version check can pay',
    see: SEE,
    async check(bench) {
      const order = await bench.newOrder();
      const { server_trans_id } = await prepare(bench, order, TEST_NUMBERS.success);
      const body = paymentBody(TEST_NUMBERS.success, server_trans_id);
      bench.gateway.mark();
      bench.gateway.disturb('authentications', { type: 'http-status', status: 404 });
      expectProblem(await postAuthentication(bench, order, body), 'authentication-unknown');
      await expectState(bench, order, ['open']);
      expectOutcome(await payWith(bench, order, TEST_NUMBERS.success), 'authorized', order);
      expectAuthorizations(bench, 1);
    },
  },
  {
    id: 'card.paid-order',
    title: 'An order that is paid is not charged again',
    see: SEE,
    async check(bench) {
      const order = await bench.newOrder();
      const second = await prepare(bench, order, TEST_NUMBERS.otherSuccess);
      expectOutcome(await payWith(bench, order, TEST_NUMBERS.success), 'authorized', order);
      bench.gateway.mark();
      const body = paymentBody(TEST_NUMBERS.otherSuccess, second.server_trans_id);
      const answer = await postAuthentication(bench, order, body);
      if (answer.status === 409) expectProblem(answer, 'order-not-open');
      else expectOutcome(expectMessage(paymentAnswerSchema, answer), 'already-paid', order);
      expectProblem(await postVersionCheck(bench, order, TEST_NUMBERS.success), 'order-not-open');
      expectAuthorizations(bench, 0);
    },
  },
];

interface AuthenticationRequestSent {
  readonly challenge_request_indicator?: string;
  readonly order?: { readonly amount?: string; readonly currency?: string };
}

interface AuthorizationRequest {
  readonly amount?: { readonly '#text'?: string; readonly '@currency'?: string };
  readonly mpi?: Readonly<Record<'eci' | 'ds_trans_id' | 'authentication_value' | 'exempt_status', string | undefined>>;
}
