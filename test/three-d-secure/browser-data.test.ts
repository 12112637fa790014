import { describe, expect, it } from 'vitest';
import { collectedBrowserData } from '../../src/protocol/three-d-secure/browser-data.js';
import { collectBrowserData } from '../../src/three-d-secure/browser-data.js';

function browser(
  changes: { language?: string; depth?: number; javaEnabled?: () => boolean; height?: number } = {},
): Window {
  return {
    screen: { colorDepth: changes.depth ?? 24, height: changes.height ?? 900, width: 1440 },
    navigator: {
      language: changes.language ?? 'en-GB',
      userAgent: 'Test/1.0',
      javaEnabled: changes.javaEnabled ?? (() => false),
    },
  } as unknown as Window;
}

describe('collectBrowserData', () => {
  it('collectBrowserData returns what the document wants, in this very browser', () => {
    const data = collectBrowserData('FULL_SCREEN');
    expect(collectedBrowserData.safeParse(data).success).toBe(true);
    expect(data).toMatchObject({
      screen_width: String(screen.width),
      user_agent: navigator.userAgent,
      timezone: String(new Date().getTimezoneOffset()),
    });
  });

  it('collectBrowserData returns every field, numbers as strings', () => {
    const now = { getTimezoneOffset: () => -330 } as Date;
    expect(collectBrowserData('WINDOWED_390X400', browser({ depth: 30 }), () => now)).toEqual({
      color_depth: 'TWENTY_FOUR_BITS',
      java_enabled: 'false',
      javascript_enabled: 'true',
      language: 'en-GB',
      screen_height: '900',
      screen_width: '1440',
      challenge_window_size: 'WINDOWED_390X400',
      timezone: '-330',
      user_agent: 'Test/1.0',
    });
  });

  it('cuts a language to whole subtags within 8 characters, or leaves it to the server', () => {
    expect(collectBrowserData('FULL_SCREEN', browser({ language: 'en-GB-oxendict' })).language).toBe('en-GB');
    expect(collectBrowserData('FULL_SCREEN', browser({ language: 'zh-Hant-TW' })).language).toBe('zh-Hant');
    expect(collectBrowserData('FULL_SCREEN', browser({ language: '' }))).not.toHaveProperty('language');
  });

  it('outlives a browser without javaEnabled, or with one that throws', () => {
    const throwing = () => {
      throw new Error('gone');
    };
    expect(collectBrowserData('FULL_SCREEN', browser({ javaEnabled: throwing })).java_enabled).toBe('false');
    expect(collectBrowserData('FULL_SCREEN', browser({ javaEnabled: undefined as never })).java_enabled).toBe('false');
    expect(collectBrowserData('FULL_SCREEN', browser({ javaEnabled: () => true })).java_enabled).toBe('true');
  });

  it('rounds what zoom has made a fraction', () => {
    expect(collectBrowserData('FULL_SCREEN', browser({ height: 899.6 })).screen_height).toBe('900');
  });
});
