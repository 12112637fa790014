import { createHash } from 'node:crypto';
import {
  createMerchantBackend,
  GatewayError,
  MessageError,
  Problem,
  StoreBusyError,
  type MerchantHandler,
  type OrderChange,
  type OrderRecord,
  type ProblemReport,
} from '../../../src/server.js';
import { hash32 } from '../engine/dice.js';
import { HOPS, type FaultOf } from '../engine/hops.js';
import type { Message, Reply } from '../engine/network.js';
import type { Owner } from '../engine/scheduler.js';
import { digest, GATEWAY, SECRET } from './gateway.js';
import type { SharedStore } from './store.js';
import { InjectedError, type Sim } from './sim.js';
import { messageOf, replyOf, requestOf, responseOf } from './wire.js';
import { WEIGHTS } from '../engine/weights.js';

export const SHOP = 'https://shop.example';
export const BACKEND = `${SHOP}/scudo`;

/** A process of the merchant's backend. */
export interface BackendProcess {
  readonly owner: Owner;
  readonly handler: MerchantHandler;
}

/** A point at which a process may die or stand still. */
type InterruptionPoint = Extract<FaultOf<'process'>, `kill-${'before' | 'after'}-${string}`>;

/** The processes of a backend, behind a load balancer. */
export interface Processes {
  /** Answers a request in one of the living processes. Rejects when none is alive, or when it dies meanwhile. */
  deliver(message: Message, gone?: AbortSignal): Promise<Reply>;
  /** Calls a process that is alive; undefined when none is, or when it dies meanwhile. */
  call<Value>(work: (handler: MerchantHandler) => Promise<Value>): Promise<Value | undefined>;
  readonly living: readonly BackendProcess[];
  readonly kills: number;
  close(): Promise<void>;
}

export interface ProcessOptions {
  readonly sim: Sim;
  readonly store: SharedStore;
  readonly count: number;
  readonly toGateway: (message: Message) => Promise<Reply>;
  /** A request leaves a process for the gateway. */
  readonly onRequest: (message: Message, process: Owner) => void;
  /** Called for each call that begins a payment, with its order, its idempotency key, and the time it was sent at. */
  readonly onPaymentCall: (order: string, key: string, sentAt: number) => void;
  readonly onChange: (order: OrderRecord, change: OrderChange) => Promise<void>;
  readonly onProblem: (problem: ProblemReport) => void;
}

/** Errors that a call of the shop may have: refusals, and faults of gateway and store. */
const EXPECTED = [Problem, MessageError, GatewayError, StoreBusyError, InjectedError];

/** Errors of the processes' own clocks, in milliseconds. The store's clock is the one that counts. */
const SKEWS = [301_000, -301_000, 39_600_000, -39_600_000];

