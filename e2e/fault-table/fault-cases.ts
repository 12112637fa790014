import type { SandboxFault } from 'scudo-checkout/sandbox';
import { CALL_FAULTS, FRAME_FAULTS, REQUEST_FAULTS, XML_FAULTS } from '../../demo/fault-vocabulary.js';
import type { PageFault } from '../../demo/page-faults.js';

/** The kinds of payments of the shopper. */
export type Payment = 'frictionless' | 'challenge' | 'redirect' | 'redirect-with-late-status';

/** A disturbance of a request to the shop's server. */
export type ServerFault = { readonly type: 'refused' } | { readonly type: 'answer'; readonly status: number };

/** A disturbance of the status message of a redirect payment. */
export type StatusFault = 'lost' | 'refused' | 'twice' | 'forged' | 'late';

/** The place of a fault. */
export type Injection =
  | { readonly at: 'browser'; readonly url: RegExp; readonly method?: 'GET' | 'POST'; readonly fault: PageFault }
  /** At the shop's server: a browser follows a redirect without asking the test. */
  | { readonly at: 'server'; readonly path: RegExp; readonly fault: ServerFault }
  | { readonly at: 'gateway'; readonly kind: string; readonly fault: SandboxFault; readonly before?: Injection }
  | { readonly at: 'status'; readonly fault: StatusFault };

/** A row of the table: one fault at one hop, which lasts until the shopper's page has come to its end. */
export interface FaultCase {
  readonly hop: string;
  readonly call: string;
  readonly fault: string;
  readonly payment: Payment;
  readonly injection: Injection;
}

const FILE_FAULTS = Object.fromEntries(
  ['connection refused', 'no answer', 'answer 404', 'another type of answer'].map((name) => [
    name,
    REQUEST_FAULTS[name]!,
  ]),
);

const RETURN_FAULTS: Readonly<Record<string, ServerFault>> = {
  'connection refused': { type: 'refused' },
  'answer 404': { type: 'answer', status: 404 },
  'answer 500': { type: 'answer', status: 500 },
};

const STATUS_FAULTS: Readonly<Record<string, StatusFault>> = {
  'not sent': 'lost',
  'connection refused': 'refused',
  'delivered twice': 'twice',
  'with a wrong hash': 'forged',
  '60 s late': 'late',
};

function browserCases(
  hop: string,
  call: string,
  payment: Payment,
  { url, method }: { readonly url: RegExp; readonly method?: 'GET' | 'POST' },
  faults: Readonly<Record<string, PageFault>>,
): readonly FaultCase[] {
  return Object.entries(faults).map(([name, fault]) => ({
    hop,
    call,
    payment,
    fault: name,
    injection: { at: 'browser', url, ...(method ? { method } : {}), fault },
  }));
}

function gatewayCases(
  call: string,
  kind: string,
  payment: Payment,
  faults: Readonly<Record<string, SandboxFault>>,
  before?: Injection,
): readonly FaultCase[] {
  return Object.entries(faults).map(([name, fault]) => ({
    hop: 'backend → gateway',
    call,
    payment,
    fault: name,
    injection: { at: 'gateway', kind, fault, ...(before ? { before } : {}) },
  }));
}

const LOST_AUTHORIZATION: Injection = { at: 'gateway', kind: 'auth', fault: { type: 'no-answer' } };

/** All rows. Each is a flow in a browser. */
export const FAULT_CASES: readonly FaultCase[] = [
  ...browserCases(
    'page → backend',
    'read the order',
    'frictionless',
    { url: /\/scudo\/orders\/[^/]+$/ },
    REQUEST_FAULTS,
  ),
  ...browserCases('page → backend', 'version check', 'frictionless', { url: /\/protocol-versions$/ }, REQUEST_FAULTS),
  ...browserCases('page → backend', 'pay', 'frictionless', { url: /\/authentications$/ }, REQUEST_FAULTS),
  ...browserCases('page → backend', 'report the challenge', 'challenge', { url: /\/authorizations$/ }, REQUEST_FAULTS),
  ...browserCases('page → backend', 'begin a redirect', 'redirect', { url: /\/redirects$/ }, REQUEST_FAULTS),
  ...browserCases(
    'page → backend',
    'wait for the status',
    'redirect-with-late-status',
    { url: /\/orders\/[^/]+\?wait=/ },
    REQUEST_FAULTS,
  ),
  ...browserCases('page → backend', 'frame page', 'challenge', { url: /\/scudo\/frame/ }, FRAME_FAULTS),
  ...browserCases('browser → issuer', 'method page', 'frictionless', { url: /\/acs\/method/ }, FRAME_FAULTS),
  ...browserCases('browser → issuer', 'challenge page', 'challenge', { url: /\/acs\/challenge/ }, FRAME_FAULTS),
  ...browserCases(
    'browser → backend',
    'end of the method step',
    'frictionless',
    { url: /\/notifications\/method/ },
    FRAME_FAULTS,
  ),
  ...browserCases(
    'browser → backend',
    'end of the challenge',
    'challenge',
    { url: /\/notifications\/challenge/ },
    FRAME_FAULTS,
  ),
  ...Object.entries(RETURN_FAULTS).map(([fault, given]) => ({
    hop: 'browser → backend',
    call: 'return of the shopper',
    payment: 'redirect' as const,
    fault,
    injection: { at: 'server' as const, path: /^\/scudo\/return\//, fault: given },
  })),
  ...browserCases('page → files', 'late.js', 'frictionless', { url: /\/late\.js/ }, FILE_FAULTS),
  ...gatewayCases('version check', 'protocol-versions', 'frictionless', CALL_FAULTS),
  ...gatewayCases('authentication', 'authentications', 'frictionless', CALL_FAULTS),
  ...gatewayCases('authentication data', 'authentication-data', 'challenge', CALL_FAULTS),
  ...gatewayCases('authorization', 'auth', 'frictionless', XML_FAULTS),
  ...gatewayCases('look-up of a lost authorization', 'query', 'frictionless', XML_FAULTS, LOST_AUTHORIZATION),
  ...gatewayCases('payment-set', 'payment-set', 'redirect', XML_FAULTS),
  ...gatewayCases('payments report', 'payments-report', 'redirect', CALL_FAULTS),
  ...Object.entries(STATUS_FAULTS).map(([fault, kind]) => ({
    hop: 'gateway → backend',
    call: 'status message',
    payment: 'redirect' as const,
    fault,
    injection: { at: 'status' as const, fault: kind },
  })),
];
