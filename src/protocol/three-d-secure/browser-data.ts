import * as z from '../zod.js';
import { stringBooleanSchema, stringNumeric } from '../values/enumeration.js';
import { languageTag } from '../values/language-tag.js';
import { challengeWindowSizeSchema, colorDepthSchema } from './three-d-secure-values.js';
import { textLike } from '../values/text.js';
import { plainText } from '../values/plain-text.js';
import { ipAddressSchema } from '../values/ip-address.js';

/** The offset in minutes of `Date.getTimezoneOffset`: time zones lie between UTC-12 and UTC+14. */
const timezoneSchema = stringNumeric(
  /^[+-]?0{0,3}(\d{1,2}|[1-7]\d\d|8[0-3]\d|840)$/,
  'an offset of -840 to 840 minutes',
);

/** Object `browser_data` (3D Secure 2 Authentication Interface, Device (browser) data). Numbers travel as strings. */
export const browserDataSchema = z.object({
  accept_header: plainText(2048),
  color_depth: colorDepthSchema,
  ip: ipAddressSchema,
  java_enabled: stringBooleanSchema,
  javascript_enabled: stringBooleanSchema,
  language: textLike(8, languageTag, 'a language tag of at most 8 characters'),
  screen_height: stringNumeric(/^\d{1,6}$/, 'a height in pixels'),
  screen_width: stringNumeric(/^\d{1,6}$/, 'a width in pixels'),
  challenge_window_size: challengeWindowSizeSchema,
  timezone: timezoneSchema,
  user_agent: plainText(2048),
});

/**
 * The fields that the page knows. The server adds the address and the Accept header, and language and user agent where
 * they are missing (3D Secure 2 Authentication Interface, Device (browser) data, last paragraph).
 */
export const collectedBrowserDataSchema = z.object({
  ...browserDataSchema.shape,
  accept_header: z.optional(browserDataSchema.shape.accept_header),
  ip: z.optional(browserDataSchema.shape.ip),
  language: z.optional(browserDataSchema.shape.language),
  user_agent: z.optional(browserDataSchema.shape.user_agent),
});
export type CollectedBrowserData = z.output<typeof collectedBrowserDataSchema>;