export function createProcesses({
  sim,
  store,
  count,
  toGateway,
  onRequest,
  onPaymentCall,
  onChange,
  onProblem,
}: ProcessOptions): Processes {
  const { scheduler, faults, network } = sim;
  const { autosettle, policies, exponents, hashAlgorithms, contradicts, limits } = sim.setup;
  const running: (BackendProcess | undefined)[] = [];
  const deaths = new Map<Owner, (() => void)[]>();
  const router: Owner = { name: 'load balancer', isAlive: true };
  let generation = 0;
  let kills = 0;

  function kill(owner: Owner, index: number, point: string): void {
    if (!owner.isAlive) return;
    owner.isAlive = false;
    kills++;
    sim.note(owner.name, `dies: ${point}`);
    running[index] = undefined;
    for (const call of deaths.get(owner) ?? []) call();
    deaths.delete(owner);
    scheduler.after(router, sim.dice('restart').between(50, 8000), () => start(index));
  }

  function standStill(owner: Owner): void {
    const ms = sim.dice('stand-still').between(5000, 120_000);
    owner.stillUntil = scheduler.now() + ms;
    sim.note(owner.name, `stands still for ${ms} ms`);
  }

  function start(index: number): void {
    const owner: Owner = { name: `process ${index + 1}.${++generation}`, isAlive: true };
    const skew = faults.draw('process', 'start', { among: ['clock-skew'] }) ? sim.dice('skew').pick(SKEWS) : 0;
    const now = () => new Date(scheduler.now() + skew);
    /** Ends the process now and then, or lets it stand still. Returns undefined when it continues at once. */
    const interrupt = (point: InterruptionPoint) => {
      const awake = scheduler.untilAwake(owner);
      if (awake || !owner.isAlive) return awake;
      // Calls of the gateway are rarer than those of the store, and their answers are what becomes old.
      const weight = point.endsWith('network') ? WEIGHTS.process.standStillAtGateway : WEIGHTS.process.standStill;
      if (faults.draw('process', point, { weight: WEIGHTS.process.kill, among: [point] })) kill(owner, index, point);
      else if (faults.draw('process', 'stand-still', { weight, among: ['stand-still'] })) standStill(owner);
      return scheduler.untilAwake(owner);
    };
    let seed = hash32(sim.uuid());
    const handler = createMerchantBackend({
      publicUrl: BACKEND,
      ownOrderIds: true,
      autosettle,
      policies,
      exponents,
      limits,
      store: store.connect(owner, interrupt),
      fingerprintKey: 'a key of the simulation',
      methods: [{ code: 'card' }, { code: 'testpay' }, { code: 'sofort' }],
      now,
      after: (ms, callback) =>
        scheduler.after(owner, ms, () => {
          if (faults.draw('process', 'timer', { weight: WEIGHTS.process.killAtTimer, among: ['kill-at-timer'] })) {
            return kill(owner, index, 'kill-at-timer');
          }
          callback();
        }),
      randomUuid: () => sim.uuid(),
      randomBytes: (length) => Uint8Array.from({ length }, () => (seed = hash32(String(seed))) & 255),
      onOrderChanged: async (order, change) => {
        await onChange(order, change);
        if (!owner.isAlive) await new Promise(() => undefined);
      },
      onProblem,
      gateway: {
        baseUrl: GATEWAY,
        merchantId: 'scudo',
        accountId: 'internet',
        secret: SECRET,
        refundPassword: 'refund',
        hashAlgorithms,
        digest,
        async fetch(input, init) {
          const message = messageOf(input as string, init);
          const label = kindOf(message);
          const before = interrupt('kill-before-network');
          if (before) await before;
          if (owner.isAlive) onRequest(message, owner);
          const reply = await network.exchange({
            hop: 'backend-gateway',
            label,
            from: owner,
            message,
            signal: init?.signal ?? undefined,
            deliver: toGateway,
            among: contradicts && label.startsWith('payments') ? [] : faultsOf(label),
            disturb: (fault, given) => disturbed(sim, fault, message, given),
          });
          const after = interrupt('kill-after-network');
          if (after) await after;
          return responseOf(reply);
        },
      },
    });
    running[index] = { owner, handler };
    sim.note(owner.name, `starts${skew ? `, its clock is ${skew} ms off` : ''}`);
  }

  const living = () => running.filter((one) => one !== undefined);

  function untilDeath<Value>(owner: Owner, value: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      deaths.set(owner, [...(deaths.get(owner) ?? []), () => reject(new Error('The process died.'))]);
      value.then(resolve, reject);
    });
  }

  /** Calls a process: now, or when it no longer stands still. */
  function reach<Value>(owner: Owner, work: () => Promise<Value>): Promise<Value> {
    const awake = scheduler.untilAwake(owner);
    return untilDeath(owner, awake ? awake.then(work) : work());
  }

  for (let index = 0; index < count; index++) start(index);

  return {
    get living() {
      return living();
    },
    get kills() {
      return kills;
    },
    async deliver(message, gone) {
      const alive = living();
      if (alive.length === 0) throw new Error('No process is alive.');
      const { owner, handler } = sim.dice('balance').pick(alive);
      const request = requestOf(message, gone);
      const [, order] = /\/orders\/([^/]+)\/(?:redirects|authentications)$/.exec(message.url) ?? [];
      if (order !== undefined)
        onPaymentCall(order, message.headers['idempotency-key'] ?? '', message.sentAt ?? scheduler.now());
      sim.note(owner.name, `${message.method} ${message.url.slice(SHOP.length, SHOP.length + 60)}`);
      const response = await reach(owner, () => handler.fetch(request, { ip: '203.0.113.7' }));
      return replyOf(response);
    },
    async call(work) {
      const alive = living();
      if (alive.length === 0) return undefined;
      const { owner, handler } = sim.dice('balance').pick(alive);
      return reach(owner, () => work(handler)).catch((error: unknown) => {
        if (owner.isAlive && !EXPECTED.some((expected) => error instanceof expected))
          sim.violate('no-internal-error', `the shop: ${error instanceof Error ? error.stack : String(error)}`);
        return undefined;
      });
    },
    async close() {
      await Promise.all(living().map(({ handler }) => handler.close({ within: 60_000 })));
    },
  };
}

