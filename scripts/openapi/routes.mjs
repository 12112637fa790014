// The adapter contract as one table: every route of the backend, with its request, its answers and its problems.
// `npm run docs` writes docs/openapi.yaml from it, and test/conformance/ compares it with the handler.

/**
 * @typedef {object} Answer
 * @property {string} description
 * @property {string} [type] content type; absent for an answer without a body
 * @property {string} [schema] name of a schema; absent for pages and scripts
 * @property {readonly string[]} [headers] names of HEADERS
 */

/**
 * @typedef {object} Operation
 * @property {'get' | 'post'} method
 * @property {string} path
 * @property {string} id
 * @property {string} tag
 * @property {string} summary
 * @property {string} description
 * @property {readonly string[]} [parameters] names of PARAMETERS
 * @property {{ readonly type: string, readonly schema: string }} [body]
 * @property {Readonly<Record<string, Answer>>} answers by status
 * @property {readonly string[]} problems codes of the problem documents
 */

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

/** Problems that each call about an order may have. */
const OF_ORDERS = ['origin-refused', 'order-not-found', 'record-newer', 'closing', 'store-busy', 'internal-error'];
const OF_BODIES = ['invalid-request', 'unsupported-media-type', 'too-large'];
/** Problems that each call with card data may have. */
const OF_CARDS = ['card-outside-frame'];
const OF_GATEWAY = ['gateway-refused', 'gateway-unavailable'];
/** Describes `replaces` for a call that may begin another payment. */
const replaces = (call) =>
  `While the order waits for an unfinished redirect payment, ${call} is answered \`order-not-open\`, unless ` +
  '`replaces` is the `redirect.id` of that payment and the payment was not begun.';
const OF_PAYMENTS = [
  'order-not-open',
  'order-changed',
  'request-in-progress',
  'key-reused',
  'too-many-attempts',
  'too-many-requests',
];
const OF_PAGES = ['internal-error'];

const json = (description, schema) => ({ 200: { description, type: JSON_TYPE, schema, headers: ['cache-control'] } });
const payment = json('The next step, or the outcome of the payment.', 'PaymentAnswer');
const page = (description, headers) => ({ 200: { description, type: HTML, headers } });
const script = (description) => ({ 200: { description, type: SCRIPT, headers: ['cache-control'] } });
const PAGE_HEADERS = ['content-security-policy', 'cache-control', 'referrer-policy', 'x-content-type-options'];
const notified = (description) => ({ 200: { description, type: HTML, headers: PAGE_HEADERS } });
const returned = {
  303: { description: 'To the shop’s own page, whatever the message is.', headers: ['location', 'cache-control'] },
};

