import type { CertifyFinding, CertifyVerdict } from './certify-session.js';

/** The report file. It has no secret, card number or person, so that a shop can send it to the project. */
export interface CertifyReport {
  readonly command: 'scudo-checkout certify';
  /** ISO 8601. */
  readonly at: string;
  readonly hosts: readonly string[];
  /** False when a step is missing: after Ctrl+C, or with a wrong address, account or secret. */
  readonly complete: boolean;
  /**
   * The options to paste; empty when the defaults fit. Absent unless every step ran and the last payments with them
   * passed.
   */
  readonly options?: string;
  /** Options that were found, in place of `options`, when no payment has confirmed them. */
  readonly untried?: string;
  readonly findings: readonly CertifyFinding[];
  /** Rows that no call can decide. */
  readonly open: readonly string[];
}

/** Unknowns that a command without a public address and a phone in an issuer's app cannot decide. */
export const OPEN_UNKNOWNS = [
  'names of status_reason 22 to 26, and further values of open lists',
  'acs_rendering_type for a browser',
  'mandatory fields of an authentication: the command sends those that the backend sends',
  'unit of decouple_flow_timeout: no documented test card asks in an app',
  'digits of the BIN filter: the command sends six',
  'unsigned results that the gateway has not processed',
  'status after the 30 seconds in which a challenge must begin',
  'status messages: how often one is repeated, and that of an asynchronous refund',
  'time by which the reports are behind',
] as const;

const VERDICTS: Readonly<Record<CertifyVerdict, string>> = {
  confirmed: 'Confirmed',
  differs: 'Differs',
  'not-allowed': 'Not allowed for this account',
  'not-checked': 'Not checked',
};

/**
 * The lines at the end of the command: the table, and the options to paste. A single row with a result is printed
 * already.
 * @param isInterrupted true after Ctrl+C
 */
export function certifySummary(
  { findings, options: code, untried }: CertifyReport,
  isInterrupted: boolean,
): readonly string[] {
  const rows = Object.entries(VERDICTS).flatMap(([verdict, heading]) => {
    const own = findings.filter((one) => one.verdict === verdict);
    const details = own.map(({ title, detail }) => `  ${title}${detail === '' ? '' : `: ${detail}`}`);
    return own.length === 0 ? [] : [`\n${heading} (${own.length})`, ...details];
  });
  const options =
    untried !== undefined
      ? ['\nFound so far, not tried by a payment:\n', untried]
      : code === undefined
        ? [`\nNo options were found: ${isInterrupted ? 'the command was interrupted' : 'the calls above failed'}.`]
        : code === ''
          ? ['\nThe default options fit this account.']
          : ['\nOptions of createMerchantBackend to paste:\n', code];
  const open = ['\nOpen: no call can decide these', ...OPEN_UNKNOWNS.map((one) => `  ${one}`)];
  return [
    ...(findings.filter(({ verdict }) => verdict !== 'not-checked').length > 1 ? [...rows, ...open] : []),
    ...options,
  ];
}
