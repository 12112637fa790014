import { ORDER_STATES } from '../../protocol/adapter/outcome-codes.js';
import { formatAmount, type Amount } from '../../protocol/values/amount.js';
import type { Problem } from '../domain/problems/problem.js';
import type { FlagKind, HistoryDetails, HistoryEntry, HistoryEvent, OrderFlag } from '../domain/record/history.js';
import type { OperationStep } from '../domain/record/operation.table.js';
import type { AuthorizationData } from '../gateway/authorization-data.js';

export const FLAGS: Readonly<Record<FlagKind, string>> = {
  contradiction: 'The gateway’s statements contradict each other',
  'second-payment': 'Paid a second time',
  'amount-differs': 'A status message names another amount, or the payment has an earlier amount of the order',
  'report-behind': 'The payments report has not confirmed a status message yet',
  unconfirmed: 'Settled by a status message alone: the payments report was unreadable',
  'unexpected-message': 'A signed message is about an unknown payment',
  'paid-after-end': 'Paid after the order had ended',
  'unknown-result': 'Result of a call unknown: look at the gateway’s back office',
  'not-captured': 'Reserved for days and not captured',
  'changed-elsewhere': 'Changed in the gateway’s back office: record the amount',
  undelivered: 'Changes wait to be sent to the shop again',
  'too-many-attempts': 'Limit of attempts reached',
};

/** The note of an order that `orders.suspend` has closed. */
export const SUSPENDED = 'Closed to payments until a person reopens it';

/** A flag with the call that it is about. */
export function flagText({ kind, operation, operationKind }: OrderFlag): string {
  if (operation === undefined) return FLAGS[kind];
  return `${FLAGS[kind]} (${operationKind === undefined ? 'call' : `${operationKind} with the reference`} ${operation})`;
}

/** Fields of an error, as staff call them. Others are options, which a developer sets. */
const ERROR_FIELDS: Readonly<Record<string, string>> = {
  order: 'The order',
  amount: 'The amount',
  attempt: 'The payment',
  reason: 'The reason',
  refund: 'The refund',
  capture: 'The capture',
  cancel: 'The void',
};

/** States of several words, such as `partly-captured`. */
const STATE_NAMES = new RegExp(`\\b(?:${ORDER_STATES.filter((state) => state.includes('-')).join('|')})\\b`, 'g');

/** The wrong fields of a form as sentences, with states and amounts as staff read them. */
export function errorText(issues: Problem['fields'], money: Money): string {
  return issues
    .map(({ field, message, amount }) => {
      if (field === 'states') return 'The order has changed, so that it was not cancelled. Read it, then decide again.';
      const words = (amount === undefined ? message : message.replace(amount, money(amount))).replace(
        STATE_NAMES,
        withSpaces,
      );
      return `${Object.hasOwn(ERROR_FIELDS, field) ? ERROR_FIELDS[field] : field} ${words}.`;
    })
    .join(' ');
}

/** The progress of a capture, a void or a refund. */
export const STEPS: Readonly<Record<OperationStep, string>> = {
  sent: 'sent, not answered yet',
  unresolved: 'result unknown',
  pending: 'accepted, its final status arrives later',
  done: 'done',
  refused: 'not carried out',
};

const CHECKS: Readonly<Record<string, string>> = {
  M: 'matched',
  N: 'not matched',
  I: 'not checked',
  U: 'not checked by the issuer',
};
const ADDRESS_CHECKS = { ...CHECKS, P: 'partly matched' };

/** Data of an authorization: the words of staff, the element of the gateway's answer, and words of its codes. */
export const AUTHORIZATION: Readonly<
  Record<keyof AuthorizationData, readonly [label: string, element: string, codes?: Readonly<Record<string, string>>]>
> = {
  pasref: ['Payment reference', 'pasref'],
  authcode: ['Authorization code', 'authcode'],
  batchId: ['Settlement batch', 'batchid', { '-1': 'not settled when last looked up', '0': 'voided' }],
  srd: ['Scheme reference', 'srd'],
  cvnResult: ['Security code check', 'cvnresult', { ...CHECKS, P: 'not processed' }],
  avsPostcodeResult: ['Postcode check', 'avspostcoderesponse', ADDRESS_CHECKS],
  avsAddressResult: ['Address check', 'avsaddressresponse', ADDRESS_CHECKS],
  fraudResult: [
    'Fraud filter',
    'fraudresponse',
    { PASS: 'passed', HOLD: 'held', BLOCK: 'blocked', NOT_EXECUTED: 'not executed' },
  ],
  issuerName: ['Issuer', 'bank'],
  issuerCountry: ['Country of the issuer', 'country'],
};

