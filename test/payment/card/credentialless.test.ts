import { describe, expect, it } from 'vitest';
import { settle } from '../../../demo/pages/gallery/still-clock.js';
import { CHALLENGE, never } from '../../browser/scripted-backend.js';
import { withFrames } from '../checkout/scripted-frames.js';
import { CARD, scriptedPage } from '../checkout/scripted-page.js';

const tab = withFrames({ hasCredentialless: true });

async function opened() {
  const page = scriptedPage({ authenticate: () => CHALLENGE, authorize: never }, 'on-number', {
    availableSpace: () => ({ width: 400, height: 500 }),
    challenge: () => tab.place('dialog'),
    challengeTitle: 'Your bank',
  });
  void page.payment.pay(CARD);
  await settle();
  return page;
}

const attached = () => tab.frames.filter(({ isAttached }) => isAttached);

describe('a browser with credentialless frames', () => {
  it('uses an ordinary frame that reports ready, and no other', async () => {
    const page = await opened();
    tab.frames[0]!.load();
    tab.frames[0]!.send({ scudo: 'frame-ready' });
    await page.clock.advance(29_000);
    expect(tab.frames).toMatchObject([{ credentialless: false, received: [{ scudo: 'frame-open' }] }]);
    page.payment.stop();
  });

  it('tries a credentialless frame once when the ordinary one does not report ready', async () => {
    const page = await opened();
    tab.frames[0]!.load();
    await page.clock.advance(8_000);
    expect(tab.frames).toMatchObject([{ credentialless: false }, { credentialless: true }]);
    tab.frames[1]!.send({ scudo: 'frame-ready' });
    expect(attached()).toEqual([tab.frames[1]]);
    expect(tab.frames[1]!.style['display']).toBe('');
    expect(tab.frames.map(({ received }) => received.length)).toEqual([0, 1]);
    // A late report of the first frame posts nothing: an ACS rejects a second post.
    tab.frames[0]!.send({ scudo: 'frame-ready' });
    expect(tab.frames.map(({ received }) => received.length)).toEqual([0, 1]);
    page.payment.stop();
    expect(attached()).toEqual([]);
    expect(page.clock.waiting).toBe(0);
  });

  it('opens the challenge in an ordinary frame that reports ready while the second one loads', async () => {
    const page = await opened();
    await page.clock.advance(20_500);
    expect(attached()).toHaveLength(2);
    tab.frames[0]!.send({ scudo: 'frame-ready' });
    expect(attached()).toEqual([tab.frames[0]]);
    expect(tab.frames[0]!.received).toHaveLength(1);
    page.payment.stop();
  });

  it.each([
    ['both have a load event', true, 16_000],
    ['neither has a load event', false, 28_000],
  ])('ends the challenge as blocked when no frame reports ready and %s', async (_what, isLoaded, ms) => {
    const page = await opened();
    if (isLoaded) tab.frames[0]!.load();
    await page.clock.advance(isLoaded ? 8_000 : 20_000);
    if (isLoaded) tab.frames[1]!.load();
    await page.clock.advance(ms - (isLoaded ? 8_000 : 20_000) - 1);
    expect(page.payment.snapshot.step).toBe('opening-challenge');
    await page.clock.advance(1);
    await settle();
    expect(page.payment.snapshot.step).toBe('reading-result');
    expect(page.backend.calls.at(-1)?.input).toMatchObject({ ended: 'blocked' });
    expect(attached()).toEqual([]);
    page.payment.stop();
  });

  it.each([
    ['no page starts', false, 18_000],
    ['only the credentialless page starts', true, 20_000],
  ])(
    'opens both frames of the challenge at once after a method step without a frame page, when %s',
    async (_what, starts, ms) => {
      const serverTransId = '3f1c1f0e-0000-4000-8000-000000000001';
      const page = scriptedPage(
        {
          prepare: () => ({ enrolled: true, serverTransId, method: { url: 'http://127.0.0.1:1/method', data: 'e30' } }),
          authenticate: () => CHALLENGE,
          authorize: never,
        },
        'on-number',
        {
          method: () => tab.place('body'),
          availableSpace: () => ({ width: 400, height: 500 }),
          challenge: () => tab.place('dialog'),
        },
      );
      void page.payment.pay(CARD);
      await settle();
      tab.frames[0]!.load();
      await page.clock.advance(10_000);
      await settle();
      const [ordinary, credentialless] = attached();
      expect([ordinary, credentialless]).toMatchObject([
        { place: 'dialog', credentialless: false },
        { place: 'dialog', credentialless: true },
      ]);
      for (const frame of attached()) frame.load();
      if (starts) credentialless!.send({ scudo: 'frame-ready' });
      await page.clock.advance(ms - 10_000 - 1);
      expect(page.payment.snapshot.step).toBe('opening-challenge');
      await page.clock.advance(1);
      await settle();
      expect(page.payment.snapshot.step).toBe(starts ? 'opening-challenge' : 'reading-result');
      expect(attached()).toEqual(starts ? [credentialless] : []);
      expect(ordinary!.received).toEqual([]);
      expect(credentialless!.received).toHaveLength(starts ? 1 : 0);
      page.payment.stop();
    },
  );

  it('begins with a credentialless frame in a page that is cross-origin isolated', async () => {
    Object.assign(window, { crossOriginIsolated: true });
    const page = await opened();
    expect(tab.frames).toMatchObject([{ credentialless: true }]);
    expect(tab.frames[0]!.style['display']).toBeUndefined();
    await page.clock.advance(19_999);
    expect(tab.frames).toHaveLength(1);
    expect(page.payment.snapshot.step).toBe('opening-challenge');
    await page.clock.advance(1);
    await settle();
    expect(page.payment.snapshot.step).toBe('reading-result');
    page.payment.stop();
  });
});
