import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod/mini';
import { authenticationExtrasSchema } from '../../../src/protocol/three-d-secure/authentication-extras.js';
import {
  authenticationFieldsSchema,
  authenticationRequestSchema,
} from '../../../src/protocol/three-d-secure/authentication-request.js';
import { authenticationResponseSchema } from '../../../src/protocol/three-d-secure/authentication-response.js';
import {
  authenticationSearchResultSchema,
  authenticationSummarySchema,
} from '../../../src/protocol/three-d-secure/authentication-search.js';
import { gatewayErrorBodySchema } from '../../../src/protocol/three-d-secure/gateway-error.js';
import { paymentRecordSchema, refundRecordSchema } from '../../../src/protocol/reports/report-answer.js';
import {
  enrolledVersionCheckSchema,
  versionCheckRequestSchema,
} from '../../../src/protocol/three-d-secure/version-check.js';
import { MessageError } from '../../../src/server.js';
import { camelName, type CamelCased } from '../../../src/protocol/values/camel-case.js';
import { camelField, fromWire, parseInput, toWire } from '../../../src/server/util/wire-names.js';

const SCHEMAS: readonly (readonly [string, z.ZodMiniType])[] = [
  ['version check request', versionCheckRequestSchema],
  ['version check answer', enrolledVersionCheckSchema],
  ['authentication fields', authenticationFieldsSchema],
  ['authentication request', authenticationRequestSchema],
  ['authentication extras', authenticationExtrasSchema],
  ['authentication answer', authenticationResponseSchema],
  ['search result', authenticationSearchResultSchema],
  ['search summary', authenticationSummarySchema],
  ['400 body', gatewayErrorBodySchema],
  ['payment record', paymentRecordSchema],
  ['refund record', refundRecordSchema],
];

/** Arbitrary messages with every name of a schema, read from the schema without the code under test. */
function messagesOf(schema: unknown): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(def.shape).map(([name, type]) => [name, messagesOf(type)])));
    case 'optional':
      return messagesOf(def.innerType);
    case 'array':
      return fc.array(messagesOf(def.element), { minLength: 1, maxLength: 2 });
    case 'pipe':
      return messagesOf((def.out as z.core.$ZodTypes)._zod.def.type === 'transform' ? def.in : def.out);
    case 'record':
    case 'unknown':
      // Opaque data with names that look like wire names and like camelCase names.
      return fc.dictionary(fc.constantFrom('snake_case', 'camelCase', 'server_trans_id', 'cardDetail'), fc.integer());
    default:
      return fc.string();
  }
}

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'data' || name === 'acsRenderingType' ? [name] : [name, ...namesIn(inner)],
  );
}

describe.each(SCHEMAS)('the names of the %s', (_name, schema) => {
  it('the names of a message are the same after a conversion to camelCase and back', () => {
    fc.assert(
      fc.property(messagesOf(schema), (wire) => {
        const camel = fromWire(schema, wire);
        expect(toWire(schema, camel)).toEqual(wire);
        expect(fromWire(schema, toWire(schema, camel))).toEqual(camel);
      }),
      { seed: 20261121, numRuns: 30 },
    );
  });

  it('the names of a message have no underscore in camelCase', () => {
    fc.assert(
      fc.property(messagesOf(schema), (wire) => namesIn(fromWire(schema, wire)).every((name) => !name.includes('_'))),
      { seed: 20261121, numRuns: 10 },
    );
  });
});

describe('a wire name', () => {
  it.each([
    ['purchase_count_last_6months', 'purchaseCountLast6months'],
    ['transaction_count_last_24hours', 'transactionCountLast24hours'],
    ['line1', 'line1'],
    ['three_ds_server_trans_id', 'threeDsServerTransId'],
    ['payer_prior_three_ds_authentication_data', 'payerPriorThreeDsAuthenticationData'],
  ])('the wire name %s is %s in camelCase', (wire, camel) => {
    expect(camelName(wire)).toBe(camel);
  });

  it('a wire name has its camelCase form in the type', () => {
    expectTypeOf<keyof CamelCased<{ purchase_count_last_6months: string; line1?: string }>>().toEqualTypeOf<
      'purchaseCountLast6months' | 'line1'
    >();
    expectTypeOf<
      CamelCased<{ message_extension?: { criticality_indicator: string; data: Record<string, unknown> }[] }>
    >().toEqualTypeOf<{
      messageExtension?: { criticalityIndicator: string; data: Record<string, unknown> }[];
    }>();
  });

  it('a wire name is left alone in the data of a message extension', () => {
    const data = { A_1: { inner_name: 1, innerName: 2 } };
    const camel = { messageExtension: [{ id: 'A_1', criticalityIndicator: 'false', data }] };
    const wire = { message_extension: [{ id: 'A_1', criticality_indicator: 'false', data }] };
    expect(toWire(authenticationFieldsSchema, camel)).toEqual(wire);
    expect(fromWire(authenticationFieldsSchema, wire)).toEqual(camel);
  });

  it('a wire name that no schema knows stays as it is', () => {
    expect(toWire(authenticationFieldsSchema, { brandNew: { innerName: 1 } })).toEqual({ brandNew: { innerName: 1 } });
  });
});

it('a wrong input is named by its camelCase path', () => {
  expect(camelField('card_detail.expiry_month')).toBe('cardDetail.expiryMonth');
  expect(() =>
    parseInput('input', z.object({ card_detail: z.object({ full_name: z.string() }) }), { card_detail: {} }),
  ).toThrow(new MessageError('input', [{ field: 'cardDetail.fullName', message: 'is missing', missing: true }]));
});
