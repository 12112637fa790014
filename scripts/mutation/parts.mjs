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
    sources: [
      ...['identifiers', 'input', 'problems', 'record', 'states', 'views'].map(
        (folder) => `src/server/domain/${folder}/`,
      ),
      ...['book', 'limits', 'use-cases/calls', 'use-cases/orders'].map((folder) => `src/server/${folder}/`),
    ],
    // Most tests that drive a whole shop are left out: they notice little more, and take much longer.
    tests: `test/server/{${[
      'domain/{identifiers,input,problems,record,states,views}/*',
      'book/{order-book*,turns}',
      'limits/{client-limits,order-limits,waiting-requests}',
      'use-cases/calls/{once*,run-look-up,send-window}',
      'use-cases/orders/{deliver-changes.record,flag-report,orders.store,prune,settle-by-person.record}',
    ].join()}}.test.ts`,
    goal: 95,
  },
  {
    name: 'card',
    sources: ['src/server/domain/card/', 'src/server/use-cases/card/'],
    // The last four are about calls that several processes make at once, and about stores that fail.
    tests: `test/server/{${[
      '{domain,use-cases}/card/**/*',
      'use-cases/calls/idempotency',
      'process-stands-still',
      'book/busy-store',
      'use-cases/calls/late-look-ups',
    ].join()}}.test.ts`,
    goal: 95,
  },
  {
    name: 'operations',
    sources: ['src/server/domain/operations/', 'src/server/use-cases/operations/'],
    tests: 'test/server/{domain,use-cases}/operations/**/*.test.ts',
    goal: 95,
  },
];
