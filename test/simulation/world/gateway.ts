import { createHash } from 'node:crypto';
import { createSandbox, TEST_CARDS } from '../../../src/sandbox.js';
import type { HashAlgorithm, OrderRecord } from '../../../src/server.js';
import { BEHAVIOURS, type Behaviour } from '../../../src/sandbox/cards/behaviours.js';
import { decimalAmount } from '../../../src/protocol/values/amount.js';
import type { Message, Reply } from '../engine/network.js';
import type { Owner } from '../engine/scheduler.js';
import { contradict } from './contradictions.js';
import type { Sim } from './sim.js';
import { openNeighbour } from './neighbour.js';
import { allows, asksForExemption, decimalsOf } from './setup.js';
import { watchTransactions, type Transactions } from './transactions.js';
import { addressOf, replyOf, requestOf } from './wire.js';

export const GATEWAY = 'https://gateway.example';
export const SECRET = 'a secret of the simulation';

/** Money that the gateway took or returned, seen at its door before any fault disturbs an answer. */
export interface Booked {
  readonly gatewayOrderId: string;
  readonly kind: 'card' | 'redirect' | 'capture' | 'void' | 'refund';
  readonly amount: number;
  /** Absent where a call has none. */
  readonly currency?: string;
  /** True for a card payment that asks for an exemption. */
  readonly isExempt?: boolean;
  /** True for a card payment whose amount is only reserved. */
  readonly isReserved?: boolean;
  /** True for one that takes several captures. */
  readonly isInParts?: boolean;
  /** True for a capture after which nothing can be captured. */
  readonly isLast?: boolean;
  /** The payments reference of a capture, a void or a refund of a card payment. */
  readonly pasref?: string;
  /** True when staff have made it in the gateway's own back office. */
  readonly isOfPortal?: boolean;
  /** The number of the card that was charged. */
  readonly card?: string;
  /** The time at which it takes effect, in milliseconds. */
  readonly at: number;
  /** The time at which the gateway received the payment, in milliseconds. */
  readonly begunAt: number;
}

/** True for an entry of a payment, and false for one of a capture, a void or a refund. */
export const isCharge = ({ kind }: Booked) => kind === 'card' || kind === 'redirect';

/** A redirect payment that the gateway has accepted. */
interface RedirectPayment {
  readonly gatewayOrderId: string;
  readonly amount: number;
  readonly currency: string;
  readonly begunAt: number;
  /** The shopper's answer at the payment method. */
  answer?: string;
  answeredAt?: number;
}

export interface GatewayWithBooks {
  /** Answers a request as the gateway, the ACS or the testpay page. */
  deliver(message: Message): Promise<Reply>;
  /** All entries of an order's payments. */
  of(order: string): readonly Booked[];
  /** Payments of an order that have taken or reserved money at a time. */
  charges(order: string, at?: number): readonly Booked[];
  /** The time at which the shopper has answered the page of a redirect payment; undefined before. */
  answeredAt(gatewayOrderId: string): number | undefined;
  /** True when a redirect payment may still end. */
  isWaiting(gatewayOrderId: string): boolean;
  readonly transactions: Transactions;
  /** Another shop on the account begins a payment that resembles one of the order. */
  resemble(order: string): void;
  /** Acts in the gateway's own back office: sends the batch of all payments, or moves the money of one. */
  act(act: PortalAct): Promise<void>;
  /** True when the account hides refunds of the back office from queries. */
  readonly hidesRefunds: boolean;
  close(): Promise<void>;
  readonly owner: Owner;
}

/** An act of staff in the gateway's own back office. */
export type PortalAct =
  | 'send-batch'
  | { readonly gatewayOrderId: string; readonly action: 'settle' | 'void' | 'rebate'; readonly amount: number };

/** Digests without the other threads of the Web Cryptography API, whose answers come at any time. */
export const digest = (text: string, algorithm: 'sha1' | 'sha256') =>
  Promise.resolve(createHash(algorithm).update(text).digest('hex'));

