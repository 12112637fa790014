import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../src/payment/outcome.js';
import { settle } from '../../../demo/pages/gallery/still-clock.js';
import { CHALLENGE, never, OPEN_ORDER, PAID, UNFINISHED_ORDER } from '../../browser/scripted-backend.js';
import { withFrames, type ScriptedFrame } from '../checkout/scripted-frames.js';
import { CARD, problem, scriptedPage, unanswered, type ScriptedPage } from '../checkout/scripted-page.js';

const tab = withFrames();

const ID = '3f1c1f0e-0000-4000-8000-000000000001';
const NOTIFIED = { scudo: 'challenge-notification', server_trans_id: ID, cres: 'e30' };
const BLOCKED = { scudo: 'frame-blocked', directive: 'frame-src' };
const ended = ({ backend }: ScriptedPage) =>
  backend.calls.filter(({ call }) => call === 'authorize').map(({ input }) => (input as { ended: string }).ended);
const step = ({ payment }: ScriptedPage) => payment.snapshot.step;

/** The page of the ACS stays blank for the 30 seconds of the interface. */
async function loadingSlowly(page: ChallengePage): Promise<void> {
  page.frame.send({ scudo: 'frame-ready' });
  await page.clock.advance(30_000);
}

interface ChallengePage extends ScriptedPage {
  readonly frame: ScriptedFrame;
  readonly sizes: readonly string[];
  readonly paying: Promise<unknown>;
}

/** A page whose challenge frame is on the screen, without a document yet. */
async function opened(
  answers: Parameters<typeof scriptedPage>[0] = {},
  frames: Parameters<typeof scriptedPage>[2] = {},
): Promise<ChallengePage> {
  const sizes: string[] = [];
  const page = scriptedPage({ authenticate: () => CHALLENGE, ...answers }, 'on-number', {
    availableSpace: () => ({ width: 400, height: 500 }),
    challenge(size) {
      sizes.push(size);
      return tab.place('dialog');
    },
    challengeTitle: 'Confirm your payment',
    ...frames,
  });
  const paying = page.payment.pay(CARD);
  await settle();
  return { ...page, payment: page.payment, sizes, paying, frame: tab.frames[0]! };
}

/** A page with a challenge that has loaded. */
async function challenging(answers: Parameters<typeof scriptedPage>[0] = {}): Promise<ChallengePage> {
  const page = await opened(answers);
  page.frame.send({ scudo: 'frame-loaded' });
  expect(step(page)).toBe('challenging');
  return page;
}

async function returnToTab(): Promise<void> {
  tab.show('hidden');
  tab.show('visible');
  await settle();
}

