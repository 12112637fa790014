import type { CollectedBrowserData } from '../protocol/browser-data.js';
import { shortLanguage } from '../protocol/language-tag.js';
import type { ChallengeWindowSize } from '../protocol/three-d-secure-values.js';
import { colorDepth } from './color-depth.js';

/**
 * What this browser can say of itself for the issuer (spec: Device (browser) data). IP address and
 * Accept header are the backend's to add.
 * @param size the window that the challenge would get, the same that its frame will have.
 */
export function collectBrowserData(
  size: ChallengeWindowSize,
  browser: Window = window,
  now: () => Date = () => new Date(),
): CollectedBrowserData {
  const { screen, navigator } = browser;
  const language = shortLanguage(navigator.language);
  return {
    color_depth: colorDepth(screen.colorDepth),
    java_enabled: javaEnabled(navigator) ? 'true' : 'false',
    javascript_enabled: 'true',
    ...(language ? { language } : {}),
    screen_height: pixels(screen.height),
    screen_width: pixels(screen.width),
    challenge_window_size: size,
    // Minutes, positive to the west of Greenwich, as EMV has it and browsers answer it.
    timezone: String(now().getTimezoneOffset()),
    user_agent: navigator.userAgent.slice(0, 2048),
  };
}

/** Zoom can make a browser report fractions; the wire wants whole pixels, six digits at most. */
function pixels(length: number): string {
  return String(Math.min(Math.max(Math.round(length), 0), 999_999));
}

/** Gone from some browsers, throwing in others. */
function javaEnabled(navigator: Navigator): boolean {
  try {
    return navigator.javaEnabled();
  } catch {
    return false;
  }
}