/** @type {readonly Operation[]} */
export const OPERATIONS = [
  {
    method: 'get',
    path: '/orders/{id}',
    id: 'readOrder',
    tag: 'Checkout page',
    summary: 'Read the order',
    description:
      'The order as the page may see it. With `wait` the answer comes when the state is no longer `state`, or after that ' +
      'many seconds with the state as it is then. While an `open` or `failed` order has `redirect`, it also comes when ' +
      'the payments report says that this payment was not begun.',
    parameters: ['id', 'wait', 'state'],
    answers: json('The order.', 'Order'),
    problems: [...OF_ORDERS, 'invalid-request', 'too-many-requests'],
  },
  {
    method: 'post',
    path: '/orders/{id}/protocol-versions',
    id: 'checkVersions',
    tag: 'Checkout page',
    summary: 'Version check',
    description:
      'Asks the gateway if the card takes part in 3-D Secure 2, while the shopper still types. The backend remembers that ' +
      'the transaction belongs to this order and this card. It moves no money and needs no Idempotency-Key. ' +
      replaces('the call'),
    parameters: ['id'],
    body: { type: JSON_TYPE, schema: 'VersionCheckRequest' },
    answers: json('The transaction, and the method step if the ACS profiles.', 'VersionCheckAnswer'),
    problems: [
      ...OF_ORDERS,
      ...OF_CARDS,
      ...OF_BODIES,
      ...OF_GATEWAY,
      'order-not-open',
      'card-not-supported',
      'issuer-unavailable',
      'too-many-attempts',
      'too-many-requests',
    ],
  },
  {
    method: 'post',
    path: '/orders/{id}/authentications',
    id: 'authenticate',
    tag: 'Checkout page',
    summary: 'Authenticate, and authorize if the issuer asks for nothing more',
    description:
      'Amount and currency are those of the order; the backend ignores any that the page sends. `server_trans_id` is absent ' +
      'for a card that the version check did not find enrolled. A `revision` that the order does not have any more is ' +
      'answered `order-changed`, and nothing is sent. A method that the shop hides is answered so as well, with ' +
      '`method` in `fields`.',
    parameters: ['id', 'idempotencyKey'],
    body: { type: JSON_TYPE, schema: 'PaymentRequest' },
    answers: payment,
    problems: [
      ...OF_ORDERS,
      ...OF_CARDS,
      ...OF_BODIES,
      ...OF_GATEWAY,
      ...OF_PAYMENTS,
      'authentication-unknown',
      'card-not-supported',
      'issuer-unavailable',
    ],
  },
  {
    method: 'post',
    path: '/orders/{id}/authorizations',
    id: 'authorizeAfterChallenge',
    tag: 'Checkout page',
    summary: 'Read the result of the challenge, and authorize on success',
    description:
      'The backend reads the result from the gateway, whatever `ended` and `cres` are. `ended: returned` asks only if the ' +
      'challenge is over: a challenge that is still open is answered `challenge-open` and stays open.',
    parameters: ['id', 'idempotencyKey'],
    body: { type: JSON_TYPE, schema: 'ChallengeReport' },
    answers: payment,
    problems: [...OF_ORDERS, ...OF_CARDS, ...OF_BODIES, ...OF_GATEWAY, ...OF_PAYMENTS, 'authentication-unknown'],
  },
  {
    method: 'post',
    path: '/orders/{id}/redirects',
    id: 'startRedirect',
    tag: 'Checkout page',
    summary: 'Begin a redirect payment',
    description:
      'Sends payment-set and answers the address to which the page sends the shopper. The order is `pending` before the ' +
      'answer. Another call for the same method answers the same address while the order waits for that payment. ' +
      replaces('a call of another method'),
    parameters: ['id', 'idempotencyKey'],
    body: { type: JSON_TYPE, schema: 'RedirectRequest' },
    answers: payment,
    problems: [...OF_ORDERS, ...OF_BODIES, ...OF_GATEWAY, ...OF_PAYMENTS],
  },
  ...['', '/{id}'].map((order) => ({
    method: 'post',
    path: `/notifications/method${order}`,
    id: `methodNotification${order ? 'OfOrder' : ''}`,
    tag: 'Messages through the browser',
    summary: 'End of the method step, from the ACS',
    description:
      'Stateless: browsers send no session cookie with this post. The answer is a page that passes the transaction on to ' +
      'the checkout page around it. A form that cannot be read, also one over the limit, has the same page with an ' +
      '`own-document`. The route writes nothing, calls nothing, and takes nothing of the body as a fact. A form with ' +
      'the field `probe`, from the element after a method step without an end, is answered 204: it asks only if form ' +
      'posts arrive here.',
    ...(order ? { parameters: ['id'] } : {}),
    body: { type: FORM, schema: 'MethodNotification' },
    answers: {
      ...notified('A page whose script posts a `method-notification` or an `own-document` to its parent frames.'),
      204: { description: 'The form was a probe.' },
    },
    problems: OF_PAGES,
  })),
  ...['', '/{id}'].map((order) => ({
    method: 'post',
    path: `/notifications/challenge${order}`,
    id: `challengeNotification${order ? 'OfOrder' : ''}`,
    tag: 'Messages through the browser',
    summary: 'End of the challenge, from the ACS',
    description:
      'As the method notification. The result of the challenge is read from the gateway, not from this message.',
    ...(order ? { parameters: ['id'] } : {}),
    body: { type: FORM, schema: 'ChallengeNotification' },
    answers: notified(
      'A page whose script posts a `challenge-notification` or an `own-document` to its parent frames.',
    ),
    problems: OF_PAGES,
  })),
  ...['method', 'challenge'].flatMap((kind) =>
    ['', '/{id}'].map((order) => ({
      method: 'get',
      path: `/notifications/${kind}${order}`,
      id: `${kind}NotificationByGet${order ? 'OfOrder' : ''}`,
      tag: 'Messages through the browser',
      summary: `End of the ${kind === 'method' ? 'method step' : 'challenge'}, by a link of the ACS`,
      description: 'The page of a form that cannot be read.',
      ...(order ? { parameters: ['id'] } : {}),
      answers: notified('A page whose script posts an `own-document` to its parent frames.'),
      problems: OF_PAGES,
    })),
  ),
  {
    method: 'get',
    path: '/return/{id}',
    id: 'returnByGet',
    tag: 'Messages of the gateway',
    summary: 'Return of the shopper, by a link',
    description:
      'The fields of a StatusMessage are in the query. The message is interim: it never makes an order paid. The shopper is ' +
      'redirected even if it has a wrong hash.',
    parameters: ['id'],
    answers: returned,
    problems: OF_PAGES,
  },
  {
    method: 'post',
    path: '/return/{id}',
    id: 'returnByPost',
    tag: 'Messages of the gateway',
    summary: 'Return of the shopper, by a form',
    description: 'As GET, with the fields in the body.',
    parameters: ['id'],
    body: { type: FORM, schema: 'StatusMessage' },
    answers: returned,
    problems: ['too-large', ...OF_PAGES],
  },
  ...['', '/{id}'].map((order) => ({
    method: 'post',
    path: `/status${order}`,
    id: `receiveStatus${order ? 'OfOrder' : ''}`,
    tag: 'Messages of the gateway',
    summary: 'Final status of a redirect payment, from the gateway',
    description:
      'The backend verifies the hash before it believes anything. A 200 means that the message is stored: the gateway ' +
      'repeats it until then. A signed message about an unknown order is answered 200, too. `gateway-unavailable`: the ' +
      'payments report does not confirm the result yet.',
    ...(order ? { parameters: ['id'] } : {}),
    body: { type: FORM, schema: 'StatusMessage' },
    answers: { 200: { description: 'The message is stored.' } },
    problems: [
      'invalid-request',
      'order-not-found',
      'gateway-unavailable',
      'too-large',
      'record-newer',
      'closing',
      'store-busy',
      'internal-error',
    ],
  })),
  {
    method: 'get',
    path: '/frame',
    id: 'framePage',
    tag: 'Pages in frames',
    summary: 'The frame around the pages of the ACS',
    description:
      'Embeddable by the shop’s pages only (`frame-ancestors`), and may embed any https page. It loads `frame.js` with the ' +
      'attribute `data-origins`, a JSON list of the origins of the shop’s pages.',
    answers: page('The page.', PAGE_HEADERS),
    problems: OF_PAGES,
  },
  {
    method: 'get',
    path: '/frame.js',
    id: 'frameScript',
    tag: 'Pages in frames',
    summary: 'The script of the frame page',
    description: 'The same bytes as in the npm package.',
    answers: script('The script.'),
    problems: OF_PAGES,
  },
  {
    method: 'get',
    path: '/notification.js',
    id: 'notificationScript',
    tag: 'Pages in frames',
    summary: 'The script of the notification pages',
    description: 'The same bytes as in the npm package.',
    answers: script('The script.'),
    problems: OF_PAGES,
  },
  {
    method: 'get',
    path: '/fields',
    id: 'fieldsPage',
    tag: 'Pages in frames',
    summary: 'The frame with the isolated card fields',
    description:
      'Needed only if checkout pages of another origin show the card fields in a frame of the backend. It has the fields ' +
      'as HTML. A parameter with another value has no effect.',
    parameters: ['lang', 'layout', 'labels', 'order'],
    answers: page('The page.', [
      ...PAGE_HEADERS,
      'origin-agent-cluster',
      'cross-origin-embedder-policy',
      'cross-origin-resource-policy',
    ]),
    problems: OF_PAGES,
  },
  {
    method: 'get',
    path: '/fields.js',
    id: 'fieldsScript',
    tag: 'Pages in frames',
    summary: 'The script of the isolated card fields',
    description: 'The file `dist/fields.js` of the npm package.',
    answers: script('The script.'),
    problems: OF_PAGES,
  },
  {
    method: 'get',
    path: '/fields.css',
    id: 'fieldsStyles',
    tag: 'Pages in frames',
    summary: 'The styles of the isolated card fields',
    description: 'The styles of the fields as HTML.',
    answers: { 200: { description: 'The styles.', type: CSS, headers: ['cache-control'] } },
    problems: OF_PAGES,
  },
];

