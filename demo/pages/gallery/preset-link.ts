/** Replaces the style sheet of a preset. Resolves when it is loaded, or with an error message. */
export function applyPreset(preset: string): Promise<string | undefined> {
  const applied = document.querySelector<HTMLLinkElement>('link[data-preset]');
  if ((applied?.dataset['preset'] ?? 'default') === preset) return Promise.resolve(undefined);
  applied?.remove();
  if (preset === 'default') return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = `/presets/${preset}.css`;
    link.dataset['preset'] = preset;
    link.addEventListener('load', () => resolve(undefined));
    link.addEventListener('error', () => {
      link.remove();
      resolve(`There is no sheet at ${link.getAttribute('href') ?? ''}.`);
    });
    document.head.append(link);
  });
}
