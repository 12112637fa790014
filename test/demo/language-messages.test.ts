import { beforeEach, describe, expect, it } from 'vitest';
import { LanguageMessages } from '../../demo/pages/studio/language-messages.js';
import type { Texts } from '../../demo/pages/theme/theme.js';

describe('the messages of a language', () => {
  let answers: Map<string, { readonly resolve: (texts: Texts) => void; readonly reject: (error: Error) => void }>;
  let messages: LanguageMessages;
  let changes: number;

  beforeEach(() => {
    answers = new Map();
    changes = 0;
    const load = (lang: string) => new Promise<Texts>((resolve, reject) => answers.set(lang, { resolve, reject }));
    messages = new LanguageMessages({ pay: 'Pay' }, load, () => changes++);
  });

  it('the language that is chosen last is shown, also when its file arrives first', async () => {
    const first = messages.show('de');
    const last = messages.show('fr');
    answers.get('fr')!.resolve({ pay: 'Payer' });
    await last;
    answers.get('de')!.resolve({ pay: 'Bezahlen' });
    await first;
    expect([messages.texts, changes]).toEqual([{ pay: 'Payer' }, 1]);
  });

  it('English is shown with the reason when a language cannot be loaded, and the next language is loaded', async () => {
    const failed = messages.show('de');
    answers.get('de')!.reject(new Error('offline.'));
    await failed;
    expect(messages.texts).toEqual({ pay: 'Pay' });
    expect(messages.problem).toBe('The messages of “de” cannot be loaded: offline. English is shown.');
    const next = messages.show('fr');
    answers.get('fr')!.resolve({ pay: 'Payer' });
    await next;
    expect([messages.texts, messages.problem]).toEqual([{ pay: 'Payer' }, '']);
  });
});
