// Compares orders with the books of the sandbox.

const CHARGED = ['paid', 'partly-refunded', 'refunded'];

/**
 * @param {object} settled
 * @param {readonly import('../../src/server.js').OrderRecord[]} settled.records
 * @param {ReadonlySet<string>} settled.charges gateway order ids that the sandbox has taken money for
 * @param {ReadonlyMap<string, string>} settled.outcomes codes that pages received, by order
 * @param {ReadonlyMap<string, readonly object[]>} settled.changes what `onOrderChanged` delivered, by order
 * @returns {string[]} everything that is wrong
 */
export function wrongOrders({ records, charges, outcomes, changes }) {
  const wrong = [];
  for (const record of records) {
    const { id, state, attempts, flags } = record;
    const own = attempts.map(({ gatewayOrderId }) => gatewayOrderId).filter((one) => charges.has(one));
    const flagged = flags.filter(({ kind }) => kind === 'second-payment').map(({ attempt }) => attempt);
    const report = (text) => void wrong.push(`${id}: ${text} (state ${state}, charged ${own.join(', ') || 'never'})`);
    if (own.filter((one) => !flagged.includes(one)).length > 1) report('charged twice without a flag');
    if (CHARGED.includes(state) !== own.length > 0) report('does not say what the gateway knows');
    if (state === 'in-doubt') report('is unresolved');
    if (outcomes.get(id) === 'authorized' && own.length === 0) report('the page shows it as paid');
    const received = (changes.get(id) ?? []).map(({ sequence }) => sequence);
    const missing = Array.from({ length: record.changeCount }, (_one, index) => index + 1).find(
      (sequence) => !received.includes(sequence),
    );
    if (missing !== undefined) report(`change ${missing} was not delivered`);
  }
  const known = new Set(records.flatMap(({ attempts }) => attempts.map(({ gatewayOrderId }) => gatewayOrderId)));
  for (const charge of charges) if (!known.has(charge)) wrong.push(`${charge}: charged, and no order has it`);
  return wrong;
}
