import type * as z from 'zod/mini';
import { MessageError, parseMessage } from '../../protocol/field-issue.js';
import { gatewayErrorBody } from '../../protocol/gateway-error.js';
import { securehash } from '../../protocol/securehash.js';
import { GatewayError, type GatewayFailure } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';
import { withoutCardNumbers } from './gateway-words.js';
import { send, type CallOptions } from './send.js';

export interface JsonCall<Schema extends z.ZodMiniType> extends CallOptions {
  /** The call's name, for errors. */
  readonly call: string;
  readonly path: string;
  /** A body makes it a POST. */
  readonly body?: object;
  readonly query?: Readonly<Record<string, string>>;
  /** The hash's fields, in order (gateway facts 1.2). */
  readonly hashed: readonly string[];
  readonly answer: Schema;
}

/** One JSON call of the 3-D Secure server: headers, hash, and the answer checked by its schema. */
export async function callJson<Schema extends z.ZodMiniType>(
  settings: GatewaySettings,
  { call, path, body, query, hashed, answer, ...options }: JsonCall<Schema>,
): Promise<z.output<Schema>> {
  const { baseUrl, paths, secret, hashAlgorithm, versionHeader } = settings;
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  const { status, text } = await send(
    settings,
    call,
    `${baseUrl}${paths.threeDSecure}${path}${search}`,
    {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        [versionHeader.name]: versionHeader.value,
        authorization: `securehash ${await securehash(hashed, secret, hashAlgorithm)}`,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    },
    options,
  );
  if (status !== 200) throw new GatewayError(failureOf(status, text), call);
  try {
    return parseMessage(call, answer, JSON.parse(text));
  } catch (cause) {
    const issues =
      cause instanceof MessageError ? cause.issues : [{ field: '', message: 'is not JSON', missing: false }];
    throw new GatewayError({ kind: 'bad-answer', issues }, call);
  }
}

function failureOf(status: number, text: string): GatewayFailure {
  switch (status) {
    case 400:
      return invalid(text);
    case 401:
      return { kind: 'unauthorized' };
    case 404:
      return { kind: 'not-found' };
    case 405:
      return { kind: 'method' };
    case 415:
      return { kind: 'media-type' };
    case 501:
      return { kind: 'card-not-supported' };
    case 502:
      return { kind: 'downstream' };
    default:
      return { kind: 'internal' };
  }
}

function invalid(text: string): GatewayFailure {
  try {
    const { error_description, error_detail, ...body } = parseMessage('400 body', gatewayErrorBody, JSON.parse(text));
    return {
      kind: 'invalid',
      body: {
        ...body,
        error_description: withoutCardNumbers(error_description),
        error_detail: withoutCardNumbers(error_detail),
      },
    };
  } catch {
    return { kind: 'invalid' };
  }
}
