/** Linear: no part of the domain has a dot, so that a text can be split in one way only. */
const EMAIL_ADDRESS = /^[^\s@\p{C}]+@[^\s@.\p{C}]+(?:\.[^\s@.\p{C}]+)+$/u;

/** The longest path of a message (RFC 5321, section 4.5.3.1.3) without its angle brackets. */
export const MAX_EMAIL_LENGTH = 254;

/** Checks the form of an address only. Whether it exists is not known before a message is sent. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL_ADDRESS.test(text);
}
