import { describe, expect, it } from 'vitest';
import { collectedBrowserDataSchema } from '../../src/protocol/three-d-secure/browser-data.js';
import { renamed, wireName } from '../../src/protocol/values/camel-case.js';
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

const at = () => new Date(0);

describe('collectBrowserData', () => {
  it('collectBrowserData returns what the document wants, in this very browser', () => {
    const data = collectBrowserData('FULL_SCREEN', () => new Date());
    expect(collectedBrowserDataSchema.safeParse(renamed(data, wireName)).success).toBe(true);
    expect(data).toMatchObject({
      screenWidth: String(screen.width),
      userAgent: navigator.userAgent,
      timezone: String(new Date().getTimezoneOffset()),
    });
  });

  it('collectBrowserData returns every field, numbers as strings', () => {
    const now = { getTimezoneOffset: () => -330 } as Date;
    expect(collectBrowserData('WINDOWED_390X400', () => now, browser({ depth: 30 }))).toEqual({
      colorDepth: 'TWENTY_FOUR_BITS',
      javaEnabled: 'false',
      javascriptEnabled: 'true',
      language: 'en-GB',
      screenHeight: '900',
      screenWidth: '1440',
      challengeWindowSize: 'WINDOWED_390X400',
      timezone: '-330',
      userAgent: 'Test/1.0',
    });
  });

  it('cuts a language to whole subtags within 8 characters, or leaves it to the server', () => {
    expect(collectBrowserData('FULL_SCREEN', at, browser({ language: 'en-GB-oxendict' })).language).toBe('en-GB');
    expect(collectBrowserData('FULL_SCREEN', at, browser({ language: 'zh-Hant-TW' })).language).toBe('zh-Hant');
    for (const language of ['', '-', '_', '--', '@', '…'])
      expect(collectBrowserData('FULL_SCREEN', at, browser({ language }))).not.toHaveProperty('language');
  });

  it('outlives a browser without javaEnabled, or with one that throws', () => {
    const throwing = () => {
      throw new Error('gone');
    };
    expect(collectBrowserData('FULL_SCREEN', at, browser({ javaEnabled: throwing })).javaEnabled).toBe('false');
    expect(collectBrowserData('FULL_SCREEN', at, browser({ javaEnabled: undefined as never })).javaEnabled).toBe(
      'false',
    );
    expect(collectBrowserData('FULL_SCREEN', at, browser({ javaEnabled: () => true })).javaEnabled).toBe('true');
  });

  it('rounds what zoom has made a fraction', () => {
    expect(collectBrowserData('FULL_SCREEN', at, browser({ height: 899.6 })).screenHeight).toBe('900');
  });
});
