import { expect, it } from 'vitest';
import { AUTHENTICATION_RESPONSE } from '../../protocol/fields/authentication-response.js';
import { PAYMENTS_REPORT, REFUNDS_REPORT } from '../../protocol/fields/reports.js';
import { compact, answered, paymentCredit, sandboxWithMerchant, send } from '../method-client.js';
import { paymentsReport, refundsReport } from '../reports/report-client.js';
import { authenticateCard, CARDS, drivenSandbox, readAuthentication, START, type Json } from '../sandbox-client.js';

/** Fields of an answer that the sandbox sends whatever the outcome is. */
const ALWAYS = {
  server_trans_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  acs_trans_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  ds_trans_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  acs_reference_number: expect.stringMatching(/^3DS_/) as string,
  authentication_source: 'BROWSER',
  message_category: 'PAYMENT_AUTHENTICATION',
  message_version: '2.2.0',
};
const FAILED = { eci: '07', cardholder_response_info: expect.stringMatching(/\w/) as string };
const LATER = { message_version: '2.2.0' };

it.each<readonly [outcome: string, number: string, more: Json, fields: Json]>([
  [
    'success without a challenge',
    CARDS.success,
    {},
    {
      status: 'AUTHENTICATION_SUCCESSFUL',
      status_reason: 'HIGH_CONFIDENCE',
      eci: '05',
      authentication_value: expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/),
    },
  ],
  ['failure without a challenge', '4222000002144131', {}, { status: 'AUTHENTICATION_FAILED', ...FAILED }],
  [
    'challenge',
    CARDS.challenge,
    {},
    {
      status: 'CHALLENGE_REQUIRED',
      authentication_type: 'DYNAMIC_CHALLENGE',
      challenge_mandated: true,
      challenge_request_url: 'http://127.0.0.1:4174/acs/challenge',
      encoded_creq: expect.stringMatching(/^[\w-]+$/),
      decoupled_response_indicator: 'DECOUPLED_AUTHENTICATION_NOT_UTILISED',
    },
  ],
  [
    'decoupled challenge',
    '4000000000000119',
    { decouple_flow_request: 'DECOUPLED_PREFERRED', decouple_flow_timeout: '2' },
    {
      status: 'DECOUPLED_AUTHENTICATION_CONFIRMED',
      decoupled_response_indicator: 'DECOUPLED_AUTHENTICATION_UTILISED',
    },
  ],
  [
    'question for the cardholder’s list',
    CARDS.success,
    { challenge_request_indicator: 'CHALLENGE_REQUESTED_PROMPT_FOR_WHITELIST' },
    { status: 'CHALLENGE_REQUIRED', whitelist_status: 'PENDING_CARDHOLDER_CONFIRMATION' },
  ],
])(
  'an authentication response with a %s has the fields of its outcome, and GET has them again',
  async (_, number, more, fields) => {
    const { sandbox } = drivenSandbox();
    const { body } = await authenticateCard(sandbox, number, { ...LATER, ...more });
    expect(body).toMatchObject({ ...ALWAYS, ...fields });
    expect(AUTHENTICATION_RESPONSE.read(body)).toMatchObject(fields);
    expect((await readAuthentication(sandbox, body.server_trans_id)).body).toEqual(body);
  },
);

it('an authentication response has acs_rendering_type, which is empty for a browser', async () => {
  for (const number of [CARDS.success, CARDS.challenge])
    expect((await authenticateCard(drivenSandbox().sandbox, number)).body['acs_rendering_type']).toEqual({});
});

it('message extensions of an authentication are in its response, unchanged', async () => {
  const message_extension = [
    { name: 'extension', id: 'A1', criticality_indicator: 'false', data: { A1: { key: ['value', 1] } } },
  ];
  const { body } = await authenticateCard(drivenSandbox().sandbox, CARDS.success, { message_extension });
  expect(body['message_extension']).toEqual(message_extension);
});

const DAY = 86_400_000;
const RANGE = { startDateTime: compact(START - DAY), endDateTime: compact(START + DAY) };

it('a payments report has its page’s numbers as text, and each record its fields', async () => {
  const { sandbox } = sandboxWithMerchant();
  await answered(sandbox);
  const { body } = await paymentsReport(sandbox, { ...RANGE, returnPii: 'true' });
  expect(body).toMatchObject({
    pageNumber: '1',
    record_count: '1',
    max_page_size: '100',
    total_number_of_records: '1',
  });
  const named = PAYMENTS_REPORT.fields
    .map(({ field }) => /^payments\.0\.(\w+)$/.exec(field)?.[1])
    .filter((name) => name !== undefined);
  expect(named.filter((name) => !Object.hasOwn(body.payments[0] as object, name))).toEqual([]);
});

it('a refunds report has its page’s numbers as text, and each record its fields', async () => {
  const { sandbox } = sandboxWithMerchant();
  const { pasref } = await answered(sandbox);
  await send(sandbox, paymentCredit(pasref));
  const { body } = await refundsReport(sandbox, RANGE);
  expect(body).toMatchObject({
    pageNumber: '1',
    record_count: '1',
    max_page_size: '100',
    total_number_of_records: '1',
  });
  const named = REFUNDS_REPORT.fields
    .map(({ field }) => /^refunds\.0\.(\w+)$/.exec(field)?.[1])
    .filter((name) => name !== undefined);
  expect(named.filter((name) => !Object.hasOwn(body.refunds[0] as object, name))).toEqual([]);
});

it('a refused report is answered with a code of three digits as text, and a message', async () => {
  const { sandbox } = sandboxWithMerchant();
  for (const [status, call] of [
    [400, () => paymentsReport(sandbox, {})],
    [400, () => refundsReport(sandbox, {})],
    [401, () => paymentsReport(sandbox, RANGE, { secret: 'wrong' })],
  ] as const) {
    const answer = await call();
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ code: String(status), message: expect.stringMatching(/\w/) as string });
  }
});
