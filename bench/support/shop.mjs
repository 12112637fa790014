import { randomUUID } from 'node:crypto';
import { createSandbox } from '../../dist/sandbox.js';
import { createMerchantBackend } from '../../dist/server.js';
import { CARD, BROWSER, ORDER } from './samples.mjs';

/** A shop and its gateway in one process, without a network. */

const PUBLIC_URL = 'http://127.0.0.1:4173/scudo';
const ADDRESS = '203.0.113.9';

/**
 * The shop with `store`. Limits that one address would reach are off.
 * @param {{ baseUrl: string, fetch: typeof fetch }} [gateway] address of another process's sandbox. Default: one in
 * this process
 */
export function shopWith(store, { baseUrl, fetch } = inThisProcess()) {
  const backend = createMerchantBackend({
    publicUrl: PUBLIC_URL,
    gateway: {
      baseUrl,
      merchantId: 'scudo',
      accountId: 'internet',
      secret: 'secret',
      fetch,
    },
    store,
    limits: { versionChecksPerClient: 0 },
    onProblem: () => undefined,
  });
  return {
    backend,
    /** Sends one request of the page. A string body is sent as it is. */
    call(path, body, { type = 'application/json', method = body === undefined ? 'GET' : 'POST' } = {}) {
      const request = new Request(`${PUBLIC_URL}/${path}`, {
        method,
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        headers: { 'content-type': type, 'idempotency-key': randomUUID() },
      });
      return backend.fetch(request, { ip: ADDRESS });
    },
  };
}

function inThisProcess() {
  const sandbox = createSandbox();
  return { baseUrl: 'http://127.0.0.1:4174', fetch: (input, init) => sandbox.fetch(new Request(input, init)) };
}

/** One payment as the page makes it: order, view, version check, authentication with authorization. */
export async function pay({ backend, call }) {
  const { id } = await backend.orders.create(ORDER);
  await call(`orders/${id}`);
  const prepared = await json(await call(`orders/${id}/protocol-versions`, { number: CARD.number }));
  const answer = await json(
    await call(`orders/${id}/authentications`, {
      server_trans_id: prepared.server_trans_id,
      card: CARD,
      browser_data: BROWSER,
      method_url_completion: 'YES',
    }),
  );
  if (answer.outcome?.code !== 'authorized') throw new Error(`Not paid: ${JSON.stringify(answer)}`);
  return id;
}

async function json(response) {
  const body = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(body)}`);
  return body;
}
