import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import * as sample from '../../protocol/samples.js';
import { CALLS } from './sample-calls.js';
import { failureOf, gatewayAnswering, jsonAnswer } from './scripted-fetch.js';

/** A timer that a test fires by hand. */
function manualTimer() {
  const timers: { readonly ms: number; readonly fire: () => void; cancelled: boolean }[] = [];
  const after = (ms: number, fire: () => void) => {
    const timer = { ms, fire, cancelled: false };
    timers.push(timer);
    return () => {
      timer.cancelled = true;
    };
  };
  return { timers, after };
}

const CALL_NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[];

describe.each(CALL_NAMES)('the call %s', (call) => {
  it.each([
    ['7', 7],
    ['Fri, 20 Nov 2026 22:24:40 GMT', 30],
    ['Fri, 20 Nov 2026 00:00:00 GMT', 0],
    ['soon', undefined],
    [undefined, undefined],
  ])('fails as rate-limited for HTTP 429 with Retry-After %s', async (header, retryAfter) => {
    const headers: Record<string, string> = header === undefined ? {} : { 'retry-after': header };
    const { gateway } = gatewayAnswering(() => new Response('', { status: 429, headers }));
    expect((await failureOf(CALLS[call](gateway))).failure).toEqual({
      kind: 'rate-limited',
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  });
});

describe('the time limit of a call', () => {
  it('the time limit of a call is 20 seconds by default and is cancelled by the answer', async () => {
    const { timers, after } = manualTimer();
    const { gateway } = gatewayAnswering(jsonAnswer(sample.VERSION_CHECK_RESPONSE), { after });
    await CALLS.versionCheck(gateway);
    expect(timers).toMatchObject([{ ms: 20_000, cancelled: true }]);
  });

  it('the time limit of a call is cancelled when the call fails', async () => {
    const { timers, after } = manualTimer();
    const { gateway } = gatewayAnswering(() => Promise.reject(new TypeError('x')), { after, timeout: 5 });
    await failureOf(CALLS.versionCheck(gateway));
    expect(timers).toMatchObject([{ ms: 5, cancelled: true }]);
  });

  it('the time limit of a call aborts the request', async () => {
    const { timers, after } = manualTimer();
    let aborted = false;
    const { gateway } = gatewayAnswering(
      (request) => {
        request.signal.addEventListener('abort', () => (aborted = true));
        timers[0]!.fire();
        return new Promise<Response>(() => undefined);
      },
      { after },
    );
    expect((await failureOf(CALLS.versionCheck(gateway))).failure).toEqual({ kind: 'unanswered', sent: true });
    expect(aborted).toBe(true);
  });

  it('the time limit of a call covers the body of the answer', async () => {
    const { timers, after } = manualTimer();
    const { gateway } = gatewayAnswering(
      () =>
        new Response(
          new ReadableStream({
            pull: () => {
              timers[0]!.fire();
              return new Promise<void>(() => undefined);
            },
          }),
        ),
      { after },
    );
    expect((await failureOf(CALLS.versionCheck(gateway))).failure).toEqual({ kind: 'unanswered', sent: true });
  });
});

it('a call whose signal is already aborted fails as unanswered', async () => {
  const { gateway } = gatewayAnswering(() => new Promise<Response>(() => undefined));
  const failure = failureOf(gateway.authentications.get(sample.ID, { signal: AbortSignal.abort() }));
  expect((await failure).failure.kind).toBe('unanswered');
});

it('a call that has ended leaves no listener on its signals, which Node would keep in memory', async () => {
  const caller = new AbortController();
  const signals: AbortSignal[] = [caller.signal];
  const { gateway } = gatewayAnswering(() => new Response(), {
    fetch(_input, init) {
      signals.push(init!.signal!);
      return Promise.resolve(Response.json(sample.VERSION_CHECK_RESPONSE));
    },
  });
  await gateway.authentications.get(sample.ID, { signal: caller.signal }).catch(() => undefined);
  expect(signals.map((signal) => getEventListeners(signal, 'abort').length)).toEqual([0, 0]);
});
