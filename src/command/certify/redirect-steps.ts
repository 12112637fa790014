import { statusFields, statusMessageSchema } from '../../protocol/redirect/status-message.js';
import type { Gateway } from '../../server/gateway/gateway.js';
import type { PaymentRecord } from '../../server/gateway/report-records.js';
import { UnexpectedAnswer, type CallRefusal } from './call-refusal.js';
import { xmlCorrections } from './card-steps.js';
import type { CertifySession, CertifyVerdict, Tried } from './certify-session.js';
import { own, ownText } from './report-text.js';
import type { Corrections } from './corrections.js';
import { ordersNear, REQUEST_SLOTS } from './hash-order.js';
import { AMOUNT } from './three-d-secure-steps.js';

/** The gateway's simulator of a redirect payment method. */
const METHOD = 'testpay';

/** Starts a redirect payment. It moves no money yet. */
export async function startTestpay(session: CertifySession, gateway: Gateway) {
  const { shop, currency } = session.command;
  const orderId = session.newOrderId();
  const started = await gateway.paymentSets.create({
    orderId,
    amount: AMOUNT,
    currency,
    method: METHOD,
    returnUrl: `${shop}/return`,
    statusUrl: `${shop}/status`,
    descriptor: 'certify',
    country: 'GB',
    accountHolderName: 'Test Card',
  });
  return { ...started, orderId };
}

/** Elements that may hold the address of a payment page. */
const ADDRESS_NAMES = [
  'redirecturl',
  'redirect_url',
  'redirectUrl',
  'redirect',
  'url',
  'location',
  'link',
  'href',
].flatMap((name) => [`paymentmethoddetails.${name}`, name]);

/** Names that the list of records of a report may have. */
const LIST_NAMES = ['payments', 'refunds', 'transactions', 'records', 'items', 'entries', 'results', 'result', 'data'];

/** Names that an answer has, those of `--name` first. No other name of a gateway gets into the report. */
const namesIn = (answer: string, { tried }: CertifySession['command'], known: readonly string[]) =>
  [...tried.names, ...known].filter((name) => new RegExp(`[<"]${name.split('.').at(-1) ?? name}[">]`).test(answer));

/** Corrections of an answer with a hash of its own, and of the element with the address. */
function answerCorrections(
  { command, hashOrders }: CertifySession,
  name: 'paymentSetAnswer' | 'paymentCreditAnswer',
  refusal: CallRefusal,
  answer: string,
): readonly Corrections[] {
  const { secret = '', merchantId = '' } = command.gateway;
  const fields = hashOrders.of(answer, secret, { paymentmethod: METHOD, merchantid: merchantId });
  const all = [
    ...(refusal.kind === 'answer' && Array.isArray(fields) ? [{ hashFields: { [name]: fields } }] : []),
    ...xmlCorrections(command, refusal),
  ];
  const addresses = name === 'paymentSetAnswer' ? namesIn(answer, command, ADDRESS_NAMES) : [];
  // The hash is checked before the element is read: a correction of one alone leaves the other.
  const named = addresses.map((redirectUrl) => ({ names: { redirectUrl } }));
  return [...all, ...named, ...named.flatMap((one) => all.map((other) => ({ ...one, ...other })))];
}

export const STARTED = 'payment-set';
const STARTED_TITLE = 'start of a redirect payment: hash of its answer, element of its address';

const RETURN = ['return-message', 'hash of the return message'] as const;
const RECORD = ['payment-record', 'fields of a record of the payments report'] as const;
const CREDIT = ['payment-credit', 'refund of a redirect payment: hash of its answer'] as const;

/** The reports alone, which list no redirect payment of this run. */
async function checkWithoutPayment(session: CertifySession): Promise<void> {
  for (const [id, title] of [RETURN, RECORD, CREDIT])
    session.add(id, title, 'not-checked', own`No redirect payment was started.`);
  const payments = await readPayments(session, undefined);
  const refunds = await readRefunds(session, session.newOrderId());
  const isCardsOnly = hasRow(session, STARTED, 'not-allowed') && isRefused(payments) && isRefused(refunds);
  addReport(session, ...PAYMENTS, payments, isCardsOnly);
  addReport(session, ...REFUNDS, refunds, isCardsOnly);
}

const hasRow = ({ findings }: CertifySession, id: string, verdict: CertifyVerdict) =>
  findings.some((one) => one.id === id && one.verdict === verdict);

/** True for a report that is refused in each form. */
const isRefused = ({ refusal }: Tried<unknown>) => refusal?.kind === 'hash' || refusal?.kind === 'path';

const PAYMENTS = ['payments-report', 'payments report: path, hash, list of records'] as const;
const REFUNDS = ['refunds-report', 'refunds report: path, hash, list of records'] as const;

