import { describe, expect, it } from 'vitest';
import { createOrderBook } from '../../../src/server/book/order-book.js';
import { DEFAULT_LIMITS, type Limits } from '../../../src/server/limits/limits.js';
import {
  requireWithinLimits,
  updateWithinLimits,
  withoutCounted,
  withoutCounts,
  type LimitedUse,
} from '../../../src/server/limits/order-limits.js';
import type { OrderCounts, OrderRecord } from '../../../src/server/domain/record/order-record.js';
import { sampleRecord } from '../../../src/server/adapters/store/conformance/sample-record.js';
import { memoryOrderStore } from '../adapters/store/memory-order-store.js';
import { cardAttempt, NOON, redirectAttempt, refundAttempt, SECOND } from '../orders/attempts.js';

const LIMITS: Limits = { ...DEFAULT_LIMITS, attemptsPerOrder: 3, cardsPerOrder: 2, versionChecksPerOrder: 4 };
const byCard = (card: string, page?: string): LimitedUse => ({ kind: 'attempt', card, page });
const redirect: LimitedUse = { kind: 'attempt' };
const check = (card?: string, page?: string): LimitedUse => ({
  kind: 'version-check',
  ...(card === undefined ? {} : { card }),
  page,
});
const countsOf = (change: Partial<OrderCounts> = {}): OrderCounts => ({
  attempts: 0,
  cards: 0,
  cardFingerprints: [],
  pageKeys: change.cardFingerprints?.map(() => '') ?? [],
  versionChecks: 0,
  ...change,
});

/** The default limits in docs/limits.md. */
it('an order has the limits of the documentation by default', () => {
  expect(DEFAULT_LIMITS).toEqual({
    attemptsPerOrder: 10,
    cardsPerOrder: 5,
    versionChecksPerOrder: 30,
    versionChecksPerClient: 600,
    declinedCardsPerClient: 10,
    declinedCardsPer56: 40,
    declinedCardsPer48: 200,
    declinedCardsReported: 100,
    waitingPerOrder: 20,
    waitingInTotal: 1000,
  });
});

async function limited(change: Partial<OrderRecord> = {}) {
  const store = memoryOrderStore();
  await store.insert(sampleRecord('A', change));
  const book = createOrderBook({ store, after: () => () => undefined, keepsChanges: false });
  const context = { book, limits: LIMITS };
  const noted = (record: OrderRecord) => ({ ...record, description: 'begun' });
  return {
    begin: (use: LimitedUse | undefined, begin: (record: OrderRecord) => OrderRecord | undefined = noted) =>
      updateWithinLimits(context, 'A', () => use, begin),
    require: async (use: LimitedUse) => requireWithinLimits(context, await book.read('A'), use),
    read: () => book.read('A'),
    revision: async () => (await store.read('A'))?.revision,
  };
}

