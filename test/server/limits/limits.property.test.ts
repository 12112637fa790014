import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../runs.js';
import { codeOf } from '../code-of.js';
import { CARD, createWorld, newKey, ORDER, type Process } from '../simulation/world.js';
import { memoryOrderStore } from '../adapters/store/memory-order-store.js';
import { BROWSER } from '../scripted-gateway.js';

const LIMITS = { attemptsPerOrder: 3, cardsPerOrder: 3, versionChecksPerOrder: 6, waitingPerOrder: 2 };
/** Cards of the hostile client. The gateway declines them. */
const STOLEN = ['4222000001227408', '4222000002144131', '4222000007275799', '4222000008880910'];

const KINDS = ['check', 'pay', 'pay-twice', 'redirect', 'wait', 'invent'] as const;
interface Call {
  readonly kind: (typeof KINDS)[number];
  readonly process: number;
  readonly card: number;
}

const hostileCall = (kinds: readonly Call['kind'][]): fc.Arbitrary<Call> =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    process: fc.nat({ max: 1 }),
    card: fc.nat({ max: STOLEN.length - 1 }),
  });

const anyOrder = (kinds: readonly Call['kind'][], check: (played: Played) => void, limits = LIMITS) =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(hostileCall(kinds), { maxLength: 14 }),
      fc.nat({ max: 80 }),
      async (scheduler, calls, delay) => check(await play(scheduler, calls, { delay, limits })),
    ),
    { seed: 20261121, numRuns: runs(15) },
  );

it('keeps every limit in any order of the calls of a hostile client and the shopper over two processes', async () => {
  const reached = new Set<string>();
  await anyOrder(KINDS, ({ versionChecks, attempts, cards }) => {
    expect(versionChecks).toBeLessThanOrEqual(LIMITS.versionChecksPerOrder);
    expect(attempts).toBeLessThanOrEqual(LIMITS.attemptsPerOrder);
    expect(cards).toBeLessThanOrEqual(LIMITS.cardsPerOrder);
    if (versionChecks === LIMITS.versionChecksPerOrder) reached.add('version checks');
    if (attempts === LIMITS.attemptsPerOrder) reached.add('attempts');
    if (cards === LIMITS.cardsPerOrder) reached.add('cards');
  });
  // Each limit was reached, so that the property is not true for want of cases.
  expect([...reached].sort()).toEqual(['attempts', 'cards', 'version checks']);
});

it('lets the shopper’s own transaction pay while attempts are left, whatever cards a hostile client tries', async () => {
  const ends = new Set<string>();
  const check = ({ end, attempts }: Played) => {
    // The page of the first version check keeps a place for its card.
    const isReached = attempts >= LIMITS.attemptsPerOrder;
    expect(['authorized', ...(isReached ? ['too-many-attempts'] : [])]).toContain(end);
    ends.add(end);
  };
  // Beyond `waitingPerOrder` a payment beside another one is answered by the order as it is.
  const limits = { ...LIMITS, waitingPerOrder: 20 };
  await anyOrder(['check', 'pay', 'pay-twice', 'wait', 'invent'], check, limits);
  expect(ends).toContain('authorized');
});

/** A page that shows the order as it is. */
interface Tab extends Pick<Process, 'call'> {
  /** The id of the redirect payment that the order may wait for. */
  redirectId(): string | undefined;
  /** The token of the tab's first version check. */
  token?: string;
}

interface Played extends ReturnType<typeof sentOf> {
  /** The answer to the shopper's payment. */
  readonly end: string;
}

/**
 * Runs all calls at once; the shopper pays after `delay` turns. The scheduler decides the order of reads and writes.
 */
