import { describe, expect, it } from 'vitest';
import { sendWindow } from '../../../../src/server/use-cases/calls/send-window.js';
import { StoreBusyError } from '../../../../src/server/domain/problems/store-busy-error.js';
import { virtualClock } from '../../virtual-clock.js';

const ending = () => new AbortController();

const windowOf = (
  sentAt: string,
  { ended = ending(), storeNow }: { ended?: AbortController; storeNow?: string } = {},
) => {
  const { now, advance } = virtualClock('2026-11-20T12:00:00Z');
  const book = { now: () => Promise.resolve(storeNow === undefined ? now() : new Date(storeNow)) } as never;
  return { advance, window: sendWindow({ book, now, ended: ended.signal }, sentAt) };
};
const unavailable = expect.objectContaining({ code: 'gateway-unavailable' }) as unknown as Error;

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
    expect(() => begin?.({ within: 5_000 })).toThrow(unavailable);
  });

  it('sends an attempt that is as old as it may be, and none that has become older', async () => {
    const { window, advance } = windowOf('2026-11-20T11:59:59.000Z');
    const { begin } = await window;
    advance(4_000);
    expect(begin?.({ within: 5_000 })).toBe(5_000);
    advance(1);
    expect(() => begin?.({ within: 5_000 })).toThrow(unavailable);
  });

  it('refuses to send when the clock of the process was set back, because the time that has passed is unknown', async () => {
    const { window, advance } = windowOf('2026-11-20T12:00:00.000Z');
    const { begin } = await window;
    expect(begin?.({ within: 5_000 })).toBe(0);
    advance(-1);
    expect(() => begin?.({ within: 5_000 })).toThrow(unavailable);
  });

  it('takes an attempt up to 5 s ahead of the store’s clock as new, and refuses one that is further ahead', async () => {
    const [new_, ahead] = [windowOf('2026-11-20T12:00:05.000Z'), windowOf('2026-11-20T12:00:05.001Z')];
    expect((await new_.window).begin?.({ within: 5_000 })).toBe(0);
    const { begin } = await ahead.window;
    expect(() => begin?.({ within: 5_000 })).toThrow(unavailable);
  });

  it('measures the age by the clock of the store, not by that of the process', async () => {
    const { begin } = await windowOf('2026-11-21T12:00:00.000Z', { storeNow: '2026-11-21T12:00:02.000Z' }).window;
    expect(begin?.({ within: 5_000 })).toBe(2_000);
  });

  it('sends nothing once the backend is closed', async () => {
    const ended = ending();
    const { begin } = await windowOf('2026-11-20T12:00:00.000Z', { ended }).window;
    ended.abort();
    expect(() => begin?.({ within: 5_000 })).toThrow(expect.objectContaining({ code: 'closing' }));
  });

  it('rejects with a problem when the time of the store cannot be read', async () => {
    const book = { now: () => Promise.reject(new StoreBusyError('down')) } as never;
    const window = sendWindow({ book, now: () => new Date(0), ended: ending().signal }, '2026-11-20T12:00:00.000Z');
    await expect(window).rejects.toMatchObject({ name: 'Problem', code: 'store-busy' });
  });
});
