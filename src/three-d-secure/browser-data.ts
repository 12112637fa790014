import { visibleText } from '../protocol/values/clean-text.js';
import { shortLanguage, standardTag } from '../protocol/values/language-tag.js';
import type { ChallengeWindowSize, ColorDepth } from '../protocol/three-d-secure/three-d-secure-values.js';
import { colorDepthOf } from './color-depth.js';

/**
 * The browser data of an authentication. The values are those of the interface: numbers and booleans are texts (3D
 * Secure 2 Authentication Interface, Device (browser) data).
 */
export interface BrowserData {
  /** The depth of the screen, such as `TWENTY_FOUR_BITS`. */
  readonly colorDepth: ColorDepth;
  /** True when the browser runs Java. */
  readonly javaEnabled: 'true' | 'false';
  /** True when the browser runs JavaScript. */
  readonly javascriptEnabled: 'true' | 'false';
  /** The language tag of the browser, at most 8 characters. Default: that of the `Accept-Language` header. */
  readonly language?: string;
  /** The height of the screen in pixels. */
  readonly screenHeight: string;
  /** The width of the screen in pixels. */
  readonly screenWidth: string;
  /** The size of the challenge frame. */
  readonly challengeWindowSize: ChallengeWindowSize;
  /** The offset of the time zone in minutes, positive to the west of Greenwich. */
  readonly timezone: string;
  /** The `User-Agent` of the browser, at most 2,048 characters. Default: the header. */
  readonly userAgent?: string;
}

/**
 * Collects the browser data for the issuer (3D Secure 2 Authentication Interface, Device (browser) data). The backend
 * adds IP address and Accept header. The data only inform the issuer, so no value of a browser stops a payment. Unusual
 * values are replaced, and unusable ones count as absent (docs/reference/browser-lessons.md#accepted-values).
 * @param size the size of the challenge frame, if there is a challenge
 * @param now returns the present time, whose offset is the time zone
 */
export function collectBrowserData(size: ChallengeWindowSize, now: () => Date, browser: Window = window): BrowserData {
  const language = languageOf(() => browser.navigator);
  const userAgent = read(() => visibleText(textOf(browser.navigator.userAgent), MAX_USER_AGENT).trim());
  return {
    colorDepth: colorDepthOf(read(() => numberOf(browser.screen.colorDepth)) ?? 0),
    // Some browsers have removed the function, and others throw.
    javaEnabled: read(() => browser.navigator.javaEnabled() as unknown) === true ? 'true' : 'false',
    javascriptEnabled: 'true',
    ...(language ? { language } : {}),
    screenHeight: pixels(read(() => numberOf(browser.screen.height)) ?? read(() => numberOf(browser.innerHeight))),
    screenWidth: pixels(read(() => numberOf(browser.screen.width)) ?? read(() => numberOf(browser.innerWidth))),
    challengeWindowSize: size,
    timezone: offset(read(() => numberOf(now().getTimezoneOffset()))),
    ...(userAgent ? { userAgent } : {}),
  };
}

/** The most characters that EMV 3-D Secure accepts (Browser User-Agent). */
const MAX_USER_AGENT = 2048;

/** Reads a property that a browser or a privacy tool may have removed, or that throws. */
function read<Value>(get: () => Value): Value | undefined {
  try {
    return get();
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns a number, also one that is a text; undefined for anything else. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Returns the first language of the browser that the interface has a form for. */
function languageOf(navigator: () => Navigator): string | undefined {
  const tags: unknown[] = [read(() => navigator().language), ...(read(() => [...navigator().languages]) ?? [])];
  return tags.map((tag) => shortLanguage(standardTag(textOf(tag)))).find((tag) => tag !== undefined);
}

/** Whole pixels, six digits at most (docs/reference/browser-lessons.md#fractions-of-pixels). */
function pixels(length = 0): string {
  return clamped(length, 0, 999_999);
}

/** Whole minutes, positive to the west of Greenwich, in EMV 3-D Secure and in browsers: from UTC+14 to UTC-14. */
function offset(minutes = 0): string {
  return clamped(minutes, -840, 840);
}

function clamped(value: number, least: number, most: number): string {
  return String(Math.min(Math.max(Math.round(value), least), most));
}
