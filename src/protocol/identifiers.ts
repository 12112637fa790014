import * as z from 'zod/mini';

/** An identifier of the 3-D Secure server (a UUID). */
export const transactionId = z
  .string()
  .check(z.regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, 'a UUID'));

/** A protocol version of 3-D Secure 2. */
export const protocolVersion = z.string().check(z.regex(/^2\.\d\.\d$/, 'a version 2.x.x'));
