import { algorithmOf, securehash, type HashAlgorithm } from '../protocol/securehash.js';

/** How a message is signed. One client puts a SHA-1 digest into `sha256hash` (gateway facts 2.2): name and algorithm are two things. */
export interface Signature {
  readonly element: 'sha1hash' | 'sha256hash';
  readonly algorithm: HashAlgorithm;
}

/** Answers are signed as their requests are; with SHA-1 where a request is not. */
export function signatureOf(request: {
  readonly sha1hash?: string | undefined;
  readonly sha256hash?: string | undefined;
}): Signature {
  const element = request.sha1hash === undefined && request.sha256hash !== undefined ? 'sha256hash' : 'sha1hash';
  return { element, algorithm: algorithmOf(request[element] ?? '') ?? 'sha1' };
}

/** The hash as a field of the message that it is over. */
export async function signed(
  { element, algorithm }: Signature,
  fields: readonly (string | undefined)[],
  secret: string,
): Promise<Record<string, string>> {
  return { [element]: await securehash(fields, secret, algorithm) };
}
