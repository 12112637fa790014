/** Returns a text with the digits of every script as Latin ones, and without invisible characters at them. */
export function latinDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/(?!\d)\p{Nd}/gu, digitValue);
}

/** The digits of a script are in a row, in runs of ten that may follow each other (Unicode, General_Category Nd). */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return String((code - first) % 10);
}

/** The digits of whatever was typed or pasted, of every script. */
export function digitsOf(text: string): string {
  return latinDigits(text).replace(/\D/g, '');
}

/** Luhn's check digit (ISO/IEC 7812-1 annex B). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    sum += place % 2 === 0 ? digit : luhnDouble(digit);
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** The value of every second digit in Luhn's sum: the sum of the digits of its double. */
function luhnDouble(digit: number): number {
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}

/** First six and last four: the most that a log or a trace may show of a card number. */
export function maskCardNumber(digits: string): string {
  return digits.length < 12
    ? '*'.repeat(digits.length)
    : `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;
}
