import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { checkMessage } from '../../src/protocol/field-issue.js';

/** The schemas that a page loads, once made with zod and once with what stands for it in dist/scudo.js. */
async function pageSchemas() {
  const { orderView, paymentAnswer, preparationAnswer } = await import('../../src/protocol/adapter-answers.js');
  const { frameMessage } = await import('../../src/protocol/frame-messages.js');
  const { problemDocument } = await import('../../src/protocol/problem-document.js');
  return { orderView, paymentAnswer, preparationAnswer, frameMessage, problemDocument };
}
const withZod = await pageSchemas();
vi.doMock('zod/mini', () => import('../../src/protocol/pocket-zod.js'));
vi.resetModules();
const inPocket = await pageSchemas();
afterAll(() => {
  // Other test files in this process load their modules anew, with zod.
  vi.doUnmock('zod/mini');
  vi.resetModules();
});

const outcome = {
  status: 'paid',
  code: 'authorized',
  retryable: false,
  order: { id: 'A1', state: 'paid' },
  cardholder_text: 'Hello',
};
const uuid = '3f1c1f0e-0000-4000-8000-000000000001';
const GOOD: Record<keyof typeof withZod, readonly Record<string, unknown>[]> = {
  orderView: [
    {
      id: 'A1',
      amount: '1999',
      currency: 'EUR',
      state: 'open',
      methods: [{ code: 'card' }, { code: 'testpay', name: 'Test', ask: ['country'] }],
      ask: ['email'],
    },
    {
      id: 'A1',
      amount: '1',
      currency: 'JPY',
      description: 'x',
      state: 'pending',
      methods: [],
      ask: [],
      redirect: { method: 'testpay', unfinished: true },
      more: 1,
    },
  ],
  paymentAnswer: [
    { result: 'outcome', outcome },
    {
      result: 'challenge',
      server_trans_id: uuid,
      acs_url: 'https://acs.example/',
      encoded_creq: 'e30',
      session_data: 's',
    },
    { result: 'challenge-open' },
    { result: 'decoupled' },
    { result: 'decoupled', timeout: 300 },
    { result: 'redirect', redirect_url: 'http://127.0.0.1:4174/testpay/1' },
  ],
  preparationAnswer: [
    {
      enrolled: true,
      server_trans_id: uuid,
      message_version: '2.2.0',
      method: { url: 'https://acs.example/m', data: 'e30' },
    },
    { enrolled: false },
  ],
  frameMessage: [
    { scudo: 'frame-ready' },
    { scudo: 'frame-blocked', directive: 'frame-src' },
    { scudo: 'challenge-notification', server_trans_id: uuid, cres: 'x' },
  ],
  problemDocument: [
    {
      title: 'T',
      code: 'not-found',
      retryable: false,
      fields: [{ field: 'a', message: 'b' }],
      status: 404,
      type: 'about:blank',
    },
  ],
};

const UNIONS: readonly string[] = ['paymentAnswer', 'frameMessage'];

/** Anything, and good messages with one thing changed anywhere in them. */
function messages(good: readonly Record<string, unknown>[]) {
  const broken = fc
    .tuple(
      fc.constantFrom(...good),
      fc.array(fc.nat(9), { maxLength: 4 }),
      fc.option(fc.jsonValue(), { nil: undefined }),
    )
    .map(([message, path, value]) => changed(message, path, value));
  return fc.oneof(fc.constantFrom(...good), broken, fc.jsonValue());
}

function changed(value: unknown, [step, ...path]: readonly number[], to: unknown): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return to;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(keys.length, 1)];
  if (key === undefined) return to;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === key ? changed(item, path, to) : item));
  return { ...value, [key]: changed((value as Record<string, unknown>)[key], path, to) };
}

describe.each(Object.keys(GOOD) as (keyof typeof withZod)[])('%s, in the pocket', (name) => {
  it('takes what is right', () => {
    for (const message of GOOD[name]) expect(checkMessage(inPocket[name], message).issues).toBeUndefined();
  });

  it('says of any message what zod says of it', () => {
    fc.assert(
      fc.property(messages(GOOD[name]), (message) => {
        const [pocket, zod] = [checkMessage(inPocket[name], message), checkMessage(withZod[name], message)];
        // Of a union that nothing fits, zod sometimes knows which one was meant: who is told is nobody.
        if (UNIONS.includes(name))
          expect([pocket.data, pocket.issues === undefined]).toEqual([zod.data, zod.issues === undefined]);
        else expect(pocket).toEqual(zod);
      }),
      { numRuns: 500 },
    );
  });
});
