import { testedBackend } from '../client/tested-backend.js';
import { ADDRESS, BASE_ADDRESS, LINE, readOnlyOptions, type OptionTable } from '../option-reader.js';
import { outsideText } from '../outside-text.js';
import { backendFindings } from './backend-checks.js';
import { diagnosticsFindings } from './diagnostics-findings.js';
import type { DoctorFinding } from './finding.js';
import { pageFindings } from './page-findings.js';

const DOCTOR_USAGE = `Usage: scudo-checkout doctor --url <address> [options]

Checks a running integration from outside, without an order: mount path, TLS, form posts, policies and headers behind
proxies, caching. The exit code is 0 without a fault, 1 with one, 2 for wrong options.

  --url <address>    the backend, as pages use it
  --page <address>   the checkout page, whose policy is checked; default: a page on the origin of --url, not read
  --token <text>     the token of the option diagnostics: checks clock, store, gateway account and proxy as well
  --help
`;

/** The options of the command by name. */
export const DOCTOR_OPTIONS = {
  url: { ...BASE_ADDRESS, example: 'https://shop.example/scudo', isRequired: true },
  page: { ...ADDRESS, example: 'https://shop.example/checkout' },
  token: { ...LINE, example: '"$DIAGNOSTICS_TOKEN"', isSecret: true },
} as const satisfies OptionTable;

/** Longest line about a fault, which may have several values from outside. */
const MAX_LINE = 1000;

/** Network and clock of the command. */
export interface DoctorTools {
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Default: the process clock. */
  readonly now?: () => Date;
}

/**
 * Runs `scudo-checkout doctor` and returns its exit code.
 * @throws {CommandUsageError}
 */
export async function runDoctor(
  args: readonly string[],
  print: (line: string) => void,
  { fetch = globalThis.fetch, now = () => new Date() }: DoctorTools = {},
): Promise<0 | 1> {
  const values = readOnlyOptions(args, DOCTOR_OPTIONS, DOCTOR_USAGE);
  if (values === 'help') {
    print(DOCTOR_USAGE);
    return 0;
  }
  const { url, page, token } = values;
  const backend = testedBackend(url, fetch);
  const ofBackend = await backendFindings(backend, new URL(page ?? url).origin);
  // The token is for the handler only, and only over TLS.
  const isHandler = !ofBackend.some(({ name, fault }) => fault && (name === 'tls' || name === 'mount'));
  const findings = [
    ...ofBackend,
    ...(page === undefined ? [] : await pageFindings(page, url, fetch)),
    ...(token === undefined || !isHandler ? [] : await diagnosticsFindings(backend, token, now)),
  ];
  for (const finding of findings) print(lineOf(finding));
  const failed = findings.filter(({ fault }) => fault).length;
  print(`\n${findings.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function lineOf({ name, title, fault }: DoctorFinding): string {
  if (!fault) return `ok    ${name.padEnd(20)} ${title}`;
  const [what, fix] = [fault.what, fault.fix].map((text) => outsideText(text, MAX_LINE));
  return `FAIL  ${name.padEnd(20)} ${title}\n        wrong  ${what}\n        fix    ${fix}`;
}