describe('a challenge', () => {
  it.each<[string, object]>([
    ['the frame page reports ready again', { scudo: 'frame-loaded' }],
    ['a notification of another transaction comes', { ...NOTIFIED, server_trans_id: ID.replace('3f', '4f') }],
    ['a page of the backend’s origin is shown', { scudo: 'own-document', notification: true }],
  ])('a challenge posts its creq once, also when %s', async (_what, message) => {
    const page = await opened({ authorize: never });
    page.frame.send({ scudo: 'frame-ready' });
    page.frame.send({ scudo: 'frame-loaded' });
    page.frame.send(message);
    await settle();
    page.frame.send({ scudo: 'frame-ready' });
    expect(tab.frames).toHaveLength(1);
    expect(page.frame.received).toHaveLength(1);
    page.payment.stop();
  });

  it('opens a challenge in the shop’s place, in the size of the browser data, and posts the creq to the ACS', async () => {
    const page = await opened();
    expect(step(page)).toBe('opening-challenge');
    expect(page.frame).toMatchObject({
      place: 'dialog',
      isAttached: true,
      src: 'https://shop.example/scudo/frame',
      title: 'Confirm your payment',
      style: { inlineSize: '390px', blockSize: '400px' },
    });
    expect(page.sizes).toEqual(['WINDOWED_390X400']);
    const [authentication] = page.backend.calls.filter(({ call }) => call === 'authenticate');
    expect(authentication?.input).toMatchObject({ browserData: { challengeWindowSize: 'WINDOWED_390X400' } });
    page.frame.send({ scudo: 'frame-ready' });
    expect(page.frame.received).toEqual([
      {
        scudo: 'frame-open',
        kind: 'challenge',
        action: 'http://127.0.0.1:1/acs',
        fields: { creq: 'e30' },
        title: 'Confirm your payment',
      },
    ]);
    page.payment.stop();
    expect(page.frame.isAttached).toBe(false);
  });

  it.each([
    ['http://127.0.0.1:4162', 'http://127.0.0.1:4162'],
    ['https://pay.example', undefined],
    ['https://shop.example', undefined],
  ])('the frame page of an order with notifications from %s accepts those of %s', async (origin, accepted) => {
    const page = await opened({ order: () => ({ ...OPEN_ORDER, notificationOrigin: origin }) });
    page.frame.send({ scudo: 'frame-ready' });
    expect(page.frame.received).toMatchObject([{ scudo: 'frame-open', notificationOrigin: accepted }]);
    page.payment.stop();
  });

  it('sends the cres of the notification to the backend, which reads the result', async () => {
    const page = await challenging();
    page.frame.send(NOTIFIED);
    expect(await page.paying).toMatchObject({ status: 'paid' });
    expect(page.backend.calls.filter(({ call }) => call === 'authorize')).toEqual([
      { call: 'authorize', input: { serverTransId: ID, card: CARD, ended: 'notified', cres: 'e30' }, key: 'key-2' },
    ]);
    expect(page.frame.isAttached).toBe(false);
    expect(page.clock.waiting).toBe(0);
  });

  it.each([
    ['is blocked by a policy', async (page: ChallengePage) => page.frame.send(BLOCKED), 'blocked'],
    ['is cancelled by the shopper', async (page: ChallengePage) => page.payment.cancel(), 'cancelled'],
    ['has not loaded after 30 s', loadingSlowly, 'too-late'],
  ])('names its end to the backend when it %s', async (_what, end, name) => {
    const page = await opened({ authorize: never });
    await end(page);
    await settle();
    expect(step(page)).toBe('reading-result');
    expect(ended(page)).toEqual([name]);
    expect(page.frame.isAttached).toBe(false);
    page.payment.stop();
  });

  it('keeps a loaded challenge open for ten minutes, in one frame', async () => {
    const page = await challenging({ authorize: () => ({ result: 'challenge-open' }) });
    page.frame.send({ scudo: 'frame-loaded' });
    await page.clock.advance(599_999);
    expect(step(page)).toBe('challenging');
    expect(tab.frames).toHaveLength(1);
    await page.clock.advance(1);
    expect(ended(page).at(-1)).toBe('timed-out');
    page.payment.stop();
  });

  it('asks every 30 s, because a browser may report no document after a lost notification', async () => {
    const page = await challenging({ authorize: () => ({ result: 'challenge-open' }) });
    await pass(page, 29_500);
    expect(ended(page)).toEqual([]);
    await pass(page, 60_000);
    expect(ended(page)).toEqual(['returned', 'returned']);
    page.backend.answers.authorize = () => PAID;
    await pass(page, 30_000);
    expect(await page.paying).toMatchObject({ status: 'paid' });
    expect(page.clock.waiting).toBe(0);
  });

  it('names an unexpected origin of a message in the trace, and keeps the challenge open', async () => {
    const page = await challenging();
    page.frame.send(NOTIFIED, 'https://evil.example');
    await settle();
    expect(step(page)).toBe('challenging');
    expect(page.payment.snapshot.trace.at(-1)).toEqual({
      at: '2026-11-20T12:00:00.000Z',
      unexpectedOrigin: 'https://evil.example',
    });
    page.payment.stop();
  });

  it('opens no frame when the shopper cancels before the shop has shown its place', async () => {
    let show: (place: ParentNode) => void = () => undefined;
    const page = await opened({ authorize: never }, { challenge: () => new Promise((resolve) => (show = resolve)) });
    expect(tab.frames).toEqual([]);
    page.payment.cancel();
    show(tab.place('dialog'));
    await settle();
    expect(tab.frames).toEqual([]);
    expect(ended(page)).toEqual(['cancelled']);
    page.payment.stop();
  });

  it('names a challenge blocked when the shop cannot show its place', async () => {
    const page = await opened(
      { authorize: never },
      { challenge: () => Promise.reject(new Error('The dialog is missing.')) },
    );
    expect(ended(page)).toEqual(['blocked']);
    page.payment.stop();
  });
});

