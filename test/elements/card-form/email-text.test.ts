import { expect, it } from 'vitest';
import { emailOf } from '../../../src/elements/fields/email-text.js';

it.each([
  'ada@example.com',
  ' ada@example.com\t',
  '\u200bada@example.com\u202c',
  'mailto:ada@example.com?subject=Hello',
  'Ada <ada@example.com>',
  '"Lovelace, Ada" <ada@example.com>;',
  '<mailto:ada@example.com>',
  'ada@example.com,',
])('the e-mail address in %j is read', (text) => {
  expect(emailOf(text)).toBe('ada@example.com');
});

it.each(['', 'Ada', 'Ada <ada>', '<>'])('the text %j has no other address', (text) => {
  expect(emailOf(text)).not.toContain('@');
});
