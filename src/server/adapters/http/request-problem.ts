import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { MessageError } from '../../../protocol/values/field-issue.js';
import { hexOf } from '../../../protocol/values/securehash.js';
import type { Emit, Ports, RequestIds, Uses } from '../../ports/ports.js';
import { flagReporter, writeReporter } from '../../use-cases/orders/flag-report.js';
import { MAX_ORDER_ID_LENGTH } from '../../domain/identifiers/gateway-order-id.js';
import { problemOfError, type Problem } from '../../domain/problems/problem.js';
import { holdsCardNumber, safeId, safeText, shortText } from '../../util/card-data.js';
import { clientNetworks } from './client-key.js';
import { addressOf, type AddressOptions, type Env } from './client.js';

/** Mounting of the handler. */
export interface Mount extends AddressOptions {
  /** Path at which the handler is mounted, without a trailing slash. */
  readonly base: string;
  /** Reads the script of the isolated card fields. */
  readonly fieldsScript: () => Promise<string>;
  /** Token of GET diagnostics, which exists only with it. */
  readonly diagnosticsToken?: string | undefined;
}

/** The context for one request: its problems are reported with order, route and client. */
export function requestContext(ports: Ports, c: Context<Env>, mount: Mount): Ports {
  const report: Ports['report'] = (code, cause, given) => {
    const order = given ?? orderIn(c, mount);
    ports.report(code, cause, order === undefined ? undefined : safeId(order), {
      route: routeOf(c, mount),
      client: addressOf(c, mount),
      ...(ports.emit ? { ids: () => requestIds(c, ports) } : {}),
    });
  };
  const { emit: emitUnrelated } = ports;
  const emit: Emit | undefined = emitUnrelated && ((facts) => emitUnrelated(facts, () => requestIds(c, ports)));
  return {
    ...ports,
    report,
    ...(emit ? { emit, gateway: ports.observedGateway(emit) } : {}),
    waiting: ports.waiting.of(clientNetworks(addressOf(c, mount))),
    book: ports.book.withListeners({ onFlag: flagReporter(report), onWrite: emit && writeReporter(emit) }),
    background: (work, name, order, isNews) =>
      ports.background(
        (news) => work(news).catch((error: unknown) => report(problemOfError(error).code, error, order)),
        name,
        order,
        isNews,
      ),
  };
}

/** Emits the answer of each request. */
export function answerEvents(ports: Ports, mount: Mount): MiddlewareHandler<Env> {
  const { emit, now } = ports;
  if (!emit) return (_c, next) => next();
  return async (c, next) => {
    const began = now().getTime();
    await next();
    emit(
      () => {
        const route = routeOf(c, mount);
        const parent = c.req.header('traceparent');
        return {
          kind: 'request',
          level: 'debug',
          code: c.res.status,
          ...(route === undefined ? {} : { route }),
          duration: now().getTime() - began,
          ...(parent === undefined || traceIdOf(parent) === undefined ? {} : { parent }),
        };
      },
      () => requestIds(c, ports),
    );
  };
}

const idsOfRequests = new WeakMap<Request, RequestIds>();

function requestIds(c: Context<Env>, { randomBytes }: Uses<'randomBytes'>): RequestIds {
  const known = idsOfRequests.get(c.req.raw);
  if (known !== undefined) return known;
  const correlation = traceIdOf(c.req.header('traceparent')) ?? hexOf(randomBytes(16));
  const ids = { correlation, request: hexOf(randomBytes(8)) };
  idsOfRequests.set(c.req.raw, ids);
  return ids;
}

/** The trace id of a header `traceparent` (https://www.w3.org/TR/trace-context/#traceparent-header). */
function traceIdOf(traceparent: string | undefined): string | undefined {
  const [, id] = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/.exec(traceparent ?? '') ?? [];
  // A client can write any digits into it.
  return id === undefined || /^0+$/.test(id) || holdsCardNumber(traceparent ?? '') ? undefined : id;
}

