// Known defects, which `npm run simulate defects` plants one at a time. Each replaces one text of one source file.

/** Results of all searches. `npm run simulate proof` reads them. */
export const DEFECT_RESULTS = 'test/simulation/planted-defects.json';

/** @type {readonly import('./bundle.mjs').Defect[]} */
export const DEFECTS = [
  {
    name: 'A lost compare-and-set is overwritten',
    invariant: 'no-false-failure',
    file: 'src/server/book/order-book.ts',
    text: "if (!(await store.replace(next, revision, { flush: flush || next.state !== 'open' }))) return undefined;",
    by: `if (!(await store.replace(next, revision))) {
      const found = await store.read(id);
      if (!found || !(await store.replace(next, found.revision))) return undefined;
    }`,
  },
  {
    name: 'An order in doubt takes another payment',
    invariant: 'charged-once',
    file: 'src/server/domain/record/order-record.ts',
    text: 'return orderStateRow(state).payable === true;',
    by: "return orderStateRow(state).payable === true || state === 'in-doubt';",
    guards: [
      {
        file: 'src/server/domain/record/order-state.table.ts',
        text: "    'in-doubt': {\n      underWay: true,\n      on: {\n",
        by: "    'in-doubt': {\n      underWay: true,\n      on: {\n        AUTHORIZATION_SENT: 'in-doubt',\n",
      },
    ],
  },
  {
    name: 'A call without an answer counts as not sent',
    invariant: 'charged-once',
    file: 'src/server/use-cases/card/authorize.ts',
    text: 'const code = codeOfUnsent(error);\n',
    by: "const code = codeOfUnsent(error) ?? 'gateway-unavailable';\n",
  },
  {
    name: 'A reset connection counts as not sent',
    invariant: 'charged-once',
    file: 'src/server/gateway/send.ts',
    text: '/^(ECONNREFUSED|',
    by: '/^(ECONNRESET|ECONNREFUSED|',
  },
  {
    name: 'An unsigned approval counts',
    invariant: 'paid-when-charged',
    file: 'src/server/domain/card/authorization-results.ts',
    text: "if (trust === 'signed') {",
    by: "if (trust !== 'wrong-hash') {",
  },
  {
    name: 'An answer with a wrong hash ends the payment',
    invariant: 'no-false-failure',
    file: 'src/server/domain/card/authorization-results.ts',
    text: "if (trust === 'wrong-hash') return { is: 'unresolved', cause: 'broken-answer' };",
    by: "if (trust === 'wrong-hash') return { is: 'ended', code: 'gateway-refused' };",
  },
  {
    name: 'Not found counts before the request can have arrived',
    invariant: 'charged-once',
    file: 'src/server/domain/card/card-results.ts',
    text: 'if (askedAt - Date.parse(attempt.sentAt) <= NOT_FOUND_MARGIN) return record;',
    by: 'if (askedAt - Date.parse(attempt.sentAt) <= 20_000) return record;',
  },
  {
    name: 'One query decides after a system error',
    invariant: 'settles',
    file: 'src/server/domain/card/card-results.ts',
    text: 'return secondTime(progress);',
    by: "return withEnd(record, attempt, { code: 'gateway-unavailable' }, at);",
  },
  {
    name: 'A charge that a look-up finds is ignored',
    invariant: 'settles',
    file: 'src/server/domain/card/card-results.ts',
    text: "if (found.result === '00') return withApproval(entry, attempt, found, at);",
    by: "if (found.result === '00') return record;",
  },
  {
    name: 'Reconciliation leaves unresolved cards out',
    invariant: 'settles',
    file: 'src/server/domain/record/order-due.ts',
    text: 'return attempt.setAside ? followUpAt(attempt) : lastLookUp(attempt);',
    by: 'return attempt.setAside ? followUpAt(attempt) : undefined;',
  },
  {
    name: 'Reconciliation leaves cards of dead processes out',
    invariant: 'settles',
    file: 'src/server/domain/record/order-due.ts',
    text:
      "case 'sent':\n      return later(attempt.deadline, lastLookUp(attempt));\n" +
      "    case 'unresolved':\n      return attempt.setAside",
    by: "case 'sent':\n      return undefined;\n    case 'unresolved':\n      return attempt.setAside",
  },
  {
    name: 'Reconciliation leaves unresolved refunds out',
    invariant: 'settles',
    file: 'src/server/domain/record/order-due.ts',
    text: 'later(attempt.deadline, lastLookUp(attempt)) : lastLookUp(attempt);',
    by: 'later(attempt.deadline, lastLookUp(attempt)) : undefined;',
  },
  {
    name: 'The result in the browser decides',
    invariant: 'charged-by-right',
    file: 'src/server/use-cases/report-challenge.ts',
    text: `if (stageAfter(authentication) !== 'closed' && isSignal(ended)) return { result: 'challenge-open' };
  const decision = decisionOf(order, authentication, policies(order));`,
    by: `const said = cres === undefined ? undefined : JSON.parse(Buffer.from(cres, 'base64url').toString());
  if (said?.transStatus !== 'Y' && stageAfter(authentication) !== 'closed' && isSignal(ended))
    return { result: 'challenge-open' };
  const decision =
    said?.transStatus === 'Y' ? { do: 'authorize' } : decisionOf(order, authentication, policies(order));`,
    guards: [
      {
        file: 'src/server/use-cases/report-challenge.ts',
        text: '{ server_trans_id: serverTransId, card, ended }: ChallengeReport,',
        by: '{ server_trans_id: serverTransId, card, ended, cres }: ChallengeReport,',
      },
    ],
  },
  {
    name: 'A failed authentication is authorized',
    invariant: 'charged-by-right',
    file: 'src/server/domain/card/decision.ts',
    text: "return { do: 'end', code: codeOfFailure(authentication.statusReason) };",
    by: "return { do: 'authorize' };",
  },
  {
    name: 'An order with an exemption keeps the liability shift',
    invariant: 'liability',
    file: 'src/server/domain/card/decision.ts',
    text: 'return authenticated && isProven(authentication) && !requestsExemption(order);',
    by: 'return authenticated && isProven(authentication);',
  },
  {
    name: 'An add-card order accepts every answer',
    invariant: 'no-false-success',
    file: 'src/server/domain/card/decision.ts',
    text: "return authentication.status === 'AUTHENTICATION_SUCCESSFUL' ? ",
    by: 'return authentication.status ? ',
  },
  {
    name: 'The outbox keeps the newest change only',
    invariant: 'changes',
    file: 'src/server/domain/states/order-transition.ts',
    text: 'changes: [...record.changes, numbered]',
    by: 'changes: [numbered]',
  },
  {
    name: 'A change is dropped when the listener fails',
    invariant: 'changes',
    file: 'src/server/use-cases/orders/deliver-changes.ts',
    text: '(isOurs(record) ? withRetry(record, at) : undefined)',
    by: '(isOurs(record) ? withoutOldest(record, at) : undefined)',
  },
  {
    name: 'The full card number is stored',
    invariant: 'card-number',
    file: 'src/server/use-cases/card/authorize.ts',
    text: 'card: maskCardNumber(card.number),',
    by: 'card: card.number,',
  },
  {
    name: 'A repeated call has another idempotency key',
    invariant: 'one-key',
    file: 'src/payment/backend-client/fetch-backend.ts',
    text: "post(body, { 'idempotency-key': idempotencyKey })",
    by: "post(body, { 'idempotency-key': `${idempotencyKey}-${clock.now().getTime()}` })",
  },
  {
    name: 'A late answer of an ended step has an effect',
    invariant: 'no-false-alarm',
    file: 'src/payment/flow/runner.ts',
    text: 'if (!signal.aborted) send(event);',
    by: 'send(event);',
  },
  {
    name: 'A payment without an answer is shown as failed',
    invariant: 'no-false-failure',
    file: 'src/payment/checkout/checkout.reducer.ts',
    text: "return outcomeOf('backend-unanswered', { id, state: 'in-doubt' });",
    by: "return outcomeOf('backend-unavailable', { id, state: 'open' });",
  },
  {
    name: 'An error of the backend ends the payment in the page',
    invariant: 'no-false-failure',
    file: 'src/payment/backend-client/answered-calls.ts',
    text: "isTransient(fault) || fault.code === 'internal-error') return undefined;",
    by: 'isTransient(fault)) return undefined;',
  },
  {
    name: 'An outcome is reported again at the next step',
    invariant: 'one-outcome',
    file: 'src/payment/checkout/checkout.reducer.ts',
    text: 'const { outcomeToReport: _reported, ...context } = before;',
    by: 'const context = before;',
  },
  {
    name: 'A step has no time limit',
    invariant: 'page-ends',
    file: 'src/payment/flow/runner.ts',
    text: 'if (after && !limits.has(name)) {',
    by: "if (after && !limits.has(name) && state !== 'authenticating' && state !== 'reading-result') {",
  },
  {
    name: 'The frame of a challenge stays in the page',
    invariant: 'nothing-left',
    file: 'src/three-d-secure/acs-frame.ts',
    text: 'for (const frame of frames) frame.remove();',
    by: '',
  },
  {
    name: 'A listener of a frame stays',
    invariant: 'nothing-left',
    file: 'src/three-d-secure/acs-frame.ts',
    text: "window.addEventListener('message', receive, { signal });",
    by: "window.addEventListener('message', receive);",
  },
  {
    name: 'A pending page stops asking after an error',
    invariant: 'page-ends',
    file: 'src/payment/redirect/redirect.tasks.ts',
    text: "if (isProblem(error, 'too-many-requests')) unless = undefined;",
    by: 'throw error;',
  },
  {
    name: 'A page in doubt asks only once',
    invariant: 'page-ends',
    file: 'src/payment/redirect/redirect.tasks.ts',
    text: 'await interval;',
    by: `if (states.payment === 'outcome') return;
        await interval;`,
  },
  {
    name: 'A second payment is not flagged',
    invariant: 'charged-once',
    file: 'src/server/domain/states/successes.ts',
    text: 'if (record.payment) return withSecondPayments(record, at);',
    by: 'if (record.payment) return record;',
  },
  {
    name: 'A card is charged another amount',
    invariant: 'charged-by-right',
    file: 'src/server/use-cases/card/authorization-request.ts',
    text: `    orderId,
    amount,
    currency,
    autosettle,`,
    by: `    orderId,
    amount: '1',
    currency,
    autosettle,`,
  },
  {
    name: 'The revision that a page shows is ignored',
    invariant: 'amount-read',
    file: 'src/server/domain/record/revision.ts',
    text: '  if (known !== undefined && known !== revisionOf(record)) return true;\n',
    by: '',
  },
  {
    name: 'An order stays open after its time',
    invariant: 'ended',
    file: 'src/server/domain/states/order-end.ts',
    text: 'if (end === undefined || at.getTime() < Date.parse(end)) return undefined;',
    by: 'if (at.getTime() >= 0) return undefined;',
  },
  {
    name: 'A refund that was made is recorded as refused',
    invariant: 'refunds',
    file: 'src/server/domain/operations/refund-results.ts',
    text: "if (result === '00') return { step: 'done', ...known };",
    by: "if (result === '00') return { step: 'refused', ...known };",
  },
  {
    name: 'A refund without an answer is recorded as made',
    invariant: 'refunds',
    file: 'src/server/domain/operations/operation-results.ts',
    text: "isUnsent(error) ? 'refused' : 'unresolved'",
    by: "isUnsent(error) ? 'refused' : 'done'",
  },
  {
    name: 'The refundable amount is not checked',
    invariant: 'refunds',
    file: 'src/server/use-cases/operations/refund.ts',
    text: 'if (amount > refundable)',
    by: 'if (amount > refundable && amount < 0n)',
  },
  {
    name: 'Every refund fails with an unexpected error',
    invariant: 'no-internal-error',
    file: 'src/server/use-cases/operations/run-operation.ts',
    text: '  let fault: unknown;',
    by: `  let fault: unknown;
  if (payment.kind === 'redirect') throw new TypeError('planted');`,
  },
  {
    name: 'The change to paid is not recorded',
    invariant: 'changes',
    file: 'src/server/domain/states/order-transition.ts',
    text: '  const sequence = record.changeCount + 1;',
    by: `  if (change.kind === 'state' && change.to === 'paid') return record;
  const sequence = record.changeCount + 1;`,
  },
  {
    name: 'A pending payment that settles has no outcome event',
    invariant: 'one-outcome',
    file: 'src/payment/checkout/checkout.reducer.ts',
    text: '(!isShownOnly && known?.status !== outcome.status)',
    by: "(!isShownOnly && from !== 'pending' && known?.status !== outcome.status)",
  },
  {
    name: 'An outcome is reported again when the shopper checks it',
    invariant: 'one-outcome',
    file: 'src/payment/checkout/checkout.reducer.ts',
    text: '(!isShownOnly && known?.status !== outcome.status)',
    by: '!isShownOnly',
  },
  {
    name: 'The return page reports a failure while the payment is pending',
    invariant: 'no-false-failure',
    file: 'src/payment/redirect/redirect.tasks.ts',
    text: "if (outcome.status !== 'pending') send({ type: 'ORDER_SETTLED', ...read, outcome });",
    by: `if (read.order?.state === 'pending' && now().context.page === 'return')
        send({ type: 'ORDER_SETTLED', ...read, outcome: outcomeOf('payment-not-completed', read.order) });
      else if (outcome.status !== 'pending') send({ type: 'ORDER_SETTLED', ...read, outcome });`,
  },
  {
    name: 'The return page reports a success while the payment is pending',
    invariant: 'no-false-success',
    file: 'src/payment/redirect/redirect.tasks.ts',
    text: "if (outcome.status !== 'pending') send({ type: 'ORDER_SETTLED', ...read, outcome });",
    by: `if (read.order?.state === 'pending' && now().context.page === 'return')
        send({ type: 'ORDER_SETTLED', ...read, outcome: outcomeOf('authorized', read.order) });
      else if (outcome.status !== 'pending') send({ type: 'ORDER_SETTLED', ...read, outcome });`,
  },
  {
    name: 'A wait that is aborted leaves its timer',
    invariant: 'nothing-left',
    file: 'src/payment/clock.ts',
    text: `      cancel();
      reject(signal.reason as Error);`,
    by: '      reject(signal.reason as Error);',
  },
  {
    name: 'A repeated call returns the address of a payment that was set aside',
    invariant: 'charged-once',
    file: 'src/server/use-cases/calls/idempotency.ts',
    text: 'if (payableRedirect(record)?.redirectUrl === answer.redirect_url) return answer;',
    by: 'return answer;',
  },
  {
    name: 'Two redirect payments begin at the same time',
    invariant: 'charged-once',
    file: 'src/server/use-cases/pay-by-redirect.ts',
    text: `    if (!isPayable(record) || isExpired(record, at) || !isLeaseHeld(record, at)) return undefined;
    beside.cardPayment`,
    by: `    if (!isLeaseHeld(record, at)) return undefined;
    beside.cardPayment`,
    guards: [
      {
        file: 'src/server/domain/record/order-state.table.ts',
        text: '    pending: {\n      underWay: true,\n      on: {\n',
        by: "    pending: {\n      underWay: true,\n      on: {\n        REDIRECT_STARTED: 'pending',\n",
      },
      {
        file: 'src/server/use-cases/calls/idempotency.ts',
        text: 'if (running.some((one) => scopeOf(one.request) === scopeOf(request))) {',
        by: "if (running.some((one) => scopeOf(one.request) === scopeOf(request) && scopeOf(request) !== 'redirects')) {",
      },
    ],
  },
  {
    name: 'A call that was sent before another tab began a redirect payment replaces that payment',
    invariant: 'charged-once',
    file: 'src/server/use-cases/redirect/redirect-look-up.ts',
    text: 'attempt && attempt.gatewayOrderId === replaces && mayBeSetAside(attempt)',
    by: 'attempt && mayBeSetAside(attempt)',
  },
  {
    name: 'The hash of a void has the amount',
    invariant: 'no-internal-error',
    file: 'src/server/gateway/card-operations.ts',
    text: 'hash: (common) => HASH_FIELDS.cardVoid({ ...common, orderid: orderId }),',
    by: "hash: (common) => HASH_FIELDS.cardAmount({ ...common, orderid: orderId, amount: '1999', currency: 'EUR' }),",
  },
  {
    name: 'A refund has the reference of the capture',
    invariant: 'no-internal-error',
    file: 'src/server/use-cases/operations/refund.ts',
    text: '? refundCard(ports, payment, operation, window)',
    by: `? refundCard(
            ports,
            {
              ...payment,
              progress: {
                ...payment.progress,
                pasref:
                  record.attempts.find(({ kind }) => kind === 'capture')?.pasref ?? payment.progress.pasref,
              },
            },
            operation,
            window,
          )`,
  },
  {
    name: 'A second refund is read from the leg of the first one',
    invariant: 'refunds',
    file: 'src/server/use-cases/operations/operation-look-up.ts',
    text: 'return isFirst && !isAmbiguous && (amount === undefined || isSameAmount(amount, operation.amount));',
    by: "return operation.kind === 'refund' || (isFirst && !isAmbiguous);",
    guards: [
      {
        file: 'src/server/use-cases/operations/operation-look-up.ts',
        text: "if (result !== '00' || !pasref || knownReferences(record).includes(pasref)) return false;",
        by: "if (result !== '00' || !pasref) return false;",
      },
      {
        file: 'src/server/use-cases/operations/operation-look-up.ts',
        text: 'const reference = pasref === undefined ? {} : { pasref };',
        by: 'const reference = {};',
      },
    ],
  },
  {
    name: 'The leg is not read before the first call',
    invariant: 'amounts',
    file: 'src/server/use-cases/operations/run-operation.ts',
    text: '!earlierCall(found, call) && (await noteCallElsewhere(ports, found, call));',
    by: '!earlierCall(found, call) && false;',
  },
  {
    name: 'A voided payment can be captured',
    invariant: 'one-request',
    file: 'src/server/domain/states/money.ts',
    text: 'if (hasVoid(record, payment.gatewayOrderId)) return NOTHING;',
    by: '',
  },
  {
    name: 'A repeated call with the same key is sent again',
    invariant: 'one-request',
    file: 'src/server/use-cases/operations/run-operation.ts',
    text: 'if (!recorded.changed) return',
    by: 'if (!recorded.changed && !isOpen(operation)) return',
  },
  {
    name: 'A call is sent before its key is stored',
    invariant: 'one-request',
    file: 'src/server/use-cases/operations/run-operation.ts',
    text: '  const own = { ...call, callId: randomUuid(), unread };',
    by: `  const early = await book.read(id);
  if (!earlierCall(early, call)) {
    const planned = call.plan(early);
    const { gatewayOrderId, currency } = planned.payment;
    const first = { ...planned.operation, key, gatewayOrderId, currency } as OperationAttempt;
    await call.send(early, planned.payment, first, {}).catch(() => undefined);
  }
  const own = { ...call, callId: randomUuid(), unread };`,
  },
  {
    name: 'A lost void is followed by a refund',
    invariant: 'one-request',
    file: 'src/server/use-cases/operations/cancel.ts',
    text: "return progress.step === 'refused' && SETTLED.includes(progress.result ?? '');",
    by: "return progress.step !== 'done' && progress.step !== 'pending';",
    guards: [
      {
        file: 'src/server/use-cases/operations/run-operation.ts',
        text: "isOpen(one) && (one.kind !== kind || kind === 'void');",
        by: "isOpen(one) && one.kind !== kind && one.kind !== 'void';",
      },
    ],
  },
  {
    name: 'The amount of an unresolved call is free',
    invariant: 'refunds',
    file: 'src/server/domain/record/operation.table.ts',
    text: 'unresolved: { open: true, reserves: true,',
    by: 'unresolved: { open: true,',
  },
  {
    name: 'Another kind is sent while a call has no result',
    invariant: 'one-request',
    file: 'src/server/use-cases/operations/run-operation.ts',
    text: "isOpen(one) && (one.kind !== kind || kind === 'void');",
    by: "isOpen(one) && one.kind === kind && kind === 'void';",
  },
  {
    name: 'A reserved payment is paid',
    invariant: 'amounts',
    file: 'src/server/domain/record/order-state.table.ts',
    text: "AUTHORIZATION_RESERVED: 'authorized',",
    by: "AUTHORIZATION_RESERVED: 'paid',",
  },
  {
    name: 'A void in the back office of the gateway is not read after a capture',
    invariant: 'amounts',
    file: 'src/server/domain/states/money.ts',
    text: "!operations.some((one) => (isVoid(one) || one.kind === 'refund') && isDone(one));",
    by: '!operations.some((one) => isDone(one));',
  },
  {
    name: 'A capture without a valid answer is recorded as made',
    invariant: 'amounts',
    file: 'src/server/use-cases/operations/card-operations.ts',
    text: "if (trust === 'wrong-hash' || isVoided || !isRefused) return { step: 'unresolved', ...known };",
    by: "if (trust === 'wrong-hash' || isVoided || !isRefused) return { step: kind === 'capture' ? 'done' : 'unresolved', ...known };",
  },
  {
    name: 'A frame that loads again posts its CReq a second time',
    invariant: 'one-challenge',
    file: 'src/three-d-secure/acs-frame.ts',
    text: '    if (isPosted) return;\n',
    by: '',
  },
  {
    name: 'A method step that timed out is reported as completed',
    invariant: 'true-report',
    file: 'src/payment/preparation/preparation.reducer.ts',
    text: "      return { ...before, completion: 'NO' };",
    by: "      return { ...before, completion: 'YES' };",
  },
  {
    name: 'A redirect payment is abandoned without a look-up',
    invariant: 'set-aside',
    file: 'src/server/use-cases/redirect/redirect-look-up.ts',
    text: 'if (!attempt || !isKnownNotBegun(attempt, at) || !mayBeSetAside(attempt)) return record;',
    by: "if (attempt?.progress.step !== 'awaiting-result') return record;",
  },
  {
    name: 'A status message decides against the report',
    invariant: 'paid-when-charged',
    file: 'src/server/use-cases/redirect/redirect-results.ts',
    text: "'status-101'))\n        return withFlag(record, 'contradiction', gatewayOrderId, at);",
    by: "'status-101'))\n        return withRedirectEnd(record, attempt, 'succeeded', 'message', at);",
  },
  {
    name: 'A record with another amount pays the order',
    invariant: 'paid-when-charged',
    file: 'src/server/use-cases/redirect/report-findings.ts',
    text: "  if (isAnother) return 'contradictory';\n",
    by: '',
  },
  {
    name: 'A hash of the algorithm that is not configured counts',
    invariant: 'settles',
    file: 'src/server/gateway/status-messages.ts',
    text: "? 'other-algorithm' : 'invalid';",
    by: "? 'valid' : 'invalid';",
  },
  {
    name: 'The place of a call whose process died is never free',
    invariant: 'can-pay',
    file: 'src/server/use-cases/calls/idempotency.ts',
    text: 'return Date.parse(renewedAt) + gateway.timeout + LEASE_MARGIN;',
    by: 'return Date.parse(renewedAt) + 1e12;',
  },
  {
    name: 'The limit of the method step is ten minutes',
    invariant: 'page-ends',
    file: 'src/payment/preparation/preparation.table.ts',
    text: `after: { ms: 10_000, event: 'METHOD_TIMED_OUT' },`,
    by: `after: { ms: 600_000, event: 'METHOD_TIMED_OUT' },`,
  },
  {
    name: 'A change whose process died is not delivered',
    invariant: 'changes',
    file: 'src/server/domain/record/order-due.ts',
    text: '(delivery?.notBefore ?? oldest.at)',
    by: 'delivery?.notBefore',
  },
  {
    name: 'The lease of a look-up never ends',
    invariant: 'settles',
    file: 'src/server/domain/record/look-up-lease.ts',
    text: 'return left > 0 && left <= LEASE;',
    by: 'return !Number.isNaN(left);',
  },
  {
    name: 'The lease of a delivery never ends',
    invariant: 'changes',
    file: 'src/server/use-cases/orders/deliver-changes.ts',
    text: 'afterTime(at, LEASE)',
    by: 'afterTime(at, 1e12)',
  },
  {
    name: 'Amounts are compared as texts',
    invariant: 'settles',
    file: 'src/server/domain/record/same-amount.ts',
    text: 'Number(one) === Number(other)',
    by: 'one === other',
  },
  {
    name: 'A record belongs to every payment of its order',
    invariant: 'settles',
    file: 'src/server/use-cases/redirect/report-findings.ts',
    text: 'return record.orderId === gatewayOrderId && (!pasref || !record.pasref || record.pasref === pasref);',
    by: 'return record.orderId?.slice(0, -11) === gatewayOrderId.slice(0, -11);',
  },
  {
    name: 'A refund may exceed what is left by one unit',
    invariant: 'refunds',
    file: 'src/server/use-cases/operations/refund.ts',
    text: 'if (amount > refundable) throw',
    by: 'if (amount > refundable + 1n) throw',
  },
  {
    name: 'The cursor of a list skips an order',
    invariant: 'settles',
    file: 'src/server/use-cases/orders/orders.ts',
    text: 'const last = orders.at(-1);',
    by: 'const last = found.at(-1);',
  },
  {
    name: 'The reference of a record is ignored',
    invariant: 'paid-when-charged',
    file: 'src/server/use-cases/redirect/report-findings.ts',
    text: ' && (!pasref || !record.pasref || record.pasref === pasref);',
    by: ';',
  },
  {
    name: 'The security code is stored',
    invariant: 'card-number',
    file: 'src/server/use-cases/card/authorize.ts',
    text: 'card: maskCardNumber(card.number),',
    by: `card: maskCardNumber(card.number),
    securityCode: card.security_code,`,
  },
];