describe('a call that begins', () => {
  it.each<[string, OrderCounts, LimitedUse, OrderCounts]>([
    ['a redirect payment', countsOf(), redirect, countsOf({ attempts: 1 })],
    ['a first card', countsOf(), byCard('f1'), countsOf({ attempts: 1, cards: 1, cardFingerprints: ['f1'] })],
    [
      'a card that was tried before',
      countsOf({ attempts: 1, cards: 1, cardFingerprints: ['f1'] }),
      byCard('f1'),
      countsOf({ attempts: 2, cards: 1, cardFingerprints: ['f1', 'f1'] }),
    ],
    [
      'another card',
      countsOf({ attempts: 1, cards: 1, cardFingerprints: ['f1'] }),
      byCard('f2'),
      countsOf({ attempts: 2, cards: 2, cardFingerprints: ['f1', 'f2'] }),
    ],
    ['a version check', countsOf({ attempts: 1 }), check('f1'), countsOf({ attempts: 1, versionChecks: 1 })],
    [
      'a card of an order without fingerprints',
      { attempts: 1, cards: 1, versionChecks: 1 },
      byCard('f2'),
      { attempts: 2, cards: 2, cardFingerprints: ['f2'], pageKeys: [''], versionChecks: 1 },
    ],
  ])('a call that begins is counted in the same write: %s', async (_title, counts, use, expected) => {
    const { begin, read, revision } = await limited({ counts });
    expect(await begin(use)).toMatchObject({ changed: true, record: { description: 'begun' } });
    expect((await read()).counts).toStrictEqual(expected);
    expect(await revision()).toBe(2);
  });

  it('a call that begins is not counted a second time, and not when it changes nothing', async () => {
    const { begin, read, revision } = await limited({ counts: countsOf({ attempts: 2 }) });
    await begin(undefined);
    expect((await read()).counts?.attempts).toBe(2);
    expect(await begin(redirect, () => undefined)).toMatchObject({ changed: false });
    expect((await read()).counts?.attempts).toBe(2);
    expect(await revision()).toBe(2);
  });

  it('a call that begins is counted after the payments of a record that has no counts, and not after its refunds', async () => {
    const attempts = [cardAttempt(), redirectAttempt({ gatewayOrderId: SECOND }), refundAttempt()];
    const { begin, read } = await limited({ attempts });
    await begin(byCard('f1'));
    expect((await read()).counts).toEqual(countsOf({ attempts: 3, cards: 1, cardFingerprints: ['f1'] }));
    await expect(begin(redirect)).rejects.toMatchObject({ code: 'too-many-attempts' });
  });
});

const ATTEMPTS = countsOf({ attempts: 3, cards: 1, cardFingerprints: ['f1', 'f1', 'f1'] });
const CARDS = countsOf({ attempts: 2, cards: 2, cardFingerprints: ['f1', 'f2'] });
const CHECKS = countsOf({ versionChecks: 4 });
const ONE_LEFT = countsOf({ attempts: 1, cards: 1, cardFingerprints: ['f1'] });

describe('a limit of an order', () => {
  it.each<[string, OrderCounts, LimitedUse, string | undefined]>([
    ['an attempt', ATTEMPTS, redirect, 'attemptsPerOrder'],
    ['an attempt by a known card', ATTEMPTS, byCard('f1'), 'attemptsPerOrder'],
    ['the version check of an attempt that would be refused', ATTEMPTS, check('f1'), 'attemptsPerOrder'],
    ['another card', CARDS, byCard('f3'), 'cardsPerOrder'],
    ['the version check of another card', CARDS, check('f3'), 'cardsPerOrder'],
    ['a version check', CHECKS, check('f1'), 'versionChecksPerOrder'],
    ['a card that was tried before', CARDS, byCard('f2'), undefined],
    ['the version check of a card that was tried before', CARDS, check('f1'), undefined],
    ['a card that another page has tried', CARDS, byCard('f2', 'another'), 'cardsPerOrder'],
    ['the version check of a card that another page has tried', CARDS, check('f2', 'another'), 'cardsPerOrder'],
    ['a card that another page has tried, before the limit', ONE_LEFT, byCard('f1', 'another'), undefined],
    ['a page without a version check', CARDS, byCard('f3', 'stranger'), 'cardsPerOrder'],
    ['a page that has prepared its first card', CARDS, byCard('f3', 'prepared'), undefined],
    ['the version check of a page that has prepared its first card', CARDS, check('f4', 'prepared'), undefined],
    [
      'a page that has tried a card',
      { ...CARDS, pageKeys: ['prepared', ''] },
      byCard('f3', 'prepared'),
      'cardsPerOrder',
    ],
    ['a redirect payment beside the cards', CARDS, redirect, undefined],
    ['an attempt after the last version check', CHECKS, byCard('f1'), undefined],
    ['the last attempt', countsOf({ attempts: 2 }), redirect, undefined],
    ['the last card', countsOf({ attempts: 1, cards: 1, cardFingerprints: ['f1'] }), byCard('f2'), undefined],
    ['the last version check', countsOf({ versionChecks: 3 }), check('f1'), undefined],
  ])('applies to %s as the documentation says', async (_title, counts, use, limit) => {
    const authentications = [{ cardFingerprint: 'f3', page: 'prepared', card: '', stage: 'checked' } as const];
    const { begin, require, read } = await limited({ counts, authentications });
    if (limit === undefined) {
      await require(use);
      await begin(use);
      expect(await read()).toMatchObject({ description: 'begun', flags: [] });
      return;
    }
    await expect(begin(use)).rejects.toMatchObject({ name: 'Problem', code: 'too-many-attempts' });
    const refused = await read();
    // So many questions about cards as version checks.
    const isQuestion = use.kind === 'version-check' && limit === 'cardsPerOrder';
    const versionChecks = counts.versionChecks + (isQuestion ? 1 : 0);
    expect(refused).toMatchObject({
      counts: { ...counts, versionChecks },
      flags: [{ kind: 'too-many-attempts', at: NOON, limit }],
    });
    expect(refused).not.toHaveProperty('description');
  });

  it('flags the order once, also when it refuses a call before it begins', async () => {
    const { begin, require, read, revision } = await limited({ counts: ATTEMPTS });
    await expect(require(redirect)).rejects.toMatchObject({ code: 'too-many-attempts' });
    expect((await read()).flags).toHaveLength(1);
    await expect(begin(redirect)).rejects.toMatchObject({ code: 'too-many-attempts' });
    await expect(require(redirect)).rejects.toMatchObject({ code: 'too-many-attempts' });
    expect((await read()).flags).toEqual([{ kind: 'too-many-attempts', at: NOON, limit: 'attemptsPerOrder' }]);
    expect(await revision()).toBe(2);
  });
});

