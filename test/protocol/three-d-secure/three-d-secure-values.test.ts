import { describe, expect, it } from 'vitest';
import * as values from '../../../src/protocol/three-d-secure/three-d-secure-values.js';
import * as documented from '../fields/enumerations.js';

describe('the lists of the 3-D Secure interface', () => {
  // docs/reference/gateway.md#enumerations
  it.each([
    ['challenge window sizes', values.CHALLENGE_WINDOW_SIZES, documented.CHALLENGE_WINDOW_SIZES],
    ['challenge request indicators', values.CHALLENGE_REQUEST_INDICATORS, documented.CHALLENGE_REQUEST_INDICATORS],
    ['status reasons', values.STATUS_REASONS, documented.STATUS_REASONS],
    ['color depths', values.COLOR_DEPTHS, documented.COLOR_DEPTHS],
  ])('the %s have the documented names in the order of EMV’s numbers', (_what, list, names) => {
    expect(list).toEqual(names);
  });

  it.each([
    ['schemes', values.SCHEMES, documented.SCHEMES],
    ['method URL completions', values.METHOD_URL_COMPLETIONS, documented.METHOD_URL_COMPLETIONS],
    ['authentication sources', values.AUTHENTICATION_SOURCES, documented.AUTHENTICATION_SOURCES],
    ['authentication request types', values.AUTHENTICATION_REQUEST_TYPES, documented.AUTHENTICATION_REQUEST_TYPES],
    ['message categories', values.MESSAGE_CATEGORIES, documented.MESSAGE_CATEGORIES],
    ['authentication statuses', values.AUTHENTICATION_STATUSES, documented.AUTHENTICATION_STATUSES],
    ['decoupled flow requests', values.DECOUPLE_FLOW_REQUESTS, documented.DECOUPLE_FLOW_REQUESTS],
    ['whitelist statuses', values.WHITELIST_STATUSES, documented.WHITELIST_STATUSES],
    ['exempt statuses', values.EXEMPT_STATUSES, documented.EXEMPT_STATUSES],
    ['transaction statuses', values.TRANSACTION_STATUSES, documented.TRANSACTION_STATUSES],
  ])('the %s have the documented names', (_what, list: readonly string[], names: readonly string[]) => {
    expect([...list].sort()).toEqual([...names].sort());
  });
});

describe('a value of an informational list', () => {
  it.each([
    ['status reason', values.statusReasonSchema],
    ['authentication type', values.authenticationTypeSchema],
    ['decoupled response indicator', values.decoupledResponseIndicatorSchema],
    ['ACS information indicator', values.acsInfoIndicatorSchema],
  ])('a %s that no list has passes as text', (_what, schema) => {
    expect(schema.parse('BRAND_NEW')).toBe('BRAND_NEW');
    expect(schema.parse(7)).toBe('7');
    expect(schema.safeParse({}).success).toBe(false);
  });
});
