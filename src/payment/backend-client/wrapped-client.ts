import type { BackendClient } from './backend-client.js';

/** Makes a call, or fails in its place. It has to make the call before it waits for anything. */
type Wrap = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/**
 * Returns a client that makes each call by a function.
 *
 * @param wrap makes all calls
 * @param wrapMoneyCall makes the calls that may charge
 */
export function wrappedClient(client: BackendClient, wrap: Wrap, wrapMoneyCall: Wrap = wrap): BackendClient {
  return {
    framePage: client.framePage,
    readOrder: (...input) => wrap(() => client.readOrder(...input)),
    checkVersion: (...input) => wrap(() => client.checkVersion(...input)),
    authenticate: (...input) => wrapMoneyCall(() => client.authenticate(...input)),
    authorize: (...input) => wrapMoneyCall(() => client.authorize(...input)),
    redirect: (...input) => wrap(() => client.redirect(...input)),
  };
}
