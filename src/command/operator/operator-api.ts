import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { Hono, type Context } from 'hono';
import { MessageError } from '../../protocol/values/field-issue.js';
import { auditText, checkInput, inputObject } from '../../server/util/call-input.js';
import { minuteLimit } from '../../server/util/minute-limit.js';
import { isPlainObject } from '../../server/util/plain-object.js';
import { answerHeaders } from '../../server/adapters/http/answer-headers.js';
import type { Env } from '../../server/adapters/http/client.js';
import { hasToken } from '../../server/adapters/http/diagnostics.js';
import { bodyText, limitedBody } from '../../server/adapters/http/limited-body.js';
import { orderIn, routeOf } from '../../server/adapters/http/request-problem.js';
import { GatewayError } from '../../server/gateway/gateway-error.js';
import { Problem, problemOfError, problemResponse } from '../../server/domain/problems/problem.js';
import type { Orders } from '../../server/orders-api.js';
import type { Report } from '../../server/ports/ports.js';
import { createBackOffice } from '../../server/back-office/back-office.js';
import { jsonOf } from '../json-of.js';
import type { Log } from '../serve-log.js';
import { fieldValue, OPERATOR_CALLS, type OperatorCall } from './operator-calls.table.js';

/** Parts of the operator API. */
export interface OperatorApiParts {
  readonly orders: Orders;
  /** The text that follows `Authorization: Bearer`. */
  readonly token: string;
  readonly log: Log;
  /** Receives each call that fails, as `onProblem` receives those of pages. Its route begins with `operator`. */
  readonly report: Report;
  readonly now: () => Date;
}

/** Wrong tokens that are answered with 401 in each minute, from all clients together. */
export const WRONG_TOKENS = 20;
/** A person whom only the log names. */
const PERSON = inputObject({ by: auditText });
/** The API answers at the root of its address. */
const ROOT = { base: '' };
const CSV = 'text/csv; charset=utf-8';

/**
 * Creates the operator API: the calls of `orders` for the shop's server and its staff. It answers no page: a request
 * with the header `Origin` is refused, and no answer has a CORS header.
 */
export function createOperatorApi({ orders, token, log, report, now }: OperatorApiParts): Hono<Env> {
  const countWrongToken = minuteLimit(WRONG_TOKENS, now);
  const api = new Hono<Env>({ strict: false }).use(answerHeaders);

  function reported(error: unknown, c: Context<Env>): Problem {
    const problem = problemOfError(error);
    // Wrong tokens must not fill the log.
    if (problem.code !== 'too-many-requests') {
      const route = `operator ${routeOf(c, ROOT) ?? ''}`.trimEnd();
      report(problem.code, problem.cause ?? problem, orderIn(c, ROOT), { route });
    }
    return problem;
  }

  api.onError((error, c) => {
    const problem = reported(error, c);
    const isExplained = error instanceof MessageError || error instanceof GatewayError;
    return problemResponse(problem, isExplained ? error.message : undefined);
  });
  api.notFound(() => problemResponse(new Problem('not-found')));

  /** Refuses a wrong token, and counts it. */
  function refuseToken(client: string | undefined): void {
    const retryAfter = countWrongToken();
    if (retryAfter !== undefined) throw new Problem('too-many-requests', [], { retryAfter });
    log('warn', 'operator-refused', { client });
  }

  const office = createBackOffice({
    orders,
    secret: `back office ${token}`,
    authorize: ({ headers }) => ({ name: basicCredentials(headers.get('authorization') ?? undefined)[0] ?? '' }),
    onAction: ({ action, ...act }) => log('info', action, { ...act }),
    onProblem: ({ code, cause }) => report(code, cause, undefined, { route: 'operator /office' }),
    now,
  });

  // The caller repeats the call at another process, or after the restart. A call that has begun ends.
  api.use(async (c, next) => {
    if (c.env.closing.aborted) throw new Problem('closing');
    await next();
  });

  // Before the calls, because forms of the page have the header Origin, which the back office checks itself.
  api.all('/office', (c) => {
    const [name = '', password] = basicCredentials(c.req.header('authorization'));
    if (name.trim() === '' || password === undefined || !hasToken(`Bearer ${password}`, token)) {
      // A browser asks for the name and the token after its first request, which has none.
      if (password !== undefined) refuseToken(c.env.ip);
      const text = 'Enter your name, and the token of this server as the password.';
      return c.text(text, 401, { 'www-authenticate': 'Basic realm="Back office", charset="UTF-8"' });
    }
    return office.fetch(c.req.raw);
  });

  api.use(async (c, next) => {
    if (c.req.header('origin') !== undefined) throw new Problem('origin-refused');
    // A right token is accepted at any time, so that a client with a wrong one cannot lock the shop out.
    if (hasToken(c.req.header('authorization'), token)) return next();
    refuseToken(c.env.ip);
    // The page never gets this code, so that it is none of the contract's problems.
    const title = 'The header Authorization must be Bearer with the token of this server.';
    const problem = {
      type: 'about:blank',
      title,
      status: 401,
      code: 'wrong-token',
      category: 'set-up',
      retryable: false,
    };
    const headers = { 'content-type': 'application/problem+json', 'www-authenticate': 'Bearer' };
    return c.body(JSON.stringify(problem), 401, headers);
  });
  api.use(limitedBody);

  for (const call of OPERATOR_CALLS) {
    api.on(call.method, call.path, async (c) => {
      const { by, ...input } = call.method === 'GET' ? queryOf(c, call) : await bodyOf(c, call);
      requireFields(call, input);
      const isLogged = call.isPersonLogged ?? by === undefined;
      if (isLogged && by !== undefined) checkInput(call.name, PERSON, { by });
      const id = c.req.param('id') ?? '';
      const signal = AbortSignal.any([c.req.raw.signal, c.env.closing]);
      const answer = call.run(orders, (isLogged ? input : { ...input, by }) as never, id, signal);
      if (isLines(answer)) {
        const type = call.name === 'export' && input['format'] !== 'jsonl' ? CSV : 'application/x-ndjson';
        const response = await linesResponse(answer, type, (cause) => {
          if (!c.env.closing.aborted) reported(cause, c);
        });
        if (input['personal'] === true) log('info', 'export-personal', { client: c.env.ip, ...personIn(by) });
        return response;
      }
      const body = await answer;
      if (call.method === 'POST') {
        const order = id === '' && 'id' in body ? String(body.id) : id;
        log('info', call.name, {
          ...(order === '' ? {} : { order }),
          ...personIn(by),
          ...stateOf(body),
        });
      }
      return c.json(body, call.name === 'create' ? 201 : 200);
    });
  }
  // A path that exists with another method.
  for (const path of new Set(OPERATOR_CALLS.map((call) => call.path))) {
    api.all(path, () => problemResponse(new Problem('method-not-allowed')));
  }
  return api;
}

