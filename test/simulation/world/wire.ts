import type { Message, Reply } from '../engine/network.js';

/** The request object of a message, as a server receives it. */
export function requestOf({ method, url, headers, body }: Message, signal?: AbortSignal): Request {
  return new Request(url, {
    method,
    headers,
    ...(body === undefined || method === 'GET' ? {} : { body }),
    ...(signal ? { signal } : {}),
  });
}

/** Reads a whole answer. */
export async function replyOf(response: Response): Promise<Reply> {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: response.body ? await response.text() : '',
  };
}

/** The answer object of a reply, as `fetch` returns it. */
export function responseOf({ status, headers, body }: Reply): Response {
  return new Response(body === '' ? null : body, { status, headers: { ...headers } });
}

/** The message of a call of `fetch`. */
export function messageOf(input: string | URL | Request, init: RequestInit = {}): Message {
  const headers = Object.fromEntries(new Headers(init.headers));
  const { method = 'GET', body } = init;
  return {
    method,
    url: addressOf(input),
    headers,
    ...(typeof body === 'string' ? { body } : {}),
  };
}

/** The address of a call of `fetch`. */
export function addressOf(input: string | URL | Request): string {
  if (typeof input === 'string') return input;
  return input instanceof URL ? input.href : input.url;
}

/** The message of a form. */
export function postOf(url: string, fields: Readonly<Record<string, string>>): Message {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', url, headers, body: String(new URLSearchParams(fields)) };
}
