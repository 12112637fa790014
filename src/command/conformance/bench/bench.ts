import { outsideText } from '../../outside-text.js';
import { textOfBody } from '../../text-of-body.js';
import type { TestedBackend } from '../../client/tested-backend.js';
import type { TestGateway } from './test-gateway.js';

/** An order that the rules may pay. */
export interface TestOrder {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
}

/** Everything that a rule needs. */
export interface Bench {
  readonly backend: TestedBackend;
  readonly gateway: TestGateway;
  /** Origin of a checkout page. */
  readonly page: string;
  /** Creates an order, each with another amount. */
  readonly newOrder: () => Promise<TestOrder>;
}

/** The set-up of the command is wrong, so that no rule can be checked. */
export class SetUpError extends Error {
  override readonly name = 'SetUpError';
}

/** Creates orders at an address that takes amount and currency and answers an id. */
export function orderSource(address: string, fetch: typeof globalThis.fetch): Bench['newOrder'] {
  let orders = 0;
  return async () => {
    // The last three digits select no result of the sandbox (docs/testing.md).
    const order = { amount: String(100_050 + 100 * (orders++ % 1000)), currency: 'EUR' };
    const { response, text } = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(order),
      signal: AbortSignal.timeout(30_000),
    })
      .then(async (answer) => ({ response: answer, text: await textOfBody(answer) }))
      .catch((cause: unknown) => {
        throw new SetUpError(`--new-order ${address} does not answer: ${(cause as Error).message}`, { cause });
      });
    const id = idIn(text);
    if (!response.ok || id === undefined) {
      throw new SetUpError(
        `--new-order ${address} must answer ${JSON.stringify(order)} with a JSON object that has the id of a new order; got ${response.status} ${outsideText(text)}`,
      );
    }
    return { ...order, id };
  };
}

function idIn(text: string): string | undefined {
  try {
    const { id } = JSON.parse(text) as { readonly id?: unknown };
    return typeof id === 'string' && id !== '' ? id : undefined;
  } catch {
    return undefined;
  }
}
