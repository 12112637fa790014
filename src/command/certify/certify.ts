import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { decimalAmount, exponentOf } from '../../protocol/values/amount.js';
import { pauseWith, afterTimeout } from '../../server/util/timers.js';
import { outsideText } from '../outside-text.js';
import type { Environment } from '../serve/settings.js';
import {
  checkCaptures,
  checkCardMoney,
  checkDecimals,
  checkDeclines,
  checkLostAnswer,
  checkMissingCode,
  mpiOf,
  pay,
} from './card-steps.js';
import { CERTIFY_USAGE, JOURNAL, parseCertify, type CertifyCommand } from './certify-options.js';
import { certifySummary, OPEN_UNKNOWNS, type CertifyReport } from './certify-report.js';
import { CertifySession, type CertifyTools } from './certify-session.js';
import { own, ownText, type ReportText } from './report-text.js';
import { codeOfCorrections } from './corrections.js';
import type { LeftMoney } from './moved-money.js';
import { ROWS } from './rows.js';
import { checkRedirect, STARTED, startTestpay } from './redirect-steps.js';
import {
  checkAuthenticationCalls,
  checkChallenge,
  checkOpenBehaviour,
  checkSearch,
  checkTestCards,
  documentedCard,
} from './three-d-secure-steps.js';

/** Parts of the command that tests replace. */
export interface CertifyParts extends Partial<CertifyTools> {
  readonly env?: Environment;
  readonly writeReport?: WriteReport;
  /** Ends the process, without waiting for calls. */
  readonly exit?: (code: 1) => void;
}

/** Writes the report; with the flag `a`, a line at its end. */
type WriteReport = (path: string, text: string, options?: { readonly flag: 'a' }) => void;

const STEPS: readonly ((session: CertifySession) => Promise<void>)[] = [
  checkAuthenticationCalls,
  checkTestCards,
  checkChallenge,
  checkSearch,
  checkOpenBehaviour,
  checkCardMoney,
  checkLostAnswer,
  checkMissingCode,
  checkCaptures,
  checkDeclines,
  checkDecimals,
  checkRedirect,
  checkPayment,
];

/** Signals after which the money is returned. A terminal that closes sends SIGHUP. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Signals within this time are one, in milliseconds: a terminal and npx both send Ctrl+C to the command. */
const SAME_SIGNAL = 1000;

/**
 * Runs `scudo-checkout certify` and returns its exit code.
 * @throws {CommandUsageError}
 */