const personIn = (by: unknown) => (typeof by === 'string' ? { by } : {});

/** Name and password of the header `Authorization: Basic`. */
function basicCredentials(authorization: string | undefined): readonly [name?: string, password?: string] {
  const [, text] = /^basic +([\w+/=]+)$/i.exec(authorization ?? '') ?? [];
  const [, name = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(text ?? '', 'base64').toString()) ?? [];
  return text === undefined ? [] : [name, password];
}

/** The state of the result of a write. A payment with a stored card answers an outcome, which has that of its order. */
function stateOf(answer: { readonly state?: unknown; readonly order?: unknown }): { readonly state?: string } {
  const { state } = answer.state === undefined && isPlainObject(answer.order) ? (answer.order as Input) : answer;
  return typeof state === 'string' ? { state } : {};
}

type Input = Readonly<Record<string, unknown>>;

/** The input in a query. A field that `orders` does not know reaches it as well, so that it is named. */
function queryOf(c: Context<Env>, { name: call, fields }: OperatorCall): Input {
  return Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, [text = '', ...more]]) => {
      if (more.length > 0) {
        throw new MessageError(call, [{ field: name, message: 'must be there once', missing: false }]);
      }
      return [name, fieldValue(ownField(fields, name), text)];
    }),
  );
}

/** @throws {MessageError} naming the missing fields */
function requireFields({ name: call, requiredHere }: OperatorCall, input: Input): void {
  const missing = requiredHere?.(input).filter((name) => input[name] === undefined) ?? [];
  if (missing.length > 0) {
    throw new MessageError(
      call,
      missing.map((field) => ({ field, message: 'is missing', missing: true })),
    );
  }
}

function ownField(fields: OperatorCall['fields'], name: string) {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/**
 * The input in a body, which is JSON. Without a body it is empty.
 * @throws {MessageError}
 */
async function bodyOf(c: Context<Env>, { name: call, fields }: OperatorCall): Promise<Input> {
  const text = await bodyText(c);
  const input = text === '' ? {} : jsonOf(text);
  if (!isPlainObject(input)) {
    throw new MessageError(call, [{ field: '', message: 'must be a JSON object', missing: false }]);
  }
  return Object.fromEntries(
    Object.entries(input as Input).map(([name, value]) => [
      name,
      ownField(fields, name) === 'date' && typeof value === 'string' ? fieldValue('date', value) : value,
    ]),
  );
}

function isLines(answer: Promise<object> | AsyncIterable<string>): answer is AsyncIterable<string> {
  return Symbol.asyncIterator in answer;
}

/**
 * Sends lines as they are made. The first one is awaited, so that a wrong filter has an answer of its own. A later
 * error breaks the answer off.
 */
async function linesResponse(
  lines: AsyncIterable<string>,
  type: string,
  onFailure: (cause: unknown) => void,
): Promise<Response> {
  const iterator = lines[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function next() {
    try {
      return await iterator.next();
    } catch (error) {
      onFailure(error);
      throw error;
    }
  }
  async function* all() {
    try {
      // A client that leaves ends this loop at `yield`, with an error of its own.
      for (let step = first; step.done !== true; step = await next()) yield step.value;
    } finally {
      await iterator.return?.();
    }
  }
  const body = Readable.toWeb(Readable.from(all())) as NodeReadableStream<string>;
  return new Response(body.pipeThrough(new TextEncoderStream()), { headers: { 'content-type': type } });
}
