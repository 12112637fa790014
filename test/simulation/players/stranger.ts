import { encodeBase64url } from '../../../src/protocol/values/base64url.js';
import type { Message, Reply } from '../engine/network.js';
import { signedFields } from '../world/gateway.js';
import type { Monitor } from '../world/monitor.js';
import { BACKEND } from '../world/processes.js';
import type { Sim } from '../world/sim.js';
import { postOf } from '../world/wire.js';
import type { Browser, Route } from './browser.js';
import { WEIGHTS } from '../engine/weights.js';

const CLAIMS = [
  { result: '00', message: 'SUCCEEDED' },
  { result: '101', message: 'FAILED' },
  { result: '01', message: 'PENDING' },
];

/** Sends forged and replayed messages about an order, at times drawn from the seed. */
export function sendForgeries(sim: Sim, browser: Browser, order: string, monitor: Monitor, toBackend: Route): void {
  const stranger = { name: 'stranger', isAlive: true };
  const { scheduler, faults } = sim;
  const drawn = [
    ...Array.from({ length: 4 }, () => faults.draw('stranger', order, { weight: WEIGHTS.stranger })),
    ...Array.from({ length: 2 }, () => faults.draw('imitator', order, { weight: WEIGHTS.imitator })),
  ];
  for (const forgery of drawn) {
    if (!forgery) continue;
    if (forgery === 'forged-notification') {
      forgeInFrame();
      continue;
    }
    scheduler.after(stranger, sim.dice(`${order} forgery`).between(1000, 240_000), () => {
      if (faults.isHealed) return;
      sim.note('stranger', forgery);
      const message = messageOf(forgery);
      if (message) void toBackend(message).then(checkAnswer, () => undefined);
    });
  }

  function messageOf(forgery: string): Message | undefined {
    const seen = monitor.messagesOf(order);
    switch (forgery) {
      case 'forged-status':
        return postOf(`${BACKEND}/status/${order}`, forged());
      case 'forged-return':
        return { method: 'GET', url: `${BACKEND}/return/${order}?${query(forged())}`, headers: {} };
      case 'replayed-message':
        return seen.length > 0 ? asStatus(sim.dice(`${order} replay`).pick(seen)) : undefined;
      case 'changed-unsigned': {
        const message = seen.at(-1);
        if (!message) return undefined;
        const unsigned = { Amount: '1', fundstatus: 'RECEIVED', merchanttransactionid: 'another', account: 'another' };
        return postOf(`${BACKEND}/status/${order}`, { ...fieldsOf(message), ...unsigned });
      }
      case 'other-algorithm': {
        const other = sim.setup.hashAlgorithms.messages === 'sha1' ? 'sha256' : 'sha1';
        const { pasref: _unknown, ...fields } = forged();
        return postOf(`${BACKEND}/status/${order}`, signedFields(fields, other));
      }
      case 'seen-key':
        return repeatedCall();
      default: {
        const message = seen.at(-1);
        if (!message) return undefined;
        const fields = { ...fieldsOf(message), ...claim(), Amount: '1' };
        return postOf(`${BACKEND}/status/${order}`, fields);
      }
    }
  }

  /** The last call of a page about another order, with its key and its body. */
  function repeatedCall(): Message | undefined {
    const others = [...new Set([...monitor.pages.values()].map((one) => one.order))].filter((one) => one !== order);
    const call = others.map((other) => monitor.lastKeyed(other)).find((one) => one?.url.endsWith('/redirects'));
    return call && { ...call, url: `${BACKEND}/orders/${order}/redirects` };
  }

  /** An answer with the address of a payment belongs to the order of the call. */
  function checkAnswer({ body }: Reply): void {
    const url = /"redirect_url":"([^"]+)"/.exec(body)?.[1];
    const isOwn = monitor.record(order)?.attempts.some((one) => one.kind === 'redirect' && one.redirectUrl === url);
    if (url !== undefined && !isOwn) sim.violate('one-key', `a call about ${order} is answered with ${url}`);
  }

  /** Waits for a challenge, in whose frame the stranger has a window. */
  function forgeInFrame(tries = 0): void {
    if (faults.isHealed || tries > 480) return;
    const isOpen = [...monitor.pages].some(([{ tab }, watched]) => watched.order === order && tab.hasChallenge());
    if (isOpen && monitor.lastTransaction(order) !== undefined) return forgedNotification();
    scheduler.after(stranger, 500, () => forgeInFrame(tries + 1));
  }

  /** The page receives a result that the shopper has written, from a window inside its frame. */
  function forgedNotification(): void {
    const server_trans_id = monitor.lastTransaction(order);
    const frame = [...browser.frames].at(-1);
    if (!frame || server_trans_id === undefined) return;
    sim.note('stranger', 'forged-notification');
    const result = { messageType: 'CRes', threeDSServerTransID: server_trans_id, transStatus: 'Y' };
    const data = { scudo: 'challenge-notification', server_trans_id, cres: encodeBase64url(JSON.stringify(result)) };
    const origin = new URL(BACKEND).origin;
    const event = Object.assign(new Event('message'), { origin, source: frame.contentWindow, data });
    browser.window.dispatchEvent(event);
  }

  function forged(): Record<string, string> {
    const gatewayOrderId = monitor.lastRedirect(order) ?? `${order}-AAAAAAAAAA`;
    return {
      ...(sim.setup.hashAlgorithms.messages === 'sha1' ? { sha1hash: '0'.repeat(40) } : { sha256hash: '0'.repeat(64) }),
      timestamp: '20261120120000',
      merchantid: 'scudo',
      account: 'internet',
      orderid: gatewayOrderId,
      ...claim(),
      Amount: sim.setup.of(order).amount,
      paymentmethod: 'testpay',
      fundstatus: 'NOT_EXPECTED',
      pasref: '16000000000000001',
    };
  }

  /** The result that a forged message claims. */
  function claim(): { readonly result: string; readonly message: string } {
    return sim.dice(`${order} claim`).pick(CLAIMS);
  }

  /** A return message posted to the status address, or the same message again. */
  function asStatus(message: Message): Message {
    return postOf(`${BACKEND}/status/${order}`, fieldsOf(message));
  }
}

function fieldsOf({ url, body }: Message): Record<string, string> {
  return Object.fromEntries(body === undefined ? new URL(url).searchParams : new URLSearchParams(body));
}

function query(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}
