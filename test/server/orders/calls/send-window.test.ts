import { describe, expect, it } from 'vitest';
import { sendWindow } from '../../../../src/server/orders/calls/send-window.js';
import { virtualClock } from '../../scripted-gateway.js';

const windowOf = (sentAt: string, { now, advance } = virtualClock('2026-11-20T12:00:00Z')) => ({
  advance,
  window: sendWindow(
    { book: { now: () => Promise.resolve(now()) } as never, now, ended: new AbortController().signal },
    sentAt,
  ),
});

describe('sendWindow', () => {
  it('returns the age of the attempt, with the time that has passed since', async () => {
    const { window, advance } = windowOf('2026-11-20T11:59:59.000Z');
    const { begin } = await window;
    advance(500);
    expect(begin?.({ within: 5_000 })).toBe(1_500);
  });

  it.each([
    ['', 'absent'],
    ['soon', 'unreadable'],
    ['2026-11-20T11:59:54.999Z', 'too old'],
  ])('refuses to send an attempt whose time is "%s" (%s)', async (sentAt) => {
    const { begin } = await windowOf(sentAt).window;
    expect(() => begin?.({ within: 5_000 })).toThrow(expect.objectContaining({ code: 'gateway-unavailable' }));
  });
});
