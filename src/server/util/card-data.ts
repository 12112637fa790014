import { digitsOf, passesLuhn } from '../../protocol/values/card-number.js';
import { cardBrand } from '../../protocol/values/card-scheme.js';

/** The card that a call is about, also where it is not sent. */
export interface KnownCard {
  /** Digits; or the first six and the last four, and `*` for each digit between them. */
  readonly number: string;
  /** The security code, digits only. */
  readonly securityCode?: string | undefined;
}

/** Texts of many digits that stay: UUIDs, timestamps, payments references and telephone numbers. */
const NO_CARD = [
  String.raw`(?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])`,
  String.raw`(?<!\d)(?:19|20)\d\d-[01]\d-[0-3]\d[T ][0-2]\d:[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?!\d)`,
  String.raw`(?<!\d)20\d\d[01]\d[0-3]\d[0-2]\d[0-5]\d[0-5]\d(?!\d)`,
  String.raw`(?<!\d)1[6-9]\d{15}(?!\d)`,
  String.raw`(?<!\p{N})\+[1-9](?:[ ().\/-]{0,2}\d){6,14}(?!\p{N})`,
].join('|');
/** 12 or more digits of any script, with up to three characters between two of them that are no letters. */
const RUN = String.raw`\p{N}(?:[^\p{L}\p{N}]{0,3}\p{N}){11,}`;
const LONG_RUN = new RegExp(`(${NO_CARD})|${RUN}`, 'giu');

const SHORT_RUN = /(?<!\p{N})\p{N}{3,4}(?!\p{N})/gu;
/** Three or four digits after the name of a security code, which a later query does not know. */
const LABELLED_CODE =
  /(?<=(?:cv[nvc]2?|cid|csc|cav2|security[\s_-]?code)[^\p{N}\p{L}]{0,8}(?:(?:is|number|value)[^\p{N}\p{L}]{0,4})?)\p{N}{3,4}(?!\p{N})/giu;

/**
 * Masks card data in a free text, which may have been written by the gateway, the ACS, a page or a listener. Keeps the
 * first six and the last four digits of a run of 12 or more digits. Hides the security code of the call, and three or
 * four digits after the name of one. Reads digits of all scripts and character references such as `&#52;`.
 */
export function withoutCardData(text: string, card?: KnownCard): string {
  const written = masked(text, card);
  const displayed = withReferencesDecoded(written);
  const hidden = masked(displayed, card);
  return hidden === displayed ? written : hidden;
}

function masked(text: string, card: KnownCard | undefined): string {
  const result = text
    .replace(LONG_RUN, (run: string, kept?: string) => kept ?? withoutInnerDigits(run))
    .replace(LABELLED_CODE, stars)
    .replace(SHORT_RUN, (run) => (card?.securityCode === digitsOf(run) ? stars(run) : run));
  return holdsNumber(result, card) ? result.replace(/\p{N}/gu, '*') : result;
}

function withoutInnerDigits(run: string): string {
  const last = (run.match(/\p{N}/gu)?.length ?? 0) - 4;
  let place = 0;
  return run.replace(/\p{N}/gu, (digit) => (place++ < 6 || place > last ? digit : '*'));
}

function stars(digits: string): string {
  return '*'.repeat(Array.from(digits).length);
}

/** Digits of a card number that are compared. A number of JSON has lost the digits after the 15th. */
const COMPARED = 15;
const SHORTEST = 12;

/** True for a text with the card number of the call, with any characters between its digits. */
export function holdsNumber(text: string, card: KnownCard | undefined): boolean {
  if (card === undefined || card.number.length < SHORTEST || text.length < SHORTEST) return false;
  // Normalizing a long run of combining marks takes quadratic time.
  const digits = digitsOf(text.match(/\p{N}/gu)?.join('') ?? '');
  return new RegExp(card.number.slice(0, COMPARED).replaceAll('*', String.raw`\d`)).test(digits);
}

/**
 * True for an id of a shop or a page that has the card number of a scheme, in any notation that the mask reads. Other
 * ids of digits are none.
 */
export function holdsCardNumber(id: string): boolean {
  return [id, withReferencesDecoded(id)].some((text) =>
    [...text.matchAll(LONG_RUN)].some(
      ([run, kept]) => kept === undefined && holdsSchemeNumber(digitsOf(run.match(/\p{N}/gu)?.join('') ?? '')),
    ),
  );
}

