import type { OrderView } from '../../../protocol/adapter/adapter-answers.js';
import { ORDER_STATES, type OrderState } from '../../../protocol/adapter/outcome-codes.js';
import { NUMERIC_COUNTRY_CODES } from '../../../protocol/values/numeric-country.js';
import type { Uses } from '../../ports/ports.js';
import { Problem } from '../../domain/problems/problem.js';
import type { RedirectAttempt } from '../../domain/record/attempts.js';
import { isFoundNotBegunSince, LOOK_UP_INTERVAL } from '../../domain/record/look-up-lease.js';
import { isPayable, mayTakePayment, redirectAttempt, type OrderRecord } from '../../domain/record/order-record.js';
import {
  isUnfinished,
  pendingRedirect,
  possiblyBegunRedirects,
  redirectsSetAside,
} from '../../domain/states/pending-redirect.js';
import { finallyCharged, timeOfPayment } from '../../domain/states/money.js';
import { waitingSuccess } from '../../domain/states/successes.js';
import { isExpired } from '../../domain/record/expiry.js';
import { revisionOf } from '../../domain/record/revision.js';
import { codesOfHiddenMethods } from '../calls/shop-rules.js';
import { offeredMethods } from '../../domain/views/payment-methods.js';

/** The longest wait in seconds that a page may ask for. */
const MAX_WAIT = 30;

interface ReadOrderInput {
  readonly wait?: string | undefined;
  readonly state?: string | undefined;
  readonly signal: AbortSignal;
  /** Looks the order up at the gateway before its state is returned. */
  readonly lookUp: (record: OrderRecord) => Promise<OrderRecord>;
}

type ReadOrderPorts = Uses<'ask' | 'book' | 'cardFields' | 'hiddenMethods' | 'publicUrl' | 'report' | 'waiting'>;

/**
 * GET orders/{id}: the order as the page may see it; with `wait`, once its state is no longer `state`, or the gateway
 * says that no payment that was set aside was begun.
 * @throws {Problem} too-many-requests when too many requests wait
 */
export async function readOrder(
  ports: ReadOrderPorts,
  id: string,
  { wait, state, signal, lookUp }: ReadOrderInput,
): Promise<OrderView> {
  const { book } = ports;
  const ms = wait === undefined ? 0 : Math.min(seconds(wait), MAX_WAIT) * 1000;
  const { record: found, at } = await book.readTimed(id);
  const record = await lookUp(found);
  const known = knownState(state) ?? record.state;
  const seen = view(ports, record, found, at);
  // The state stays when the gateway reports that a payment, which was set aside, was not begun.
  const isAside = redirectsSetAside(record).length > 0;
  if (ms === 0 || record.state !== known || (isAside && !seen.redirect)) return seen;

  const isChanged = (current: OrderRecord) => current.state !== known;
  const isFoundNotBegun = (current: OrderRecord) =>
    isAside && possiblyBegunRedirects(current, wasNotBegun).length === 0;
  const isAnswered = (current: OrderRecord) => isChanged(current) || isFoundNotBegun(current);
  // Ignore an answer from before this call. The report can be read again after its interval.
  const pause = isFoundNotBegun(record) ? Math.min(ms, LOOK_UP_INTERVAL) : 0;
  const release = ports.waiting.enter(id);
  try {
    if (pause > 0) await lookUp(await book.waitUntil(id, isChanged, { ms: pause, signal }));
    const waited = await book.waitUntil(id, isAnswered, { ms: ms - pause, signal });
    const last = view(ports, waited, found, at);
    // Another look-up would take back an answer that counts.
    return isAside && !last.redirect ? last : view(ports, await lookUp(waited), found, at);
  } finally {
    release();
  }
}

/** True when the last look-up has found that the payment was not begun. */
function wasNotBegun({ lookUp }: RedirectAttempt): boolean {
  return lookUp?.notBegunAt !== undefined;
}

function seconds(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new Problem('invalid-request', [{ field: 'wait', message: 'must be seconds' }]);
  return Number(text);
}

function knownState(text: string | undefined): OrderState | undefined {
  if (text === undefined) return undefined;
  const known = ORDER_STATES.find((state) => state === text);
  if (!known) throw new Problem('invalid-request', [{ field: 'state', message: 'must be an order state' }]);
  return known;
}

/**
 * @param found the order at the time of the page’s call: a look-up that had begun by then is ignored
 * @param at the time of the store then
 */
function view(
  ports: Uses<'ask' | 'cardFields' | 'hiddenMethods' | 'publicUrl' | 'report'>,
  record: OrderRecord,
  found: OrderRecord,
  at: Date,
): OrderView {
  const { id, amount, currency, exponent, reference, description, lines, state, purpose, payment } = record;
  const { ask, cardFields, publicUrl } = ports;
  const country = countryOf(record);
  const redirect =
    pendingRedirect(record) ??
    possiblyBegunRedirects(record, (attempt) =>
      isFoundNotBegunSince(attempt, redirectAttempt(found, attempt.gatewayOrderId)),
    ).at(-1);
  const charged = finallyCharged(record);
  const paidAt = timeOfPayment(record);
  return {
    id,
    amount,
    currency,
    exponent,
    ...(reference === undefined ? {} : { reference }),
    ...(description === undefined ? {} : { description }),
    ...(lines === undefined ? {} : { lines: [...lines] }),
    state,
    revision: revisionOf(record),
    ...(mayTakePayment(record) && (!isPayable(record) || isExpired(found, at)) ? { suspended: true } : {}),
    purpose,
    methods: offeredMethods(record, codesOfHiddenMethods(ports, record)),
    ask: [...ask(record)],
    ...(country === undefined ? {} : { country }),
    ...(redirect ? { redirect: redirectView(record, redirect) } : {}),
    ...(charged === undefined || charged === amount ? {} : { charged }),
    ...(cardFields === 'isolated' ? { card_frame: `${publicUrl}/fields` } : {}),
    // Not for a card: anyone who knows the id of an order can read it.
    ...(payment && payment.method !== 'card' ? { paid_with: payment.method } : {}),
    ...(paidAt === undefined ? {} : { paid_at: paidAt }),
    notification_origin: new URL(publicUrl).origin,
    now: at.toISOString(),
  };
}

function redirectView(record: OrderRecord, redirect: RedirectAttempt): OrderView['redirect'] {
  // Another success waits only for the end of this payment, and a suspended order takes none.
  const unfinished = isUnfinished(redirect) && !waitingSuccess(record) && !record.suspended;
  return { id: redirect.gatewayOrderId, method: redirect.method, unfinished };
}

/** The country of the order or of one of its addresses, as the page has countries. */
function countryOf({ country, payer, shippingAddress }: OrderRecord): string | undefined {
  const numeric = payer.billingAddress?.country ?? shippingAddress?.country;
  return country ?? [...NUMERIC_COUNTRY_CODES].find(([, digits]) => digits === numeric)?.[0];
}
