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
];
