import { shopAddress } from '../shared/shop-address.js';

/**
 * Replaces the style sheet of a preset in a page. The sheet before it stays until the new one is loaded. Resolves then,
 * or with an error message.
 */
export function applyPreset(preset: string, page = document): Promise<string | undefined> {
  const before = [...page.querySelectorAll<HTMLLinkElement>('link[data-preset]')];
  if ((before.at(-1)?.dataset['preset'] ?? 'default') === preset) return Promise.resolve(undefined);
  const removeBefore = () => before.forEach((link) => link.remove());
  if (preset === 'default') {
    removeBefore();
    return Promise.resolve(undefined);
  }
  return new Promise((resolve) => {
    const link = page.createElement('link');
    link.rel = 'stylesheet';
    link.href = shopAddress(`presets/${preset}.css`);
    link.dataset['preset'] = preset;
    link.addEventListener('load', () => {
      removeBefore();
      resolve(undefined);
    });
    link.addEventListener('error', () => {
      removeBefore();
      link.remove();
      resolve(`There is no sheet at ${link.getAttribute('href') ?? ''}.`);
    });
    page.head.append(link);
  });
}