function holdsSchemeNumber(digits: string): boolean {
  return Array.from(digits).some((_digit, start) =>
    (cardBrand(digits.slice(start, start + 6))?.lengths ?? []).some((length) => {
      const part = digits.slice(start, start + length);
      return part.length === length && passesLuhn(part);
    }),
  );
}

/** A character reference of HTML or XML (HTML Standard). Its ampersand may be a reference, too. */
const REFERENCE =
  /&(?:amp;|#0*38;|#x0*26;)*(?:#0*(?<decimal>\d{1,7})(?!\d);?|#x0*(?<hex>[\da-f]{1,6})(?![\da-f]);?|[a-z]{2,8}\d{0,2};)/gi;

/** A named reference is read as a space, because none of them is a digit that cards have. */
function withReferencesDecoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (...match) => {
    const { decimal, hex } = match.at(-1) as { readonly decimal?: string; readonly hex?: string };
    const code = hex === undefined ? Number(decimal ?? 0x20) : parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  });
}

/** The ids, codes and encoded values of the interfaces, whose form is checked. All other fields are texts. */
const UNMASKED = [
  ...['server_trans_id', 'acs_trans_id', 'ds_trans_id', 'method_url', 'three_ds_method_notification_url'],
  ...['encoded_method_data', 'challenge_request_url', 'encoded_creq', 'authentication_value'],
  ...['result', 'pasref', 'authcode', 'batchid', 'srd', 'orderid', 'merchantid', 'account', 'paymentmethod'],
  ...['merchanttransactionid', 'sha1hash', 'sha256hash', '@timestamp', '#text'],
];

/**
 * Removes the card of a call from an answer that has only the fields of its schema. Masks the texts, and the data of
 * message extensions. Drops an id, a code or an encoded value that has the card number.
 */
export function withoutCard<Answer extends object>(answer: Answer, card: KnownCard | undefined): Answer {
  const text = JSON.stringify(answer, (name, value: unknown) => (name === 'data' ? maskedData(value, card) : value));
  return JSON.parse(text, (name, value: unknown) => {
    if (typeof value !== 'string') return value;
    // A code of three digits may be equal to the security code.
    if (name === 'error_code') return withoutCardData(value);
    if (!UNMASKED.includes(name)) return withoutCardData(value, card);
    return holdsNumber(value, card) ? undefined : value;
  }) as Answer;
}

/** Data of an extension, which has any names and values; undefined if a name has the card number. */
function maskedData(data: unknown, card: KnownCard | undefined): unknown {
  try {
    const cleaned: unknown = JSON.parse(JSON.stringify(data), (_name, value: unknown) => {
      if (typeof value !== 'string' && typeof value !== 'number') return value;
      const text = withoutCardData(String(value), card);
      return text === String(value) ? value : text;
    });
    const text = JSON.stringify(cleaned);
    return [text, withReferencesDecoded(text)].some((one) => holdsNumber(one, card)) ? undefined : cleaned;
  } catch {
    // Absent, or nested too deeply.
    return undefined;
  }
}

/** Characters after the cut that are masked as well, because a number that is cut in two is not recognizable. */
const MARGIN = 500;
/** Characters of one text in a line of a log. */
const MAX_LOGGED = 300;

/** A masked text of limited length. */
export function shortText(text: string, maxLength: number): string {
  const short = withoutCardData(text.slice(0, maxLength + MARGIN));
  return short.length > maxLength ? `${short.slice(0, maxLength)}…` : short;
}

/** A masked text for one line of a log: of limited length, and without line breaks and terminal commands. */
export function safeText(text: string): string {
  return withoutControls(shortText(text, MAX_LOGGED));
}

/** An id of a shop or a page for a log. It is masked only if it has a card number. */
export function safeId(id: string): string {
  return holdsCardNumber(id) ? safeText(id) : withoutControls(id.slice(0, MAX_LOGGED));
}

function withoutControls(text: string): string {
  return text.replace(/[\p{C}\u2028\u2029]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** An error of the shop's listeners and stores, of which message and stack are masked. */
export function maskedError(error: unknown): unknown {
  if (typeof error === 'string') return withoutCardData(error);
  if (!(error instanceof Error)) return error;
  const { message, stack = '' } = error;
  const [cleanMessage, cleanStack] = [withoutCardData(message), withoutCardData(stack)];
  if (cleanMessage === message && cleanStack === stack) return error;
  const copy = Object.create(Object.getPrototypeOf(error) as object, Object.getOwnPropertyDescriptors(error)) as Error;
  return Object.defineProperties(copy, { message: { value: cleanMessage }, stack: { value: cleanStack } });
}
