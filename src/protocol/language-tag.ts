/** What the 3-D Secure interface takes for a language: 8 characters (field lessons 8). */
export const languageTag = /^[A-Za-z0-9-]{1,8}$/;

/** The longest run of whole subtags within 8 characters: `en-GB-oxendict` is `en-GB`. */
export function shortLanguage(tag: string): string | undefined {
  const subtags = tag.split('-');
  while (subtags.length > 0 && subtags.join('-').length > 8) subtags.pop();
  const short = subtags.join('-');
  return languageTag.test(short) ? short : undefined;
}
