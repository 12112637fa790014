import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import {
  cardInputSchema,
  paymentRequestSchema,
  payerInputSchema,
} from '../../src/protocol/adapter/adapter-requests.js';
import { authenticationRequestSchema } from '../../src/protocol/three-d-secure/authentication-request.js';
import { encodeBase64url } from '../../src/protocol/values/base64url.js';
import { decodeChallengeResult } from '../../src/protocol/three-d-secure/challenge-messages.js';
import { MessageError, parseMessage } from '../../src/protocol/values/field-issue.js';
import { frameMessageSchema } from '../../src/protocol/three-d-secure/frame-messages.js';
import { decodeMethodData, decodeMethodNotification } from '../../src/protocol/three-d-secure/method-data.js';
import { OUTCOMES, OUTCOME_STATUSES } from '../../src/protocol/adapter/outcome-codes.js';
import { versionCheckResponseSchema } from '../../src/protocol/three-d-secure/version-check.js';
import { withValue } from './fields/field-value.js';
import * as sample from './samples.js';

/** Rules of messages that concern more than one field; each field by itself is in fields/. */

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

const authenticationWith = (changes: Record<string, unknown>): unknown =>
  Object.entries(changes).reduce<object>((all, [field, value]) => withValue(all, field, value), sample.AUTHENTICATION);

describe('authentication request', () => {
  it('an authentication without any phone number names one, and any one of three suffices', () => {
    const phones = ['mobile_phone', 'home_phone', 'work_phone'].map((phone) => `payer.${phone}`);
    const without = (removed: readonly string[]) =>
      authenticationWith(Object.fromEntries(removed.map((phone) => [phone, undefined])));
    expect(wrongFields(authenticationRequestSchema, without(phones))).toEqual(['payer.mobile_phone']);
    for (const kept of phones)
      expect(wrongFields(authenticationRequestSchema, without(phones.filter((phone) => phone !== kept))), kept).toEqual(
        [],
      );
  });

  it('an authentication without a browser needs none of the browser’s fields, and no phone number', () => {
    const { payer: _payer, browser_data: _data, ...rest } = sample.AUTHENTICATION;
    const merchantInitiated = { ...rest, authentication_source: 'MERCHANT_INITIATED' };
    for (const field of ['challenge_notification_url', 'method_url_completion', 'merchant_contact_url'])
      expect(wrongFields(authenticationRequestSchema, withValue(merchantInitiated, field, undefined)), field).toEqual(
        [],
      );
  });

  it.each(['card_detail', 'card_detail.number', 'order', 'order.id', 'payer.billing_address.line1', 'browser_data'])(
    'an authentication without %s names it alone',
    (field) => {
      expect(wrongFields(authenticationRequestSchema, withValue(sample.AUTHENTICATION, field, undefined))).toEqual([
        field,
      ]);
    },
  );

  it('the spellings of published clients become the documents’ form', () => {
    const read = parseMessage(
      'authentication',
      authenticationRequestSchema,
      authenticationWith({ decoupled_flow_request: false, decoupled_flow_timeout: 10 }),
    );
    expect(read).toMatchObject({ decouple_flow_request: 'DO_NOT_USE_DECOUPLED', decouple_flow_timeout: '10' });
    expect(read).not.toHaveProperty('decoupled_flow_request');
  });

  it('a field in the spelling of published clients is named as wrong, and not as missing', () => {
    for (const changes of [{ decoupled_flow_request: 'MAYBE' }, { decoupled_flow_timeout: 'soon' }]) {
      try {
        parseMessage('authentication', authenticationRequestSchema, authenticationWith(changes));
        expect.unreachable();
      } catch (error) {
        expect(error).toMatchObject({ issues: [{ missing: false }] });
      }
    }
  });

  it('an empty list counts as an empty payer', () => {
    expect(wrongFields(authenticationRequestSchema, { ...sample.AUTHENTICATION, payer: [] })).toEqual([
      'payer.mobile_phone',
    ]);
  });
});

describe('version check response', () => {
  it.each([true, 'true', 'True', 'Y', 'yes'])(
    'a version check with enrolled %s is one of an enrolled card',
    (enrolled) => {
      expect(
        parseMessage('version check', versionCheckResponseSchema, { ...sample.VERSION_CHECK_RESPONSE, enrolled })
          .enrolled,
      ).toBe(true);
    },
  );

  it.each([false, 'false', 'N'])('a version check with enrolled %s needs no other value, and has none', (enrolled) => {
    expect(parseMessage('version check', versionCheckResponseSchema, { enrolled })).toEqual({ enrolled: false });
    expect(
      parseMessage('version check', versionCheckResponseSchema, { ...sample.VERSION_CHECK_RESPONSE, enrolled }),
    ).toEqual({ enrolled: false });
  });
});

describe('messages through the browser', () => {
  it('text that is no message throws one of three known errors', () => {
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

  it('a challenge result is read from padded standard base64 as well', () => {
    const padded = Buffer.from(JSON.stringify({ ...sample.CRES, note: 'ü~?>' })).toString('base64');
    expect(padded).toMatch(/[+/=]/);
    expect(decodeChallengeResult(padded)).toMatchObject(sample.CRES);
  });

  it('a message between frames has a known name and its fields', () => {
    expect(
      frameMessageSchema.safeParse({ scudo: 'challenge-notification', server_trans_id: sample.ID, cres: 'x' }).success,
    ).toBe(true);
    for (const message of [
      null,
      'x',
      {},
      { scudo: 'x' },
      { scudo: 'method-notification' },
      { scudo: 'challenge-notification', server_trans_id: 'x', cres: 'x' },
    ]) {
      expect(frameMessageSchema.safeParse(message).success, JSON.stringify(message)).toBe(false);
    }
  });
});

describe('messages of the page', () => {
  it('a payment request is accepted, and its country becomes three digits', () => {
    expect(wrongFields(paymentRequestSchema, sample.PAYMENT_REQUEST)).toEqual([]);
    const address = { line1: '1 Coin Lane', city: 'London', postal_code: 'N1', country: 'GB' };
    expect(parseMessage('payer', payerInputSchema, { billing_address: address }).billing_address?.country).toBe('826');
    expect(wrongFields(payerInputSchema, { billing_address: { ...address, country: 'XX' } })).toEqual([
      'billing_address.country',
    ]);
  });

  it.each(['number', 'expiry_month', 'expiry_year', 'security_code', 'full_name'])(
    'a card without %s is refused by that name',
    (field) => {
      expect(wrongFields(cardInputSchema, withValue(sample.PAYMENT_REQUEST.card, field, undefined))).toEqual([field]);
    },
  );

  it('an error of a card’s field never has its value', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(sample.PAYMENT_REQUEST.card)),
        fc.stringMatching(/^[a-z0-9]{20,30}$/),
        (field, value) => {
          try {
            parseMessage('card', cardInputSchema, { ...sample.PAYMENT_REQUEST.card, [field]: `§${value}` });
            return field === 'full_name';
          } catch (error) {
            return error instanceof MessageError && !error.message.includes(value) && error.message.includes(field);
          }
        },
      ),
    );
  });
});

it('each outcome has one of the statuses, and each status has an outcome', () => {
  expect([...new Set(Object.values(OUTCOMES).map(({ status }) => status))].sort()).toEqual(
    [...OUTCOME_STATUSES].sort(),
  );
});
