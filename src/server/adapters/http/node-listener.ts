import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Connection } from './connection.js';

/** A listener of `node:http`, which Express and Connect call as a handler, too. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

/** The connection of a request that came through Node's server. */
export interface NodeConnection extends Connection {
  /** True if the framework has read the body, so that nothing is left of it. */
  readonly isBodyRead: boolean;
}

/** The part of a request that frameworks add. */
interface FrameworkRequest extends IncomingMessage {
  /** The address before a framework has removed the path at which it mounts the handler (Express, Connect). */
  readonly originalUrl?: string;
}

/** Creates a listener that answers with `answer`. `origin` stands for the origin, which no route reads. */
export function nodeListener(
  answer: (request: Request, connection: NodeConnection) => Promise<Response>,
  origin: string,
): NodeListener {
  return (request: FrameworkRequest, response) => {
    const client = new AbortController();
    // Without an end of the answer, the client has left.
    response.once('close', () => {
      if (!response.writableFinished) client.abort();
    });
    void (async () => {
      const isBodyRead = request.readableDidRead;
      const web = requestOf(request, { origin, isBodyRead, signal: client.signal });
      if (web === undefined) return end(400, request, response);
      await send(await answer(web, { ip: request.socket.remoteAddress, isBodyRead }), request, response);
    })().catch(() => {
      // The client has left, or half of the answer is sent.
      if (response.headersSent) response.destroy();
      else end(500, request, response);
    });
  };
}

interface RequestParts {
  readonly origin: string;
  readonly isBodyRead: boolean;
  readonly signal: AbortSignal;
}

/** The request as a web request; undefined for one that has no such form, such as the method TRACE. */
function requestOf(request: FrameworkRequest, { origin, isBodyRead, signal }: RequestParts): Request | undefined {
  const { method = 'GET', url = '/' } = request;
  const address = request.originalUrl ?? url;
  const hasBody = method !== 'GET' && method !== 'HEAD' && !isBodyRead;
  try {
    return new Request(address.startsWith('/') ? `${origin}${address}` : new URL(address), {
      method,
      headers: headersOf(request),
      signal,
      ...(hasBody ? { body: bodyOf(request), duplex: 'half' } : {}),
    });
  } catch {
    return undefined;
  }
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // HTTP/2 has fields such as :path among the headers.
    if (!name.startsWith(':')) headers.append(name, rawHeaders[index + 1] ?? '');
  }
  return headers;
}

/** The body, which is read as slowly as the backend reads it. */
function bodyOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = request[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });
}

async function send(answer: Response, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie') response.setHeader(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  endConnectionUnlessRead(request, response);
  if (answer.body === null) response.end();
  else await pipeline(Readable.fromWeb(answer.body), response);
}

/** Answers without a body. */
function end(status: number, request: IncomingMessage, response: ServerResponse): void {
  response.statusCode = status;
  endConnectionUnlessRead(request, response);
  response.end();
}

/**
 * The rest of a body that nothing reads would be taken for the next request, so the connection ends with the answer.
 */
function endConnectionUnlessRead(request: IncomingMessage, response: ServerResponse): void {
  if (!request.complete) response.setHeader('connection', 'close');
}
