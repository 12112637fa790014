import { resultWord } from '../../use-cases/events/write-facts.js';
import type { Gateway } from '../../gateway/gateway.js';
import { faultName } from '../../gateway/gateway-error.js';
import type { BackendEventFacts, Emit, GatewayCallName, GatewayResult, Uses } from '../../ports/ports.js';

/** The result of a call. */
type GatewayEnd = Pick<Extract<BackendEventFacts, { readonly kind: 'gateway' }>, 'code' | 'failed'>;

/** Returns the gateway with an event for each call that has ended. */
export function observedGateway(gateway: Gateway, emit: Emit, { now }: Uses<'now'>): Gateway {
  const { authentications, cardAuthorizations, cardOperations, paymentSets, paymentCredits, payments, refunds } =
    gateway;

  /** Emits the end of a call. */
  function started(call: GatewayCallName): (resultOf: () => GatewayEnd) => void {
    const began = now().getTime();
    return (resultOf) =>
      emit(() => ({ kind: 'gateway', level: 'debug', call, ...resultOf(), duration: now().getTime() - began }));
  }

  function timed<Input extends unknown[], Answer>(
    call: GatewayCallName,
    work: (...input: Input) => Promise<Answer>,
    resultOf: (answer: Answer) => GatewayResult = () => 'ok',
  ): (...input: Input) => Promise<Answer> {
    return async (...input) => {
      const end = started(call);
      const answer = await work(...input).catch((error: unknown) => {
        end(() => (call === 'version-check' && hasLeft(input) ? { code: 'client-left' } : failureOf(error)));
        throw error;
      });
      end(() => ({ code: resultOf(answer) }));
      return answer;
    };
  }

  /** Emits all pages of a report as one call. */
  function timedList<Input extends unknown[], One>(
    call: GatewayCallName,
    list: (...input: Input) => AsyncIterable<One>,
  ): (...input: Input) => AsyncIterable<One> {
    return async function* listed(...input) {
      const end = started(call);
      let result = (): GatewayEnd => ({ code: 'ok' });
      try {
        yield* list(...input);
      } catch (error) {
        result = () => failureOf(error);
        throw error;
      } finally {
        end(result);
      }
    };
  }

  const statusOf = ({ status }: { readonly status: string }) => resultWord(status);
  const codeOf = ({ result }: { readonly result: string }) => resultWord(result);
  return {
    // A gateway of the shop may be a class: a spread would lose its inherited members.
    timeout: gateway.timeout,
    verifyStatusMessage: (...input) => gateway.verifyStatusMessage(...input),
    requireRefundPassword: (method) => gateway.requireRefundPassword(method),
    checkAccount: () => gateway.checkAccount(),
    deriveKey: (label) => gateway.deriveKey(label),
    versionCheck: timed(
      'version-check',
      (...input) => gateway.versionCheck(...input),
      ({ enrolled }) => (enrolled ? 'enrolled' : 'not-enrolled'),
    ),
    authentications: {
      create: timed('authentication', (...input) => authentications.create(...input), statusOf),
      get: timed('authentication-result', (...input) => authentications.get(...input), statusOf),
      search: timedList('authentication-search', (...input) => authentications.search(...input)),
      searchPage: timed('authentication-search', (...input) => authentications.searchPage(...input)),
    },
    cardAuthorizations: {
      create: timed('authorization', (...input) => cardAuthorizations.create(...input), codeOf),
      query: timed(
        'query',
        (...input) => cardAuthorizations.query(...input),
        (answer) => (answer ? codeOf(answer) : 'not-found'),
      ),
    },
    cardOperations: {
      settle: timed('settle', (...input) => cardOperations.settle(...input), codeOf),
      void: timed('void', (...input) => cardOperations.void(...input), codeOf),
      rebate: timed('rebate', (...input) => cardOperations.rebate(...input), codeOf),
    },
    paymentSets: { create: timed('payment-set', (...input) => paymentSets.create(...input)) },
    paymentCredits: { create: timed('payment-credit', (...input) => paymentCredits.create(...input), codeOf) },
    payments: {
      page: timed('payments-report', (...input) => payments.page(...input)),
      list: timedList('payments-report', (...input) => payments.list(...input)),
    },
    refunds: {
      page: timed('refunds-report', (...input) => refunds.page(...input)),
      list: timedList('refunds-report', (...input) => refunds.list(...input)),
    },
  };
}

/** True for a version check whose client has ended it: the gateway has not failed. */
function hasLeft(input: readonly unknown[]): boolean {
  const { signal } = (input.at(-1) ?? {}) as { readonly signal?: AbortSignal };
  return signal?.aborted === true;
}

function failureOf(error: unknown): GatewayEnd {
  return { code: faultName(error), failed: true };
}