/** Faults of the XML interface that lead to a charge without an answer, or to an answer without a charge. */
const UNRESOLVED = ['short-answer', 'wrong-hash', 'no-hash', 'delivered-twice', 'reset-after', 'late', '5xx'] as const;
const OF_XML: readonly FaultOf<'backend-gateway'>[] = [...HOPS['page-backend'], ...UNRESOLVED, ...UNRESOLVED];

/** Types of requests that move the money of a payment. */
const MOVES = ['payment-credit', 'settle', 'multisettle', 'void', 'rebate'];

/**
 * The faults of a call of the gateway. It recognizes a repeated authorization, and would carry out a repeated refund.
 */
function faultsOf(label: string): readonly FaultOf<'backend-gateway'>[] {
  if (MOVES.includes(label)) return OF_XML.filter((one) => one !== 'duplicate' && one !== 'delivered-twice');
  return ['auth', 'query', 'payment-set'].includes(label) ? OF_XML : HOPS['page-backend'];
}

/** The kind of a request to the gateway. */
function kindOf({ url, body = '' }: Message): string {
  const { pathname } = new URL(url);
  if (pathname === '/epage-remote.cgi') return /type="([a-z-]+)"/.exec(body)?.[1] ?? 'xml';
  return pathname
    .split('/')
    .slice(1, 3)
    .join('/')
    .replace(/[0-9a-f-]{20,}.*/, 'id');
}

/** Unsigned results that prove nothing, after processing or instead of it. */
const UNPROVEN = ['00', '00', '00', '101', '108', '205', '300', '500', '508', '666'];
/** Unsigned refusals of the request's form, which come before anything is processed. */
const REFUSALS = ['502', '503', '505', '506'];

/** The answer of the XML interface with a fault; undefined for none. */
function disturbed(sim: Sim, fault: string, { body = '' }: Message, given: Reply | undefined): Reply | undefined {
  const order = /<orderid>([^<]*)</.exec(body)?.[1] ?? '';
  // The gateway answers 508 without a hash to a capture, void or refund that it refuses.
  const unproven = UNPROVEN.filter((one) => one !== '508' || !MOVES.some((type) => body.includes(`type="${type}"`)));
  const short = (result: string): Reply => ({
    status: 200,
    headers: { 'content-type': 'text/xml' },
    body:
      `<response timestamp="20261120120000"><orderid>${order}</orderid>` +
      `<result>${result}</result><message>error</message></response>`,
  });
  switch (fault) {
    case 'short-answer before':
      return short(sim.dice('short').pick([...unproven, ...REFUSALS]));
    case 'short-answer after':
      return short(sim.dice('short').pick(unproven));
    case 'delivered-twice after':
      return short('501');
    case 'wrong-hash after':
      return (
        given && {
          ...given,
          body: given.body.replace(
            /(<sha(?:1|256)hash>)[^<]*/,
            (hash, tag: string) => tag + '0'.repeat(hash.length - tag.length),
          ),
        }
      );
    default:
      return given && { ...given, body: given.body.replace(/<(sha(?:1|256)hash)>[^<]*<\/\1>/, '') };
  }
}

/** A stable identifier from a counter, as `crypto.randomUUID` makes it. */
export function uuidOf(text: string): string {
  const hex = createHash('md5').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