describe('a shopper who returns from a banking app', () => {
  it('shows the outcome at once when the issuer has decided without a notification', async () => {
    const page = await challenging();
    await returnToTab();
    expect(await page.paying).toMatchObject({ status: 'paid' });
    expect(ended(page)).toEqual(['returned']);
    expect(page.frame.isAttached).toBe(false);
  });

  it('keeps the challenge, its frame and its time when the issuer has not decided', async () => {
    const page = await challenging({ authorize: () => ({ result: 'challenge-open' }) });
    await page.clock.advance(300_000);
    await returnToTab();
    expect(page.snapshots.slice(-2).map((snapshot) => snapshot.step)).toEqual(['checking-challenge', 'challenging']);
    expect(page.frame.isAttached).toBe(true);
    await page.clock.advance(299_999);
    expect(step(page)).toBe('challenging');
    page.backend.answers.authorize = () => PAID;
    await page.clock.advance(1);
    expect(await page.paying).toMatchObject({ status: 'paid' });
    expect(ended(page).at(-1)).toBe('timed-out');
  });

  it.each([
    ['has no answer', unanswered],
    ['is answered with another challenge', () => CHALLENGE],
  ])('keeps the challenge when the read of its result %s', async (_what, authorize) => {
    const page = await challenging({ authorize });
    await returnToTab();
    expect(step(page)).toBe('challenging');
    expect(tab.frames.map(({ isAttached }) => isAttached)).toEqual([true]);
    page.payment.stop();
  });

  it('looks up the notification of a challenge that comes during a look-up after it', async () => {
    let answer: (value: ReturnType<typeof OPEN>) => void = () => undefined;
    const page = await challenging({ authorize: () => new Promise((resolve) => (answer = resolve)) });
    await returnToTab();
    expect(step(page)).toBe('checking-challenge');
    page.frame.send(NOTIFIED);
    page.backend.answers.authorize = () => PAID;
    answer(OPEN());
    await pass(page, 2_000);
    expect(await page.paying).toMatchObject({ status: 'paid' });
    expect(ended(page)).toEqual(['returned', 'notified']);
  });

  it('shows the unfinished redirect payment that the card did not replace', async () => {
    const outcome = outcomeOf('awaiting-final-status', { id: 'A1', state: 'pending' });
    const page = await challenging({ authorize: () => ({ result: 'outcome', outcome }) });
    page.backend.answers.order = () => UNFINISHED_ORDER;
    await returnToTab();
    expect(page.payment.snapshot).toMatchObject({ step: 'pending', order: UNFINISHED_ORDER });
    // No version check has found that it was begun: another method can be chosen.
    expect(page.payment.snapshot.isRedirectKept).toBe(false);
    page.payment.stop();
  });

  it('reads no result while the tab is hidden, or before the challenge has loaded', async () => {
    const page = await opened();
    await returnToTab();
    expect(step(page)).toBe('opening-challenge');
    page.frame.send({ scudo: 'frame-loaded' });
    tab.show('hidden');
    await settle();
    expect(step(page)).toBe('challenging');
    expect(ended(page)).toEqual([]);
    page.payment.stop();
  });

  it('reads no result for a return after the challenge has ended', async () => {
    const page = await challenging({ authorize: never });
    expect(getEventListeners(document, 'visibilitychange')).toHaveLength(1);
    page.payment.cancel();
    await settle();
    expect(getEventListeners(document, 'visibilitychange')).toEqual([]);
    await returnToTab();
    expect(step(page)).toBe('reading-result');
    expect(ended(page)).toEqual(['cancelled']);
    page.payment.stop();
  });
});

const OPEN = () => ({ result: 'challenge-open' }) as const;

/** Advances second by second, because each answer comes in a task of its own. */
async function pass(page: ChallengePage, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await page.clock.advance(500);
    await settle();
  }
}

