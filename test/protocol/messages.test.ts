import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { cardInput, paymentRequest, payerInput } from '../../src/protocol/adapter-requests.js';
import { authenticationRequest } from '../../src/protocol/authentication-request.js';
import {
  authenticatedResponse,
  authenticationResponse,
  challengeResponse,
} from '../../src/protocol/authentication-response.js';
import { authenticationSearch, authenticationSearchResult } from '../../src/protocol/authentication-search.js';
import { encodeBase64url } from '../../src/protocol/base64url.js';
import { browserData } from '../../src/protocol/browser-data.js';
import { cardAuthorizationRequest, cardAuthorizationResponse } from '../../src/protocol/card-authorization.js';
import { challengeRequest, decodeChallengeResult } from '../../src/protocol/challenge-messages.js';
import { MessageError, parseMessage } from '../../src/protocol/field-issue.js';
import { frameMessage } from '../../src/protocol/frame-messages.js';
import { gatewayErrorBody } from '../../src/protocol/gateway-error.js';
import { decodeMethodData, decodeMethodNotification } from '../../src/protocol/method-data.js';
import { OUTCOMES, OUTCOME_STATUSES } from '../../src/protocol/outcome.js';
import { versionCheckRequest, versionCheckResponse } from '../../src/protocol/version-check.js';
import * as sample from './samples.js';

/** The fields that a schema finds wrong with a message. */
function wrongFields(schema: z.ZodMiniType, value: unknown): string[] {
  try {
    parseMessage('message', schema, value);
    return [];
  } catch (error) {
    if (error instanceof MessageError) return error.issues.map(({ field }) => field);
    throw error;
  }
}

/** The sample with one field set, by its dotted name; undefined takes it out. */
function changed(message: object, field: string, value: unknown): unknown {
  const copy = structuredClone(message) as Record<string, unknown>;
  const path = field.split('.');
  const last = path.pop() ?? '';
  let at = copy;
  for (const step of path) at = at[step] as Record<string, unknown>;
  if (value === undefined) Reflect.deleteProperty(at, last);
  else at[last] = value;
  return copy;
}

const MESSAGES: readonly (readonly [string, z.ZodMiniType, object])[] = [
  ['version check request', versionCheckRequest, sample.VERSION_CHECK],
  ['version check response', versionCheckResponse, sample.VERSION_CHECK_RESPONSE],
  ['browser data', browserData, sample.BROWSER_DATA],
  ['authentication request', authenticationRequest, sample.AUTHENTICATION],
  ['frictionless response', authenticatedResponse, sample.FRICTIONLESS],
  ['challenge response', challengeResponse, sample.CHALLENGE],
  ['400 body', gatewayErrorBody, sample.ERROR_BODY],
  ['challenge request', challengeRequest, sample.CREQ],
  ['search', authenticationSearch, sample.SEARCH],
  ['search result', authenticationSearchResult, sample.SEARCH_RESULT],
  ['card authorization', cardAuthorizationRequest, sample.CARD_AUTHORIZATION],
  ['card authorization response', cardAuthorizationResponse, sample.CARD_AUTHORIZATION_RESPONSE],
];

describe.each(MESSAGES)('%s', (_name, schema, message) => {
  it('is taken with all its fields', () => {
    expect(wrongFields(schema, message)).toEqual([]);
  });

  it('may have fields that nobody knows', () => {
    expect(wrongFields(schema, { ...message, brand_new: { deep: true } })).toEqual([]);
  });

  it.each(sample.leavesOf(message))('names %s when it is wrong', (field) => {
    // No field of any message takes a list where a value belongs, and data of extensions is free.
    if (/message_extension\.\d\.data|acs_rendering_type|method_data\.three_ds/.test(field)) return;
    expect(wrongFields(schema, changed(message, field, ['wrong']))).toContain(field);
  });

  it('refuses what is no object at all', () => {
    for (const nonsense of [null, undefined, 1, 'text', [], true])
      expect(wrongFields(schema, nonsense)).not.toEqual([]);
  });
});

