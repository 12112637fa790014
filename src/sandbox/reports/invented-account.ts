/**
 * Countries whose bank accounts the sandbox invents with an IBAN: the bank's part, the number of digits
 * of the account number, and the end. The lengths are those of the IBAN registry (ISO 13616).
 */
const IBAN_COUNTRIES = {
  AT: { code: '19999', digits: 11, end: '' },
  BR: { code: '9999999900001', digits: 10, end: 'C1' },
  DE: { code: '99912345', digits: 10, end: '' },
  GB: { code: 'SCUD999999', digits: 8, end: '' },
  IE: { code: 'SCUD999999', digits: 8, end: '' },
  NL: { code: 'SCUD', digits: 10, end: '' },
} as const;

/** BICs that differ from `SCUD`, the country and `2L`. */
const BICS: Readonly<Record<string, string>> = {
  AT: 'SCUDATWW',
  DE: 'SCUDDEFF',
  IE: 'SCUDIE2D',
  NL: 'SCUDNL2A',
};

/** Bank and branch of a Mexican CLABE. */
const CLABE_BANK = '999';
const CLABE_BRANCH = '180';

export interface BankAccount {
  readonly account_number: string;
  /** Absent for countries without IBAN, and for those whose national check digits the sandbox does not know. */
  readonly iban?: string;
  readonly bank_code: string;
  readonly bic: string;
  readonly bank_name: string;
}

/**
 * Invents the account that a succeeded payment came from: the same one for each report of a payment, and a
 * German one for a payment without country. The formats are those of Non-Card Payment Methods Interface,
 * Payment report response.
 */
export function inventedAccount(reference: string, country = 'DE'): BankAccount {
  const bank = { bic: BICS[country] ?? `SCUD${country}2L`, bank_name: 'Sandbox Bank' };
  if (country === 'MX') return { account_number: clabe(accountNumber(reference, 11)), bank_code: CLABE_BANK, ...bank };
  if (!hasIban(country)) return { account_number: accountNumber(reference, 10), bank_code: 'SCUD', ...bank };
  const { code, digits, end } = IBAN_COUNTRIES[country];
  const account = accountNumber(reference, digits);
  return { account_number: account, iban: ibanOf(country, `${code}${account}${end}`), bank_code: code, ...bank };
}

function hasIban(country: string): country is keyof typeof IBAN_COUNTRIES {
  return Object.hasOwn(IBAN_COUNTRIES, country);
}

/** Makes an account number without a leading zero, as German ones must be, from the last digits of a reference. */
function accountNumber(reference: string, digits: number): string {
  return `1${reference.slice(1 - digits).padStart(digits - 1, '0')}`;
}

/** Adds the check digits of ISO 13616: with letters as 10 to 35, the number modulo 97 is 1. */
function ibanOf(country: string, account: string): string {
  const number = Array.from(`${account}${country}00`, (sign) => parseInt(sign, 36)).join('');
  const check = 98n - (BigInt(number) % 97n);
  return `${country}${String(check).padStart(2, '0')}${account}`;
}

/** Makes a CLABE of 18 digits, the last of which checks the others with the weights 3, 7 and 1. */
function clabe(account: string): string {
  const digits = `${CLABE_BANK}${CLABE_BRANCH}${account}`;
  const sum = Array.from(digits, (digit, index) => (Number(digit) * ([3, 7, 1][index % 3] ?? 0)) % 10).reduce(
    (total, product) => total + product,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
