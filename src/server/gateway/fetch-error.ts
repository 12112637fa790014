/** Errors below each other that are kept. */
const MAX_DEPTH = 8;

/**
 * Returns an error with the facts of an error of `fetch` that have a known form: name, code, system call and host. Its
 * texts are left out, because a `fetch` or a proxy of the merchant may quote the request.
 * @param host host of the request
 */
export function fetchError(error: unknown, host: string, depth = 0): Error {
  const { name, code, syscall, cause, errors } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const facts = {
    ...formed('name', name, /^\w{1,50}$/),
    ...formed('code', code, /^[A-Z][A-Z0-9_]{1,60}$/),
    ...formed('syscall', syscall, /^[a-z]{1,20}$/),
  };
  const inner = (one: unknown) => fetchError(one, host, depth + 1);
  const copy = new Error([facts.code, facts.syscall, host].filter(Boolean).join(' '));
  const isDeep = depth >= MAX_DEPTH;
  return Object.assign(copy, facts, {
    stack: `${facts.name ?? 'Error'}: ${copy.message}`,
    ...(cause instanceof Error && !isDeep ? { cause: inner(cause) } : {}),
    ...(Array.isArray(errors) && !isDeep ? { errors: errors.slice(0, MAX_DEPTH).map(inner) } : {}),
  });
}

function formed<Name extends string>(name: Name, value: unknown, form: RegExp): { readonly [name in Name]?: string } {
  return typeof value === 'string' && form.test(value)
    ? ({ [name]: value } as { readonly [name in Name]: string })
    : {};
}