/** The fields of a message, signed by the gateway. */
export function signedFields(
  { sha1hash: _sha1, sha256hash: _sha256, ...fields }: Readonly<Record<string, string>>,
  algorithm: HashAlgorithm,
): Record<string, string> {
  const names = ['timestamp', 'merchantid', 'orderid', 'result', 'message', 'pasref', 'paymentmethod'];
  const hashOf = (text: string) => createHash(algorithm).update(text).digest('hex');
  const text = names.map((name) => fields[name] ?? '').join('.');
  return { ...fields, [`${algorithm}hash`]: hashOf(`${hashOf(text)}.${SECRET}`) };
}

const behaviours = new Map<string, Behaviour>(
  TEST_CARDS.map(({ number, behaviour }) => [
    number,
    typeof behaviour === 'string' ? BEHAVIOURS[behaviour] : behaviour,
  ]),
);

/** The request types that move the money of a card payment. */
const KIND_OF_MOVE = { settle: 'capture', multisettle: 'capture', void: 'void', rebate: 'refund' } as const;
type Move = keyof typeof KIND_OF_MOVE;

const isMove = (type: string | undefined): type is Move => type !== undefined && type in KIND_OF_MOVE;

/** The call that a request moves money with; undefined for another request. */
export function moveOf({ url, body = '' }: Message): Pick<Booked, 'gatewayOrderId' | 'kind'> | undefined {
  const type = url.endsWith('/epage-remote.cgi') ? /type="([a-z-]+)"/.exec(body)?.[1] : undefined;
  if (type === 'payment-credit') return { gatewayOrderId: element(body, 'orderid'), kind: 'refund' };
  return isMove(type) ? { gatewayOrderId: element(body, 'orderid'), kind: KIND_OF_MOVE[type] } : undefined;
}

const KIND_OF_LEG = { settle: 'capture', void: 'void', rebate: 'refund' } as const;

/** The call that a query asks for; undefined for another request. */
export function legOf({ url, body = '' }: Message): Pick<Booked, 'gatewayOrderId' | 'kind'> | undefined {
  const [, type, gatewayOrderId = ''] = /<orderid>_(settle|void|rebate)_([^<]*)</.exec(body) ?? [];
  if (!url.endsWith('/epage-remote.cgi') || type === undefined) return undefined;
  return { gatewayOrderId, kind: KIND_OF_LEG[type as keyof typeof KIND_OF_LEG] };
}

/** Answers about the form of a request: the backend sends no such request. */
const REFUSED_FORMS = ['501', '502', '503', '505', '506'];

export const orderOf = (gatewayOrderId: string) => gatewayOrderId.slice(0, -11);

const currencyIn = (text: string) => /<amount currency="([A-Z]+)"/.exec(text)?.[1] ?? '';

const element = (text: string, name: string) => new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(text)?.[1] ?? '';

