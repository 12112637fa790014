/** The digits of whatever was typed or pasted: Latin, Arabic-Indic and Persian digits all count. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/gu, (character) => {
    const code = character.charCodeAt(0);
    if (code >= 0x660 && code <= 0x669) return String(code - 0x660);
    if (code >= 0x6f0 && code <= 0x6f9) return String(code - 0x6f0);
    return '';
  });
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
export function luhnDouble(digit: number): number {
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}

/** First six and last four: the most that a log or a trace may show of a card number. */
export function maskCardNumber(digits: string): string {
  return digits.length < 12
    ? '*'.repeat(digits.length)
    : `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;
}