type Detail<Event extends HistoryEvent> = Partial<Exclude<HistoryDetails[Event], undefined>>;
type DetailName = {
  [Event in HistoryEvent]: HistoryDetails[Event] extends undefined ? never : keyof HistoryDetails[Event];
}[HistoryEvent];

/** The words before each part of a detail, in the order in which staff read them. */
const LABELS: Readonly<Record<DetailName, string>> = {
  as: 'as',
  by: 'by',
  reason: 'reason:',
  amount: 'amount',
  before: 'before',
  after: 'after',
  fields: 'fields:',
  method: 'method',
  card: 'card',
  enrolled: 'enrolled',
  status: 'status:',
  eci: 'ECI',
  transStatus: 'result',
  source: 'source:',
  replacedBrowserData: 'browser data not usable:',
  result: 'result',
  message: 'answer:',
  trust: 'hash of the answer:',
  why: 'cause:',
  confirmedBy: 'confirmed by',
  fundStatus: 'funds:',
  timestamp: 'time',
  flag: 'flag',
  limit: 'limit',
  key: 'call',
  operation: 'call',
  operationKind: 'kind',
  orderId: 'payment',
  pasref: 'payment reference',
  serverTransId: 'transaction',
  expiresAt: 'at',
  createdBefore: 'for orders before',
};

/** The words of codes in a part of a detail. Other codes are shown as they are. */
const CODES: Partial<Readonly<Record<DetailName, Readonly<Record<string, string>>>>> = {
  transStatus: {
    Y: 'authenticated (Y)',
    N: 'not authenticated (N)',
    A: 'attempted (A)',
    U: 'not possible (U)',
    R: 'rejected (R)',
    '': 'unreadable',
  },
  trust: { unsigned: 'missing', 'wrong-hash': 'wrong' },
  confirmedBy: {
    report: 'the payments report',
    message: 'a status message alone',
    person: 'a person',
    disputed: 'sources that contradict each other',
  },
};

/** Writes an amount of the order, in minor units. */
type Money = (minor: string) => string;
/**
 * A text is followed by the details of the event. A function writes the details that it takes. All details are absent
 * after an erasure.
 */
type Words = { readonly [Event in HistoryEvent]: string | ((detail: Detail<Event>, money: Money) => string) };

