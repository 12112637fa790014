/** Faults of a connection that has not begun, by the code that Node.js gives them. */
const UNSENT: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'unknown host',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
};

/** The reason of a fault after which nothing was sent; undefined when something may have been sent. */
export function unsentReason(error: unknown): string | undefined {
  const { code = '', message } = ((error as Error | undefined)?.cause ?? {}) as { code?: string; message?: string };
  return message === 'bad port' ? message : UNSENT[code];
}
