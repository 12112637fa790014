import { describe, expect, it } from 'vitest';
import { framesIn } from '../../../src/payment/card/frame-host.js';
import { withFrames } from '../checkout/scripted-frames.js';

withFrames();

const element = (clientWidth: number, clientHeight: number) => ({ clientWidth, clientHeight }) as HTMLElement;

describe('framesIn', () => {
  it('puts both frames into the element', async () => {
    const place = element(400, 300);
    const frames = framesIn(place);
    expect(frames.method()).toBe(place);
    expect(await frames.challenge('FULL_SCREEN')).toBe(place);
  });

  it.each([
    ['the height of the window for a flat element, which grows with the frame', 300, 700, 700],
    ['the height of the element when it is higher than the window', 900, 700, 900],
  ])('framesIn offers the width of the element and %s', (_what, height, innerHeight, expected) => {
    Object.assign(window, { innerHeight });
    expect(framesIn(element(400, height)).availableSpace()).toEqual({ width: 400, height: expected });
  });

  it('names the challenge frame for screen readers, in the words of the shop if it has any', () => {
    expect(framesIn(element(1, 1)).challengeTitle).toBe('Confirm your payment with your bank');
    expect(framesIn(element(1, 1), 'Zahlung bestätigen').challengeTitle).toBe('Zahlung bestätigen');
  });
});
