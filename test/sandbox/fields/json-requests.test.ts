import { describe, expect, it } from 'vitest';
import type { CardScheme } from '../../../src/protocol/values/card-scheme.js';
import type { SandboxOptions } from '../../../src/sandbox.js';
import { AUTHENTICATION_REQUEST } from '../../protocol/fields/authentication-request.js';
import { SCHEMES } from '../../protocol/fields/enumerations.js';
import { withValue } from '../../protocol/fields/field-value.js';
import type { FieldRule, MessageFields } from '../../protocol/fields/rule.js';
import { SEARCH_REQUEST } from '../../protocol/fields/search.js';
import { VERSION_CHECK_REQUEST } from '../../protocol/fields/version-check.js';
import {
  authenticate,
  checkVersion,
  drivenSandbox,
  searchAuthentications,
  type Answer,
  type Json,
} from '../sandbox-client.js';

/** A card of no test: its number and version are whatever the field under test demands. */
const NUMBER = '4111111111111111';
const UNKNOWN = '00000000-0000-4000-8000-0000000000ff';
const textOr = (value: unknown, other: string) => (typeof value === 'string' && value !== '' ? value : other);

/** A card that fits the completion under test. */
const behaviourOf = ({ method_url_completion }: Json) =>
  method_url_completion === 'UNAVAILABLE' ? 'success-no-method' : 'success';

/** The scheme under test, so that the number may have each of them. */
function schemeOfMessage({ scheme, card_detail }: Json): CardScheme {
  const sent = scheme ?? (card_detail as Json | undefined)?.['scheme'];
  const known = { MC: 'MASTERCARD', DINERSCLUB: 'DINERS' }[String(sent)] ?? sent;
  return SCHEMES.find((one) => one === known) ?? 'VISA';
}

/** A sandbox whose merchant, account and card range are those that the message names. */
function sandboxFor(message: Json, options: SandboxOptions = {}) {
  const version = textOr(message['message_version'], '2.2.0');
  return drivenSandbox({
    merchantId: textOr(message['merchant_id'], 'scudo'),
    accountId: textOr(message['account_id'], 'internet'),
    messageExtensions: ['A1'],
    ranges: [{ low: '0', high: '9', scheme: 'VISA', version, behaviour: 'success' }],
    cards: [
      { number: NUMBER, scheme: schemeOfMessage(message), version, behaviour: behaviourOf(message), label: 'Ours' },
    ],
    ...options,
  }).sandbox;
}

/** Checks the card first; the transaction gets the identifier under test, or that of the version check. */
async function authenticateAs(message: Json, field: string): Promise<Answer> {
  const id = message['server_trans_id'];
  const sandbox = sandboxFor(message, field === 'server_trans_id' ? { randomUuid: () => textOr(id, 'none') } : {});
  const { number } = message['card_detail'] as { number: unknown };
  const { merchant_id, account_id } = message;
  const known = textOr(number, NUMBER);
  const { body } = await checkVersion(sandbox, /^\d{12,19}$/.test(known) ? known : NUMBER, { merchant_id, account_id });
  // If the check is refused, the authentication is refused for the same field, without a transaction.
  const server_trans_id = field === 'server_trans_id' ? id : (body.server_trans_id ?? UNKNOWN);
  return authenticate(sandbox, NUMBER, '', { ...message, server_trans_id });
}

const CALLS: readonly (readonly [
  path: string,
  MessageFields,
  send: (message: Json, field: string) => Promise<Answer>,
])[] = [
  [
    'POST /3ds2/protocol-versions',
    { ...VERSION_CHECK_REQUEST, sample: { ...VERSION_CHECK_REQUEST.sample, number: NUMBER } },
    (message) => checkVersion(sandboxFor(message), NUMBER, message),
  ],
  [
    'POST /3ds2/authentications',
    { ...AUTHENTICATION_REQUEST, sample: withValue(AUTHENTICATION_REQUEST.sample, 'card_detail.number', NUMBER) },
    authenticateAs,
  ],
  [
    'POST /3ds2/authentications/search',
    {
      ...SEARCH_REQUEST,
      sample: {
        ...SEARCH_REQUEST.sample,
        start_timestamp: '2026-11-20T00:00:00',
        end_timestamp: '2026-11-20T23:59:59',
      },
    },
    (message) => searchAuthentications(sandboxFor(message), message),
  ],
];

const shown = (value: unknown) => JSON.stringify(value).slice(0, 80);

async function acceptFault(send: () => Promise<Answer>, value: unknown): Promise<string | undefined> {
  const { status, body } = await send();
  return status === 200 ? undefined : `${shown(value)} is answered ${status} ${shown(body)}`;
}

async function refuseFault(send: () => Promise<Answer>, { field, namedAs = field }: FieldRule, value: unknown) {
  const { status, body } = await send();
  const { error_code, error_detail, error_component } = (body as Json | undefined) ?? {};
  const named = status === 400 && error_code === '203' && error_detail === namedAs && error_component === 'S';
  return named ? undefined : `${shown(value)} is answered ${status} ${shown(body ?? null)}`;
}

describe.each(CALLS)('%s', (path, { sample, fields }, send) => {
  it.each(fields.map((rule) => [rule.field, rule] as const))(
    `the route ${path} accepts each right %s, and answers 400 naming it for each wrong one`,
    async (field, rule) => {
      const sendWith = (value: unknown) => () => send(withValue(sample as Json, field, value), field);
      const right = [...rule.right, ...rule.becomes.map(([sent]) => sent)];
      const faults = await Promise.all([
        ...right.map((value) => acceptFault(sendWith(value), value)),
        ...rule.wrong.map((value) => refuseFault(sendWith(value), rule, value)),
      ]);
      expect(faults.filter(Boolean).join('\n')).toBe('');
    },
  );
});
