import { expect, vi } from 'vitest';
import { settle, stillClock } from '../demo/pages/gallery/still-clock.js';
import { OPEN_ORDER, scriptedBackend } from './browser/scripted-backend.js';

const PATIENCE = { timeout: 60_000, interval: 10 };

/**
 * Renders, uses and removes the elements as a component test does, in an environment without a browser.
 * @param hasFrames false where an `iframe` writes an error
 */
export async function runComponentTest(hasFrames: boolean): Promise<void> {
  const rejections: unknown[] = [];
  const note = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', note);
  // Languages, icons and formats are files, which no server has here.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 })));
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  await import('../src/index.js');
  const clock = stillClock();
  const checkout = (backend: string) =>
    Object.assign(document.createElement('scudo-checkout'), {
      adapter: scriptedBackend({ order: () => OPEN_ORDER }, 'https://shop.example/scudo/frame'),
      clock,
      order: 'A1',
      backend,
    });
  const element = checkout('/scudo');
  element.innerHTML = '<button slot="express">Wallet</button><p slot="trust">Secure</p>';
  const other = checkout(hasFrames ? 'https://pay.shop.example/scudo' : '/scudo');
  const outcomes: string[] = [];
  element.addEventListener('scudo-outcome', ({ detail }) => outcomes.push(detail.code));
  const rendered = async () => {
    for (let turn = 0; turn < 4; turn++) {
      await vi.dynamicImportSettled();
      await settle();
      await clock.advance(0);
      await element.updateComplete;
    }
  };
  document.body.append(element, other);
  await vi.waitFor(async () => {
    await rendered();
    expect(element.shadowRoot?.querySelector('#number')).not.toBeNull();
    expect(other.shadowRoot?.querySelector(hasFrames ? '[part=card-frame]' : '#number')).not.toBeNull();
  }, PATIENCE);
  expect(await element.pay()).toBe(false);
  const texts = { number: '4222 0000 0628 5344', expiry: '12 / 28', 'security-code': '987', name: 'Ada Lovelace' };
  for (const [id, text] of Object.entries(texts)) {
    const input = element.shadowRoot?.querySelector<HTMLInputElement>(`#${id}`);
    if (!input) throw new Error(`There is no field ${id}.`);
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }
  await rendered();
  expect(await element.pay()).toBe(true);
  await vi.waitFor(async () => {
    await rendered();
    expect(outcomes).toEqual(['authorized']);
  }, PATIENCE);
  element.remove();
  other.remove();
  await rendered();
  process.off('unhandledRejection', note);
  expect(rejections).toEqual([]);
  expect(logged.mock.calls.flat().filter((line) => !String(line).includes(' did not load: '))).toEqual([]);
  logged.mockRestore();
}