async function play(
  scheduler: fc.Scheduler,
  calls: readonly Call[],
  { delay, limits }: { readonly delay: number; readonly limits: typeof LIMITS },
): Promise<Played> {
  const world = createWorld();
  let turnsTaken = 0;
  const turn = () => {
    turnsTaken++;
    return scheduler.schedule(Promise.resolve());
  };
  const store = memoryOrderStore(turn, () => world.time.now());
  const options = { store, limits, pause: () => turn().then(() => undefined) };
  const processes = [world.start(options), world.start(options)];
  const processOf = (index: number) => processes[index] ?? fail('no process');
  const redirectId = () => world.gateway.requests.findLast(({ kind }) => kind === 'payment-set')?.orderId;
  const hostile: Tab[] = [0, 1].map((index) => ({ call: processOf(index).call, redirectId }));
  const tabOf = (index: number): Tab => ({ call: processOf(index).call, redirectId });
  const run = <Value>(work: Promise<Value>): Promise<Value> => scheduler.waitFor(work);
  world.gateway.fault = ({ kind }) => {
    if (kind === 'auth')
      world.gateway.cardResult = world.gateway.requests.at(-1)?.text.includes(CARD.number) ? '00' : '101';
    return { is: 'none' };
  };

  const { id } = await run(processOf(0).backend.orders.create(ORDER));
  const own = await run(prepare(tabOf(0), id, CARD.number));
  const hasRedirect = calls.some(({ kind }) => kind === 'redirect');
  let end = '';
  const shopper = async () => {
    for (let turns = 0; turns < delay; turns++) await turn();
    let transaction = own;
    for (;;) {
      end = await payWith(tabOf(1), id, CARD.number, transaction);
      if (end !== 'order-not-open') return;
      // An unanswered authorization leaves the transaction prepared. A redirect payment is replaced only by a version
      // check that names it.
      if (!hasRedirect) continue;
      const answer = await checkVersions(tabOf(1), id, CARD.number);
      if (answer.code === 'too-many-attempts') return;
      transaction = answer.server_trans_id ?? transaction;
    }
  };
  const work = [...calls.map((call) => hostileWork(hostile[call.process] ?? fail('no tab'), id, call)), shopper()];
  let isOver = false;
  const all = Promise.all(work).then(() => void (isOver = true));
  await run(Promise.race([all, idle(() => turnsTaken)]));
  // Long polls end by their time limit. Between its reads a process does not see what another one has written.
  while (!isOver) {
    await run(world.time.advance(1_000));
    await run(Promise.race([all, idle(() => turnsTaken)]));
  }

  return { ...sentOf(world.gateway.requests), end };
}

/** Resolves when no turn was taken for a while: everything that does not wait for virtual time has ended. */
async function idle(turnsTaken: () => number): Promise<void> {
  let before = -1;
  for (let quiet = 0; quiet < 200; quiet++) {
    if (turnsTaken() !== before) quiet = 0;
    before = turnsTaken();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function hostileWork(tab: Tab, id: string, { kind, card }: Call): Promise<unknown> {
  const number = STOLEN[card] ?? '';
  switch (kind) {
    case 'check':
      return prepare(tab, id, number);
    case 'pay':
      return payWith(tab, id, number, await prepare(tab, id, number));
    case 'pay-twice': {
      const [transaction, key] = [await prepare(tab, id, number), newKey()];
      return Promise.all([1, 2].map(() => payWith(tab, id, number, transaction, key)));
    }
    case 'redirect':
      return tab.call(`orders/${id}/redirects`, { method: 'testpay', replaces: tab.redirectId() }, newKey());
    case 'wait':
      return tab.call(`orders/${id}?wait=30&state=open`);
    case 'invent':
      return payWith(tab, id, number, '00000000-0000-4000-8000-00000000ffff');
  }
}

async function prepare(tab: Tab, id: string, number: string): Promise<string | undefined> {
  return (await checkVersions(tab, id, number)).server_trans_id;
}

async function checkVersions(tab: Tab, id: string, number: string) {
  const answer = await tab.call(`orders/${id}/protocol-versions`, {
    number,
    replaces: tab.redirectId(),
    page_token: tab.token,
  });
  const read = (await answer.json()) as {
    readonly server_trans_id?: string;
    readonly page_token?: string;
    readonly code?: string;
  };
  if (read.page_token !== undefined) tab.token ??= read.page_token;
  return read;
}

async function payWith(tab: Tab, id: string, number: string, transaction: string | undefined, key = newKey()) {
  const body = {
    server_trans_id: transaction,
    card: { ...CARD, number },
    browser_data: BROWSER,
    method_url_completion: 'UNAVAILABLE',
  };
  return codeOf(await tab.call(`orders/${id}/authentications`, body, key));
}

/** The calls at the gateway that are limited. */
function sentOf(requests: readonly { readonly kind: string; readonly text: string }[]) {
  const bodies = requests
    .filter(({ kind }) => kind === 'json')
    .map(({ text }) => JSON.parse(text) as { number?: string; card_detail?: { number: string } });
  const authenticated = bodies.flatMap(({ card_detail }) => (card_detail ? [card_detail.number] : []));
  return {
    versionChecks: bodies.filter(({ number }) => number !== undefined).length,
    attempts: authenticated.length + requests.filter(({ kind }) => kind === 'payment-set').length,
    cards: new Set(authenticated).size,
  };
}

function fail(message: string): never {
  throw new Error(message);
}
