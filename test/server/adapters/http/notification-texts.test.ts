import { expect, it } from 'vitest';
import { notificationText } from '../../../../src/server/adapters/http/notification-texts.js';

it.each([
  ['deu', 'de'],
  ['de_DE', 'de'],
  ['pt BR;q=0.5', 'pt-BR'],
  ['zh_Hant_HK', 'zh-Hant'],
  ['iw', 'he'],
  ['*, fr;q=0.1', 'fr'],
  ['es-MX', 'es'],
  ['sr-Cyrl', 'sr-Latn'],
  ['de;q=0, ar', 'ar'],
  ['%%', 'en'],
  ['-', 'en'],
])('the language of %j is %s, whatever the form of its tag', (header, language) => {
  expect(notificationText(header).language).toBe(language);
});
