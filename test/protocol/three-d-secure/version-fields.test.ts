import { describe, expect, it } from 'vitest';
import { withoutUnknownFields } from '../../../src/protocol/three-d-secure/version-fields.js';

const MESSAGE = {
  decouple_flow_request: 'DECOUPLED_PREFERRED',
  decouple_flow_timeout: '10',
  decoupled_notification_url: 'https://shop.example/scudo',
  whitelist_status: 'WHITELISTED',
  merchant_id: 'scudo',
};

describe('an authentication of version 2.1.0', () => {
  it('an authentication of version 2.1.0 has none of the fields that 2.2.0 added', () => {
    expect(withoutUnknownFields({ ...MESSAGE, message_version: '2.1.0' })).toEqual({
      merchant_id: 'scudo',
      message_version: '2.1.0',
    });
  });

  // EMV's 01 to 09. A request for a challenge stays one, and an exemption stays a request for none.
  it.each([
    ['NO_PREFERENCE', 'NO_PREFERENCE'],
    ['NO_CHALLENGE_REQUESTED', 'NO_CHALLENGE_REQUESTED'],
    ['CHALLENGE_PREFERRED', 'CHALLENGE_PREFERRED'],
    ['CHALLENGE_MANDATED', 'CHALLENGE_MANDATED'],
    ['NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED', 'NO_CHALLENGE_REQUESTED'],
    ['NO_CHALLENGE_REQUESTED_DATA_SHARE_ONLY', 'NO_CHALLENGE_REQUESTED'],
    ['NO_CHALLENGE_REQUESTED_SCA_ALREADY_PERFORMED', 'NO_CHALLENGE_REQUESTED'],
    ['NO_CHALLENGE_REQUESTED_WHITELIST', 'NO_CHALLENGE_REQUESTED'],
    ['CHALLENGE_REQUESTED_PROMPT_FOR_WHITELIST', 'CHALLENGE_PREFERRED'],
  ] as const)('an authentication of version 2.1.0 has instead of the indicator %s the indicator %s', (given, sent) => {
    const message = { ...MESSAGE, message_version: '2.1.0', challenge_request_indicator: given };
    expect(withoutUnknownFields(message)).toEqual({
      merchant_id: 'scudo',
      message_version: '2.1.0',
      challenge_request_indicator: sent,
    });
  });
});

it.each(['2.2.0', '2.3.1'])('an authentication of version %s keeps all its fields', (message_version) => {
  const message = {
    ...MESSAGE,
    message_version,
    challenge_request_indicator: 'NO_CHALLENGE_REQUESTED_WHITELIST',
  } as const;
  expect(withoutUnknownFields(message)).toEqual(message);
});
