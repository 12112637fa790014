/** Largest part of a body that is read. */
const MAX_BYTES = 1_000_000;

/** The text of a body, at most its first megabyte: a server may send without an end. */
export async function textOfBody({ body }: Response): Promise<string> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let [text, left] = ['', MAX_BYTES];
  // Leaving the loop cancels the body.
  for await (const chunk of body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk.subarray(0, left), { stream: true });
    left -= chunk.length;
    if (left <= 0) break;
  }
  return text + decoder.decode();
}
