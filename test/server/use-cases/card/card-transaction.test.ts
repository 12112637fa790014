import { describe, expect, it } from 'vitest';
import { cardTransaction, schemeOf } from '../../../../src/server/use-cases/card/card-transaction.js';
import { cardFingerprints } from '../../../../src/server/use-cases/card/card-fingerprint.js';
import { Problem } from '../../../../src/server.js';
import type { AuthenticationRecord } from '../../../../src/server/domain/record/order-record.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import { CARDS } from '../../scripted-gateway.js';

const NOW = new Date('2026-11-20T12:02:00.000Z');
const ID = 'transaction-1';
const FRAME = 'frame-key-1';

/** A fingerprint that a test can read. */
const fingerprint = (text: string) => Promise.resolve(`of ${text}`);

const checked = (change: Partial<AuthenticationRecord> = {}): AuthenticationRecord => ({
  serverTransId: ID,
  cardFingerprint: `of A.${CARDS.success}`,
  card: '422200******5344',
  stage: 'checked',
  ...change,
});

async function find(
  authentications: readonly AuthenticationRecord[],
  {
    id = ID,
    number = CARDS.success,
    frame_key,
    stages = ['checked'],
  }: {
    readonly id?: string | undefined;
    readonly number?: string;
    readonly frame_key?: string;
    readonly stages?: readonly AuthenticationRecord['stage'][];
  } = {},
) {
  const card = { number, ...(frame_key === undefined ? {} : { frame_key }) };
  const fingerprints = await cardFingerprints({ fingerprint }, 'A', card);
  return cardTransaction({ authentications }, id, fingerprints, stages, NOW);
}

const refused = { name: 'Problem', code: 'authentication-unknown' };

describe('the transaction of a card', () => {
  it('the transaction is found by its id, its card and its stage', async () => {
    const own = checked();
    expect(await find([own])).toBe(own);
  });

  it('the latest of several is found', async () => {
    const latest = checked({ messageVersion: '2.2.0' });
    expect(await find([checked(), latest])).toBe(latest);
  });

  it.each([
    ['another id', { serverTransId: 'transaction-2' }],
    ['no id', { serverTransId: undefined }],
    ['another card', { cardFingerprint: `of A.${CARDS.failed}` }],
    ['a card of another order', { cardFingerprint: `of B.${CARDS.success}` }],
    ['a frame', { frameKey: `of A.frame.${FRAME}` }],
    ['another stage', { stage: 'challenge' }],
    ['its stage behind it', { stage: 'closed' }],
  ] as const)('a transaction with %s is unknown', async (_what, change) => {
    await expect(find([checked(change as Partial<AuthenticationRecord>)])).rejects.toMatchObject(refused);
  });

  it('a transaction of isolated fields is found with the key of their frame only', async () => {
    const own = checked({ frameKey: `of A.frame.${FRAME}` });
    expect(await find([own], { frame_key: FRAME })).toBe(own);
    await expect(find([own])).rejects.toMatchObject(refused);
    await expect(find([own], { frame_key: 'frame-key-2' })).rejects.toMatchObject(refused);
    await expect(find([checked()], { frame_key: FRAME })).rejects.toMatchObject(refused);
  });

  it('a transaction at any of the stages is found', async () => {
    const stages = ['challenge', 'decoupled'] as const;
    for (const stage of stages) {
      const own = checked({ stage });
      expect(await find([own], { stages })).toBe(own);
    }
    await expect(find([checked()], { stages })).rejects.toMatchObject(refused);
  });

  it.each([
    ['authorizing', '2026-11-20T12:00:00.001Z', 'request-in-progress'],
    ['authorizing', '2026-11-20T12:00:00.000Z', 'authentication-unknown'],
    ['authorizing', undefined, 'authentication-unknown'],
    ['closed', '2026-11-20T12:00:00.001Z', 'authentication-unknown'],
  ] as const)('a transaction that is %s since %s, at 12:02, is refused as %s', async (stage, since, code) => {
    const own = checked({ stage, ...(since === undefined ? {} : { stageSince: since }) });
    const error = await find([own]).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Problem);
    expect(error).toMatchObject({ code });
  });
});

it.each([
  [CARDS.success, 'VISA'],
  ['5100270000000023', 'MASTERCARD'],
  ['374101000000608', 'AMEX'],
])('the card %s has the scheme %s', (number, scheme) => {
  expect(schemeOf(sampleRecord('A'), number)).toBe(scheme);
});

it('a card of no scheme that the gateway accepts is refused as card-not-supported', () => {
  const order = sampleRecord('A');
  expect(() => schemeOf(order, '9999999999999995')).toThrow(
    expect.objectContaining({ code: 'card-not-supported' }) as Error,
  );
});
