import { collectBrowserData } from '../../three-d-secure/browser-data.js';
import { openChallenge } from '../../three-d-secure/challenge-frame.js';
import type { ChallengeEnd } from '../../protocol/adapter/adapter-requests.js';
import { answeredCalls, endedBy, type Answered, type Ended } from '../backend-client/answered-calls.js';
import type { BackendAnswer } from '../backend-client/backend-client.js';
import { BackendError, isBackendError, isProblem, withRetryAfter } from '../backend-client/backend-error.js';
import { outcomeOf } from '../outcome.js';
import { pause } from '../clock.js';
import type { AttemptKeys, CardPaymentAttempt, Prepared } from '../flow/attempt.js';
import type { CheckoutContext, PreparedCard } from '../flow/checkout.context.js';
import type { CheckoutDependencies, CheckoutTasks, FrameEnvironmentOf } from '../flow/checkout.dependencies.js';
import type { CheckoutEvent } from '../flow/checkout.events.js';
import type { CheckoutStates } from '../flow/checkout.states.js';
import type { Position } from '../flow/tasks.js';
import type { CardTaskEvents } from './card.table.js';
import { challengeSignals } from './challenge-signals.js';
import type { FrameHost } from './frame-host.js';

export interface CardDependencies extends CheckoutDependencies {
  /** The places of the frames; undefined on a page without card payments. */
  readonly frames: Pick<FrameHost, 'challenge' | 'challengeTitle' | 'challengeShows'> | undefined;
  /** Returns new idempotency keys, and the window size for a new authentication. */
  readonly newKeys: () => AttemptKeys;
  readonly frameEnvironment: FrameEnvironmentOf;
}

type ChallengeDemanded = Extract<CheckoutEvent, { readonly type: 'CHALLENGE_DEMANDED' }>;

type Now = () => Position<CheckoutStates, CheckoutContext>;

