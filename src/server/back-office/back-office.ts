import { createHmac } from 'node:crypto';
import { Hono, type Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { OrderState } from '../../protocol/adapter/outcome-codes.js';
import { PROBLEMS } from '../../protocol/adapter/problem.js';
import { bodyText, limitedBody } from '../adapters/http/limited-body.js';
import { createProblemLog } from '../adapters/log/problem-log.js';
import { nodeListener, type NodeListener } from '../adapters/http/node-listener.js';
import { problemOfError } from '../domain/problems/problem.js';
import type { OperationStep } from '../domain/record/operation.table.js';
import { GatewayError } from '../gateway/gateway-error.js';
import type { Orders } from '../orders-api.js';
import type { OnProblem } from '../ports/ports.js';
import type { ListInput } from '../use-cases/orders/orders.js';
import { mistakesOf, refuseMistakes } from '../util/check-options.js';
import { optionsObject, required, optional, type OptionShape } from '../util/option-rule.js';
import { func } from '../util/option-values.js';
import { minuteLimit } from '../util/minute-limit.js';
import { isPlainObject } from '../util/plain-object.js';
import { isSameText } from '../util/same-text.js';
import { messagePage, type OfficeLink, type OfficeMessage } from './office-frame.js';
import { listPage, orderPage } from './office-pages.js';
import { OFFICE_POLICY } from './office-style.js';
import { errorText } from './office-words.js';
import {
  isStaffAction,
  money,
  reconcileNow,
  STAFF_ACTIONS,
  type FormFields,
  type StaffResult,
} from './staff-actions.js';

/** A member of the shop's staff. */
export interface Staff {
  /** The name that the history of an order keeps. At most 500 characters, and not blank. */
  readonly name: string;
}

/** Options of the back office. */
export interface BackOfficeOptions {
  /** The orders of the backend. */
  readonly orders: Orders;
  /**
   * Decides about each request, for example by the session of your staff. Returns the person, or a response, such as a
   * redirect to your log-in page. Without either, the answer is 403.
   */
  readonly authorize: (request: Request) => AuthorizeAnswer | Promise<AuthorizeAnswer>;
  /** Signs the forms, so that no other site can send one. At least 32 characters, and the same in each process. */
  readonly secret: string;
  /** Links in the head of each page, for example to log out. Default: none. */
  readonly links?: readonly OfficeLink[] | undefined;
  /**
   * Receives each form whose call was answered, with the state of its result, for your log. `order` and `state` are
   * absent for the reconciliation of all orders.
   */
  readonly onAction?: ((action: StaffAct) => void) | undefined;
  /**
   * Receives each refusal as the problem `staff-refused`, at most ten in a minute: a request for which `authorize`
   * returns no person, or a response with the status 403, and a form that did not come from the page. Default: the
   * console.
   */
  readonly onProblem?: OnProblem | undefined;
  /** Clock of the limit of problems. Default: the process clock. */
  readonly now?: (() => Date) | undefined;
  /** Keys of captures, refunds and cancellations. Default: `crypto.randomUUID`. */
  readonly randomUuid?: (() => string) | undefined;
}

/** An action of a person in the back office. */
export interface StaffAct {
  /** The form. */
  readonly action: keyof typeof STAFF_ACTIONS | 'reconcile';
  /** The id of the order. */
  readonly order?: string;
  /** The person. */
  readonly by: string;
  /**
   * The state of the capture, refund or cancellation, such as `done` or `unresolved`; of other forms, that of the
   * order.
   */
  readonly state?: OperationStep | OrderState;
}

type AuthorizeAnswer = Staff | Response | undefined;

/** The back office of a shop. */
export interface BackOffice {
  /**
   * Answers a request. Every path is the same page, so that you mount it at any address. Rejects when `authorize`
   * throws, and when the store fails.
   */
  fetch(request: Request): Promise<Response>;
  /** The same for Node's HTTP server, Express and Connect. An error is on the console, and its answer a page. */
  readonly listener: NodeListener;
}

const optionsSchema = optionsObject({
  orders: required({ expected: 'the orders of a backend', example: 'backend.orders', isRight: hasOrders }),
  authorize: required(func('(request) => staffOf(request.headers.get("cookie"))')),
  secret: required({
    expected: 'a random text of at least 32 characters',
    example: 'process.env.BACK_OFFICE_SECRET',
    isRight: (value) => typeof value === 'string' && value.length >= 32,
    isSecret: true,
  }),
  links: optional({
    expected: 'a list of { text, href }',
    example: '[{ text: "Log out", href: "/log-out" }]',
    isRight: (value) => Array.isArray(value) && value.every(isLink),
  }),
  onAction: optional(func('(action) => log.info(action)')),
  onProblem: optional(func('(problem) => log.warn(problem)')),
  now: optional(func('() => clock.now()')),
  randomUuid: optional(func('() => crypto.randomUUID()')),
} satisfies OptionShape<BackOfficeOptions>);

function hasOrders(value: unknown): boolean {
  return isPlainObject(value) && typeof (value as Partial<Orders>).shopView === 'function';
}

function isLink(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { text, href } = value as Partial<OfficeLink>;
  return typeof text === 'string' && typeof href === 'string';
}

type Office = { Variables: { staff: Staff } };

const PAGE_HEADERS = {
  'content-security-policy': OFFICE_POLICY,
  'cache-control': 'no-store',
  // A form without a referrer has the origin null.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Orders of one page. */
const PAGE = 20;
/** Refusals that are reported in each minute. */
const MAX_PROBLEMS = 10;

/**
 * Creates the back office: pages that list orders, and capture, cancel, refund and settle their payments. The pages
 * have no script. A form is accepted only from the page itself.
 * @param options the orders, the check of each request, and the secret of the forms
 * @returns the handler; mount it at any address
 * @throws {OptionError} naming each wrong option
 * @example
 * import { createServer } from 'node:http';
 * import { createBackOffice } from 'scudo-checkout/back-office';
 *
 * const office = createBackOffice({
 *   orders: backend.orders,
 *   // Your check of the person's session, which returns undefined for anyone else.
 *   authorize: ({ headers }) => (headers.get('cookie') === process.env.COOKIE ? { name: 'Ada' } : undefined),
 *   secret: process.env.BACK_OFFICE_SECRET ?? '',
 * });
 * createServer(office.listener).listen(3003);
 */
export function createBackOffice(options: BackOfficeOptions): BackOffice {
  refuseMistakes(mistakesOf(optionsSchema, options));
  const {
    orders,
    authorize,
    secret,
    links = [],
    onAction = () => undefined,
    onProblem,
    now = () => new Date(),
    randomUuid = () => crypto.randomUUID(),
  } = options;
  const problems = createProblemLog({ onProblem, now });
  const isOverLimit = minuteLimit(MAX_PROBLEMS, now);
  // A client can cause any number of them.
  const refused = (reason: string) => {
    if (isOverLimit() === undefined) problems.report('staff-refused', new Error(reason));
  };
  const tokenOf = ({ name }: Staff) => createHmac('sha256', secret).update(name).digest('hex');
  const app = new Hono<Office>();
  app.onError((error, c) => {
    const { status, text } = refusalOf(error);
    return answer(c, status, messagePage(text));
  });

  app.use(async (c, next) => {
    const staff = await authorize(c.req.raw);
    if (staff instanceof Response) {
      if (staff.status === 403) refused('authorize answered with the status 403.');
      return staff;
    }
    // A program in JavaScript may return anything.
    const person = staff as Partial<Staff> | null | undefined;
    if (person === undefined || person === null) {
      refused('authorize returned no person.');
      return answer(c, 403, messagePage('You are not allowed to see this page.'));
    }
    if (typeof person.name !== 'string' || person.name.trim() === '') {
      throw new TypeError('authorize must return { name } with a name, a Response, or undefined.');
    }
    c.set('staff', { name: person.name });
    return next();
  });
  app.use(limitedBody);

  app.get('*', async (c) => {
    const id = c.req.query('order');
    return id === undefined ? showList(c) : showOrder(c, id);
  });

  app.post('*', async (c) => {
    const { token = '', action = '', ...fields } = formFields(await bodyText(c));
    const staff = c.get('staff');
    if (!isOwnPage(c.req.raw) || !isSameText(token, tokenOf(staff))) {
      refused(`A form that ${staff.name} sent did not come from the page.`);
      return answer(
        c,
        403,
        messagePage('The form was refused, because it did not come from this page. Open it again.'),
      );
    }
    const id = c.req.query('order');
    if (id === undefined) {
      return action === 'reconcile'
        ? showList(c, await result(reported({ action, by: staff.name }, () => reconcileNow(orders))))
        : answer(c, 400, messagePage('There is no such action.'));
    }
    const order = await orders.read(id);
    if (!isStaffAction(action) || !order)
      return answer(c, 400, messagePage('There is no such action, or no such order.'));
    const amounts = (minor: string) => money(order, minor);
    return showOrder(
      c,
      id,
      await result(
        reported({ action, order: id, by: staff.name }, () => STAFF_ACTIONS[action](orders, order, fields, staff.name)),
        amounts,
      ),
    );
  });
  app.all('*', () => new Response(null, { status: 405, headers: { allow: 'GET, HEAD, POST' } }));

  /**
   * Reports an action once it has ended without an error. An error of the shop's log does not reach the page: money may
   * have moved, and staff would repeat the action with another key.
   */
  const reported = (one: StaffAct, act: () => Promise<StaffResult>) => async () => {
    const { text, state } = await act();
    void Promise.resolve({ ...one, ...(state === undefined ? {} : { state }) })
      .then(onAction)
      .catch((error: unknown) => globalThis.console.error('scudo: onAction failed', error));
    return text;
  };

  async function showList(c: Context<Office>, message?: Result): Promise<Response> {
    const { search = '', states = '', after } = c.req.query();
    const filter: ListInput = {
      limit: PAGE,
      ...(states === 'suspended' ? { suspended: true } : states ? { states: states.split(',') as never } : {}),
    };
    const text = search.trim();
    const found = text ? await ordersWith(text, filter) : await orders.list({ ...filter, ...(after ? { after } : {}) });
    const token = tokenOf(c.get('staff'));
    return answer(c, message?.status ?? 200, listPage({ ...found, search, states, token, links, message }));
  }

  async function showOrder(c: Context<Office>, id: string, message?: Result): Promise<Response> {
    const order = await orders.read(id);
    if (!order) return answer(c, 404, messagePage('There is no such order.'));
    return answer(
      c,
      message?.status ?? 200,
      orderPage(order, { token: tokenOf(c.get('staff')), links, message }, randomUuid),
    );
  }

  /** The newest orders that have the text as id, reference, gateway order id or payments reference. */
  async function ordersWith(text: string, filter: ListInput) {
    const [own, ...pages] = await Promise.all([
      orders.read(text),
      orders.list({ ...filter, reference: text }),
      orders.list({ ...filter, gatewayOrderId: text }),
      orders.list({ ...filter, pasref: text }),
    ]);
    const found = [
      ...(own && (filter.states?.includes(own.state) ?? (!filter.suspended || own.suspended)) ? [own] : []),
      ...pages.flatMap((page) => page.orders),
    ];
    return {
      orders: [...new Map(found.map((order) => [order.id, order])).values()],
      isCut: pages.some(({ next }) => next !== undefined),
    };
  }

  const fetch = async (request: Request) => app.fetch(request);
  const answered = (request: Request) =>
    fetch(request).catch(async (error: unknown) => {
      globalThis.console.error('scudo: the back office failed', error);
      const page = await messagePage('The page failed. The log of this server has the reason.');
      return new Response(String(page), {
        status: 500,
        headers: { ...PAGE_HEADERS, 'content-type': 'text/html; charset=utf-8' },
      });
    });
  return { fetch, listener: nodeListener(answered, 'http://localhost') };
}

interface Result extends OfficeMessage {
  readonly status: number;
}

/** The text of an action, or the reason why it was refused. */
async function result(act: () => Promise<string>, amounts?: (minor: string) => string): Promise<Result> {
  try {
    return { text: await act(), isProblem: false, status: 200 };
  } catch (error) {
    return refusalOf(error, amounts);
  }
}

/** The text of an error that staff can act on. Another error is a fault of the shop, for its own log. */
function refusalOf(error: unknown, amounts = (minor: string) => minor): Result {
  const { code, fields } = problemOfError(error);
  if (code === 'internal-error') throw error;
  const { status, title } = PROBLEMS[code];
  if (fields.length > 0) return { text: errorText(fields, amounts), isProblem: true, status };
  return { text: error instanceof GatewayError ? error.message : title, isProblem: true, status };
}

/** The fields of a form that are filled in. */
function formFields(text: string): FormFields {
  return Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value !== ''),
  ) as FormFields;
}

/** False for a form of another site. Browsers name the site of the page that sends a form. */
function isOwnPage({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === (headers.get('host') ?? new URL(url).host);
}

function answer(c: Context<Office>, status: number, body: ReturnType<typeof messagePage>): Promise<Response> {
  return Promise.resolve(c.html(body, status as ContentfulStatusCode, PAGE_HEADERS));
}
