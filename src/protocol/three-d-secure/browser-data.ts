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
 * The fields that the page knows. The server adds the address and the Accept header (3D Secure 2 Authentication
 * Interface, Device (browser) data, last paragraph). The data only inform the issuer: a value that does not fit is
 * `null`, and the server replaces it as it replaces an absent one.
 */
export const collectedBrowserDataSchema = z.object({
  accept_header: usable(browserDataSchema.shape.accept_header),
  color_depth: usable(browserDataSchema.shape.color_depth),
  ip: usable(browserDataSchema.shape.ip),
  java_enabled: usable(browserDataSchema.shape.java_enabled),
  javascript_enabled: usable(browserDataSchema.shape.javascript_enabled),
  language: usable(browserDataSchema.shape.language),
  screen_height: usable(browserDataSchema.shape.screen_height),
  screen_width: usable(browserDataSchema.shape.screen_width),
  challenge_window_size: usable(browserDataSchema.shape.challenge_window_size),
  timezone: usable(browserDataSchema.shape.timezone),
  user_agent: usable(browserDataSchema.shape.user_agent),
});
export type CollectedBrowserData = z.output<typeof collectedBrowserDataSchema>;

function usable<Output, Input>(schema: z.ZodMiniType<Output, Input>) {
  return z.catch(z.optional(schema), null as never) as unknown as z.ZodMiniType<
    Output | null | undefined,
    Input | undefined
  >;
}