/** The real sandbox, with its timers in virtual time, and books that are kept beside it. */
export function openGateway(
  sim: Sim,
  deliverStatus: (message: Message) => Promise<Reply>,
  onBooked: (entry: Booked) => void,
  recordOf: (order: string) => OrderRecord | undefined,
): GatewayWithBooks {
  const { scheduler } = sim;
  const owner: Owner = { name: 'gateway', isAlive: true };
  const booked: Booked[] = [];
  /** Redirect payments by the id in their address. */
  const redirects = new Map<string, RedirectPayment>();
  /** Cards of orders with a challenge that the issuer has approved, and the card and order of each transaction. */
  const approved = new Set<string>();
  const cardOfTransaction = new Map<string, string>();
  const transactions = watchTransactions(sim.setup);
  const now = () => new Date(scheduler.now());
  const { zeros } = sim.setup;
  const hidesRefunds = sim.dice('hides refunds').chance(0.2);

  const sandbox = createSandbox({
    baseUrl: GATEWAY,
    secret: SECRET,
    autoComplete: false,
    merchantHosts: ['shop.example'],
    hidePortalRefunds: hidesRefunds,
    moneyCeiling: sim.setup.ceiling,
    exponents: sim.setup.exponents,
    reportOverride({ orderId, state }) {
      const order = neighbour.resembles(orderId);
      if (order === undefined) {
        const attempt = recordOf(orderOf(orderId))?.attempts.find(
          (one) => one.kind === 'redirect' && one.gatewayOrderId === orderId,
        );
        const amount = zeros === '' ? {} : { amount: `${zeros}${requestedAmount(orderId)}` };
        return { ...amount, ...contradictions.ofReport(attempt, state) };
      }
      // A payment without a reference cannot be distinguished from another one with its id.
      const own = recordOf(order)?.attempts.findLast((one) => one.kind === 'redirect' && one.pasref !== undefined);
      return neighbour.override(order, own?.gatewayOrderId);
    },
    clock: { now, at: (time, call) => scheduler.after(owner, time.getTime() - scheduler.now(), () => void call()) },
    randomUuid: () => sim.uuid(),
    digest,
    reportError: (error) => sim.violate('no-internal-error', `the sandbox: ${String(error)}`),
    async fetch(input, init) {
      const { body, headers, method } = requestParts(init);
      const url = addressOf(input);
      // The neighbour's own server.
      if (url.includes('/neighbour/')) return new Response(null, { status: 204 });
      const reply = await deliverStatus({ method, url, headers, body: body.replace(/\bAmount=/, `Amount=${zeros}`) });
      return new Response(reply.body === '' ? null : reply.body, { status: reply.status });
    },
  });

  const contradictions = contradict(sim, owner, deliverStatus);
  const neighbour = openNeighbour(sim, (input, init) => sandbox.fetch(new Request(input, init)));

  function book(entry: Booked): void {
    booked.push(entry);
    sim.note('gateway', `books ${entry.kind} ${entry.amount} for ${entry.gatewayOrderId}`);
    onBooked(entry);
  }

  /** Judges a refund before the gateway does, which would refuse one that exceeds its payment. */
  function checkRefundRequest(text: string): void {
    // A refund that was released after a day may still arrive.
    if (sim.isBeyond) return;
    const [gatewayOrderId, amount] = [element(text, 'orderid'), Number(element(text, 'amount'))];
    const ofPayment = booked.filter((one) => one.gatewayOrderId === gatewayOrderId && one.at <= scheduler.now());
    const sum = (some: readonly Booked[]) => some.reduce((total, one) => total + one.amount, 0);
    const refunded = sum(ofPayment.filter(({ kind }) => kind === 'refund'));
    const taken = sum(ofPayment.filter(isCharge));
    if (refunded + amount > taken)
      sim.violate(
        'refunds',
        `${gatewayOrderId}: a refund of ${amount} is requested, and ${refunded} of ${taken} were refunded`,
      );
  }

  /** After a soft decline an authorization asks for no exemption: the issuer has refused it. */
  function checkExemption(gatewayOrderId: string): void {
    const cards = recordOf(orderOf(gatewayOrderId))?.attempts.filter((one) => one.kind === 'card') ?? [];
    const own = cards.findIndex((one) => one.gatewayOrderId === gatewayOrderId);
    const { sentAt = '' } = cards[own] ?? {};
    const ended = cards
      .slice(0, Math.max(own, 0))
      .flatMap(({ progress }) => (progress.step === 'ended' && progress.at <= sentAt ? [progress] : []));
    if (ended.at(-1)?.answer?.result === '111')
      sim.violate('liability', `${gatewayOrderId} asks for the exemption that its issuer has refused`);
  }

  function seeAuthorization(text: string, reply: Reply): void {
    const gatewayOrderId = element(text, 'orderid');
    if (text.includes('<exempt_status>')) checkExemption(gatewayOrderId);
    if (element(reply.body, 'result') !== '00') return;
    const order = orderOf(gatewayOrderId);
    const number = element(text, 'number');
    const at = scheduler.now();
    const amount = Number(element(text, 'amount'));
    const isReserved = !text.includes('<autosettle flag="1"');
    const isInParts = text.includes('<autosettle flag="MULTI"');
    const isExempt = text.includes('<exempt_status>');
    const price = { amount, currency: currencyIn(text) };
    book({ gatewayOrderId, kind: 'card', ...price, isReserved, isInParts, isExempt, card: number, at, begunAt: at });
    const behaviour = behaviours.get(number);
    const isChallenged = behaviour?.issuer === 'challenge' && behaviour.decoupled !== 'agrees';
    // A shop that asks for no challenge, or accepts a shopper who could not be authenticated, may have none.
    const isLenient = asksForExemption(sim.setup.of(order)) || allows(sim.setup, 'couldNotBePerformed', order);
    if (isChallenged && !isLenient && !approved.has(`${order} ${number}`))
      sim.violate('charged-by-right', `order ${order} was charged without an approved challenge`);
    if (behaviour && ['failed', 'rejected'].includes(behaviour.issuer))
      sim.violate('charged-by-right', `order ${order} was charged although its issuer refused`);
  }

  /** A capture, void or refund of a card payment that the backend has asked for. */
  function seeMove(type: Move, text: string, reply: Reply): void {
    const [gatewayOrderId, result] = [element(text, 'orderid'), element(reply.body, 'result')];
    const isMalformed = REFUSED_FORMS.includes(result) || /not found/i.test(element(reply.body, 'message'));
    if (isMalformed) sim.violate('no-internal-error', `the gateway answers ${result} to the form of ${type}`);
    if (result !== '00') return;
    const isLast = type === 'settle' || text.includes('<final flag="1"');
    const amount = Number(element(text, 'amount')) || authorizedAmount(gatewayOrderId);
    const at = scheduler.now();
    const pasref = element(reply.body, 'pasref');
    book({ gatewayOrderId, kind: KIND_OF_MOVE[type], amount, isLast, pasref, at, begunAt: at });
  }

  const requestedAmount = (id: string) =>
    [...redirects.values()].find((one) => one.gatewayOrderId === id)?.amount ?? authorizedAmount(id);

  const authorizedAmount = (id: string) =>
    booked.find((one) => one.gatewayOrderId === id && isCharge(one))?.amount ?? 0;

  const shown = (amount: number, order: string) => decimalAmount(String(amount), decimalsOf(sim.setup, order));

  /** A form of the back office. A person sees its answer, so that it has no faults. */
  async function act(given: PortalAct): Promise<void> {
    const isBatch = given === 'send-batch';
    const { action, amount, gatewayOrderId } = isBatch ? { action: '', amount: 0, gatewayOrderId: '' } : given;
    const body = String(new URLSearchParams({ action, amount: isBatch ? '' : shown(amount, orderOf(gatewayOrderId)) }));
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const url = isBatch ? `${GATEWAY}/portal` : `${GATEWAY}/portal/${gatewayOrderId}`;
    const reply = await replyOf(await sandbox.fetch(requestOf({ method: 'POST', url, headers, body })));
    sim.note(
      'staff',
      `${isBatch ? given : `${action} ${amount} of ${gatewayOrderId}`} in the back office: ${reply.status}`,
    );
    if (isBatch || reply.status !== 303) return;
    const isMulti = booked.some((one) => one.gatewayOrderId === gatewayOrderId && one.isInParts);
    const at = scheduler.now();
    const kind = KIND_OF_MOVE[given.action];
    const isLast = kind === 'capture' && !isMulti;
    const page = await replyOf(await sandbox.fetch(requestOf({ method: 'GET', url, headers: {} })));
    const pasref = [...page.body.matchAll(/<td>here<\/td><td>([^<]*)</g)].at(-1)?.[1] ?? '';
    book({ gatewayOrderId, kind, amount, isLast, isOfPortal: true, pasref, at, begunAt: at });
  }

  function seeAuthentication(text: string): void {
    const request = JSON.parse(text) as {
      readonly server_trans_id?: string;
      readonly order?: { readonly id?: string };
      readonly card_detail?: { readonly number?: string };
    };
    const { server_trans_id = '', order, card_detail } = request;
    cardOfTransaction.set(server_trans_id, `${order?.id} ${card_detail?.number}`);
  }

  function seeChallenge(reply: Reply): void {
    // The ACS answers a right code with the page that posts the result.
    const cres = /name="cres" value="([^"]+)"/.exec(reply.body)?.[1];
    if (cres === undefined) return;
    const result = JSON.parse(Buffer.from(cres, 'base64url').toString()) as Record<string, string>;
    const card = cardOfTransaction.get(result['threeDSServerTransID'] ?? '');
    if (result['transStatus'] === 'Y' && card !== undefined) approved.add(card);
  }

  async function deliver(message: Message): Promise<Reply> {
    const { pathname } = new URL(message.url);
    const text = message.body ?? '';
    const type = pathname === '/epage-remote.cgi' ? /type="([a-z-]+)"/.exec(text)?.[1] : undefined;
    if (type === 'payment-credit') checkRefundRequest(text);
    let reply = await replyOf(await sandbox.fetch(requestOf(message)));
    if (type === 'query') reply = contradictions.ofQuery(element(text, 'orderid'), reply);
    if (type === 'query') reply = { ...reply, body: reply.body.replace(/(<amount[^>]*>)/, `$1${zeros}`) };
    if (pathname.startsWith('/3ds2/authentications')) transactions.answered(message, reply);
    if (pathname === '/epage-remote.cgi') {
      if (type === 'auth') seeAuthorization(text, reply);
      if (isMove(type)) seeMove(type, text, reply);
      if (type === 'payment-set') {
        const id = /\/testpay\/([^<]+)</.exec(reply.body)?.[1];
        const gatewayOrderId = element(text, 'orderid');
        const price = { amount: Number(element(text, 'amount')), currency: currencyIn(text) };
        const payment = { gatewayOrderId, ...price, begunAt: scheduler.now() };
        if (id !== undefined) redirects.set(id, payment);
      }
      if (type === 'payment-credit' && element(reply.body, 'result') === '00') {
        const gatewayOrderId = element(text, 'orderid');
        const at = scheduler.now();
        book({ gatewayOrderId, kind: 'refund', amount: Number(element(text, 'amount')), at, begunAt: at });
      }
    } else if (pathname === '/3ds2/authentications') seeAuthentication(text);
    else if (pathname === '/acs/challenge/answer') seeChallenge(reply);
    else if (pathname.startsWith('/testpay/') && message.method === 'POST') {
      const found = redirects.get(pathname.slice('/testpay/'.length));
      const form = new URLSearchParams(text);
      const answer = form.get('response') ?? '';
      if (found && found.answer === undefined && reply.status === 303) {
        found.answer = answer;
        found.answeredAt = scheduler.now();
        const at = scheduler.now() + delayOf(form.get('delay') ?? '');
        if (answer === 'Succeeded') book({ ...found, kind: 'redirect', at });
        const { location = '' } = reply.headers;
        const result = { ...found, isSuccessful: answer === 'Succeeded', at };
        if (answer !== 'Pending')
          reply = { ...reply, headers: { ...reply.headers, location: contradictions.ofMessages(result, location) } };
      }
    }
    return reply;
  }

  const of = (order: string) => booked.filter(({ gatewayOrderId }) => orderOf(gatewayOrderId) === order);
  return {
    owner,
    transactions,
    deliver,
    of,
    charges: (order, at = scheduler.now()) => of(order).filter((one) => isCharge(one) && one.at <= at),
    resemble: neighbour.pays,
    act,
    hidesRefunds,
    answeredAt: (id) => [...redirects.values()].find(({ gatewayOrderId }) => gatewayOrderId === id)?.answeredAt,
    isWaiting: (id) =>
      [...redirects.values()].some(
        ({ gatewayOrderId, answer }) => gatewayOrderId === id && (answer === undefined || answer === 'Pending'),
      ),
    close: () => sandbox.close(),
  };
}

function requestParts(init: RequestInit | undefined) {
  return {
    method: init?.method ?? 'GET',
    headers: init?.headers as Record<string, string>,
    body: typeof init?.body === 'string' ? init.body : '',
  };
}

function delayOf(delay: string): number {
  const [, count, unit] = /^(\d+)([smh])/.exec(delay) ?? [];
  return count === undefined ? 0 : Number(count) * { s: 1000, m: 60_000, h: 3_600_000 }[unit as 's' | 'm' | 'h'];
}
