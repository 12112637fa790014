import { decodeText } from './decode-text.js';

/** Maximum size of an answer, in bytes after decompression. The largest answer of the interfaces is a report page. */
export const MAX_ANSWER = 262_144;

/**
 * Reads the body of an answer as text. Counts the decompressed bytes while they arrive, so that neither an endless body
 * nor a small compressed one can fill the memory. Cancels the body at the limit and when the signal aborts.
 * @returns undefined for a body that is larger than the limit
 * @throws the reason of the signal when it has aborted
 */
export async function readText(response: Response, signal: AbortSignal): Promise<string | undefined> {
  if (!response.body) {
    signal.throwIfAborted();
    return '';
  }
  const reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  const cancel = () => void reader.cancel().catch(() => undefined);
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      // A cancelled body ends like a complete one.
      signal.throwIfAborted();
      if (done) return decodeText(await joined(chunks), response.headers.get('content-type'));
      // An empty chunk counts as well: a stream of nothing else would never end.
      size += Math.max(value.byteLength, 1);
      if (size > MAX_ANSWER) {
        cancel();
        return undefined;
      }
      chunks.push(value);
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

async function joined(chunks: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array> {
  return new Uint8Array(await new Blob([...chunks]).arrayBuffer());
}
