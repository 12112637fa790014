import { orderViewSchema } from '../../protocol/adapter/adapter-answers.js';
import { checkMessage } from '../../protocol/values/field-issue.js';
import { SetUpError, type Bench } from './bench/bench.js';
import { shownAnswer } from './bench/violation.js';
import { pathOf, TEST_NUMBERS } from './steps/card-steps.js';

/** Methods with which the rules pay. */
const METHODS = ['card', 'testpay'];

/**
 * Checks with one order that addresses and account belong together. Otherwise every rule fails for the same reason.
 * @throws {SetUpError}
 */
export async function checkBenchSetUp(bench: Bench): Promise<void> {
  const order = await bench.newOrder();
  const read = await bench.backend.call(pathOf(order), { headers: { origin: bench.page } });
  if (read.status !== 200) {
    throw new SetUpError(
      `The backend at --url does not know the order of --new-order: ${read.call} is answered ${shownAnswer(read)}`,
    );
  }
  const view = checkMessage(orderViewSchema, read.json).data;
  if (view?.card_frame !== undefined) {
    throw new SetUpError(
      "The backend at --url accepts card data from its frame only. Set its option cardFields: 'page' for this run.",
    );
  }
  const offered = view?.methods.map(({ code }) => code) ?? [];
  const missing = METHODS.find((method) => !offered.includes(method));
  if (missing !== undefined) {
    const names = offered.length === 0 ? 'none' : offered.join(', ');
    throw new SetUpError(
      `An order of --new-order must offer the methods ${METHODS.join(' and ')}; this one offers ${names}. --only card. checks cards only.`,
    );
  }
  await checkGateway(bench, pathOf(order));
}

async function checkGateway({ backend, gateway, page }: Bench, path: string): Promise<void> {
  gateway.mark();
  const number = TEST_NUMBERS.success;
  const answer = await backend.call(`${path}/protocol-versions`, { json: { number }, headers: { origin: page } });
  const [call] = gateway.messages('protocol-versions');
  if (!call) {
    throw new SetUpError(
      `No call of the backend arrived at ${gateway.url}, where this command is the gateway. Let the backend call it there, or name its address with --gateway. ${answer.call} is answered ${shownAnswer(answer)}`,
    );
  }
  if (call.http_status !== 200) {
    throw new SetUpError(
      `The gateway refuses the call of the backend with ${call.http_status ?? 'no status'}. Compare --merchant, --account and --secret with those of the backend, and the hash with docs/backend-in-any-language.md#hashes.`,
    );
  }
}
