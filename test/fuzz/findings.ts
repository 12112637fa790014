import type { Input } from './engine/target.js';

/** Inputs for which a property did not hold before a fix. */
export const FINDINGS: readonly { readonly target: string; readonly input: Input; readonly fixed: string }[] = [
  { target: 'xml', input: '<a/374101000000608', fixed: 'an error quoted the document, with the card number in it' },
  { target: 'gateway-options', input: null, fixed: 'createGateway(null) threw a TypeError of the platform' },
  {
    target: 'compact-timestamp',
    input: '00001120222410',
    fixed: 'a year from 0 to 99 was read as one of 1900 to 1999',
  },
  {
    target: 'gateway-payments-report',
    input: { status: 200, body: { code: '5354560000000004', message: '' } },
    fixed: 'the code of a failed report was not masked in the error',
  },
  {
    target: 'masked-text',
    input: `&${'4'.repeat(452)}`,
    fixed: 'each part of a long run of digits was added up anew for its check digit',
  },
  {
    target: 'phone-form',
    input: { 'phone-country': 'constructor' },
    fixed: 'a name of Object.prototype was a country',
  },
  {
    target: 'gateway-authentication-search',
    input: {
      status: 200,
      body: {
        three_dsserver_trans_id: '3f1c1f0e-0000-4000-8000-000000004222 0000 0628 53440001',
        error_code: '201',
        error_component: 'S',
        error_description: 'Missing.',
        error_detail: 'message_version',
        error_message_type: 'AReq',
        message_type: 'Erro',
        message_version: '2.1.0',
      },
    },
    fixed: 'the property joined the digits of a UUID, which stays, with those behind it',
  },
  {
    target: 'gateway-options',
    input: {
      baseUrl: 'https:e',
      paths: { secret: 'a secret that no error shows', refundPassword: 'a secret that no error shows' },
    },
    fixed: 'the error showed a secret that stood below `paths`',
  },
  {
    target: 'backend-options',
    input: {
      publicUrl: 'https:a',
      gateway: { baseUrl: 'https:a', merchantId: 'o', secret: 's' },
      policies: { token: 'a secret that no error shows' },
    },
    fixed: 'the error showed the value of an unknown field, such as a secret below `policies`',
  },
  {
    target: 'orders-pay-stored',
    input: { '4222 0000 0628 5344': {}, redirects: { number: '4222000006285344' } },
    fixed: 'an error named an unknown field whose name was a card number',
  },
];