describe('a call that was not sent', () => {
  it.each<[string, OrderCounts, LimitedUse, OrderCounts]>([
    [
      'a version check',
      countsOf({ attempts: 1, versionChecks: 2 }),
      check('f1'),
      countsOf({ attempts: 1, versionChecks: 1 }),
    ],
    [
      'a redirect payment',
      countsOf({ attempts: 2, versionChecks: 2 }),
      redirect,
      countsOf({ attempts: 1, versionChecks: 2 }),
    ],
    ['the only attempt by a card', CARDS, byCard('f2'), countsOf({ attempts: 1, cards: 1, cardFingerprints: ['f1'] })],
    [
      'one of several attempts by a card',
      ATTEMPTS,
      byCard('f1'),
      countsOf({ attempts: 2, cards: 1, cardFingerprints: ['f1', 'f1'] }),
    ],
    [
      'a card whose fingerprints were dropped',
      countsOf({ attempts: 2, cards: 1 }),
      byCard('f1'),
      countsOf({ attempts: 1, cards: 1 }),
    ],
    [
      'a card of an order without fingerprints',
      { attempts: 2, cards: 1, versionChecks: 0 },
      byCard('f1'),
      { attempts: 1, cards: 1, versionChecks: 0 },
    ],
    ['a version check beside none', countsOf(), check(), countsOf()],
    ['an attempt beside none', countsOf(), redirect, countsOf()],
    ['a card beside a count of none', countsOf({ cardFingerprints: ['f1'] }), byCard('f1'), countsOf()],
  ])('a call that was not sent is no longer counted: %s', (_title, counts, use, expected) => {
    expect(withoutCounted(sampleRecord('A', { counts }), use).counts).toStrictEqual(expected);
  });

  it('leaves the other payments of a record that has no counts', () => {
    const record = sampleRecord('A', { attempts: [cardAttempt(), redirectAttempt({ gatewayOrderId: SECOND })] });
    expect(withoutCounted(record, redirect).counts).toEqual(countsOf({ attempts: 1 }));
  });
});

it('an order without counts has none of any kind, and not the flag of a limit', () => {
  const flags = [
    { kind: 'too-many-attempts', at: NOON, limit: 'cardsPerOrder' },
    { kind: 'contradiction', at: NOON, attempt: SECOND },
  ] as const;
  const record = sampleRecord('A', { counts: { ...CARDS, versionChecks: 3 }, flags });
  expect(withoutCounts(record)).toEqual({ ...record, counts: countsOf(), flags: [flags[1]] });
});
