import { setTimeout } from 'node:timers/promises';
import { paymentAnswerSchema } from '../../../protocol/adapter/adapter-answers.js';
import { decodeBase64urlJson, encodeBase64url } from '../../../protocol/values/base64url.js';
import { MAX_CRES_LENGTH } from '../../../protocol/values/message-limits.js';
import { answerChallenge, openAcsPage, pathAtBackend, postToAcs, type PageForm } from '../steps/acs-steps.js';
import {
  beginChallenge,
  expectAuthorizations,
  expectOutcome,
  expectState,
  prepare,
  reportEnd,
  TEST_NUMBERS,
} from '../steps/card-steps.js';
import { expectNotification } from '../steps/page-checks.js';
import type { Answer } from '../../client/answer.js';
import type { Bench } from '../bench/bench.js';
import type { Rule } from '../bench/rule.js';
import { expectEqual, expectMessage, expectProblem, expectStatus, expectThat } from '../bench/violation.js';

const SEE = 'docs/backend-in-any-language.md#challenges';
const NOTIFICATIONS = 'docs/backend-in-any-language.md#notifications';

/** Rules of challenges and of the notifications of the ACS. */
export const CHALLENGE_RULES: readonly Rule[] = [
  {
    id: 'challenge.paid',
    title:
      'A challenge that the shopper completes is notified to the backend’s page, and then the card is charged once',
    see: SEE,
    async check(bench) {
      const { order, challenge } = await beginChallenge(bench);
      expectAuthorizations(bench, 0);
      await expectState(bench, order, ['open']);
      const { action, fields } = await answerChallenge(bench, challenge);
      const path = pathAtBackend(bench, 'challenge_notification_url', action);
      expectThat(path.startsWith('notifications/challenge'), 'a path that begins with notifications/challenge', path);
      const page = await bench.backend.call(path, { form: fields });
      const message = expectNotification(page);
      expectEqual('scudo of the message', message['scudo'], 'challenge-notification');
      expectEqual('server_trans_id of the message', message['server_trans_id'], challenge.server_trans_id);
      expectEqual('cres of the message', message['cres'], fields['cres']);
      expectEqual('session_data of the message', message['session_data'], challenge.session_data);
      const report = await reportEnd(bench, order, challenge.server_trans_id, 'notified', { cres: fields['cres'] });
      expectOutcome(expectMessage(paymentAnswerSchema, report), 'authorized', order);
      await expectState(bench, order, ['paid']);
      expectAuthorizations(bench, 1);
    },
  },
  {
    id: 'challenge.open',
    title:
      'ended: returned and notified ask only if the challenge is over: an open one is answered challenge-open, and stays open',
    see: SEE,
    async check(bench) {
      const { order, challenge } = await beginChallenge(bench);
      const opened = await openAcsPage(bench, challenge);
      for (const ended of ['returned', 'notified'] as const) {
        const report = await reportEnd(bench, order, challenge.server_trans_id, ended);
        expectEqual(`result after ${ended}`, expectMessage(paymentAnswerSchema, report).result, 'challenge-open');
        await expectState(bench, order, ['open']);
      }
      await postToAcs(bench, confirmed(opened));
      const end = await reportEnd(bench, order, challenge.server_trans_id, 'notified');
      expectOutcome(expectMessage(paymentAnswerSchema, end), 'authorized', order);
      expectAuthorizations(bench, 1);
    },
  },
  {
    id: 'challenge.late-result',
    title: 'After ended: notified, a result that the gateway knows a little later is read again and decides',
    see: SEE,
    async check(bench) {
      const { order, challenge } = await beginChallenge(bench);
      const opened = await openAcsPage(bench, challenge);
      const reporting = reportEnd(bench, order, challenge.server_trans_id, 'notified');
      const completing = untilRead(bench).then(() => postToAcs(bench, confirmed(opened)));
      const [report] = await Promise.all([reporting, completing]);
      expectOutcome(expectMessage(paymentAnswerSchema, report), 'authorized', order);
      expectAuthorizations(bench, 1);
    },
  },
  {
    id: 'challenge.cancelled',
    title: 'A challenge that the shopper cancels in the shop ends as challenge-cancelled, and cannot charge any more',
    see: SEE,
    async check(bench) {
      const { order, challenge } = await beginChallenge(bench);
      const opened = await openAcsPage(bench, challenge);
      const report = await reportEnd(bench, order, challenge.server_trans_id, 'cancelled');
      const outcome = expectOutcome(expectMessage(paymentAnswerSchema, report), 'challenge-cancelled', order);
      expectEqual('order.state of the outcome', outcome.order.state, 'open');
      // The shopper completes it in another tab.
      await postToAcs(bench, confirmed(opened));
      const late = await reportEnd(bench, order, challenge.server_trans_id, 'notified');
      expectProblem(late, 'authentication-unknown');
      expectAuthorizations(bench, 0);
    },
  },
  {
    id: 'challenge.cancelled-after-success',
    title: 'A challenge that the shopper cancels in the shop charges nothing, also when the issuer has confirmed it',
    see: SEE,
    async check(bench) {
      const { order, challenge } = await beginChallenge(bench);
      await answerChallenge(bench, challenge, 'confirm');
      const report = await reportEnd(bench, order, challenge.server_trans_id, 'cancelled');
      expectOutcome(expectMessage(paymentAnswerSchema, report), 'challenge-cancelled', order);
      expectAuthorizations(bench, 0);
      await expectState(bench, order, ['open']);
    },
  },
  {
    id: 'challenge.failed',
    title: 'A challenge that fails at the issuer ends as challenge-failed, without an authorization',
    see: SEE,
    async check(bench) {
      const { order, challenge } = await beginChallenge(bench);
      await answerChallenge(bench, challenge, 'cancel');
      const report = await reportEnd(bench, order, challenge.server_trans_id, 'notified');
      expectOutcome(expectMessage(paymentAnswerSchema, report), 'challenge-failed', order);
      expectAuthorizations(bench, 0);
      await expectState(bench, order, ['open']);
    },
  },
  {
    id: 'challenge.forged',
    title: 'A challenge result that only the page reports charges nothing: the gateway’s answer decides',
    see: SEE,
    async check(bench) {
      const { order, challenge } = await beginChallenge(bench);
      await openAcsPage(bench, challenge);
      const creq = decodeBase64urlJson(challenge.encoded_creq, MAX_CRES_LENGTH) as object;
      const cres = encodeBase64url(JSON.stringify({ ...creq, messageType: 'CRes', transStatus: 'Y' }));
      const report = await reportEnd(bench, order, challenge.server_trans_id, 'timed-out', { cres });
      const answer = expectMessage(paymentAnswerSchema, report);
      const isPaid = answer.result === 'outcome' && answer.outcome.status === 'paid';
      expectThat(!isPaid, 'another outcome than paid', answer);
      expectAuthorizations(bench, 0);
      await expectState(bench, order, ['open']);
    },
  },
  {
    id: 'notification.method',
    title: 'The method notification is answered with a page that reports the transaction to the pages around it',
    see: NOTIFICATIONS,
    async check(bench) {
      const { server_trans_id, method } = await prepare(bench, await bench.newOrder(), TEST_NUMBERS.success);
      expectThat(method !== undefined, 'a method step', method);
      const profile = await postToAcs(bench, { action: method.url, fields: { threeDSMethodData: method.data } });
      const { action, fields } = await postToAcs(bench, profile);
      const path = pathAtBackend(bench, 'threeDSMethodNotificationURL', action);
      const message = expectNotification(await bench.backend.call(path, { form: fields }));
      expectEqual('scudo of the message', message['scudo'], 'method-notification');
      expectEqual('server_trans_id of the message', message['server_trans_id'], server_trans_id);
    },
  },
  {
    id: 'notification.probe',
    title: 'A form with the field probe at notifications/method is answered 204: form posts reach the backend',
    see: NOTIFICATIONS,
    async check({ backend, newOrder }) {
      const { id } = await newOrder();
      for (const path of ['notifications/method', `notifications/method/${encodeURIComponent(id)}`]) {
        expectStatus(await backend.call(path, { form: { probe: '1' } }), 204);
      }
    },
  },
  {
    id: 'notification.unreadable',
    title: 'A notification that cannot be read has the same page, which wakes the checkout and repeats nothing of it',
    see: NOTIFICATIONS,
    async check({ backend }) {
      const garbage = 'not-a-message<script>';
      for (const [path, field] of [
        ['notifications/challenge', 'cres'],
        ['notifications/method', 'threeDSMethodData'],
      ] as const) {
        for (const form of [
          { [field]: garbage },
          { [field]: encodeBase64url('{}') },
          { [field]: 'A'.repeat(70_000) },
          {},
        ]) {
          const answer = await backend.call(path, { form });
          expectUnreadable(answer);
          expectThat(!answer.text.includes(garbage), 'a page without text of the message', answer.text.slice(0, 300));
        }
      }
    },
  },
  {
    id: 'notification.get',
    title: 'A notification by GET, or with a slash at the end of its path, wakes the checkout as well',
    see: NOTIFICATIONS,
    async check({ backend, newOrder }) {
      const id = encodeURIComponent((await newOrder()).id);
      for (const kind of ['method', 'challenge']) {
        for (const path of [kind, `${kind}/`, `${kind}/${id}`, `${kind}/${id}/`]) {
          expectUnreadable(await backend.call(`notifications/${path}`));
        }
        expectUnreadable(await backend.call(`notifications/${kind}/${id}/`, { form: {} }));
      }
    },
  },
  {
    id: 'notification.escaped',
    title: 'Text of a notification is escaped in the page',
    see: NOTIFICATIONS,
    async check({ backend }) {
      const attack = '"><script src="https://attacker.example/x.js"></script>';
      const cres = encodeBase64url(JSON.stringify({ threeDSServerTransID: '11111111-2222-4333-8444-555555555555' }));
      const answer = await backend.call('notifications/challenge', { form: { cres, threeDSSessionData: attack } });
      expectThat(!answer.text.includes('<script src="https://attacker'), 'escaped session data', answer.text);
      expectEqual('session_data', expectNotification(answer)['session_data'], attack);
    },
  },
];

/** A page for a document without a readable message, which no cache keeps. */
function expectUnreadable(answer: Answer): void {
  const message = expectNotification(answer);
  expectEqual('scudo of the message', message['scudo'], 'own-document');
  expectEqual('notification of the message', message['notification'], true);
  expectEqual('Cache-Control', answer.headers.get('cache-control'), 'no-store');
  expectEqual('Referrer-Policy', answer.headers.get('referrer-policy'), 'no-referrer');
}

/** The page of the ACS with the right code. */
function confirmed({ action, fields }: PageForm): PageForm {
  return { action, fields: { ...fields, code: '123456', action: 'confirm' } };
}

/** Waits until the backend has read the result of the challenge. */
async function untilRead({ gateway }: Bench): Promise<void> {
  for (let tries = 0; tries < 500 && gateway.messages('authentication-data').length === 0; tries++) {
    await setTimeout(20);
  }
}