/**
 * Adds the row of a report. A report that is refused, while card payments pass with the same account, may be one that
 * the account does not have.
 */
function addReport(
  session: CertifySession,
  id: string,
  title: string,
  read: Tried<unknown>,
  isCardsOnly = false,
): void {
  const { refusal } = read;
  if (!refusal || !isRefused(read) || session.isEnding || !hasRow(session, 'authorization', 'confirmed'))
    return session.addTried(id, title, read);
  const advice = own`Card payments pass with this account, so it may have no reports: ask the gateway. Without reports, take cards only, and run orders balance with --without-reports.`;
  session.add(id, title, isCardsOnly ? 'not-allowed' : 'differs', own`${refusal.text} ${advice}`);
}

/** A redirect payment, its return message, both reports and its refund. */
export async function checkRedirect(session: CertifySession): Promise<void> {
  if (session.command.gateway.refundPassword === undefined) {
    const reason = own`Set SCUDO_REFUND_PASSWORD: the command starts only what it can return.`;
    session.add(STARTED, STARTED_TITLE, 'not-checked', reason);
    return checkWithoutPayment(session);
  }
  const started = await session.tryCall(
    (gateway) => startTestpay(session, gateway),
    (refusal, answer) => answerCorrections(session, 'paymentSetAnswer', refusal, answer),
  );
  session.addTried(STARTED, STARTED_TITLE, started);
  const { answer } = started;
  if (!answer || started.refusal) return checkWithoutPayment(session);
  const { orderId, pasref, redirectUrl } = answer;
  const { currency, shop } = session.command;
  session.money.begin('redirect', { orderId, amount: AMOUNT, currency });
  session.money.know(orderId, { pasref });
  const walked = await session.walk(redirectUrl, {}, shop);
  if ('fields' in walked) await checkReturn(session, walked.fields, answer);
  else {
    if (!walked.isOpened) session.money.end(orderId, pasref);
    session.add(...RETURN, 'not-checked', own`${walked.reason} Pay with testpay in the shop.`);
    session.add(...CREDIT, 'not-checked', own`The command did not see that the payment is paid.`);
  }
  const record = await checkPaymentReport(session, orderId);
  if ('fields' in walked) await checkCredit(session, { orderId, pasref });
  await checkRefundReport(session, orderId, record);
}

/** The hash of the return message, which status messages have as well. */
async function checkReturn(
  session: CertifySession,
  pairs: URLSearchParams,
  { orderId, pasref }: { readonly orderId: string; readonly pasref: string },
): Promise<void> {
  const [id, title] = RETURN;
  const message = statusMessageSchema.safeParse(statusFields(pairs)).data;
  if (message?.result === '00') session.money.paid(orderId, pasref);
  if (!message) return session.add(id, title, 'differs', own`The message lacks order id, result or hash.`);
  const trust = await session.gateway().verifyStatusMessage(message, { pasref, method: METHOD });
  switch (trust) {
    case 'valid':
      return session.add(id, title, 'confirmed', own`as assumed`);
    case 'other-algorithm':
      session.correct({ hashAlgorithms: { messages: message.sha256hash === undefined ? 'sha1' : 'sha256' } });
      return session.add(id, title, 'differs', own`Set gateway.hashAlgorithms.messages as printed at the end.`);
    case 'invalid':
      return session.add(
        id,
        title,
        'differs',
        own`The hash has other fields. Send the report to the project before you go live.`,
      );
  }
}

/** Corrections of a report: paths, algorithm, fields of the hash, name of the list. */
function reportCorrections(
  { command }: CertifySession,
  report: 'payments' | 'refunds',
  { kind }: CallRefusal,
  answer: string,
): readonly Corrections[] {
  const { tried } = command;
  const hash = report === 'payments' ? 'paymentReport' : 'refundReport';
  switch (kind) {
    case 'path':
      return [...tried.paths, `/openbanking/${report}`, `/reports/${report}`].map((path) => ({
        paths: { [report]: path },
      }));
    case 'hash':
      return [
        ...(['sha256', 'sha1'] as const).map((reports) => ({ hashAlgorithms: { reports } })),
        ...ordersNear(REQUEST_SLOTS[hash]).map((slots) => ({ hashFields: { [hash]: slots } })),
      ];
    case 'answer':
      return namesIn(answer, command, LIST_NAMES).map((name) => ({ names: { [report]: name } }));
    default:
      return [];
  }
}

const HOUR = 3_600_000;

const rangeOf = (now: Date) => ({ startedFrom: new Date(now.getTime() - HOUR), startedTo: now });

/** Records of a report that are searched: those of an hour of tests, oldest first. */
const MOST_RECORDS = 2_000;

