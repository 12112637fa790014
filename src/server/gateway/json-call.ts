import type * as z from '../../protocol/zod.js';
import { withoutEmpty } from '../../protocol/values/answer-values.js';
import { trimmed } from '../../protocol/values/xml.js';
import { checkMessage } from '../../protocol/values/field-issue.js';
import { gatewayErrorBodySchema } from '../../protocol/three-d-secure/gateway-error.js';
import { securehash, type HashedFields } from '../../protocol/values/securehash.js';
import { badAnswer, GatewayError, type GatewayFailure } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';
import { withoutCardData, withoutCard, type KnownCard } from '../util/card-data.js';
import { isSuccess, send, type SendOptions } from './send.js';
import { fromWire } from '../util/wire-names.js';

interface JsonCall<Schema extends z.ZodMiniType> extends SendOptions {
  /** The name of the call, for errors. */
  readonly call: string;
  readonly path: string;
  /** With a body the call is a POST. */
  readonly body?: object;
  readonly query?: Readonly<Record<string, string>>;
  /** The hashed fields in their order (docs/reference/gateway.md#hash-fields-json). */
  readonly hashed: HashedFields;
  readonly answer: Schema;
}

/**
 * Sends one JSON call to the 3-D Secure server. Returns the fields of the answer that its schema has, without the card
 * of the call.
 */
export async function callJson<Schema extends z.ZodMiniType>(
  settings: GatewaySettings,
  { call, path, body, query, hashed, answer, ...options }: JsonCall<Schema>,
): Promise<z.output<Schema>> {
  const { baseUrl, paths, secret, hashAlgorithms, digest, versionHeader } = settings;
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  const { status, text, clock } = await send(
    settings,
    call,
    `${baseUrl}${paths.threeDSecure}${path}${search}`,
    {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        [versionHeader.name]: versionHeader.value,
        authorization: `securehash ${await securehash(hashed, secret, hashAlgorithms.json, digest)}`,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    },
    options,
  );
  const document = parseJson(text);
  if (!isSuccess(status)) throw new GatewayError(failureOf(status, document, options), call, { clock });
  const reason = blockedReason(status, document);
  if (reason) throw new GatewayError({ kind: 'blocked', reason: withoutCardData(reason, options.card) }, call);
  if (document === undefined) throw badAnswer(call, '', 'is not JSON', { options: ['baseUrl', 'paths'] });
  const { data, issues } = checkMessage(answer, document);
  if (issues) throw new GatewayError({ kind: 'bad-answer', issues }, call);
  return withoutCard(data as object, options.card) as z.output<Schema>;
}

/** Parses an answer without its `null` and empty values; undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return withoutEmpty(JSON.parse(trimmed(text)));
  } catch {
    return undefined;
  }
}

/**
 * The exemption engine blocks a transaction with 202 and `eos_reason`
 * (docs/reference/gateway.md#authentication-response).
 */
function blockedReason(status: number, document: unknown): string | undefined {
  if (status !== 202 || typeof document !== 'object' || document === null) return undefined;
  const { eos_reason: reason } = document as { eos_reason?: unknown };
  if (reason === undefined) return undefined;
  return typeof reason === 'string' ? reason : '';
}

function failureOf(status: number, document: unknown, { card }: SendOptions): GatewayFailure {
  switch (status) {
    case 400:
      return invalid(document, card);
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
      return status < 500 ? { kind: 'http', status } : { kind: 'internal' };
  }
}

function invalid(document: unknown, card: KnownCard | undefined): GatewayFailure {
  const { data } = checkMessage(gatewayErrorBodySchema, document);
  if (!data || Object.values(data).every((text) => text === undefined)) return { kind: 'invalid' };
  return { kind: 'invalid', body: fromWire(gatewayErrorBodySchema, withoutCard(data, card)) };
}