describe('a notification of the challenge', () => {
  const reports = (page: ChallengePage) =>
    page.backend.calls.filter(({ call }) => call === 'authorize').map(({ input }) => input as object);

  it('keeps the challenge open while the gateway has no result, and asks until it has one', async () => {
    const shows: string[] = [];
    const page = await opened({ authorize: OPEN }, { challengeShows: (document) => void shows.push(document) });
    page.frame.send({ scudo: 'frame-loaded' });
    page.frame.send(NOTIFIED);
    await pass(page, 29_000);
    expect(step(page)).toBe('challenging');
    expect(page.frame.isAttached).toBe(true);
    page.backend.answers.authorize = () => PAID;
    await pass(page, 1_000);
    expect(await page.paying).toMatchObject({ status: 'paid' });
    // The notification is reported once, and then only asked about.
    expect(reports(page).map(({ ended, cres }: { ended?: string; cres?: string }) => [ended, cres])).toEqual([
      ['notified', 'e30'],
      ...Array.from({ length: 4 }, () => ['returned', undefined]),
    ]);
    expect(shows).toEqual(['issuer', 'shop']);
    expect(page.clock.waiting).toBe(0);
  });

  it('lets the shopper continue at the issuer, if its page had come from elsewhere', async () => {
    const page = await challenging({ authorize: OPEN });
    page.frame.send(NOTIFIED);
    await pass(page, 3_000);
    page.frame.send({ scudo: 'frame-loaded' });
    await pass(page, 300_000);
    expect(step(page)).toBe('challenging');
    expect(page.frame.isAttached).toBe(true);
    page.backend.answers.authorize = () => PAID;
    page.frame.send(NOTIFIED);
    expect(await page.paying).toMatchObject({ status: 'paid' });
  });

  it('does not prolong the ten minutes of the challenge', async () => {
    const page = await challenging({ authorize: OPEN });
    page.frame.send(NOTIFIED);
    await pass(page, 599_000);
    expect(step(page)).toBe('challenging');
    const outcome = outcomeOf('challenge-timed-out', { id: 'A1', state: 'open' });
    page.backend.answers.authorize = () => ({ result: 'outcome', outcome });
    await pass(page, 1_000);
    expect(await page.paying).toMatchObject({ code: 'challenge-timed-out' });
    expect(ended(page).at(-1)).toBe('timed-out');
    expect(page.clock.waiting).toBe(0);
  });

  it.each(['authentication-unknown', 'order-not-open'] as const)(
    'ends the challenge when the backend answers %s, because it has no such challenge',
    async (code) => {
      const page = await challenging({ authorize: problem(code) });
      page.frame.send(NOTIFIED);
      await settle();
      expect(await page.paying).toMatchObject({ status: 'failed' });
      expect(page.clock.waiting).toBe(0);
    },
  );
});

describe('a document of the backend in the challenge frame', () => {
  it.each<[string, object]>([
    ['a form that cannot be read', { scudo: 'own-document', notification: true }],
    ['a page that is no notification page', { scudo: 'own-document', notification: false }],
    ['another transaction', { ...NOTIFIED, server_trans_id: '00000000-0000-4000-8000-000000000009' }],
    ['other session data', { ...NOTIFIED, session_data: 'bnVsbA' }],
    ['a transaction that is none', { ...NOTIFIED, server_trans_id: 'none' }],
    ['a number as its result', { ...NOTIFIED, cres: 7 }],
    ['the notification of the method step', { scudo: 'method-notification', server_trans_id: ID }],
    ['a message of another version', { scudo: 'challenge-returned' }],
  ])('makes the page ask the gateway at once when it has %s', async (_what, message) => {
    const page = await challenging();
    page.frame.send(message);
    expect(await page.paying).toMatchObject({ status: 'paid' });
    expect(ended(page)).toEqual(['returned']);
    expect(page.frame.isAttached).toBe(false);
    expect(page.clock.waiting).toBe(0);
  });

  it('makes the page ask before the page of the ACS has loaded', async () => {
    const page = await opened();
    page.frame.send({ scudo: 'own-document', notification: true });
    expect(await page.paying).toMatchObject({ status: 'paid' });
    expect(ended(page)).toEqual(['returned']);
  });

  it('the page looks up at most every 2 s, and an unfinished challenge stays open', async () => {
    const page = await challenging({ authorize: OPEN });
    const times: number[] = [];
    const start = page.clock.now().getTime();
    page.backend.answers.authorize = () => {
      times.push((page.clock.now().getTime() - start) / 1000);
      return OPEN();
    };
    page.frame.send({ scudo: 'own-document', notification: true });
    await pass(page, 130_000);
    expect(times).toEqual([0, 2, 6, 14, 30, 60, 90, 120]);
    expect(step(page)).toBe('challenging');
    expect(page.frame.isAttached).toBe(true);
    page.payment.stop();
    expect(page.clock.waiting).toBe(0);
  });

  it.each([
    ['the gateway has the result', 7_000, OPEN],
    ['the browser is online again', 10_000, unanswered],
    ['the backend answers again', 200_000, problem('gateway-unavailable', [], true)],
  ])('leads to the outcome when %s only after %i ms', async (_what, ms, authorize) => {
    const page = await challenging({ authorize });
    page.frame.send({ scudo: 'own-document', notification: true });
    await pass(page, ms);
    expect(step(page)).toBe('challenging');
    page.backend.answers.authorize = () => PAID;
    await pass(page, 30_000);
    expect(await page.paying).toMatchObject({ status: 'paid' });
    expect(page.clock.waiting).toBe(0);
  });

  it('leads to rarer questions when a page of the issuer follows it', async () => {
    const page = await challenging({ authorize: OPEN });
    page.frame.send({ scudo: 'own-document', notification: true });
    await pass(page, 3_000);
    page.frame.send({ scudo: 'frame-loaded' });
    // At once and after 2 s. The new document stays for 3, 6, 12 and 24 s.
    await pass(page, 46_000);
    expect(ended(page)).toHaveLength(2 + 4);
    page.payment.stop();
    expect(page.clock.waiting).toBe(0);
  });

  it('leads to another question when the first one had no answer', async () => {
    const page = await challenging({ authorize: unanswered });
    page.frame.send({ scudo: 'own-document', notification: true });
    await settle();
    expect(step(page)).toBe('challenging');
    page.backend.answers.authorize = () => PAID;
    await pass(page, 2_000);
    expect(await page.paying).toMatchObject({ status: 'paid' });
  });

  it('makes the page ask every two seconds at most, however many documents come', async () => {
    const page = await challenging({ authorize: OPEN });
    for (let documents = 0; documents < 100; documents++) {
      page.frame.send({ scudo: 'own-document', notification: documents % 2 === 0 });
      await page.clock.advance(100);
      await settle();
    }
    // At once, and then after 2, 4, 6, 8 and 10 seconds.
    expect(ended(page).length).toBe(6);
    page.payment.stop();
  });

  it('a document that comes during a question leads to another question', async () => {
    let answer: (value: ReturnType<typeof OPEN>) => void = () => undefined;
    const page = await challenging({ authorize: () => new Promise((resolve) => (answer = resolve)) });
    await returnToTab();
    expect(step(page)).toBe('checking-challenge');
    page.frame.send({ scudo: 'own-document', notification: true });
    await pass(page, 5_000);
    expect(ended(page)).toEqual(['returned']);
    page.backend.answers.authorize = () => PAID;
    answer(OPEN());
    await pass(page, 2_000);
    expect(await page.paying).toMatchObject({ status: 'paid' });
  });
});

