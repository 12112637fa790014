import type * as z from 'zod/mini';
import { MessageError, parseMessage, type FieldIssue } from '../../protocol/field-issue.js';
import { readXml, writeXml } from '../../protocol/xml.js';
import { GatewayError, type GatewayFailure } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';
import { withoutCardNumbers } from './gateway-words.js';
import { send, type CallOptions } from './send.js';

export interface XmlCall<Schema extends z.ZodMiniType> extends CallOptions {
  /** The call's name, for errors. */
  readonly call: string;
  readonly request: object;
  readonly answer: Schema;
}

export interface XmlAnswer<Body> {
  readonly status: number;
  readonly body: Body;
}

/** One call of the XML interface: whatever its status, an answer that is the XML of a response. */
export async function callXml<Schema extends z.ZodMiniType>(
  settings: GatewaySettings,
  { call, request, answer, ...options }: XmlCall<Schema>,
): Promise<XmlAnswer<z.output<Schema>>> {
  const { status, text } = await send(
    settings,
    call,
    `${settings.baseUrl}${settings.paths.xml}`,
    { method: 'POST', headers: { 'content-type': 'text/xml' }, body: writeXml('request', request) },
    options,
  );
  try {
    return { status, body: parseMessage(call, answer, readXml('response', text)) };
  } catch (error) {
    if (status !== 200) throw new GatewayError(failureOfStatus(status), call);
    throw badAnswer(
      call,
      error instanceof MessageError
        ? error.issues
        : [{ field: '', message: 'is not the XML of a response', missing: false }],
    );
  }
}

/**
 * What a refusal means: an HTTP status of the documents' table (spec: Errors), or HTTP 200 with a
 * result in its place, as the published clients know it (gateway facts 2.1 and 2.3).
 */
export function refusal(
  status: number,
  { result, message = '' }: { readonly result: string; readonly message?: string | undefined },
): GatewayFailure {
  if (status === 401) return { kind: 'unauthorized' };
  if (status !== 200 && status !== 400) return failureOfStatus(status);
  return { kind: 'refused', result, message: withoutCardNumbers(message) };
}

function failureOfStatus(status: number): GatewayFailure {
  switch (status) {
    case 401:
      return { kind: 'unauthorized' };
    case 400:
      return { kind: 'invalid' };
    default:
      return { kind: 'internal' };
  }
}

export function badAnswer(call: string, issues: readonly FieldIssue[]): GatewayError {
  return new GatewayError({ kind: 'bad-answer', issues }, call);
}
