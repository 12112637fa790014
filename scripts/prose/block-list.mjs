// Words that docs, comments, test titles, errors and pages avoid, and the words to use instead. CONTRIBUTING.md
// explains the style.

/** @typedef {{ readonly pattern: RegExp, readonly use: string }} BlockedWord */

/** @type {readonly BlockedWord[]} */
export const BLOCK_LIST = [
  { pattern: /\b(?:nobody|no one)\b/i, use: 'name who does not do it, or use the passive' },
  { pattern: /\b(?:somebody|someone|anybody)\b/i, use: 'name who: the shopper, the merchant, a caller' },
  { pattern: /\b(?:whoever|whomever|whosoever)\b/i, use: 'name who: the shopper, the merchant, a caller' },
  { pattern: /\bbe(?:came|come|comes) of\b/i, use: 'the result of, the state of' },
  { pattern: /\btold\b/i, use: 'reported, emitted, shown, received' },
  { pattern: /\bheard\b/i, use: 'received, listened to' },
  { pattern: /\b(?:goes|going|went|gone) on\b/i, use: 'continues, resumes' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, use: 'fix' },
  { pattern: /\boftener\b/i, use: 'at most every …, minimum interval' },
  { pattern: /\bthe way back\b/i, use: 'the return' },
  { pattern: /\b(?:beforehand|anyhow|thereof|whence|hither|thither|by and by)\b/i, use: 'plain English' },
  { pattern: /\ball the same\b/i, use: 'still, nevertheless' },
  { pattern: /\b(?:as good as|none the (?:worse|wiser))\b/i, use: 'state the fact' },
  { pattern: /\bnowhere else\b/i, use: 'only here' },
  { pattern: /\bpocket\b/i, use: 'lite' },
  { pattern: /(?<![-`])\brooms?\b/i, use: 'layer, module; for pixels: available space' },
  { pattern: /\bsilen(?:t|ce)\b/i, use: 'without an answer, times out' },
  { pattern: /\b(?:have|has|had) (?:its|their|a) say\b/i, use: 'state the effect' },
  { pattern: /\b(?:its|their|his|her)(?: own)? word (?:on|for)\b/i, use: 'state who decides' },
  { pattern: /\bthe truth\b/i, use: 'name the source or the state' },
  { pattern: /\bin vain\b/i, use: 'without effect' },
  { pattern: /\bas ever\b/i, use: 'as before, or leave it out' },
  { pattern: /\bfor ever\b/i, use: 'without end, until …' },
  { pattern: /\bsecond thoughts\b/i, use: 'a cancel, a change' },
  { pattern: /\bone’s own\b|\bone's own\b/i, use: 'name who: the shopper, the merchant' },
  { pattern: /\bwho (?:said|says) what\b/i, use: 'sender and receiver of each message' },
];

/**
 * Words that only comments avoid: texts for shoppers and merchants may use them.
 * @type {readonly BlockedWord[]}
 */
export const COMMENT_BLOCK_LIST = [
  { pattern: /\btells?\b/i, use: 'reports, returns, distinguishes' },
  { pattern: /\bhears?\b/i, use: 'receives, listens to' },
  { pattern: /\bforgets\b/i, use: 'deletes, drops' },
];

/** Relative clauses are not a beginning: a docblock or comment starts with a verb or a noun. */
export const RELATIVE_START = /^(?:What|How|Whether|Where|Who|Whose|Whom|Which|That)\b(?![^.]*\?)/;

/** First words of a test title that continue the group around it. A title is read without the group. */
export const FRAGMENT_START =
  /^(?:is|are|was|were|has|have|can|cannot|may|must|of|with|without|by|as|for|from|that|whose|who|which|because|during|when|its|such)\b/i;

/** A participle, a verb with a pronoun that the group explains, or fewer than three words: the subject is missing. */
export const FRAGMENTS = [
  /^[a-z]+(?:ed|en|wn|pt|nt)(?: (?:by|with|without|as|at|in|on|to|from|for|when|and)\b|,)/,
  /^[a-z]+s (?:[a-z]+ )?(?:for )?it\b/,
  /^\S+(?:\s\S+)?$/,
];

/** Verbs that begin a title without a subject. Flows are listed without a group, so their titles name the subject. */
export const VERB_START =
  /^(?:accepts|answers|asks|cancels|comes|continues|emits|ends|keeps|leaves|loses|offers|opens|pays|refuses|rejects|reports|returns|sends|shows|starts|stays|stops|waits)\b/;

/**
 * Finds the blocked words of a text. A space of a pattern matches a line break, too.
 * @param {string} text
 * @param {readonly BlockedWord[]} list
 * @returns {{ readonly index: number, readonly word: string, readonly use: string }[]}
 */
export function blockedWords(text, list = BLOCK_LIST) {
  return list.flatMap(({ pattern, use }) =>
    Array.from(text.matchAll(new RegExp(pattern.source.replaceAll(' ', '\\s+'), `g${pattern.flags}`)), (match) => ({
      index: match.index,
      word: match[0],
      use,
    })),
  );
}
