import { shortLanguage } from '../protocol/values/language-tag.js';
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
  /** The `User-Agent` of the browser, at most 2,048 characters. */
  readonly userAgent: string;
}

/**
 * Collects the browser data for the issuer (3D Secure 2 Authentication Interface, Device (browser) data). The backend
 * adds IP address and Accept header. Unusual values are replaced (docs/reference/browser-lessons.md#accepted-values).
 * @param size the size of the challenge frame, if there is a challenge
 * @param now returns the present time, whose offset is the time zone
 */
export function collectBrowserData(size: ChallengeWindowSize, now: () => Date, browser: Window = window): BrowserData {
  const { screen, navigator } = browser;
  const language = shortLanguage(navigator.language);
  return {
    colorDepth: colorDepthOf(screen.colorDepth),
    javaEnabled: javaEnabled(navigator) ? 'true' : 'false',
    javascriptEnabled: 'true',
    ...(language ? { language } : {}),
    screenHeight: pixels(screen.height),
    screenWidth: pixels(screen.width),
    challengeWindowSize: size,
    // Minutes, positive to the west of Greenwich, in EMV 3-D Secure and in browsers.
    timezone: String(now().getTimezoneOffset()),
    userAgent: navigator.userAgent.slice(0, 2048),
  };
}

/** Whole pixels, six digits at most (docs/reference/browser-lessons.md#fractions-of-pixels). */
function pixels(length: number): string {
  return String(Math.min(Math.max(Math.round(length), 0), 999_999));
}

/** Some browsers have removed the function, and others throw. */
function javaEnabled(navigator: Navigator): boolean {
  try {
    return navigator.javaEnabled();
  } catch {
    return false;
  }
}
