import type { BackendAnswer, BackendClient } from './backend-client.js';

/** Makes a call, or fails in its place. It has to make the call before it waits for anything. */
type Wrap = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/** The same for a call that may charge. Its repetitions have the same idempotency key. */
type WrapMoneyCall = (call: () => Promise<BackendAnswer>, idempotencyKey: string) => Promise<BackendAnswer>;

/**
 * Returns a client that makes each call by a function.
 *
 * @param wrap makes all calls
 * @param wrapMoneyCall makes the calls that may charge
 */
export function wrappedClient(client: BackendClient, wrap: Wrap, wrapMoneyCall: WrapMoneyCall = wrap): BackendClient {
  return {
    framePage: client.framePage,
    readOrder: (...input) => wrap(() => client.readOrder(...input)),
    checkVersion: (...input) => wrap(() => client.checkVersion(...input)),
    authenticate: (order, input, call) =>
      wrapMoneyCall(() => client.authenticate(order, input, call), call.idempotencyKey),
    authorize: (order, input, call) => wrapMoneyCall(() => client.authorize(order, input, call), call.idempotencyKey),
    redirect: (...input) => wrap(() => client.redirect(...input)),
  };
}
