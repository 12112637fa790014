import { collectBrowserData } from '../three-d-secure/browser-data.js';
import { openChallenge } from '../three-d-secure/challenge-frame.js';
import type { ChallengeEnd } from '../protocol/adapter-requests.js';
import type { Attempt } from './attempt.js';
import { answeredCalls, type Answered } from './answered-call.js';
import { BackendError } from './backend-error.js';
import type { CardPaymentEvent } from './card-payment.events.js';
import type { CardPaymentTask } from './card-payment.table.js';
import { pause, type Clock } from './clock.js';
import type { FrameHost } from './frame-host.js';
import type { MerchantBackend, PaymentAnswer } from './merchant-backend.js';
import { outcomeOf, outcomeOfOrder } from './outcome.js';
import type { CardPreparation } from './preparation.js';
import type { Tasks } from './runner.js';

/** The dependencies of the tasks. `attempt` exists from Pay to the outcome. */
export interface TaskContext {
  readonly backend: MerchantBackend;
  readonly order: string;
  readonly frames: FrameHost;
  readonly preparation: CardPreparation;
  readonly clock: Clock;
  readonly attempt: () => Attempt;
  /** Called with the origin of a message of our form that came from another one. */
  readonly onForeign: (origin: string) => void;
}

/** Interval between reads of a decoupled authentication, in milliseconds. */
const BETWEEN_LOOKS = 2000;

/** The tasks of the card payment's table. */
export function cardPaymentTasks({
  backend,
  order,
  frames,
  preparation,
  clock,
  attempt,
  onForeign,
}: TaskContext): Tasks<CardPaymentTask, CardPaymentEvent> {
  const { untilAnswered, settledBy } = answeredCalls({ backend, order, clock });

  function report(ended: ChallengeEnd, signal: AbortSignal): Promise<PaymentAnswer> {
    const { prepared, challenge, card, cres, authorizationKey } = attempt();
    const serverTransId = challenge?.serverTransId ?? (prepared?.enrolled ? prepared.serverTransId : '');
    return backend.authorize(
      order,
      { serverTransId, card, ended, ...(cres === undefined ? {} : { cres }) },
      { signal, idempotencyKey: authorizationKey },
    );
  }

  return {
    async readOrder({ send, signal }) {
      try {
        const read = await backend.readOrder(order, { signal });
        const outcome = outcomeOfOrder(read);
        send(outcome ? { type: 'SETTLED', order: read, outcome } : { type: 'OPEN', order: read });
      } catch (error) {
        const gone =
          error instanceof BackendError && error.fault.kind === 'problem' && error.fault.code === 'order-not-found';
        send(
          gone
            ? { type: 'SETTLED', outcome: outcomeOf('order-not-found', { id: order, state: 'open' }) }
            : { type: 'FAULT', error },
        );
      }
    },

    watchOrder({ send, signal }) {
      const look = async () => {
        if (document.visibilityState !== 'visible') return;
        const read = await backend.readOrder(order, { signal });
        const outcome = outcomeOfOrder(read);
        // An order that can still be paid leaves the form as it is.
        if (outcome && !outcome.retryable) send({ type: 'SETTLED', order: read, outcome });
      };
      // A failed read has no effect, because Pay reports its own errors.
      document.addEventListener('visibilitychange', () => void look().catch(() => undefined), { signal });
    },

    async awaitPreparation({ send, signal }) {
      try {
        send({ type: 'PREPARED', prepared: await preparation.prepared(attempt().card.number, signal) });
      } catch (error) {
        if (!(error instanceof BackendError)) throw error;
        const settled = await settledBy(error, signal);
        send(settled ? eventOf(settled) : { type: 'FAULT', error });
      }
    },

    async authenticate({ send, signal }) {
      const { card, payer, size, prepared, authentication, authenticationKey } = attempt();
      const input = {
        card,
        payer,
        authentication,
        browserData: collectBrowserData(size),
        methodUrlCompletion: prepared?.methodUrlCompletion ?? 'UNAVAILABLE',
        ...(prepared?.enrolled ? { serverTransId: prepared.serverTransId } : {}),
      } as const;
      send(
        eventOf(
          await untilAnswered(
            () => backend.authenticate(order, input, { signal, idempotencyKey: authenticationKey }),
            signal,
          ),
        ),
      );
    },

    async challenge({ send, signal }) {
      const { challenge, size } = attempt();
      const host = await frames.challenge(size);
      if (!challenge || !host) return send({ type: 'CANCEL' });
      if (signal.aborted) return;
      // A shopper returns from a banking app to this tab without a notification.
      document.addEventListener(
        'visibilitychange',
        () => document.visibilityState === 'visible' && send({ type: 'RETURNED' }),
        { signal },
      );
      openChallenge(challenge, {
        framePage: backend.framePage,
        host,
        size,
        title: frames.challengeTitle,
        signal,
        onForeign,
        onSign(sign) {
          switch (sign.sign) {
            case 'loaded':
              return send({ type: 'LOADED' });
            case 'notified':
              return send({ type: 'NOTIFIED', cres: sign.cres });
            case 'blocked':
              return send({ type: 'BLOCKED' });
          }
        },
      });
    },

    async askMeanwhile({ send, signal }) {
      try {
        const answer = await report('returned', signal);
        send(answer.result === 'outcome' ? { type: 'ENDED', outcome: answer.outcome } : { type: 'STILL_OPEN' });
      } catch {
        send({ type: 'STILL_OPEN' });
      }
    },

    async awaitBank({ send, signal }) {
      for (;;) {
        await pause(clock, BETWEEN_LOOKS, signal);
        const answered = await untilAnswered(() => report('returned', signal), signal);
        if (answered.type !== 'STILL_OPEN') return send(eventOf(answered));
      }
    },

    async leaveChallenge({ send, signal }) {
      const answered = await untilAnswered(() => report('cancelled', signal), signal);
      // Only a confirmed cancel allows a second authentication. Any other result ends the payment.
      send(answered.type === 'ENDED' && answered.outcome.status === 'cancelled' ? { type: 'LEFT' } : eventOf(answered));
    },

    async readResult({ event, send, signal }) {
      const ended = challengeEnd(event?.type);
      send(eventOf(await untilAnswered(() => report(ended, signal), signal)));
    },
  };
}

/** A redirect is no answer to a card payment. */
function eventOf(answered: Answered): CardPaymentEvent {
  return answered.type === 'REDIRECT' ? { type: 'FAULT', error: answered.type } : answered;
}

function challengeEnd(type: CardPaymentEvent['type'] | undefined): ChallengeEnd {
  switch (type) {
    case 'NOTIFIED':
      return 'notified';
    case 'CANCEL':
      return 'cancelled';
    case 'TOO_LATE':
      return 'too-late';
    case 'TIMED_OUT':
      return 'timed-out';
    default:
      return 'blocked';
  }
}
