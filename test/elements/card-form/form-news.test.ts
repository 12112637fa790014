import type { ReactiveControllerHost } from 'lit';
import { expect, it, vi } from 'vitest';
import { FormNews } from '../../../src/elements/card-form/form-news.js';

/** News with the texts of their live region, one for each rendering. */
function news() {
  const texts: string[] = [];
  const one: FormNews = new FormNews({
    requestUpdate: () => texts.push(one.text),
  } as unknown as ReactiveControllerHost);
  return { one, texts };
}
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

it('an equal text is removed first, so that it is read again', async () => {
  const { one, texts } = news();
  one.announce('Two fields');
  one.announce('Two fields');
  await frame();
  await frame();
  expect(texts).toEqual(['Two fields', '', 'Two fields']);
});

it('an empty text is set once', async () => {
  const { one, texts } = news();
  const frames = vi.spyOn(window, 'requestAnimationFrame');
  one.announce('');
  one.announce('');
  expect([texts, frames.mock.calls.length]).toEqual([['', ''], 0]);
  frames.mockRestore();
});

it('a newer text is not replaced by an older one', async () => {
  const { one } = news();
  one.announce('Two fields');
  one.announce('Two fields');
  one.announce('');
  await frame();
  await frame();
  expect(one.text).toBe('');
});
