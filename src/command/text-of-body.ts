/** Largest part of a body that is read. */
const MAX_BYTES = 1_000_000;

/** The bytes of a body, at most its first megabyte: a server may send without an end. */
export async function bytesOfBody({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let left = MAX_BYTES;
  // Leaving the loop cancels the body.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) break;
  }
  return Buffer.concat(chunks);
}

/** The text of a body, at most its first megabyte. */
export async function textOfBody(response: Response): Promise<string> {
  return new TextDecoder().decode(await bytesOfBody(response));
}
