import { createHash } from 'node:crypto';
import { createGateway, GatewayError, type Gateway, type GatewayOptions } from '../../../src/server.js';

export const SECRET = 'a-very-secret-secret';
const NOW = new Date('2026-11-20T22:24:10.123Z');

/** A gateway client whose `fetch` answers what a test says. */
export function gatewayAnswering(
  answer: (request: Request) => Response | Promise<Response>,
  options: Partial<GatewayOptions> = {},
) {
  const sent: { readonly request: Request; readonly text: string }[] = [];
  const gateway: Gateway = createGateway({
    messageExtensions: ['A1'],
    baseUrl: 'https://gateway.example',
    merchantId: 'scudo',
    secret: SECRET,
    now: () => NOW,
    fetch: async (input, init) => {
      const request = new Request(input as string, init);
      sent.push({ request, text: await request.clone().text() });
      return answer(request);
    },
    ...options,
  });
  return { gateway, sent };
}

export const jsonAnswer =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });

/** The document's construction, with Node's own hashes. */
export function hashOf(fields: readonly string[], algorithm = 'sha1'): string {
  const pass = (text: string) => createHash(algorithm).update(text).digest('hex');
  return pass(`${pass(fields.join('.'))}.${SECRET}`);
}

export async function failureOf(call: Promise<unknown>): Promise<GatewayError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}
