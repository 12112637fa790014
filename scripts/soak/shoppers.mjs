// Shoppers without a browser: they make the calls of the page, repeat them with the same key, and answer the issuer.
import { randomUUID } from 'node:crypto';
import { BROWSER, CARD, ORDER } from '../../bench/support/samples.mjs';

const CARDS = {
  paid: '4222000006285344',
  declined: '4000120000001154',
  refused: '4222000002144131',
  challenge: '4222000001227408',
};

/** The payments of a soak, by how often they are chosen. */
const PAYMENTS = { paid: 55, declined: 10, refused: 5, challenge: 10, cancelled: 5, redirect: 10, abandoned: 5 };

const REDIRECTABLE = {
  ...ORDER,
  methods: [{ code: 'card' }, { code: 'testpay' }],
  accountHolderName: 'Ada Lovelace',
  country: 'GB',
};

const cardOf = (number) => ({ ...CARD, number });

/** Codes of problems after which the page repeats its call. */
const REPEATED = ['request-in-progress', 'internal-error', 'store-busy', 'closing', undefined];
/** The status that the page reports of an order that takes no payment, by its state. */
const STATUS_OF_STATE = { paid: 'paid', 'in-doubt': 'in-doubt', pending: 'pending', failed: 'failed', open: 'failed' };
const TRIES = 12;
const pause = () => new Promise((resolve) => setTimeout(resolve, 100));

/**
 * @param {object} parts
 * @param {Awaited<ReturnType<typeof import('./processes.mjs').startProcesses>>} parts.processes
 * @param {Awaited<ReturnType<typeof import('./gateway.mjs').startGateway>>} parts.gateway
 * @param {ReturnType<typeof import('../dice.mjs').createDice>} parts.dice
 */
export function createShoppers({ processes, gateway, dice }) {
  const counts = {};
  /** @type {Map<string, import('./order-checks.mjs').PaymentCall[]>} */
  const calls = new Map();
  const now = () => gateway.sandbox.clock.now().getTime();

  /** Makes a call that can take money, and keeps what the page was answered. */
  async function callPayment(id, name, body) {
    const began = now();
    const answer = await call(`scudo/orders/${id}/${name}`, body);
    const { outcome, code, result } = answer;
    const status =
      code === 'order-not-open' ? await statusOf(id) : (outcome?.status ?? (code ? 'failed' : (result ?? 'no answer')));
    const ended = status === 'no answer' ? Infinity : now();
    calls.set(id, [...(calls.get(id) ?? []), { began, ended, status, code: outcome?.code ?? code ?? status }]);
    return answer;
  }

  /** Reads the order, as the page does after `order-not-open`. An order that cannot be read is in doubt. */
  async function statusOf(id) {
    for (let count = 0; count < TRIES; count++) {
      const { state } = await processes
        .call(`scudo/orders/${id}`)
        .then((response) => response.json())
        .catch(() => ({}));
      if (state) return STATUS_OF_STATE[state];
      await pause();
    }
    return 'in-doubt';
  }

  /** Calls until a process has answered. */
  async function call(path, body, key = randomUUID()) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    for (let count = 0; count < TRIES; count++) {
      const answer = await processes
        .call(path, { method: 'POST', headers, body: JSON.stringify(body) })
        .then((response) => response.json())
        .catch(() => ({}));
      if (!REPEATED.includes(answer.code)) return answer;
      if (answer.result ?? answer.outcome ?? answer.id ?? answer.server_trans_id) return answer;
      if (answer.enrolled === false) return answer;
      await pause();
    }
    return {};
  }

  async function payByCard(id, number) {
    const { server_trans_id } = await call(`scudo/orders/${id}/protocol-versions`, { number });
    const body = { card: cardOf(number), browser_data: BROWSER, method_url_completion: 'YES' };
    return callPayment(id, 'authentications', { ...body, ...(server_trans_id && { server_trans_id }) });
  }

  /** Posts a form to the sandbox, as a browser does. */
  async function post(address, fields) {
    const body = new URLSearchParams(fields);
    return gateway.sandbox.fetch(new Request(address, { method: 'POST', body }));
  }

  async function answerChallenge(id, answer, action) {
    if (answer.result !== 'challenge') return answer;
    const page = await (await post(answer.acs_url, { creq: answer.encoded_creq })).text();
    const hidden = Object.fromEntries(
      [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    );
    const path = /<form[^>]*action="([^"]+)"/.exec(page)?.[1] ?? '/';
    const done = await (await post(new URL(path, gateway.url), { ...hidden, code: '123456', action })).text();
    const cres = /name="cres" value="([^"]+)"/.exec(done)?.[1];
    const { server_trans_id } = answer;
    const body = { server_trans_id, card: cardOf(CARDS.challenge), ended: 'notified', ...(cres && { cres }) };
    return callPayment(id, 'authorizations', body);
  }

  const payments = {
    paid: (id) => payByCard(id, CARDS.paid),
    async declined(id) {
      const answer = await payByCard(id, CARDS.declined);
      // Half of the shoppers try another card.
      return dice.below(2) === 0 ? answer : payByCard(id, CARDS.paid);
    },
    refused: (id) => payByCard(id, CARDS.refused),
    challenge: async (id) => answerChallenge(id, await payByCard(id, CARDS.challenge), 'confirm'),
    cancelled: async (id) => answerChallenge(id, await payByCard(id, CARDS.challenge), 'cancel'),
    async redirect(id) {
      const { redirect_url } = await callPayment(id, 'redirects', { method: 'testpay' });
      if (!redirect_url) return {};
      const response = dice.pick(['Succeeded', 'Succeeded', 'Failed UserAbort']);
      await post(redirect_url, { response, delay: dice.pick(['No delay', '30s after submit', '15m after submit']) });
      return {};
    },
    // The shopper leaves while the issuer asks, or two tabs pay at the same moment.
    async abandoned(id) {
      if (dice.below(2) === 0) return payByCard(id, CARDS.challenge);
      const [answer] = await Promise.all([payByCard(id, CARDS.paid), payByCard(id, CARDS.paid)]);
      return answer;
    },
  };

  return {
    counts,
    calls,
    /** Creates an order and pays it. */
    async pay() {
      const kind = dice.weighted(PAYMENTS);
      let id;
      // A created order whose answer was lost is another order of the shop, which stays unpaid.
      while (id === undefined) ({ id } = await call('create', REDIRECTABLE));
      const { outcome, code, result } = await payments[kind](id);
      const ended = outcome?.code ?? code ?? result ?? (kind === 'redirect' ? 'answered' : 'no answer');
      counts[`${kind}: ${ended}`] = (counts[`${kind}: ${ended}`] ?? 0) + 1;
    },
  };
}
