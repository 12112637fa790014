/** Longest text of a value in a line of the output. */
const MAX_LENGTH = 300;

/**
 * Text of a value from outside for one line of a terminal: without line breaks and control characters, which could
 * forge lines, and cut. Values other than text are JSON.
 */
export function outsideText(value: unknown, most = MAX_LENGTH): string {
  const text = typeof value === 'string' ? value : value === undefined ? 'nothing' : JSON.stringify(value);
  const line = text.slice(0, 4 * most).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ');
  return line.length > most ? `${line.slice(0, most)}…` : line;
}
