import type { Page } from 'playwright-core';

const linesOf = new WeakMap<Page, string[]>();

/**
 * Collects the console lines of the elements on a page, which name mistakes of the set-up (docs/troubleshooting.md).
 */
export function watchConsole(page: Page): void {
  if (linesOf.has(page)) return;
  const lines: string[] = [];
  linesOf.set(page, lines);
  page.on('console', (message) => {
    const text = message.text();
    if (text.startsWith('scudo') && !lines.includes(text)) lines.push(text);
  });
}

/** Formats the lines of a page for the message of a failure; empty without lines. */
export function consoleText(page: Page): string {
  const lines = linesOf.get(page) ?? [];
  return lines.length === 0 ? '' : `\nThe console of the page:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}

/** Runs an action on a page. Its error names the console lines of the elements. */
export async function withConsole<Result>(page: Page, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    const text = consoleText(page);
    // An action may be part of another one.
    if (error instanceof Error && !error.message.includes(text)) {
      const before = error.message;
      error.message += text;
      error.stack = error.stack?.replace(before, () => error.message) ?? '';
    }
    throw error;
  }
}