/** The tasks of the card payment's table. */
export function cardTasks(dependencies: CardDependencies): CheckoutTasks<CardTaskEvents> {
  const { backend, order, clock, intervals, frames, newKeys, frameEnvironment } = dependencies;
  const { untilAnswered, eventOfAnswer, eventOfFailure, endOfOrder } = answeredCalls(dependencies);

  /** Reports the end of the authentication; the backend reads the result, and authorizes on success. */
  function report(now: Now, ended: ChallengeEnd, signal: AbortSignal): Promise<BackendAnswer> {
    const { prepared, challenge, card, cres, authorizationKey } = attemptOf(now);
    const serverTransId = challenge?.serverTransId ?? (prepared?.enrolled ? prepared.serverTransId : '');
    return backend.authorize(order, { serverTransId, card, ended, cres }, { signal, idempotencyKey: authorizationKey });
  }

  /**
   * Asks whether the issuer has decided. A call that could not read the result has decided nothing. Its late repetition
   * could still authorize, so the wait continues until the backend has read the result for the last time.
   */
  function askIssuer(now: Now, signal: AbortSignal): Promise<BackendAnswer> {
    return report(now, 'returned', signal).catch(async (error: unknown) => {
      if (!isBackendError(error) || isDefinite(error)) throw error;
      await pause(clock, withRetryAfter(0, error), signal);
      return { result: 'challenge-open' };
    });
  }

  /**
   * The end of a payment after its authentication. An adapter may also return what makes no sense there: refused
   * fields mean that nothing was carried out, and any other answer is ignored.
   */
  function lastAnswer(answered: Answered): Ended {
    switch (answered.type) {
      case 'PAYMENT_ENDED':
      case 'PAYMENT_PENDING':
        return answered;
      case 'FIELDS_REFUSED':
        return endedBy(outcomeOf('backend-refused', { id: order, state: 'open' }));
      default:
        throw new BackendError({ kind: 'malformed' }, `The answer ${answered.type} does not end a payment.`);
    }
  }

  /** The end of an authorization. After a soft decline the same payment asks for a challenge, once. */
  function authorizationEnd(now: Now, ended: Ended): Ended | ChallengeDemanded {
    const isDemanded = ended.outcome.code === 'authentication-demanded' && !attemptOf(now).isChallengeDemanded;
    return isDemanded ? { type: 'CHALLENGE_DEMANDED', keys: newKeys() } : ended;
  }

  return {
    async awaitPreparation({ now, changed, send, signal }) {
      const { number } = attemptOf(now).card;
      if (isNeeded(now(), number)) send({ type: 'NUMBER_ENTERED', number });
      try {
        while (isUnderWay(now().states)) await changed();
        send({ type: 'PREPARED', prepared: resultOf(now().context.preparation) });
      } catch (error) {
        const settled = isBackendError(error) ? await eventOfFailure(error, signal) : undefined;
        const ended = settled ?? (await endOfOrder(signal));
        if (!ended) throw error;
        send(ended);
      }
    },

    async authenticate({ now, send, signal }) {
      const { card, payer, size, prepared, authentication, authenticationKey, isRepeated } = attemptOf(now);
      const input = {
        card,
        payer,
        authentication,
        browserData: collectBrowserData(size, () => clock.now()),
        methodUrlCompletion: prepared?.methodUrlCompletion ?? 'UNAVAILABLE',
        serverTransId: prepared?.enrolled ? prepared.serverTransId : undefined,
        revision: now().context.order?.revision,
      } as const;
      let refusal: unknown;
      const call = () =>
        backend.authenticate(order, input, { signal, idempotencyKey: authenticationKey }).catch((error: unknown) => {
          refusal = error;
          throw error;
        });
      const answered = await untilAnswered(call, signal);
      // The order was read meanwhile: a retryable outcome means that no other payment has ended it.
      const isRefused = answered.type === 'PAYMENT_ENDED' && answered.outcome.retryable;
      if (isRefused && !isRepeated && isProblem(refusal, 'authentication-unknown'))
        return send({ type: 'TRANSACTION_UNKNOWN', keys: newKeys() });
      switch (answered.type) {
        case 'CHALLENGE_REQUIRED':
        case 'DECOUPLED':
        case 'FIELDS_REFUSED':
          return send(answered);
        default:
          return send(authorizationEnd(now, lastAnswer(answered)));
      }
    },

    async challenge({ now, send, signal }) {
      const { challenge, size } = attemptOf(now);
      const host = await frames?.challenge(size);
      if (!frames || !challenge || !host) return send({ type: 'CANCEL' });
      let cres: string | undefined;
      const signals = challengeSignals({
        clock,
        interval: intervals.issuer,
        signal,
        ask() {
          if (now().states.payment === 'checking-challenge') return false;
          const signalled = cres;
          cres = undefined;
          send(
            signalled === undefined ? { type: 'SHOPPER_RETURNED' } : { type: 'CHALLENGE_NOTIFIED', cres: signalled },
          );
          return true;
        },
      });
      // After an abort this opens nothing.
      openChallenge(challenge, {
        ...frameEnvironment(now().context.order),
        host,
        size,
        title: frames.challengeTitle,
        signal,
        onEvent(event) {
          switch (event.type) {
            case 'loaded':
              frames.challengeShows?.('issuer');
              signals.issuerDocument();
              return send({ type: 'CHALLENGE_LOADED' });
            case 'returned':
            case 'notified':
              if (event.type === 'notified') cres = event.cres;
              frames.challengeShows?.('shop');
              return signals.ownDocument();
            case 'blocked':
              return send({ type: 'CHALLENGE_BLOCKED' });
          }
        },
      });
    },

    async checkChallenge({ now, send, signal }) {
      const ended = await report(now, attemptOf(now).ended ?? 'returned', signal)
        .then((answer) => eventOfAnswer(answer, signal))
        .catch((error: unknown) => (isEndOfChallenge(error) ? eventOfFailure(error, signal) : undefined));
      send(ended && 'outcome' in ended ? authorizationEnd(now, ended) : { type: 'CHALLENGE_OPEN' });
    },

    async awaitIssuer({ now, send, signal }) {
      for (;;) {
        await pause(clock, intervals.issuer, signal);
        const answered = await untilAnswered(() => askIssuer(now, signal), signal);
        // The issuer has not decided yet.
        if (answered.type !== 'CHALLENGE_OPEN' && answered.type !== 'DECOUPLED')
          return send(authorizationEnd(now, lastAnswer(answered)));
      }
    },

    async leaveChallenge({ now, send, signal }) {
      const ended = lastAnswer(await untilAnswered(() => report(now, 'too-late', signal), signal));
      // Only a challenge without a result allows a second authentication. Any other result ends the payment.
      if (ended.outcome.code === 'challenge-too-late') send({ type: 'CHALLENGE_ABANDONED', keys: newKeys() });
      else send(authorizationEnd(now, ended));
    },

    async readResult({ now, send, signal }) {
      const { ended } = attemptOf(now);
      if (!ended) throw new Error('The authentication has not ended.');
      send(authorizationEnd(now, lastAnswer(await untilAnswered(() => report(now, ended, signal), signal))));
    },
  };
}

function attemptOf(now: Now): CardPaymentAttempt {
  const { attempt } = now().context;
  if (!attempt) throw new Error('There is no attempt.');
  return attempt;
}

/** True when the preparation has not started for this number, or ended by a fault that may be transient. */
function isNeeded({ states, context }: Position<CheckoutStates, CheckoutContext>, number: string): boolean {
  const { preparation } = context;
  return (
    states.preparation === 'idle' ||
    preparation.number !== number ||
    (states.preparation === 'faulted' && !isDefinite(preparation.fault))
  );
}

/** True for a problem that the same call would have again, unless another payment of the order has ended meanwhile. */
function isDefinite(error: unknown): boolean {
  if (!isBackendError(error) || error.fault.kind !== 'problem') return false;
  return !error.fault.retryable && error.fault.code !== 'order-not-open';
}

/** True for a problem by which the backend has no such challenge any more. Another one is that of its call only. */
function isEndOfChallenge(error: unknown): error is BackendError {
  return (
    isProblem(error, 'order-changed') ||
    isProblem(error, 'order-not-open') ||
    isProblem(error, 'authentication-unknown')
  );
}

function isUnderWay({ preparation }: CheckoutStates): boolean {
  return preparation === 'checking-version' || preparation === 'running-method';
}

/** @throws the fault of the preparation; an error when the version check has no answer, or the card was changed */
function resultOf({ versionCheck, completion, fault }: PreparedCard): Prepared {
  if (fault) throw fault as Error;
  if (!versionCheck) throw new BackendError({ kind: 'unanswered' }, 'The version check has no answer.');
  return versionCheck.enrolled
    ? { enrolled: true, serverTransId: versionCheck.serverTransId, methodUrlCompletion: completion }
    : { enrolled: false, methodUrlCompletion: 'UNAVAILABLE' };
}
