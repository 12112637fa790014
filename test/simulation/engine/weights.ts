/**
 * Frequencies of faults, in multiples of the rate of a world, by hop and by the place at which they are drawn. A place
 * that a payment passes many times has a small weight. Places that are not listed have the weight 1.
 */
export const WEIGHTS = {
  network: { xml: 2 },
  gateway: { report: 4, message: 6 },
  store: { call: 0.1, clock: 0.05 },
  process: { kill: 0.02, killAtTimer: 0.01, standStill: 0.02, standStillAtGateway: 0.3 },
  listener: 2,
  shopper: {
    // The form
    wrongCard: 0.5,
    wrongRedirect: 1.2,
    hesitate: 0.2,
    doubleClick: 2,
    cancelAtOnce: 0.3,
    cancelInPreparation: 0.6,
    payEverywhere: 0.5,
    // The challenge
    blockFrame: 0.3,
    reopenEarly: 0.7,
    reopen: 0.5,
    wrongCode: 2,
    leaveForApp: 4,
    returnLate: 0.3,
    cancelChallenge: 0.5,
    cancelAfterChallenge: 2,
    cancelAtIssuer: 1,
    payElsewhere: 0.3,
    // The redirect
    keepTab: 1,
    back: 3,
    closeAtMethod: 1,
    chooseAnother: 8,
    // The page at any time
    reload: 1.2,
    close: 0.6,
    abandon: 0.4,
    secondTab: 3,
    offline: 1,
    offlineInCall: 0.25,
    checkAtEnd: 0.2,
    checkAgain: 0.7,
    switchTab: 2,
  },
  frame: { reload: 0.5, reloadPage: 0.5 },
  clerk: { visit: 0.7, inDoubt: 1.5, pending: 1, failed: 1, complaint: 3 },
  // Most payments of a world with few faults have an act of staff as well.
  staff: { portal: 10, portalBeside: 10, act: 6, withdrawal: 0.6 },
  basket: { change: 2, describe: 1, expire: 1 },
  stranger: 1.5,
  imitator: 1.5,
} as const;
