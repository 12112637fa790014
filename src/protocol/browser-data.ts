import * as z from 'zod/mini';
import { stringBoolean, stringNumeric } from './enumeration.js';
import { languageTag } from './language-tag.js';
import { challengeWindowSize, colorDepth } from './three-d-secure-values.js';

/** Object `browser_data` (spec: Device (browser) data). Numbers travel as strings. */
export const browserData = z.object({
  accept_header: z.string().check(z.minLength(1), z.maxLength(2048)),
  color_depth: colorDepth,
  ip: z.string().check(z.minLength(2), z.maxLength(45)),
  java_enabled: stringBoolean,
  javascript_enabled: stringBoolean,
  language: z.string().check(z.regex(languageTag, 'a language tag of at most 8 characters')),
  screen_height: stringNumeric(/^\d{1,6}$/, 'a height in pixels'),
  screen_width: stringNumeric(/^\d{1,6}$/, 'a width in pixels'),
  challenge_window_size: challengeWindowSize,
  timezone: stringNumeric(/^[+-]?\d{1,4}$/, 'an offset in minutes'),
  user_agent: z.string().check(z.minLength(1), z.maxLength(2048)),
});
export type BrowserData = z.output<typeof browserData>;

/**
 * What the page can say of itself. The address and the Accept header are the server's to add;
 * language and user agent may be (spec: Device (browser) data, last paragraph).
 */
export const collectedBrowserData = z.object({
  ...browserData.shape,
  accept_header: z.optional(browserData.shape.accept_header),
  ip: z.optional(browserData.shape.ip),
  language: z.optional(browserData.shape.language),
  user_agent: z.optional(browserData.shape.user_agent),
});
export type CollectedBrowserData = z.output<typeof collectedBrowserData>;
