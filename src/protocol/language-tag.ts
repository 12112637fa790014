/** A language of the 3-D Secure interface: at most 8 characters (EMV 3-D Secure, Browser Language). */
export const languageTag = /^[A-Za-z0-9-]{1,8}$/;

/** Returns the whole subtags that fit into 8 characters: `en-GB-oxendict` becomes `en-GB`. */
export function shortLanguage(tag: string): string | undefined {
  const subtags = tag.split('-');
  while (subtags.length > 0 && subtags.join('-').length > 8) subtags.pop();
  const short = subtags.join('-');
  return languageTag.test(short) ? short : undefined;
}
