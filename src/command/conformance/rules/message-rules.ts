import { paymentAnswerSchema } from '../../../protocol/adapter/adapter-answers.js';
import type { Rule } from '../bench/rule.js';
import type { ReportChange } from '../bench/test-gateway.js';
import { expectEqual, expectMessage, expectProblem, expectStatus, expectThat } from '../bench/violation.js';
import { pathAtBackend } from '../steps/acs-steps.js';
import { expectState, pathOf, paymentBody, postAuthentication, prepare, TEST_NUMBERS } from '../steps/card-steps.js';
import {
  beginRedirect,
  expectReturn,
  expectStatusAccepted,
  messageOf,
  postStatus,
  returnFrom,
  waitForChange,
} from '../steps/redirect-steps.js';

const MESSAGES = 'docs/backend-in-any-language.md#messages-of-the-gateway';

/** Rules of return and status messages about redirect payments. */
export const MESSAGE_RULES: readonly Rule[] = [
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
    id: 'redirect.late-success',
    title: 'A signed 00 after a 101 makes the order paid when the payments report confirms it',
    see: MESSAGES,
    async check(bench) {
      const order = await bench.newOrder();
      const { url, sent } = await beginRedirect(bench, order);
      const back = await returnFrom(bench, url, 'Failed UserAbort', 'No delay');
      expectReturn(await bench.backend.call(back));
      const { state } = await waitForChange(bench, order, 'pending');
      await expectStatusAccepted(bench);
      bench.gateway.changeReport((record) => ({ ...record, result: '00', status: 'SUCCEEDED', message: 'SUCCEEDED' }));
      expectStatus(await postStatus(bench, sent, await messageOf(bench, sent, '00')), 200);
      // A backend may ask for the report after its answer.
      let view = await waitForChange(bench, order, state);
      if (view.state === 'pending') view = await waitForChange(bench, order, 'pending');
      expectEqual('state', view.state, 'paid');
    },
  },
  {
    id: 'redirect.unconfirmed',
    title: 'A signed 00 makes no order paid while the payments report does not prove this payment',
    see: MESSAGES,
    async check(bench) {
      const order = await bench.newOrder();
      const { sent } = await beginRedirect(bench, order);
      const message = await messageOf(bench, sent, '00');
      const changes: readonly ReportChange[] = [
        (record) => record,
        () => ({}),
        ({ amount, currency, payments_reference }) => ({ amount, currency, payments_reference, result: '00' }),
        ({ result: _result, status: _status, ...record }) => record,
        (record) => ({ ...record, result: '00', status: 'SUCCEEDED', order_id: 'another-order' }),
        (record) => ({ ...record, result: '00', status: 'SUCCEEDED', amount: '1' }),
      ];
      for (const change of changes) {
        bench.gateway.changeReport(change);
        await postStatus(bench, sent, message);
        await expectState(bench, order, ['pending']);
      }
    },
  },
  {
    id: 'redirect.unconfirmed-failure',
    title: 'A signed 101 that the payments report does not confirm leaves the order pending',
    see: MESSAGES,
    async check(bench) {
      const order = await bench.newOrder();
      const { sent } = await beginRedirect(bench, order);
      await postStatus(bench, sent, await messageOf(bench, sent, '101'));
      await expectState(bench, order, ['pending']);
    },
  },
  {
    id: 'redirect.repeated-message',
    title: 'A status message that comes twice is answered 200 and changes nothing',
    see: MESSAGES,
    async check(bench) {
      const order = await bench.newOrder();
      const { url, sent } = await beginRedirect(bench, order);
      await returnFrom(bench, url, 'Succeeded', 'No delay');
      expectEqual('state', (await waitForChange(bench, order, 'pending')).state, 'paid');
      await expectStatusAccepted(bench);
      const read = async () => {
        const { now: _time, ...view } = JSON.parse((await bench.backend.call(pathOf(order))).text) as { now?: string };
        return JSON.stringify(view);
      };
      const before = await read();
      const message = await messageOf(bench, sent, '00');
      for (let times = 0; times < 2; times++) expectStatus(await postStatus(bench, sent, message), 200);
      expectEqual('the order', await read(), before);
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
      await bench.backend.call(`status/${encodeURIComponent(other.id)}`, { form: await messageOf(bench, sent, '00') });
      await bench.backend.call(`return/${encodeURIComponent(other.id)}`, { form: await messageOf(bench, sent, '00') });
      await expectState(bench, other, ['open']);
    },
  },
];
