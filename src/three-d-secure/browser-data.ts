import type { CollectedBrowserData } from '../protocol/three-d-secure/browser-data.js';
import { shortLanguage } from '../protocol/values/language-tag.js';
import type { ChallengeWindowSize } from '../protocol/three-d-secure/three-d-secure-values.js';
import { colorDepthOf } from './color-depth.js';

/**
 * Collects the browser data for the issuer (3D Secure 2 Authentication Interface, Device (browser) data). The backend adds
 * IP address and Accept header. Unusual values are replaced (docs/reference/browser-lessons.md#accepted-values).
 * @param size the size of the challenge frame, if there is a challenge
 */
export function collectBrowserData(
  size: ChallengeWindowSize,
  browser: Window = window,
  now: () => Date = () => new Date(),
): CollectedBrowserData {
  const { screen, navigator } = browser;
  const language = shortLanguage(navigator.language);
  return {
    color_depth: colorDepthOf(screen.colorDepth),
    java_enabled: javaEnabled(navigator) ? 'true' : 'false',
    javascript_enabled: 'true',
    ...(language ? { language } : {}),
    screen_height: pixels(screen.height),
    screen_width: pixels(screen.width),
    challenge_window_size: size,
    // Minutes, positive to the west of Greenwich, in EMV 3-D Secure and in browsers.
    timezone: String(now().getTimezoneOffset()),
    user_agent: navigator.userAgent.slice(0, 2048),
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
