import { GATEWAY_TEST_CARDS } from '../../sandbox/cards/test-cards.js';
import { nameOfBehaviour } from './three-d-secure-steps.js';

const lastDigits = (number: string) => number.slice(-4);

/**
 * Id and title of each row of a run whose calls all pass. A successful refund of a card adds the row of its leg, and
 * the end of a run adds those of money that is left.
 */
export const ROWS: ReadonlyMap<string, string> = new Map([
  ['version-check', 'path, headers and hash of a version check'],
  ['authentication', 'fields and hash of an authentication'],
  ['authentication-data', 'hash of the query for an authentication'],
  ...GATEWAY_TEST_CARDS.map(({ number, label }) => [`card-${lastDigits(number)}`, `test card, ${label}`] as const),
  ['challenge', 'challenge with the one-time code'],
  ['search', 'hash of the authentication search'],
  ['search-bin', 'filter bin of the authentication search'],
  ['search-dsTransId', 'filter dsTransId of the authentication search'],
  ['search-orderId', 'filter orderId of the authentication search'],
  ['search-page-size', 'size of a page of the authentication search'],
  ['search-page', 'number of a page of the authentication search'],
  ['data-early', 'query after a version check alone'],
  ['data-not-performed', 'query after an authentication that could not be performed'],
  ['scheme', 'scheme of another card'],
  ['method-completion', 'completed method step that the version check did not offer'],
  ['authorization', 'path, fields and hash of a card authorization'],
  ['query', 'query for an authorization'],
  ['query-hash', 'hash of the answer to a query'],
  ['repeated', 'second request with one order id'],
  ['void', 'void of an authorization'],
  ['leg-void', 'leg _void_'],
  ['lost-answer', 'look-up of an authorization without an answer'],
  ['no-security-code', 'authorization without security code'],
  ['settle', 'capture of a part'],
  ['leg-settle', 'leg _settle_'],
  ['rebate', 'refund of a card'],
  ['multisettle', 'capture in several parts'],
  ...GATEWAY_TEST_CARDS.filter((card) => nameOfBehaviour(card).startsWith('declined-')).map(
    ({ number, label }) => [`decline-${lastDigits(number)}`, `decline of ${label}`] as const,
  ),
  ['exponent', 'decimals of JPY'],
  ['payment-set', 'start of a redirect payment: hash of its answer, element of its address'],
  ['return-message', 'hash of the return message'],
  ['payments-report', 'payments report: path, hash, list of records'],
  ['payment-record', 'fields of a record of the payments report'],
  ['payment-identifier', 'payments report by the identifier of a payment'],
  ['payment-credit', 'refund of a redirect payment: hash of its answer'],
  ['refunds-report', 'refunds report: path, hash, list of records'],
  ['refund-record', 'fields of a record of the refunds report'],
  ['card-payment', 'card payment with these options'],
  ['redirect-payment', 'start of a redirect payment with these options'],
]);
