const MAX_LENGTH = 8;

/** A language of the 3-D Secure interface: at most 8 characters (EMV 3-D Secure, Browser Language). */
export const languageTag = /^[a-z0-9-]{1,8}$/i;

/**
 * Returns the BCP 47 tag of a language that another system writes in its own form: `de_AT.UTF-8`, `ca@valencia`,
 * `pt BR`, `b+zh+Hant`, `deu`. Drops parts from the end until the rest is a tag: `zh_TW_#Hant` becomes `zh-TW`.
 */
export function standardTag(text: string): string {
  const [first = ''] = text.trim().split(/[@.,;:]/, 1);
  const parts = first.replace(/^b\+/, '').split(/[\s_/+-]+/);
  for (let count = parts.length; count > 0; count--) {
    const tag = parts.slice(0, count).join('-');
    try {
      return Intl.getCanonicalLocales(tag)[0] ?? tag;
    } catch {
      // Not a tag.
    }
  }
  return parts.join('-');
}

/** Returns the whole subtags that fit into 8 characters: `en-GB-oxendict` becomes `en-GB`. */
export function shortLanguage(tag: string): string | undefined {
  // The ninth character decides whether the eighth ends a subtag.
  const start = tag.slice(0, MAX_LENGTH + 1);
  const short = start.length > MAX_LENGTH ? start.slice(0, Math.max(start.lastIndexOf('-'), 0)) : start;
  return languageTag.test(short) ? short : undefined;
}