export async function runCertify(
  args: readonly string[],
  print: (line: string) => void,
  { env = process.env, writeReport = writeFileSync, exit = (code) => process.exit(code), ...tools }: CertifyParts = {},
): Promise<0 | 1> {
  const command = parseCertify(args, env);
  if (command === 'help') {
    print(CERTIFY_USAGE);
    return 0;
  }
  const interrupted = new AbortController();
  const stop = AbortSignal.any([interrupted.signal, ...(tools.stop ? [tools.stop] : [])]);
  const session = new CertifySession(
    command,
    { ...PLATFORM, ...tools, stop },
    print,
    journalIn(command.report, writeReport),
  );
  let interruptedAt: number | undefined;
  const onSignal = () => {
    interruptedAt ??= performance.now();
    interrupted.abort();
    if (performance.now() - interruptedAt < SAME_SIGNAL) return;
    print('\nInterrupted again. Nothing more is returned. The report file names the payments.');
    for (const one of session.money.left) print(textOfLeft(one, session));
    exit(1);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    await walkSteps(session);
    if (stop.aborted) print('\nInterrupted. Returning what was moved. A second Ctrl+C ends the command without it.');
    return await finish(session, command, writeReport);
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

/** A report that names the payments until the end replaces it. It begins with the first payment. */
function journalIn(report: string, writeReport: WriteReport): (line: string) => void {
  let isBegun = false;
  return (line) => {
    if (!isBegun) writeReport(report, `${JOURNAL}\n`);
    isBegun = true;
    writeReport(report, `${line}\n`, { flag: 'a' });
  };
}

/** Runs the steps. An error of the command itself ends them, and the money that was moved is returned nevertheless. */
async function walkSteps(session: CertifySession): Promise<void> {
  try {
    for (const step of STEPS) {
      if (session.isEnding) return;
      await step(session);
    }
  } catch (error) {
    session.blocked = own`The command failed: ${session.shown((error as Error).message)}. Send the report to the project.`;
    session.add('failure', 'a step of the command', 'differs', session.blocked);
  }
}

const PLATFORM: Omit<CertifyTools, 'stop'> = {
  fetch: (input, init) => globalThis.fetch(input, init),
  now: () => new Date(),
  pause: pauseWith(afterTimeout),
  randomUuid: randomUUID,
};

/** The rows of the last two steps. */
const CARD_ROW = 'card-payment';
const REDIRECT_ROW = 'redirect-payment';

/** True when the account has redirect payments, and the command can return them. */
const hasRedirect = ({ command, findings }: CertifySession) =>
  command.gateway.refundPassword !== undefined &&
  !findings.some(({ id, verdict }) => id === STARTED && verdict === 'not-allowed');

/** A payment of each kind with the options found. None is started that the command cannot return. */
async function checkPayment(session: CertifySession): Promise<void> {
  const card = documentedCard('success');
  const paid = await session.tryCall(async (gateway) =>
    pay(session, gateway, { card, mpi: await mpiOf(session, gateway, card) }),
  );
  session.addTried(CARD_ROW, 'card payment with these options', paid);
  if (!hasRedirect(session)) return;
  const started = await session.tryCall((gateway) => startTestpay(session, gateway));
  session.addTried(REDIRECT_ROW, 'start of a redirect payment with these options', started);
}

/** The payment that is left, and what to do about it. */
function textOfLeft({ kind, orderId, amount, currency, isMoved }: LeftMoney, session: CertifySession): ReportText {
  const exponents = { ...session.command.exponents, ...session.found.exponents };
  const shown = ownText(`${decimalAmount(amount, exponents[currency] ?? exponentOf(currency))} ${currency}`);
  const done = kind === 'card' ? own`authorized` : own`paid`;
  return isMoved
    ? own`${shown} of ${ownText(orderId)} was ${done} and could not be returned. Void or refund it in the gateway's back office.`
    : own`${shown} of ${ownText(orderId)} may have been ${done}: look it up in the gateway's back office.`;
}

const NOT_REACHED = own`A row above, which it needs, did not pass, or the command ended before it.`;

/** Adds the rows that no step has reached, so that the table and its count are complete. */
function addNotReached({ findings }: CertifySession): void {
  const reached = new Set(findings.map(({ id }) => id));
  for (const [id, title] of ROWS)
    if (!reached.has(id)) findings.push({ id, title, verdict: 'not-checked', detail: NOT_REACHED });
}

/** Returns the money, writes the report, and prints the summary. */
async function finish(
  session: CertifySession,
  { gateway, report }: CertifyCommand,
  writeReport: WriteReport,
): Promise<0 | 1> {
  const { findings, found, print, tools, blocked } = session;
  const left = await session.money.returnAll();
  for (const one of left) session.add(`left-${one.orderId}`, 'money that is left', 'differs', textOfLeft(one, session));
  addNotReached(session);
  const complete = !tools.stop.aborted && blocked === undefined;
  const isRedirecting = hasRedirect(session);
  const paymentRows = isRedirecting ? [CARD_ROW, REDIRECT_ROW] : [CARD_ROW];
  /** Rows that no payment above replaces. */
  const needed = isRedirecting ? ['challenge', 'return-message'] : ['challenge'];
  const isPaid = paymentRows.every((id) => findings.some((one) => one.id === id && one.verdict === 'confirmed'));
  const options = codeOfCorrections(found);
  const hasOptions = complete && isPaid;
  const unchecked = findings.filter(({ verdict }) => verdict === 'not-checked');
  const written: CertifyReport = {
    command: 'scudo-checkout certify',
    at: tools.now().toISOString(),
    hosts: [
      ...new Set([gateway.baseUrl, gateway.xmlBaseUrl].flatMap((address) => (address ? [new URL(address).host] : []))),
    ],
    complete,
    ...(hasOptions ? { options } : options === '' ? {} : { untried: options }),
    findings,
    open: OPEN_UNKNOWNS,
  };
  for (const line of certifySummary(written, tools.stop.aborted)) print(line);
  try {
    writeReport(report, `${JSON.stringify(written, undefined, 2)}\n`);
    print(`\nReport: ${report}. Rows that are not checked: ${unchecked.length}.`);
  } catch (error) {
    print(
      outsideText(`The report could not be written: ${(error as Error).message}. Name another file: --report <file>`),
    );
    return 1;
  }
  const isCertified =
    hasOptions &&
    findings.every(({ verdict }) => verdict !== 'differs') &&
    unchecked.every(({ id }) => !needed.includes(id) && !session.unanswered.has(id));
  return isCertified ? 0 : 1;
}