/** The cause of a request's problem, for the merchant's log. */
export function causeOf(c: Context<Env>, problem: Problem, { base }: Mount, pages: readonly string[]): unknown {
  if (problem.cause !== undefined) return problem.cause;
  const path = shortened(c.req.path);
  switch (problem.code) {
    case 'not-found':
      return unknownPath(c, { base });
    case 'method-not-allowed':
      return new Error(`${path} does not accept ${shortened(c.req.method)}.`);
    case 'order-not-found':
      return new Error(`The store has no order "${safeId(problem.order ?? orderIn(c, { base }) ?? '')}".`);
    case 'origin-refused': {
      const origin = shortened(pageOrigin(c) ?? '');
      return new Error(`The origin ${origin} is not one of the option pages: ${pages.join(', ')}.`);
    }
    case 'unsupported-media-type':
      return new Error(`The content type is "${shortened(c.req.header('content-type') ?? '')}".`);
    default: {
      const issues = problem.fields.map((issue) => ({ ...issue, missing: false }));
      return issues.length > 0 ? new MessageError('request', issues) : problem;
    }
  }
}

/** Problems whose reason is in the answer. It has only what the client has sent, and public options. */
const EXPLAINED: readonly Problem['code'][] = [
  'not-found',
  'method-not-allowed',
  'origin-refused',
  'unsupported-media-type',
];

/** The reason of a mistake of the set-up, for the developer who reads the answer or the browser's console. */
export function detailOf({ code, cause: inner }: Problem, cause: unknown): string | undefined {
  if (code === 'card-outside-frame' && inner instanceof Error) return inner.message;
  return inner === undefined && EXPLAINED.includes(code) && cause instanceof Error ? cause.message : undefined;
}

/**
 * The origin of the page that calls. Browsers send no Origin with a GET to the page's own host, so that a page which is
 * open under another name of the host would be refused only when the shopper pays.
 */
export function pageOrigin(c: Pick<Context<Env>, 'req'>): string | undefined {
  const referer = c.req.header('referer') ?? '';
  return c.req.header('origin') ?? (URL.canParse(referer) ? new URL(referer).origin : undefined);
}

/** The reason of a 404, for the merchant's log and for the developer who reads the answer. */
function unknownPath(c: Context<Env>, { base }: Pick<Mount, 'base'>): Error {
  const path = shortened(c.req.path);
  const mount = base || '/';
  if (path.startsWith(`${base}/`)) {
    return new Error(`Nothing is at ${path}. The handler answers below ${mount}, the path of publicUrl.`);
  }
  const [, called] =
    /^(.*)\/(?:orders|notifications|return|status|frame|fields|live|ready|diagnostics)\b/.exec(path) ?? [];
  // A framework that removes the path of the mount leaves nothing before the route.
  const fix = called
    ? `set the path of publicUrl to ${called}`
    : `if the framework removes ${mount}, pass the original request, or mount backend.listener`;
  return new Error(`The call came to ${path}; publicUrl says ${mount}: ${fix}.`);
}

/** Methods that a report names. A client can send any text as its method. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Method and pattern of the path, such as `POST /orders/:id/authentications`; undefined for a path without a route. */
export function routeOf(c: Context<Env>, { base }: Pick<Mount, 'base'>): string | undefined {
  const pattern = matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path;
  const method = METHODS.includes(c.req.method) ? c.req.method : 'other';
  return pattern === undefined ? undefined : `${method} ${pattern.slice(base.length)}`;
}

/** The order in the path. A middleware that fails has no parameters. */
export function orderIn(c: Context<Env>, { base }: Pick<Mount, 'base'>): string | undefined {
  const [, id] = /^\/(?:orders|return|status)\/([^/]+)/.exec(c.req.path.slice(base.length)) ?? [];
  return id !== undefined && id.length <= MAX_ORDER_ID_LENGTH ? id : undefined;
}

/** Text of a client, without card numbers. */
function shortened(text: string): string {
  return safeText(shortText(text, 200));
}