const EVENTS: Words = {
  created: 'Order created',
  'version-checked': ({ card, enrolled }) =>
    card === undefined
      ? 'Card checked for 3-D Secure'
      : `Card ${cardText(card)} is ${enrolled ? '' : 'not '}enrolled in 3-D Secure`,
  'authentication-sent': '3-D Secure authentication requested',
  'authentication-answered': '3-D Secure authentication answered',
  'challenge-closed': 'Result after the challenge read',
  'challenge-result': 'End of the challenge reported by the page',
  'challenge-result-unreadable': 'Unreadable end of the challenge reported by the page',
  'challenge-result-of-another-transaction': 'End of another challenge reported by the page',
  'authorization-sent': 'Card authorization sent',
  'authorization-not-sent': 'Card authorization not sent',
  'authorization-answered': 'Card authorization answered',
  'authorization-unanswered': 'Card authorization without a usable answer',
  'authorization-looked-up': 'Card authorization looked up at the gateway',
  'authorization-never-arrived': 'Card authorization unknown to the gateway: it never arrived',
  'card-confirmed': 'Card confirmed without a payment',
  'redirect-sent': 'Payment by redirect requested',
  'redirect-not-sent': 'Payment by redirect not sent',
  'redirect-answered': 'Payment by redirect ready for the shopper',
  'redirect-unanswered': 'Payment by redirect without a usable answer',
  'redirect-set-aside': ({ by, ...rest }, money) => {
    const why = { 'other-method': ': the shopper chose another method', expiry: ': not begun in time' };
    return `Payment by redirect set aside${by === undefined ? '' : why[by]}${details(rest, money)}`;
  },
  'redirect-resumed': 'Payment by redirect awaited again',
  'status-interim': 'Status message: not final',
  'status-success': 'Status message: paid',
  'status-failure': 'Status message: failed',
  'status-again': 'Status message with the known result',
  'status-late': 'Status message that is not final, after the final one',
  'status-contradiction': 'Status message that contradicts the known result',
  'status-unexpected': 'Status message about a payment that the order does not have',
  'status-rejected': 'Status message rejected: its hash has another algorithm',
  'return-interim': 'Return of the shopper: not final',
  'return-success': 'Return of the shopper: paid',
  'return-failure': 'Return of the shopper: failed',
  'payment-confirmed': 'Payment confirmed',
  'payment-failed': 'Payment failed',
  'late-success': 'Payment succeeded after the order had stopped waiting for it',
  'success-waiting': 'Payment succeeded, and waits for the result of another one',
  'second-payment': 'Second payment succeeded',
  'capture-sent': operation('Capture', 'sent'),
  'capture-done': operation('Capture', 'done'),
  'capture-pending': operation('Capture', 'accepted, its final status arrives later'),
  'capture-refused': operation('Capture', 'not carried out'),
  'capture-unresolved': operation('Capture', 'without a definite answer'),
  'void-sent': operation('Void', 'sent'),
  'void-done': operation('Void', 'done'),
  'void-pending': operation('Void', 'accepted, its final status arrives later'),
  'void-refused': operation('Void', 'not carried out'),
  'void-unresolved': operation('Void', 'without a definite answer'),
  'refund-sent': operation('Refund', 'sent'),
  'refund-done': operation('Refund', 'done'),
  'refund-pending': operation('Refund', 'accepted, its final status arrives later'),
  'refund-refused': operation('Refund', 'not carried out'),
  'refund-unresolved': operation('Refund', 'without a definite answer'),
  'refund-released': operation('Refund', 'not in the refunds report: the amount can be refunded again'),
  'refund-status': 'Status message about a refund',
  'refund-status-early': 'Status message about a refund that is not known yet',
  settled: ({ as, ...rest }, money) =>
    `Settled by hand${as === undefined ? '' : ` as ${settledAs(as)}`}${details(rest, money)}`,
  reopened: 'Opened for another payment',
  cancelled: 'Order cancelled',
  expired: 'Order expired',
  updated: ({ fields = [], before, after }) => {
    const names = fields.filter((name) => !(before && after && (name === 'amount' || name === 'currency')));
    const others = names.map(spaced).join(', ');
    if (!before || !after) return `Order changed${others && `: ${others}`}`;
    return `Amount changed from ${inEnglish(before)} to ${inEnglish(after)}${others && `, and also: ${others}`}`;
  },
  erased: 'Personal data erased',
  suspended: 'Order closed to payments',
  flagged: ({ flag, ...rest }, money) =>
    `Needs attention${flag === undefined ? '' : `: ${FLAGS[flag]}`}${details(rest, money)}`,
};

/** An entry of the history as a sentence without its stop. */
export function historyText({ event, detail }: HistoryEntry, money: Money): string {
  const words = EVENTS[event] as string | ((of: object, money: Money) => string);
  return typeof words === 'string' ? words + details(detail ?? {}, money) : words(detail ?? {}, money);
}

/** `411111******1111` is "411111…1111". */
export const cardText = (card: string): string => card.replace(/\*+/, '…');

/** `2026-11-29T12:58:40.000Z` is "2026-11-29 12:58:40 UTC". */
export const timeText = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

/** `partly-captured` is "partly captured". */
export const withSpaces = (name: string): string => name.replaceAll('-', ' ');
export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** `shippingAddress` is "shipping address". */
const spaced = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const inEnglish = (amount: Amount) => formatAmount(amount, 'en');

/** `voided-elsewhere` is "voided in the gateway's back office". */
const settledAs = (as: string) => withSpaces(as).replace(/ elsewhere$/, ' in the gateway’s back office');

function operation(name: string, result: string) {
  return ({ amount, ...rest }: { readonly amount?: string }, money: Money) =>
    `${name}${amount === undefined ? '' : ` of ${money(amount)}`} ${result}${details(rest, money)}`;
}

/** The parts of a detail, each after a comma. */
function details(detail: object, money: Money): string {
  const parts = detail as Partial<Record<DetailName, unknown>>;
  return (Object.keys(LABELS) as DetailName[])
    .filter((name) => parts[name] !== undefined)
    .map((name) => {
      const value = parts[name];
      const text = Array.isArray(value) ? value.join(', ') : String(value);
      return `, ${LABELS[name]} ${partText(name, text, money)}`;
    })
    .join('');
}

function partText(name: DetailName, text: string, money: Money): string {
  switch (name) {
    case 'amount':
      return /^\d+$/.test(text) ? money(text) : text;
    case 'card':
      return cardText(text);
    case 'message':
    case 'reason':
      return `“${text}”`;
    case 'status':
    case 'source':
      return text.toLowerCase().replaceAll('_', ' ');
    case 'why':
      return withSpaces(text);
    case 'expiresAt':
    case 'createdBefore':
      return timeText(text);
    default:
      return CODES[name]?.[text] ?? text;
  }
}
