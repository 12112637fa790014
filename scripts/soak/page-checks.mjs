// Compares the payments of a page with what was expected of them, and with the books of the sandbox.

/** The end of each kind of payment: the code of its last outcome, or the place where the shopper left. */
const EXPECTED = {
  paid: 'authorized',
  declined: 'authorized',
  refused: 'authentication-failed',
  unsupported: 'card-not-supported',
  challenge: 'authorized',
  cancelled: 'challenge-failed',
  closed: 'challenge-cancelled',
  abandoned: 'left',
  typed: 'left',
};

/**
 * Returns what is wrong, with at most one line for each payment.
 * @param {readonly { kind: string, order: string, end: string }[]} payments
 * @param {readonly string[]} charges gateway order ids that the sandbox has taken money for
 * @returns {string[]}
 */
export function wrongPayments(payments, charges) {
  return payments.flatMap(({ kind, order, end }, index) => {
    const count = charges.filter((one) => prefixesOf(order).some((prefix) => one.startsWith(`${prefix}-`))).length;
    const isRight = end === EXPECTED[kind] && count === (end === 'authorized' ? 1 : 0);
    return isRight ? [] : [`payment ${index + 1} (${kind}) ended with ${end}; charges: ${count}`];
  });
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The beginnings of an order's gateway order ids: the id, or a UUID as 26 characters of base 32. */
function prefixesOf(order) {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(order)) return [order];
  const value = BigInt(`0x${order.replaceAll('-', '')}`);
  const places = Array.from({ length: 26 }, (_, index) => Number((value >> BigInt(5 * (25 - index))) & 31n));
  return [order, places.map((place) => ALPHABET.charAt(place)).join('')];
}
