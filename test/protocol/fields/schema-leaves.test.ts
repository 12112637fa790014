import { readdirSync } from 'node:fs';
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import * as cards from '../../../src/protocol/authorization/card-authorization.js';
import * as credit from '../../../src/protocol/redirect/payment-credit.js';
import * as set from '../../../src/protocol/redirect/payment-set.js';
import { statusMessageSchema } from '../../../src/protocol/redirect/status-message.js';
import * as answers from '../../../src/protocol/reports/report-answer.js';
import * as queries from '../../../src/protocol/reports/report-query.js';
import { authenticationRequestSchema } from '../../../src/protocol/three-d-secure/authentication-request.js';
import { authenticationResponseSchema } from '../../../src/protocol/three-d-secure/authentication-response.js';
import * as search from '../../../src/protocol/three-d-secure/authentication-search.js';
import * as challenge from '../../../src/protocol/three-d-secure/challenge-messages.js';
import { gatewayErrorBodySchema } from '../../../src/protocol/three-d-secure/gateway-error.js';
import { methodDataSchema, methodNotificationSchema } from '../../../src/protocol/three-d-secure/method-data.js';
import {
  enrolledVersionCheckSchema,
  versionCheckRequestSchema,
} from '../../../src/protocol/three-d-secure/version-check.js';
import { MESSAGES } from './messages.js';
import type { MessageFields } from './rule.js';
import { leavesOfSchema, partsOf, schemasIn, type SchemaLeaf } from './schema-leaves.js';

/** The schema of each message, by the name of its rules. */
const SCHEMAS: Readonly<Record<string, z.core.$ZodType>> = {
  'version check request': versionCheckRequestSchema,
  'version check response': enrolledVersionCheckSchema,
  'method data': methodDataSchema,
  'method notification': methodNotificationSchema,
  'authentication request': authenticationRequestSchema,
  'authentication response': authenticationResponseSchema,
  'challenge request': challenge.challengeRequestSchema,
  'challenge result': challenge.challengeResultSchema,
  'search request': search.authenticationSearchSchema,
  'search result': search.authenticationSearchResultSchema,
  'card authorization request': cards.cardAuthorizationRequestSchema,
  'card authorization response': cards.cardAuthorizationResponseSchema,
  '400 body': gatewayErrorBodySchema,
  'payment-set request': set.paymentSetRequestSchema,
  'payment-set response': set.paymentSetResponseSchema,
  'payment-credit request': credit.paymentCreditRequestSchema,
  'payment-credit response': credit.paymentCreditResponseSchema,
  'return and status message': statusMessageSchema,
  'payments report query': queries.paymentReportQuerySchema,
  'payments report': answers.paymentReportSchema,
  'refunds report query': queries.refundReportQuerySchema,
  'refunds report': answers.refundReportSchema,
  'failed report response': answers.reportErrorSchema,
};

const complete = MESSAGES.filter(({ part }) => !part);

/** XML has a single element as an object, and several as a list: one rule covers both forms. */
const withoutPlaces = (field: string) => field.replaceAll(/\.0(?=\.|$)/g, '');

function hasRule({ fields }: MessageFields, { field, isOpen }: SchemaLeaf): boolean {
  const leaf = withoutPlaces(field);
  return fields.some((rule) => {
    const ruled = withoutPlaces(rule.field);
    return ruled === leaf || (isOpen && ruled.startsWith(`${leaf}.`));
  });
}

/** Schemas that use fields of a message, or that no interface document has. */
const OTHER_SCHEMAS = [
  'authenticationFieldsSchema',
  'authenticationExtrasSchema',
  'pageExtrasSchema',
  'collectedBrowserDataSchema',
  'challengeResponseSchema',
  'authenticatedResponseSchema',
  'authenticationSearchPageSchema',
  'paymentReportPageSchema',
  'refundReportPageSchema',
  'versionCheckResponseSchema',
  'frameMessageSchema',
  'cardQueryRequestSchema',
  'cardQueryResponseSchema',
  'settleRequestSchema',
  'voidRequestSchema',
  'rebateRequestSchema',
  'cardCheckRequestSchema',
];

it('knows every schema of the folders of messages', async () => {
  const known = new Set(Object.values(SCHEMAS).flatMap(schemasIn));
  const unknown: string[] = [];
  for (const folder of ['three-d-secure', 'authorization', 'redirect', 'reports']) {
    for (const file of readdirSync(`src/protocol/${folder}`)) {
      const path = `../../../src/protocol/${folder}/${file.replace('.ts', '.js')}`;
      const module = (await import(/* @vite-ignore */ path)) as object;
      for (const [name, value] of Object.entries(module))
        if (value instanceof z.core.$ZodType && partsOf(value).length > 0 && !known.has(value)) unknown.push(name);
    }
  }
  expect(unknown.sort()).toEqual([...OTHER_SCHEMAS].sort());
});

it('knows the schema of each message', () => {
  expect(Object.keys(SCHEMAS).sort()).toEqual(complete.map(({ name }) => name).sort());
});

describe.each(complete.map((message) => [message.name, message] as const))('%s', (name, message) => {
  it(`the schema of ${name} has a rule for each field`, () => {
    const leaves = leavesOfSchema(SCHEMAS[name]!);
    expect(leaves.length).toBeGreaterThan(0);
    expect(leaves.filter((leaf) => !hasRule(message, leaf)).map(({ field }) => field)).toEqual([]);
  });
});
