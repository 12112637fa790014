import type { SandboxFault } from 'scudo-checkout/sandbox';
import type { PageFault } from './page-faults.js';

/** A call that the studio can disturb. Names of calls, hops and faults are those of docs/faults.md. */
export interface FaultyCall {
  readonly name: string;
  /** The moment of the call, for a person who waits for it. */
  readonly made: string;
  readonly faults: Readonly<Record<string, PageFault | SandboxFault>>;
}

const HTML = {
  contentType: 'text/html',
  body: '<!doctype html><title>Error</title><h1>Service temporarily unavailable',
};
const answer = (status: number): PageFault => ({ type: 'answer', status, ...HTML });

export const REQUEST_FAULTS: Readonly<Record<string, PageFault>> = {
  'connection refused': { type: 'refused' },
  'answer lost': { type: 'answer-lost' },
  'no answer': { type: 'no-answer' },
  'answer after 20 s': { type: 'late', seconds: 20 },
  'answer cut off': { type: 'truncated' },
  'delivered twice': { type: 'twice' },
  'another type of answer': {
    type: 'answer',
    status: 200,
    contentType: 'text/html',
    body: '<!doctype html><p>Welcome',
  },
  'another answer': { type: 'answer', status: 200, contentType: 'application/json', body: '{"result":"welcome"}' },
  'answer 404': answer(404),
  'answer 429': answer(429),
  'answer 500': answer(500),
  'answer 502': answer(502),
};

export const FRAME_FAULTS: Readonly<Record<string, PageFault>> = {
  'connection refused': { type: 'refused' },
  'no answer': { type: 'no-answer' },
  'answer after 20 s': { type: 'late', seconds: 20 },
  'empty page': { type: 'answer', status: 200, contentType: 'text/html', body: '<!doctype html><p>' },
  'answer 404': answer(404),
  'answer 500': answer(500),
};

export const CALL_FAULTS: Readonly<Record<string, SandboxFault>> = {
  'not received': { type: 'not-received' },
  'answer lost': { type: 'no-answer' },
  'unreadable answer': { type: 'unreadable' },
  'answer 429': { type: 'http-status', status: 429 },
  'answer 500': { type: 'http-status', status: 500 },
  'answer 502': { type: 'http-status', status: 502 },
};

const short = (when: 'before-processing' | 'after-processing', result: string): SandboxFault => ({
  type: 'short-answer',
  when,
  result,
  message: 'System error',
});

export const XML_FAULTS: Readonly<Record<string, SandboxFault>> = {
  ...CALL_FAULTS,
  'short answer 508 before processing': short('before-processing', '508'),
  'short answer 508 after processing': short('after-processing', '508'),
  'short answer 205 after processing': short('after-processing', '205'),
  'wrong hash': { type: 'wrong-hash' },
  'no hash': { type: 'no-hash' },
  'delivered twice': { type: 'delivered-twice' },
};

/** A status message that does not arrive is sent again, as after a refused connection. */
const STATUS_FAULTS: Readonly<Record<string, SandboxFault>> = {
  'connection refused': { type: 'not-received' },
  'answer lost': { type: 'no-answer' },
  'answer 500': { type: 'http-status', status: 500 },
  'delivered twice': { type: 'delivered-twice' },
};

/**
 * The calls by hop. Those to and from the gateway are named by the sandbox's kinds, the others by `page:` and their
 * path.
 */
export const HOPS: Readonly<Record<string, Readonly<Record<string, FaultyCall>>>> = {
  'Page → backend': {
    'page:order': {
      name: 'read the order',
      made: 'when the checkout opens an order. Press New order',
      faults: REQUEST_FAULTS,
    },
    'page:protocol-versions': {
      name: 'version check',
      made: 'when the card number is complete',
      faults: REQUEST_FAULTS,
    },
    'page:authentications': { name: 'pay', made: 'when you pay by card', faults: REQUEST_FAULTS },
    'page:authorizations': {
      name: 'report the challenge',
      made: 'after the bank’s page. Choose a card with a challenge',
      faults: REQUEST_FAULTS,
    },
    'page:redirects': { name: 'begin a redirect', made: 'when you pay with Testpay', faults: REQUEST_FAULTS },
    'page:wait': {
      name: 'wait for the status',
      made: 'while a result is not yet known, for example on the return page of Testpay with a delay',
      faults: REQUEST_FAULTS,
    },
  },
  'Browser → backend': {
    'page:method': {
      name: 'end of the method step',
      made: 'after the version check. Choose a card with a method page',
      faults: FRAME_FAULTS,
    },
    'page:challenge': {
      name: 'end of the challenge',
      made: 'when the bank’s page ends. Choose a card with a challenge',
      faults: FRAME_FAULTS,
    },
  },
  'Backend → gateway': {
    'protocol-versions': { name: 'version check', made: 'when the card number is complete', faults: CALL_FAULTS },
    authentications: { name: 'authentication', made: 'when you pay by card', faults: CALL_FAULTS },
    'authentication-data': {
      name: 'authentication data',
      made: 'after a challenge. Choose a card with a challenge',
      faults: CALL_FAULTS,
    },
    auth: { name: 'authorization', made: 'after a successful authentication', faults: XML_FAULTS },
    query: {
      name: 'look-up of a lost authorization',
      made: 'after an authorization whose answer is lost, so the authorization before it gets an unreadable answer',
      faults: XML_FAULTS,
    },
    'payment-set': { name: 'payment-set', made: 'when you pay with Testpay', faults: XML_FAULTS },
    'payments-report': {
      name: 'payments report',
      made: 'when a payment with Testpay is confirmed or looked up',
      faults: CALL_FAULTS,
    },
  },
  'Gateway → backend': {
    status: { name: 'status message', made: 'after your choice on the page of Testpay', faults: STATUS_FAULTS },
  },
};

/** Returns a call by its id. */
export function callOf(id: string): FaultyCall | undefined {
  const calls = Object.values(HOPS).find((some) => Object.hasOwn(some, id));
  return calls?.[id];
}

/** The call that must fail before a call is made at all. */
export const BEFORE: Readonly<Record<string, { readonly call: string; readonly fault: string }>> = {
  query: { call: 'auth', fault: 'unreadable answer' },
};
