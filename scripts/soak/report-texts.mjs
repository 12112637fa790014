// Words of the report of a soak, for people who do not know its code.

/** Words for what the shopper did, by the kind of the payment. */
const KINDS = {
  paid: 'card without a challenge',
  declined: 'declined card',
  refused: 'card that its issuer does not authenticate',
  unsupported: 'card that the shop does not take',
  challenge: 'challenge confirmed',
  cancelled: 'challenge cancelled at the issuer',
  closed: "challenge closed in the shop's dialog",
  abandoned: 'page left during the challenge',
  typed: 'page left after the card was typed',
  redirect: 'redirect payment',
};

/** Kinds whose payments differ in what the shopper did, by their end. */
const KINDS_BY_END = {
  'declined: authorized': 'declined first, then paid with another card',
};

/** Ends that are no code of an outcome or problem. */
const ENDS = {
  left: 'no outcome',
  challenge: 'no outcome',
  answered: 'the result comes later, by status message',
  'no answer': 'no process answered',
};

/**
 * Describes payments with the same end.
 * @param {string} name kind and end, such as `declined: authorized`
 * @param {number} count
 * @returns {string}
 */
export function paymentsText(name, count) {
  const [kind, end] = name.split(': ');
  // Orders that are abandoned are left during a challenge, or paid in two tabs at the same moment.
  const isInTwoTabs = kind === 'abandoned' && end !== 'left' && end !== 'challenge';
  const text = isInTwoTabs ? 'paid in two tabs at once' : (KINDS_BY_END[name] ?? KINDS[kind] ?? kind);
  return `${count} × ${text}: ${ENDS[end] ?? end}`;
}