describe('mandatory fields', () => {
  it.each(['request_timestamp', 'merchant_id', 'number', 'scheme'])('a version check without %s', (field) => {
    expect(wrongFields(versionCheckRequest, changed(sample.VERSION_CHECK, field, undefined))).toEqual([field]);
  });

  it.each([
    'request_timestamp',
    'authentication_source',
    'authentication_request_type',
    'message_category',
    'message_version',
    'server_trans_id',
    'merchant_id',
    'card_detail',
    'order',
    'challenge_notification_url',
    'method_url_completion',
    'browser_data',
    'merchant_contact_url',
    'card_detail.number',
    'card_detail.scheme',
    'card_detail.expiry_month',
    'card_detail.expiry_year',
    'card_detail.full_name',
    'order.date_time_created',
    'order.amount',
    'order.currency',
    'order.id',
    'payer.billing_address.line1',
  ])('an authentication without %s', (field) => {
    expect(wrongFields(authenticationRequest, changed(sample.AUTHENTICATION, field, undefined))).toEqual([field]);
  });

  it.each(['status', 'server_trans_id', 'eci', 'authentication_value'])(
    'a frictionless response without %s',
    (field) => {
      expect(wrongFields(authenticatedResponse, changed(sample.FRICTIONLESS, field, undefined))).toEqual([field]);
    },
  );

  it.each(['challenge_request_url', 'encoded_creq', 'acs_trans_id'])('a challenge response without %s', (field) => {
    expect(wrongFields(challengeResponse, changed(sample.CHALLENGE, field, undefined))).toEqual([field]);
  });

  it('an authentication without any phone number names one', () => {
    const { payer, ...rest } = sample.AUTHENTICATION;
    const { mobile_phone: _mobile, home_phone: _home, work_phone: work, ...silent } = payer;
    expect(wrongFields(authenticationRequest, { ...rest, payer: silent })).toEqual(['payer.mobile_phone']);
    expect(wrongFields(authenticationRequest, { ...rest, payer: { ...silent, work_phone: work } })).toEqual([]);
    // What no browser is part of needs none of the browser's fields.
    expect(
      wrongFields(authenticationRequest, {
        ...rest,
        authentication_source: 'MERCHANT_INITIATED',
        browser_data: undefined,
      }),
    ).toEqual([]);
  });
});

describe('what clients of the real gateway send otherwise', () => {
  const accepted = (changes: Record<string, unknown>) => {
    const message = Object.entries(changes).reduce<object>(
      (all, [field, value]) => changed(all, field, value) as object,
      sample.AUTHENTICATION,
    );
    return parseMessage('authentication', authenticationRequest, message);
  };

  it('is taken, and becomes the documents’ form', () => {
    expect(
      accepted({ 'browser_data.java_enabled': false, 'browser_data.screen_height': 900 }).browser_data,
    ).toMatchObject({ java_enabled: 'false', screen_height: '900' });
    expect(accepted({ 'card_detail.scheme': 'MC', 'card_detail.expiry_month': '5' }).card_detail).toMatchObject({
      scheme: 'MASTERCARD',
      expiry_month: '05',
    });
    expect(accepted({ 'card_detail.scheme': 'DINERSCLUB' }).card_detail.scheme).toBe('DINERS');
    expect(accepted({ authentication_request_type: 'INSTALLMENT_TRANSACTION' }).authentication_request_type).toBe(
      'INSTALMENT_TRANSACTION',
    );
    expect(accepted({ 'payer.account_age': 'MORE_THEN_SIXTY_DAYS' }).payer?.account_age).toBe('MORE_THAN_SIXTY_DAYS');
    expect(accepted({ 'payer.purchase_count_last_6months': 7 }).payer?.purchase_count_last_6months).toBe('0007');
    expect(accepted({ whitelist_status: 'TRUE' }).whitelist_status).toBe('WHITELISTED');
    expect(accepted({ decoupled_flow_request: false, decoupled_flow_timeout: 10 })).toMatchObject({
      decouple_flow_request: 'DO_NOT_USE_DECOUPLED',
      decouple_flow_timeout: '10',
    });
    expect(accepted({ 'order.date_time_created': '2026-11-20T09:11Z' }).order.date_time_created).toBe(
      '2026-11-20T09:11Z',
    );
  });

  it('names a field in its other spelling as wrong, and not as missing', () => {
    for (const changes of [{ decoupled_flow_request: 'MAYBE' }, { decoupled_flow_timeout: 'soon' }]) {
      try {
        accepted(changes);
        expect.unreachable();
      } catch (error) {
        expect(error).toMatchObject({ issues: [{ missing: false }] });
      }
    }
  });

  it('takes an empty list for an empty payer', () => {
    expect(wrongFields(authenticationRequest, { ...sample.AUTHENTICATION, payer: [] })).toEqual(['payer.mobile_phone']);
  });

  it.each([true, 'true', 'True', 'Y', 'yes'])('enrolled %s', (enrolled) => {
    expect(
      parseMessage('version check', versionCheckResponse, { ...sample.VERSION_CHECK_RESPONSE, enrolled }).enrolled,
    ).toBe(true);
  });

  it.each([false, 'false', 'N'])('not enrolled %s: nothing else is there', (enrolled) => {
    expect(parseMessage('version check', versionCheckResponse, { enrolled })).toEqual({ enrolled: false });
  });
});

