import {
  algorithmOf,
  securehash,
  verifySecurehash,
  type Digest,
  type HashAlgorithm,
  type HashedFields,
} from '../../protocol/values/securehash.js';

/**
 * The element and the algorithm of a message's hash. They are independent: one published client puts a
 * SHA-1 digest into `sha256hash` (docs/reference/gateway.md#securehash).
 */
export interface Signature {
  readonly element: 'sha1hash' | 'sha256hash';
  readonly algorithm: HashAlgorithm;
}

/** The settings that hashes depend on. */
interface HashSettings {
  readonly secret: string;
  readonly digest: Digest;
}

/** Returns the signature of a request, which its answer uses as well; SHA-1 for a request without a hash. */
export function signatureOf(request: {
  readonly sha1hash?: string | undefined;
  readonly sha256hash?: string | undefined;
}): Signature {
  const element = request.sha1hash === undefined && request.sha256hash !== undefined ? 'sha256hash' : 'sha1hash';
  return { element, algorithm: algorithmOf(request[element] ?? '') ?? 'sha1' };
}

/** Makes the hash element of a message. */
export async function signed(
  { element, algorithm }: Signature,
  fields: HashedFields,
  { secret, digest }: HashSettings,
): Promise<Partial<Record<Signature['element'], string>>> {
  return { [element]: await securehash(fields, secret, algorithm, digest) };
}

/** Returns whether a hash is the one over these fields. Its length determines the algorithm. */
export function isSignedWith(hash: string, fields: HashedFields, { secret, digest }: HashSettings): Promise<boolean> {
  return verifySecurehash(hash, fields, secret, { digest });
}

/** Returns whether a `refundhash` is the SHA-1 of the password, in one pass and without the secret. */
export async function isRefundHash(hash: string, password: string, digest: Digest): Promise<boolean> {
  return hash.toLowerCase() === (await digest(password, 'sha1'));
}
