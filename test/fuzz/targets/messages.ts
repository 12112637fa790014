import type * as z from 'zod/mini';
import {
  orderViewSchema,
  pageVersionCheckAnswerSchema,
  paymentAnswerSchema,
} from '../../../src/protocol/adapter/adapter-answers.js';
import {
  challengeReportSchema,
  pageVersionCheckRequestSchema,
  paymentRequestSchema,
  redirectRequestSchema,
} from '../../../src/protocol/adapter/adapter-requests.js';
import { cardFrameCommandSchema } from '../../../src/protocol/adapter/card-frame-commands.js';
import {
  cardFrameMessageSchema,
  type WireCardFrameMessage,
} from '../../../src/protocol/adapter/card-frame-messages.js';
import { decodeMessage, encodeMessage } from '../../../src/protocol/adapter/card-frame-codec.js';
import { problemDocumentSchema } from '../../../src/protocol/adapter/problem-document.js';
import { statusFields, statusMessageSchema } from '../../../src/protocol/redirect/status-message.js';
import { frameMessageSchema } from '../../../src/protocol/three-d-secure/frame-messages.js';
import { checkMessage, MessageError } from '../../../src/protocol/values/field-issue.js';
import { MESSAGES } from '../../protocol/fields/messages.js';
import * as sample from '../../protocol/samples.js';
import {
  asText,
  expectEqual,
  expectNoCard,
  expectThat,
  unlessRefused,
  type Input,
  type Target,
} from '../engine/target.js';

const asInput = (value: unknown) => JSON.parse(JSON.stringify(value)) as Input;

/** Messages through the browser are texts (`VALUE_TARGETS`). */
const DECODED = ['method data', 'method notification', 'challenge request', 'challenge result'];

/** Each other message of the two interface documents. */
const documents: readonly Target[] = MESSAGES.filter(({ name }) => !DECODED.includes(name)).map(
  ({ name, sample: seed, read }) => ({
    name: `message-${name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}`,
    holds: 'MessageError without card number, or a message that is equal when it is read again',
    seeds: [asInput(seed)],
    share: 2,
    run(input: Input) {
      const message = unlessRefused(() => read(input), [MessageError]);
      if (message !== undefined)
        expectEqual(
          unlessRefused(() => read(message), []),
          message,
          'read again',
        );
    },
  }),
);

function schema(
  name: string,
  checked: z.ZodMiniType,
  seeds: readonly unknown[],
  then: (message: unknown) => void = () => undefined,
): Target {
  return {
    name,
    holds: 'issues without card number, or an accepted message',
    seeds: seeds.map(asInput),
    run(input) {
      const { data, issues } = checkMessage(checked, input);
      if (!issues) return then(data);
      expectThat(issues.length > 0, 'refused without an issue');
      expectNoCard(JSON.stringify(issues), 'the issues');
    },
  };
}

const CARD = sample.PAYMENT_REQUEST.card;
const OUTCOME = { code: 'authorized', status: 'paid', order: { id: 'A1', state: 'paid' }, retryable: false };
const STYLE = {
  language: 'en',
  direction: 'ltr',
  ring_space: 4,
  root_font_size: '16px',
  inherited: { color: 'red' },
  properties: { '--scudo-color': 'red' },
  parts: { field: { 'line-height': '1.5' } },
  messages: { number: 'Card number' },
};

/** Messages between page, backend and frames. */
const adapter: readonly Target[] = [
  schema('page-version-check', pageVersionCheckRequestSchema, [{ number: CARD.number }]),
  schema('page-payment', paymentRequestSchema, [sample.PAYMENT_REQUEST]),
  schema('page-challenge-report', challengeReportSchema, [
    { server_trans_id: sample.ID, card: CARD, ended: 'notified', cres: 'e30' },
  ]),
  schema('page-redirect', redirectRequestSchema, [{ method: 'testpay', account_holder_name: 'Ada', country: 'GB' }]),
  schema('answer-order', orderViewSchema, [
    { id: 'A1', amount: '1999', currency: 'EUR', state: 'open', methods: [{ code: 'card' }], ask: ['email'] },
  ]),
  schema('answer-version-check', pageVersionCheckAnswerSchema, [
    {
      enrolled: true,
      server_trans_id: sample.ID,
      message_version: '2.2.0',
      method: { url: 'https://a.example', data: 'e30' },
    },
  ]),
  schema('answer-payment', paymentAnswerSchema, [
    { result: 'outcome', outcome: OUTCOME },
    { result: 'challenge', server_trans_id: sample.ID, acs_url: 'https://acs.example', encoded_creq: 'e30' },
    { result: 'redirect', redirect_url: 'https://pay.example/1' },
    { result: 'decoupled', timeout: 60 },
  ]),
  schema('answer-problem', problemDocumentSchema, [
    { title: 'Wrong', code: 'invalid-request', retryable: false, fields: [{ field: 'card.number', message: 'wrong' }] },
  ]),
  schema('frame-message', frameMessageSchema, [
    { scudo: 'challenge-notification', server_trans_id: sample.ID, cres: 'x' },
    { scudo: 'method-notification', server_trans_id: sample.ID },
  ]),
  schema('card-frame-command', cardFrameCommandSchema, [
    { scudo: 'card-style', style: STYLE },
    { scudo: 'card-check', call: 1 },
  ]),
  schema(
    'card-frame-message',
    cardFrameMessageSchema,
    [
      { scudo: 'card-state', reference: 'r', brand: 'Visa', typed: true, complete: true, invalid: ['number'] },
      { scudo: 'card-answer', call: 1, status: 200, unsent: false, retry_after: '1', body: '{}' },
      { scudo: 'card-size', height: 100 },
    ],
    (message) => {
      const wire = message as WireCardFrameMessage;
      expectEqual(encodeMessage(decodeMessage(wire)), wire, 'converted to camelCase and back');
    },
  ),
];

const FORM = new URLSearchParams(sample.STATUS_MESSAGE).toString();

/** Return and status messages as they come: a form or a query. */
const form: Target = {
  name: 'status-form',
  holds: 'issues, or a message whose pairs are equal when they are written and read again',
  seeds: [FORM, FORM.replace('amount=', 'Amount=')],
  isText: true,
  share: 2,
  run(input) {
    const { data } = checkMessage(statusMessageSchema, statusFields(new URLSearchParams(asText(input))));
    if (!data) return;
    const pairs = Object.entries(data).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const again = checkMessage(statusMessageSchema, statusFields(new URLSearchParams(pairs)));
    expectEqual(again.data, data, 'read again');
  },
};

export const MESSAGE_TARGETS: readonly Target[] = [...documents, ...adapter, form];