describe('enumerations', () => {
  it('are closed where a decision hangs on them', () => {
    expect(wrongFields(authenticationResponse, { ...sample.FRICTIONLESS, status: 'BRAND_NEW' })).toEqual(['status']);
  });

  it('are open where nobody knows them all', () => {
    expect(
      wrongFields(authenticationResponse, {
        ...sample.FRICTIONLESS,
        status_reason: 'ACS_TECHNICAL_ISSUE',
        authentication_type: 'BRAND_NEW',
      }),
    ).toEqual([]);
  });
});

describe('messages through the browser', () => {
  const encoded = (value: unknown) => encodeBase64url(JSON.stringify(value));

  it('are decoded and checked', () => {
    expect(decodeMethodData(encoded(sample.METHOD_DATA))).toEqual(sample.METHOD_DATA);
    expect(decodeMethodNotification(encoded({ threeDSServerTransID: sample.ID }))).toEqual({
      threeDSServerTransID: sample.ID,
    });
    expect(decodeChallengeResult(encoded(sample.CRES))).toEqual(sample.CRES);
    expect(() => decodeChallengeResult(encoded({ ...sample.CRES, transStatus: 'X' }))).toThrow(/transStatus/);
    expect(() => decodeChallengeResult(encoded({ ...sample.CRES, messageType: 'CReq' }))).toThrow(/messageType/);
  });

  it('throw nothing unexpected, whatever comes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json().map(encodeBase64url)), (text) => {
        for (const decode of [decodeMethodData, decodeMethodNotification, decodeChallengeResult]) {
          try {
            decode(text);
          } catch (error) {
            if (!(error instanceof TypeError || error instanceof SyntaxError || error instanceof MessageError))
              return false;
          }
        }
        return true;
      }),
    );
  });

  it('between frames have a name and a shape', () => {
    expect(
      frameMessage.safeParse({ scudo: 'challenge-notification', server_trans_id: sample.ID, cres: 'x' }).success,
    ).toBe(true);
    for (const message of [
      null,
      'x',
      {},
      { scudo: 'x' },
      { scudo: 'method-notification' },
      { scudo: 'challenge-notification', server_trans_id: 'x', cres: 'x' },
    ]) {
      expect(frameMessage.safeParse(message).success).toBe(false);
    }
  });
});

describe('messages of the page', () => {
  it('are taken, countries becoming their three digits', () => {
    expect(wrongFields(paymentRequest, sample.PAYMENT_REQUEST)).toEqual([]);
    const address = { line1: '1 Coin Lane', city: 'London', postal_code: 'N1', country: 'GB' };
    expect(parseMessage('payer', payerInput, { billing_address: address }).billing_address?.country).toBe('826');
    expect(wrongFields(payerInput, { billing_address: { ...address, country: 'XX' } })).toEqual([
      'billing_address.country',
    ]);
  });

  it.each(['number', 'expiry_month', 'expiry_year', 'security_code', 'full_name'])(
    'a card without %s is refused by that name',
    (field) => {
      expect(wrongFields(cardInput, changed(sample.PAYMENT_REQUEST.card, field, undefined))).toEqual([field]);
    },
  );

  it('an error never says what the value was', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(sample.PAYMENT_REQUEST.card)),
        fc.stringMatching(/^[a-z0-9]{20,30}$/),
        (field, value) => {
          try {
            parseMessage('card', cardInput, { ...sample.PAYMENT_REQUEST.card, [field]: `§${value}` });
            return field === 'full_name';
          } catch (error) {
            return error instanceof MessageError && !error.message.includes(value) && error.message.includes(field);
          }
        },
      ),
    );
  });
});

it('every outcome has one of the statuses, and every status an outcome', () => {
  expect([...new Set(Object.values(OUTCOMES).map(({ status }) => status))].sort()).toEqual(
    [...OUTCOME_STATUSES].sort(),
  );
});
