// Compares orders with the books of the sandbox.

const CHARGED = ['paid', 'partly-refunded', 'refunded'];
/** Statuses of outcomes that report a payment as failed. A problem document counts as `failed`. */
const FAILURES = ['declined', 'not-authenticated', 'cancelled', 'failed'];

/**
 * A call of a shopper that can take money, with its repetitions. Times are those of the sandbox's clock.
 * @typedef {object} PaymentCall
 * @property {number} began
 * @property {number} ended Infinity without an answer
 * @property {string} status that of the outcome, `failed` for a problem, or another result such as `challenge`
 * @property {string} code of the outcome or of the problem
 */

/**
 * @param {object} settled
 * @param {readonly import('../../src/server.js').OrderRecord[]} settled.records
 * @param {ReadonlyMap<string, number>} settled.charges when the sandbox has taken money, by gateway order id
 * @param {ReadonlyMap<string, readonly PaymentCall[]>} settled.calls of the shoppers, by order
 * @param {ReadonlyMap<string, readonly { sequence: number }[]>} settled.changes what `onOrderChanged` delivered, by
 * order
 * @returns {string[]} everything that is wrong
 */
export function wrongOrders({ records, charges, calls, changes }) {
  const wrong = [];
  for (const record of records) {
    const { id, state, attempts, flags } = record;
    const own = attempts.map(({ gatewayOrderId }) => gatewayOrderId).filter((one) => charges.has(one));
    const flagged = flags.filter(({ kind }) => kind === 'second-payment').map(({ attempt }) => attempt);
    const report = (text) => void wrong.push(`${id}: ${text} (state ${state}, charged ${own.join(', ') || 'never'})`);
    if (own.filter((one) => !flagged.includes(one)).length > 1) report('charged twice without a flag');
    if (CHARGED.includes(state) !== own.length > 0) report('does not say what the gateway knows');
    if (state === 'in-doubt') report('is unresolved');
    const times = own.map((one) => charges.get(one));
    for (const text of wrongAnswers(calls.get(id) ?? [], times)) report(text);
    for (const text of wrongDeliveries(changes.get(id) ?? [], record.changeCount)) report(text);
  }
  const known = new Set(records.flatMap(({ attempts }) => attempts.map(({ gatewayOrderId }) => gatewayOrderId)));
  for (const charge of charges.keys()) if (!known.has(charge)) wrong.push(`${charge}: charged, and no order has it`);
  return wrong;
}

/**
 * Compares the answers of an order's calls with the times of its charges. A failure is right only if each charge came
 * after the beginning of its call and belongs to another call: one that ran at that time and did not report a failure.
 */
function wrongAnswers(calls, charges) {
  const isFailure = ({ status }) => FAILURES.includes(status);
  const others = (call) => calls.filter((one) => one !== call && !isFailure(one));
  const belongsTo = (charge, { began, ended }) => began <= charge && charge <= ended;
  return calls.flatMap((call) => {
    const { began, ended, status, code } = call;
    if (status === 'paid' && !charges.some((charge) => charge <= ended)) return ['the page shows it as paid'];
    if (!isFailure(call)) return [];
    const isRight = charges.every((charge) => charge >= began && others(call).some((one) => belongsTo(charge, one)));
    return isRight ? [] : [`the page shows ${code}, which is a failure, and it was charged`];
  });
}

/** Compares what `onOrderChanged` received with its contract: each change at least once, in the order of `sequence`. */
function wrongDeliveries(changes, count) {
  const received = changes.map(({ sequence }) => sequence);
  const expected = Array.from({ length: count }, (_one, index) => index + 1);
  const missing = expected.filter((sequence) => !received.includes(sequence)).slice(0, 1);
  const early = received.flatMap((sequence, index) => {
    const before = index === 0 ? 0 : received[index - 1];
    const isNext = sequence === before + 1 || (sequence === before && index > 0);
    return isNext ? [] : [`change ${sequence} was delivered after change ${before}`];
  });
  const unknown = received.filter((sequence) => sequence > count).slice(0, 1);
  return [
    ...missing.map((sequence) => `change ${sequence} was not delivered`),
    ...early.slice(0, 1),
    ...unknown.map((sequence) => `change ${sequence} was delivered, and the order has ${count}`),
  ];
}