async function firstOf<Entry>(
  session: CertifySession,
  list: AsyncIterable<Entry>,
  isSearched: (entry: Entry) => boolean,
): Promise<Entry | undefined> {
  let read = 0;
  for await (const entry of list) {
    if (isSearched(entry)) return entry;
    if (++read === MOST_RECORDS || session.isEnding) break;
  }
  return undefined;
}

/** Reads the payments report by range, until it lists an order if one is given. */
function readPayments(session: CertifySession, orderId: string | undefined) {
  const find = async (gateway: Gateway) => {
    const { now, pause } = session.tools;
    for (let left = 5; ; left--) {
      const found = await firstOf(session, gateway.payments.list(rangeOf(now())), (one) => one.orderId === orderId);
      if (found || orderId === undefined || left === 0 || session.isEnding) return { found };
      await pause(1000);
    }
  };
  return session.tryCall(find, (refusal, answer) => reportCorrections(session, 'payments', refusal, answer));
}

/** Checks the record of an order in the payments report, and reads the report by its identifier. */
async function checkPaymentReport(session: CertifySession, orderId: string): Promise<PaymentRecord | undefined> {
  const read = await readPayments(session, orderId);
  addReport(session, ...PAYMENTS, read);
  if (!read.answer) return undefined;
  const { found } = read.answer;
  const [id, title] = RECORD;
  if (!found)
    session.add(id, title, 'not-checked', own`The report does not list the payment yet. Repeat the command later.`);
  else if (found.result === undefined && found.status === undefined) {
    session.add(id, title, 'differs', own`The record has neither result nor status. Send the report to the project.`);
  } else {
    const absent = (['result', 'status', 'amount', 'currency', 'pasref', 'merchantTransactionId'] as const).filter(
      (field) => found[field] === undefined,
    );
    session.add(
      id,
      title,
      'confirmed',
      absent.length === 0 ? own`all fields` : own`without ${ownText(absent.join(', '))}`,
    );
  }
  if (found?.merchantTransactionId !== undefined) await checkIdentifier(session, orderId, found.merchantTransactionId);
  return found;
}

/** The report by an identifier. A gateway that ignores the parameter answers other payments, or refuses the query. */
async function checkIdentifier(session: CertifySession, orderId: string, merchantTransactionId: string): Promise<void> {
  const names = [...session.command.tried.names, 'obTransId', 'merchant_transaction_id', 'transactionId'];
  const tried = await session.tryCall(
    async (gateway) => {
      const { records } = await gateway.payments.page({ merchantTransactionId });
      if (records.length !== 1 || records[0]?.orderId !== orderId)
        throw new UnexpectedAnswer(own`The gateway ignores the identifier.`);
      return records;
    },
    (refusal, answer) => [
      ...names.map((name) => ({ names: { merchantTransactionId: name } })),
      ...(refusal.kind === 'hash' ? reportCorrections(session, 'payments', refusal, answer) : []),
    ],
  );
  session.addTried('payment-identifier', 'payments report by the identifier of a payment', tried);
}

/** The refund of a redirect payment. */
async function checkCredit(
  session: CertifySession,
  { orderId, pasref }: { readonly orderId: string; readonly pasref: string },
): Promise<void> {
  const [id, title] = CREDIT;
  const { currency } = session.command;
  let part = 0;
  const credited = await session.tryCall(
    // Each try refunds another amount, because a gateway may take two equal refunds for one.
    async (gateway) => {
      const amount = String(1 + part++);
      const answer = await gateway.paymentCredits.create({ orderId, pasref, amount, currency, method: METHOD });
      if (answer.result === '00' || answer.result === '01') session.money.returned(orderId, amount);
      return answer;
    },
    (refusal, answer) => answerCorrections(session, 'paymentCreditAnswer', refusal, answer),
  );
  session.addTried(id, title, credited, own`result ${session.shown(credited.answer?.result)}`);
}

/** Reads the refunds report by order id. */
function readRefunds(session: CertifySession, orderId: string) {
  return session.tryCall(
    async (gateway) => ({
      first: await firstOf(session, gateway.refunds.list({ orderId }), (one) => one.orderId === orderId),
    }),
    (refusal, answer) => reportCorrections(session, 'refunds', refusal, answer),
  );
}

/** Checks the record of a refund in the refunds report. */
async function checkRefundReport(
  session: CertifySession,
  orderId: string,
  payment: PaymentRecord | undefined,
): Promise<void> {
  const read = await readRefunds(session, orderId);
  addReport(session, ...REFUNDS, read);
  const [id, title] = ['refund-record', 'fields of a record of the refunds report'];
  const first = read.answer?.first;
  if (first)
    session.add(
      id,
      title,
      (first.result ?? first.status) ? 'confirmed' : 'differs',
      ownText(Object.keys(first).join(', ')),
    );
  else if (payment) session.add(id, title, 'not-checked', own`The report does not list the refund yet.`);
}
