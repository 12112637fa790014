import { csvLines, type Gateway, type MerchantHandler, type OrderStore, type StoredCard } from 'scudo-checkout/server';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export async function createOrders(scudo: MerchantHandler) {
  // #region create
  const { id } = await scudo.orders.create({ amount: '1999', currency: 'EUR', reference: 'SO-4711' });
  const view = await scudo.orders.shopView(id);
  console.log(view?.state, view?.liabilityShift); // open null
  // #endregion
  return id;
}

export async function createOtherOrders(scudo: MerchantHandler) {
  // #region kinds
  // Several payment methods, and the brands of cards that the shop takes.
  await scudo.orders.create({
    amount: '1999',
    currency: 'EUR',
    methods: [{ code: 'card', brands: ['visa', 'mastercard'] }, { code: 'testpay' }],
  });

  // A card that is only authenticated, for later payments. Nothing is charged.
  await scudo.orders.create({ purpose: 'add-card', currency: 'EUR' });

  // Optional fields of the authentication.
  await scudo.orders.create({
    amount: '1999',
    currency: 'EUR',
    payer: { email: 'ada@example.com', mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' } },
    challengeRequestIndicator: 'NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED',
    exemptStatus: 'TRANSACTION_RISK_ANALYSIS',
    authentication: { decoupleFlowRequest: 'DECOUPLED_PREFERRED', order: { deliveryTimeframe: 'ELECTRONIC_DELIVERY' } },
  });
  // #endregion
}

export async function payStored(scudo: MerchantHandler, id: string, card: StoredCard) {
  // #region pay-stored
  const outcome = await scudo.orders.payStored(id, { card, requestType: 'RECURRING_TRANSACTION' });
  console.log(outcome.status, outcome.code); // paid authorized
  // #endregion
  return outcome;
}

export function reconcileOnTimer(scudo: MerchantHandler) {
  // #region reconcile
  const reconcile = () => scudo.orders.reconcile().catch((error: unknown) => console.error('reconcile', error));
  setInterval(() => void reconcile(), 60_000).unref();
  void reconcile();
  // #endregion
}

export async function find(scudo: MerchantHandler) {
  // #region find
  const byReference = await scudo.orders.list({ reference: 'SO-4711' });
  const byGatewayOrder = await scudo.orders.list({ gatewayOrderId: '4711-k3n9x2p7qa' });
  const byPayment = await scudo.orders.list({ pasref: '17326581234567890' });
  const paidTwice = await scudo.orders.count({ flag: 'second-payment', createdFrom: new Date('2026-11-01') });
  // #endregion
  return [byReference, byGatewayOrder, byPayment, paidTwice];
}

export async function eraseOne(scudo: MerchantHandler, id: string) {
  // #region erase
  await scudo.orders.erase(id, { by: 'Ada Lovelace', reason: 'Request 17 of 1 March' });
  // #endregion
}

export async function exportMonth(scudo: MerchantHandler, file: string) {
  // #region export
  const rows = scudo.orders.export({ createdFrom: new Date('2026-11-01'), createdBefore: new Date('2026-12-01') });
  await pipeline(Readable.from(csvLines(rows)), createWriteStream(file));
  // #endregion
}

export async function balanceYesterday(scudo: MerchantHandler) {
  // #region balance
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const { differences, unread, notRead = [] } = await scudo.orders.balance({ day: yesterday });
  for (const { order, attempt, kind, shop, gateway } of differences)
    console.error(`${order ?? 'no order'} ${attempt}: ${kind}: shop ${shop}, gateway ${gateway}`);
  if (differences.length + unread + notRead.length > 0) process.exitCode = 1;
  // #endregion
  return differences;
}

export async function listUnresolved(scudo: MerchantHandler) {
  // #region list
  const createdBefore = new Date(Date.now() - 3_600_000);
  let after: string | undefined;
  do {
    const page = await scudo.orders.list({ states: ['in-doubt', 'pending'], createdBefore, ...(after && { after }) });
    for (const order of page.orders) console.log(order.id, order.state);
    after = page.next;
  } while (after);
  // #endregion
}

export async function lookUp(scudo: MerchantHandler, id: string) {
  // #region look-up
  const { state } = await scudo.orders.lookUp(id);
  // #endregion
  return state;
}

export async function settleAsPaid(scudo: MerchantHandler, id: string) {
  // #region settle-paid
  await scudo.orders.settle(id, {
    as: 'paid',
    by: 'ada@shop.example',
    reason: 'Back office shows pasref 168984443725',
  });
  // #endregion
}

export async function settleAsFailed(scudo: MerchantHandler, id: string) {
  // #region settle-failed
  await scudo.orders.settle(id, {
    as: 'failed',
    by: 'ada@shop.example',
    reason: 'Not in the back office after two days',
  });
  // #endregion
}

export async function reopen(scudo: MerchantHandler, id: string) {
  // #region reopen
  await scudo.orders.reopen(id, { by: 'ada@shop.example', reason: 'The shopper called about the wrong card number' });
  // #endregion
}

export async function updateOrder(scudo: MerchantHandler, id: string) {
  // #region update
  await scudo.orders.update(id, { amount: '2499', description: '2 tickets and insurance' });
  // #endregion
}

export async function cancelOrder(scudo: MerchantHandler, id: string) {
  // #region cancel
  await scudo.orders.cancel(id, { key: `sold-out-${id}`, by: 'stock', reason: 'Sold out' });
  // #endregion
}

export async function createExpiring(scudo: MerchantHandler) {
  // #region expires
  const expiresAt = new Date(Date.now() + 30 * 60_000);
  await scudo.orders.create({ amount: '1999', currency: 'EUR', expiresAt });
  // #endregion
}

export async function suspendOlder(scudo: MerchantHandler) {
  // #region suspend
  const { suspended } = await scudo.orders.suspend({ createdBefore: new Date() });
  console.log(`${suspended} orders take no payment until a person reopens them.`);
  // #endregion
  return suspended;
}

export async function settleRefund(scudo: MerchantHandler, id: string) {
  // #region settle-refund
  await scudo.orders.settle(id, {
    as: 'refunded',
    refund: 'refund-4711',
    by: 'ada@shop.example',
    reason: 'Seen in the report',
  });
  // #endregion
}

export async function refund(scudo: MerchantHandler, id: string) {
  // #region refund
  const { state, refundable } = await scudo.orders.refund(id, {
    amount: '500',
    key: 'refund-4711',
    comment: 'Damaged',
  });
  // #endregion
  return { state, refundable };
}

export async function refundSecondPayment(scudo: MerchantHandler, id: string, gatewayOrderId: string) {
  // #region refund-second-payment
  await scudo.orders.refund(id, { attempt: gatewayOrderId, key: `second-payment-${gatewayOrderId}` });
  // #endregion
}

export function pruneDaily(scudo: MerchantHandler) {
  // #region prune
  const day = 86_400_000;
  const prune = () =>
    scudo.orders.prune({ olderThan: 400 * day }).catch((error: unknown) => console.error('prune', error));
  setInterval(() => void prune(), day).unref();
  // #endregion
}

export async function removePayerData(store: OrderStore, id: string) {
  // #region remove-payer-data
  const found = await store.read(id);
  if (!found) throw new Error(`There is no order ${id}`);
  const { shippingAddress, authentication, accountHolderName, country, comments, ...kept } = found.record;
  const isDone = await store.replace({ ...kept, payer: {} }, found.revision);
  if (!isDone) throw new Error('The order has just changed; try again');
  // #endregion
}

export async function readReports(gateway: Gateway, orderId: string) {
  // #region gateway
  const startedFrom = new Date('2026-11-20');
  const startedTo = new Date('2026-11-23');
  for await (const payment of gateway.payments.list({ startedFrom, startedTo, transactionState: 'SUCCEEDED' })) {
    console.log(payment.orderId, payment.amount);
  }
  for await (const refund of gateway.refunds.list({ orderId })) console.log(refund.status);
  const { records, total } = await gateway.authentications.searchPage({ startedFrom, startedTo, orderId }, 1);
  // #endregion
  return { records, total };
}

export async function captureOrder(scudo: MerchantHandler, id: string) {
  // #region capture
  const { state, capturable } = await scudo.orders.capture(id, { amount: '500', key: 'parcel-1' });
  if (state === 'done') console.log(`captured; ${capturable} is left`);
  // #endregion
}

export async function cancelPayment(scudo: MerchantHandler, id: string) {
  // #region cancel-payment
  const { way, state } = await scudo.orders.cancel(id, { key: 'cancel-1', by: 'Ada', reason: 'Out of stock' });
  console.log(way, state); // voided done
  // #endregion
}

export async function refundCard(scudo: MerchantHandler, id: string) {
  // #region refund-card
  const { state, refundable } = await scudo.orders.refund(id, { amount: '500', key: 'return-17' });
  // #endregion
  return { state, refundable };
}

export async function settleCapture(scudo: MerchantHandler, id: string) {
  // #region settle-capture
  const person = { by: 'ada@shop.example', reason: 'Back office shows the second capture' };
  await scudo.orders.settle(id, { as: 'captured', capture: 'parcel-2', ...person });
  // #endregion
}

export async function settleElsewhere(scudo: MerchantHandler, id: string) {
  // #region settle-elsewhere
  const person = { by: 'ada@shop.example', reason: 'Refunded in the back office' };
  await scudo.orders.settle(id, { as: 'refunded-elsewhere', amount: '700', key: 'form-81', ...person });
  // #endregion
}

export async function correctDecision(scudo: MerchantHandler, id: string) {
  // #region correct-decision
  const person = { by: 'ada@shop.example', reason: 'Recorded for the wrong order' };
  await scudo.orders.settle(id, { as: 'not-refunded', refund: 'form-81', ...person });
  // #endregion
}
