// Parts of the code that `npm run mutation` changes, the tests that must notice it, and the share that they must
// notice.

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {readonly string[]} sources beginnings of the paths of files that are changed
 * @property {string} tests a glob of the test files that are run
 * @property {number} goal the least share of changes that the tests notice in each folder, in percent
 */

/** @type {readonly Part[]} */
export const PARTS = [
  // Value types, and the hashes of messages in securehash.ts.
  { name: 'values', sources: ['src/protocol/values/'], tests: 'test/protocol/{fields,values}/*.test.ts', goal: 95 },
  // The messages of both interface documents.
  {
    name: 'schemas',
    sources: ['authorization', 'redirect', 'reports', 'three-d-secure'].map((folder) => `src/protocol/${folder}/`),
    tests: 'test/protocol/{messages,{authorization,fields,redirect,reports,three-d-secure}/*}.test.ts',
    goal: 85,
  },
  // The messages between page, frames and backend.
  {
    name: 'adapter',
    sources: ['src/protocol/adapter/'],
    tests: 'test/protocol/adapter/*.test.ts',
    goal: 85,
  },
  {
    name: 'flow',
    sources: [
      'src/protocol/flow.ts',
      ...['card', 'checkout', 'flow', 'preparation', 'redirect'].map((folder) => `src/payment/${folder}/`),
    ],
    tests: 'test/payment/**/*.test.ts',
    goal: 95,
  },
  {
    name: 'orders',
    sources: ['src/server/orders/'],
    // Most tests that drive a whole shop are left out: they notice little more, and take much longer.
    tests: `test/server/orders/{${[
      '{input,problems,record,states,views}/*',
      'api/{new-order,orders.store,prune,settle-by-person.record}',
      'book/{migration,order-book*,retention.record,turns}',
      'calls/{deadline,once*,outcome-answer,run-look-up,same-amount,send-window}',
      'changes/{deliver-changes.record,flag-report}',
      'identifiers/{fingerprint-key,gateway-order-id,keyed-request}',
      'limits/{client-limits,order-limits,waiting-requests}',
    ].join()}}.test.ts`,
    goal: 95,
  },
  {
    name: 'card',
    sources: ['src/server/card/'],
    // The last four are about calls that several processes make at once, and about stores that fail.
    tests: `test/server/{${[
      'card/**/*',
      'authorization-once',
      'process-stands-still',
      'orders/{book/busy-store,calls/late-look-ups}',
    ].join()}}.test.ts`,
    goal: 95,
  },
  { name: 'refunds', sources: ['src/server/refunds/'], tests: 'test/server/refunds/**/*.test.ts', goal: 95 },
];
