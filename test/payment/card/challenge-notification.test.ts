import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { BackendAnswer } from '../../../src/payment/backend-client/backend-client.js';
import type { ChallengeSign } from '../../../src/three-d-secure/challenge-frame.js';
import { settle } from '../../../demo/pages/gallery/still-clock.js';
import { CHALLENGE, PAID } from '../../browser/scripted-backend.js';
import { CARD, scriptedPage, withWindow } from '../checkout/scripted-page.js';

const frame = vi.hoisted(() => ({ onSign: (_sign: ChallengeSign): void => undefined }));
vi.mock('../../../src/three-d-secure/challenge-frame.js', () => ({
  openChallenge: (_challenge: unknown, options: typeof frame) => void (frame.onSign = options.onSign),
}));

withWindow();
beforeAll(() => {
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => undefined });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

it('ignores a second notification of the same challenge, before and after the result', async () => {
  let answer: (result: BackendAnswer) => void = () => undefined;
  const page = scriptedPage(
    {
      authenticate: () => CHALLENGE,
      authorize: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    },
    'on-number',
    { challenge: () => ({}) as ParentNode },
  );
  const paying = page.payment.pay(CARD);
  await settle();
  frame.onSign({ sign: 'loaded' });
  expect(page.payment.snapshot.step).toBe('challenging');

  frame.onSign({ sign: 'notified', cres: 'first' });
  await settle();
  const reading = page.payment.snapshot;
  expect(reading.step).toBe('reading-result');
  frame.onSign({ sign: 'notified', cres: 'second' });
  await settle();
  expect(page.payment.snapshot).toBe(reading);

  answer(PAID);
  expect(await paying).toMatchObject({ status: 'paid' });
  const ended = page.payment.snapshot;
  frame.onSign({ sign: 'notified', cres: 'third' });
  await settle();
  expect(page.payment.snapshot).toBe(ended);
  expect(page.backend.calls.filter(({ call }) => call === 'authorize')).toMatchObject([
    { input: { ended: 'notified', cres: 'first' } },
  ]);
  expect(page.clock.waiting).toBe(0);
});
