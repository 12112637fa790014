import { expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../../src/server.js';
import * as sample from '../samples.js';
import { AUTHENTICATION_RESPONSE } from './authentication-response.js';
import { withValue } from './field-value.js';
import { PAYMENTS_REPORT, REFUNDS_REPORT } from './reports.js';
import type { MessageFields } from './rule.js';
import { VERSION_CHECK_RESPONSE } from './version-check.js';

/** A gateway client whose gateway gives this answer. */
const gatewayAnswering = (answer: object): Gateway =>
  createGateway({
    baseUrl: 'https://gateway.example',
    merchantId: 'scudo',
    secret: 'a-very-secret-secret',
    messageExtensions: ['A1'],
    fetch: () => Promise.resolve(Response.json(answer)),
  });

const CALLS: readonly (readonly [MessageFields, (gateway: Gateway) => Promise<unknown>])[] = [
  [VERSION_CHECK_RESPONSE, (gateway) => gateway.versionCheck({ number: '4222000006285344', scheme: 'VISA' })],
  [{ ...AUTHENTICATION_RESPONSE, sample: sample.FRICTIONLESS }, (gateway) => gateway.authentications.get(sample.ID)],
  [PAYMENTS_REPORT, (gateway) => gateway.payments.page({ merchantTransactionId: 'f3f3' })],
  [REFUNDS_REPORT, (gateway) => gateway.refunds.page({ orderId: 'A1' })],
];
/** Fields that a successful authentication cannot do without. */
const NEEDED = new Set(['eci', 'authentication_value']);

it.each(CALLS.map(([message, call]) => [message.name, message, call] as const))(
  'null in an optional field of the %s counts as absent',
  async (_name, { fields, sample: answer }, call) => {
    const faults: string[] = [];
    for (const { field, presence } of fields) {
      if (presence !== 'optional' || NEEDED.has(field)) continue;
      await call(gatewayAnswering(withValue(answer, field, null))).catch((error: unknown) =>
        faults.push(`${field}: ${String(error)}`),
      );
    }
    expect(faults.join('\n')).toBe('');
  },
);
