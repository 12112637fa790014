import { describe, expect, it } from 'vitest';
import { readText } from '../../../src/server/util/read-text.js';

const REASON = new Error('too late');

/** A body that sends one chunk and then nothing more. */
function stopped() {
  const state = { cancelled: false };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('<response>')),
    cancel: () => void (state.cancelled = true),
  });
  return { body, state };
}

describe('readText', () => {
  it('returns the whole text', async () => {
    expect(await readText(new Response('<response/>'), new AbortController().signal)).toBe('<response/>');
  });

  it('cancels the body and rejects when the signal has aborted before', async () => {
    const { body, state } = stopped();
    await expect(readText(new Response(body), AbortSignal.abort(REASON))).rejects.toBe(REASON);
    expect(state.cancelled).toBe(true);
  });

  it('cancels the body and rejects, without a part of the text, when the signal aborts during the read', async () => {
    const { body, state } = stopped();
    const ending = new AbortController();
    const text = readText(new Response(body), ending.signal);
    await new Promise((resolve) => setImmediate(resolve));
    ending.abort(REASON);
    await expect(text).rejects.toBe(REASON);
    expect(state.cancelled).toBe(true);
  });

  it('rejects for a response without a body when the signal has aborted before', async () => {
    await expect(readText(new Response(null), AbortSignal.abort(REASON))).rejects.toBe(REASON);
  });
});