describe('a later document of the ACS', () => {
  it('makes the page ask when it stays, because its notification may be blocked', async () => {
    const page = await challenging({ authorize: OPEN });
    await pass(page, 10_000);
    expect(ended(page)).toEqual([]);
    page.frame.send({ scudo: 'frame-loaded' });
    await pass(page, 2_500);
    expect(ended(page)).toEqual([]);
    await pass(page, 1_000);
    expect(ended(page)).toEqual(['returned']);
    page.payment.stop();
  });

  it('makes the page ask nothing when the notification follows', async () => {
    const page = await challenging();
    page.frame.send({ scudo: 'frame-loaded' });
    await pass(page, 1_000);
    page.frame.send(NOTIFIED);
    expect(await page.paying).toMatchObject({ status: 'paid' });
    expect(ended(page)).toEqual(['notified']);
    expect(page.clock.waiting).toBe(0);
  });
});

describe('a frame page that does not report ready', () => {
  const trace = (page: ChallengePage) => page.payment.snapshot.trace.filter((entry) => 'acsFrame' in entry);

  it.each([
    ['8 s after its load event', true, 8_000],
    ['20 s without a load event', false, 20_000],
  ])('ends the challenge as blocked %s, and the gateway is asked', async (_when, isLoaded, ms) => {
    const page = await opened({ authorize: never });
    if (isLoaded) page.frame.load();
    await page.clock.advance(ms - 1);
    expect(step(page)).toBe('opening-challenge');
    await page.clock.advance(1);
    await settle();
    expect(step(page)).toBe('reading-result');
    expect(ended(page)).toEqual(['blocked']);
    expect(trace(page)).toMatchObject([{ acsFrame: 'frame-not-ready' }]);
    expect(page.frame.isAttached).toBe(false);
    page.payment.stop();
  });

  it('opens the challenge when it reports ready after 19 s', async () => {
    const page = await opened({ authorize: never });
    await page.clock.advance(19_000);
    page.frame.load();
    page.frame.send({ scudo: 'frame-ready' });
    expect(page.frame.received).toHaveLength(1);
    await page.clock.advance(10_999);
    expect(step(page)).toBe('opening-challenge');
    expect(trace(page)).toEqual([]);
    page.payment.stop();
  });
});
