/** Each country's bank in this sandbox: what stands before the account's digits in an IBAN, and how many digits those are. */
const BANKS = {
  AT: { code: '19999', digits: 11, bic: 'SCUDATWW' },
  DE: { code: '99912345', digits: 10, bic: 'SCUDDEFF' },
  GB: { code: 'SCUD999999', digits: 8, bic: 'SCUDGB2L' },
  IE: { code: 'SCUD999999', digits: 8, bic: 'SCUDIE2D' },
  NL: { code: 'SCUD', digits: 10, bic: 'SCUDNL2A' },
} as const;

export interface BankAccount {
  readonly account_number: string;
  readonly iban: string;
  readonly bank_code: string;
  readonly bic: string;
  readonly bank_name: string;
}

/** An account that a succeeded payment may have come from: always the same one for a payment; a German one where its country has none here. */
export function inventedAccount(reference: string, country: string | undefined): BankAccount {
  const home = country !== undefined && Object.hasOwn(BANKS, country) ? (country as keyof typeof BANKS) : 'DE';
  const { code, digits, bic } = BANKS[home];
  // No leading zero: German account numbers have none (spec: Payment report response).
  const account = `1${reference.slice(1 - digits).padStart(digits - 1, '0')}`;
  return {
    account_number: account,
    iban: ibanOf(home, `${code}${account}`),
    bank_code: code,
    bic,
    bank_name: 'Sandbox Bank',
  };
}

/** ISO 13616: the check digits make the number, its letters as 10 to 35, one more than a multiple of 97. */
function ibanOf(country: string, account: string): string {
  const number = Array.from(`${account}${country}00`, (sign) => parseInt(sign, 36)).join('');
  const check = 98n - (BigInt(number) % 97n);
  return `${country}${String(check).padStart(2, '0')}${account}`;
}
