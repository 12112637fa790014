import type { Answer } from './answer.js';
import { jsonOf } from '../json-of.js';
import { fetchedText } from './fetched-text.js';

/** A request; without a method it is GET, or POST with a body. */
export interface BackendRequest {
  readonly method?: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  /** Sent as it is. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client of the backend under test. */
export interface TestedBackend {
  /** Without a slash at its end. */
  readonly url: string;
  /** Calls a path below the address. Redirects are not followed. */
  readonly call: (path: string, request?: BackendRequest) => Promise<Answer>;
  /** Texts of all answers so far. */
  readonly texts: readonly string[];
}

export function testedBackend(url: string, fetch: typeof globalThis.fetch): TestedBackend {
  const texts: string[] = [];
  return {
    url,
    texts,
    async call(path, { method, json, form, body, headers } = {}) {
      const content = json === undefined ? body : JSON.stringify(json);
      const sent = form === undefined ? content : new URLSearchParams(form).toString();
      const verb = method ?? (sent === undefined ? 'GET' : 'POST');
      const call = `${verb} ${path}`;
      const began = performance.now();
      const init: RequestInit = {
        method: verb,
        headers: { ...typeOf(json, form), ...headers },
        ...(sent === undefined ? {} : { body: sent }),
      };
      const { response, text } = await fetchedText(call, `${url}/${path}`, init, fetch);
      texts.push(text);
      const took = performance.now() - began;
      return { call, status: response.status, headers: response.headers, text, json: jsonOf(text), took };
    },
  };
}

function typeOf(json: unknown, form: BackendRequest['form']): Readonly<Record<string, string>> {
  if (form !== undefined) return { 'content-type': 'application/x-www-form-urlencoded' };
  return json === undefined ? {} : { 'content-type': 'application/json' };
}
