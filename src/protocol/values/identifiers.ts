import type * as z from '../zod.js';
import { textLike } from './text.js';

/** An identifier of the 3-D Secure server (a UUID). */
export const transactionIdSchema: z.ZodMiniString<string> = textLike(
  36,
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  'a UUID',
);

/** A version of a directory server or an ACS, which may be newer than those that this client knows. */
export const peerVersionSchema: z.ZodMiniString<string> = textLike(20, /^2(\.\d+){2,3}$/, 'a version 2.x.x');

/** A protocol version of 3-D Secure 2. */
export const protocolVersionSchema: z.ZodMiniString<string> = textLike(5, /^2\.\d\.\d$/, 'a version 2.x.x');
