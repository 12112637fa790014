/** Exchanges the sheet of a look. Resolves when it is there; with what is wrong, when it is not. */
export function wear(preset: string): Promise<string | undefined> {
  const worn = document.querySelector<HTMLLinkElement>('link[data-preset]');
  if ((worn?.dataset['preset'] ?? 'default') === preset) return Promise.resolve(undefined);
  worn?.remove();
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
