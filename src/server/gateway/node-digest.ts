import { createHash } from 'node:crypto';
import type { Digest } from '../../protocol/values/securehash.js';

/**
 * The digest of `node:crypto`. Web Crypto gives each text to another thread, which takes longer than the digest of a
 * text this short.
 */
export const nodeDigest: Digest = (text, algorithm) =>
  Promise.resolve(createHash(algorithm).update(text).digest('hex'));