/** Parameters by the names that operations use. */
export const PARAMETERS = {
  id: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'Id of the order. Hard to guess, because it is all that a page needs to read and pay the order.',
    schema: { type: 'string', maxLength: 39, pattern: '^[\\w-]+$' },
  },
  wait: {
    name: 'wait',
    in: 'query',
    description: 'Seconds to wait for another state. The backend waits at most 30.',
    schema: { type: 'string', pattern: '^\\d{1,3}$' },
  },
  state: {
    name: 'state',
    in: 'query',
    description: 'The state that the page knows. Default: the state when the request arrives.',
    schema: { $ref: '#/components/schemas/OrderState' },
  },
  lang: {
    name: 'lang',
    in: 'query',
    description: 'The language of the fields (BCP 47). Default: English.',
    schema: { type: 'string' },
  },
  layout: {
    name: 'layout',
    in: 'query',
    description: 'The attribute `layout` of the element.',
    schema: { type: 'string' },
  },
  labels: {
    name: 'labels',
    in: 'query',
    description: 'The attribute `labels` of the element.',
    schema: { type: 'string' },
  },
  order: {
    name: 'order',
    in: 'query',
    description: 'Names of card fields in their order, with spaces between them.',
    schema: { type: 'string' },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description:
      'Visible ASCII characters. A repeated call with the same key and the same request has the same answer and moves no ' +
      'money again; the same key with another request is answered 422 `key-reused`.',
    schema: { type: 'string', minLength: 8, maxLength: 100, pattern: '^[\\x21-\\x7e]+$' },
  },
};

/** Headers of answers, by name. */
export const HEADERS = {
  'cache-control': { description: '`no-store`, unless the answer is the same for all shoppers.' },
  'content-security-policy': {
    description:
      "Strict: `default-src 'none'`, no inline script, Trusted Types. For `/frame` and `/fields` with `frame-ancestors` " +
      'and the origins of the shop’s pages. Notification pages leave it out, because an ACS may be the frame around them.',
  },
  location: { description: 'The shop’s page that shows the state of the order.' },
  'origin-agent-cluster': { description: '`?1`.' },
  'cross-origin-embedder-policy': { description: '`require-corp`, for checkout pages that have this header.' },
  'cross-origin-resource-policy': { description: '`cross-origin`, for the same pages.' },
  'referrer-policy': { description: '`strict-origin`: an ACS may want to see the shop’s origin.' },
  'retry-after': { description: 'Seconds after which the same call may succeed.' },
  'x-content-type-options': { description: '`nosniff`, in every answer.' },
};
