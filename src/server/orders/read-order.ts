import { ORDER_STATES, type OrderState } from '../../protocol/outcome.js';
import type { OrderView } from '../../protocol/adapter-answers.js';
import type { BackendContext } from '../backend-context.js';
import type { OrderRecord } from './order-record.js';
import { offeredMethods } from './payment-methods.js';
import { Problem } from '../problem.js';
import { unfinishedRedirect } from '../redirect/start-redirect.js';

/** Seconds that a page may ask to wait at the most. */
const LONGEST_WAIT = 30;

/** GET orders/{id}: the order as the page may see it; with `wait`, when it is no longer as `state` says. */
export async function readOrder(
  context: BackendContext,
  id: string,
  query: { wait?: string | undefined; state?: string | undefined },
  signal: AbortSignal,
): Promise<OrderView> {
  const record = await context.lookUp(await context.book.read(id));
  if (query.wait === undefined) return view(context, record);
  const known = knownState(query.state) ?? record.state;
  const ms = Math.min(seconds(query.wait), LONGEST_WAIT) * 1000;
  if (record.state !== known) return view(context, record);
  return view(
    context,
    await context.lookUp(await context.book.waitUntil(id, ({ state }) => state !== known, { ms, signal })),
  );
}

function seconds(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new Problem('invalid-request', [{ field: 'wait', message: 'must be seconds' }]);
  return Number(text);
}

function knownState(text: string | undefined): OrderState | undefined {
  if (text === undefined) return undefined;
  const known = ORDER_STATES.find((state) => state === text);
  if (!known) throw new Problem('invalid-request', [{ field: 'state', message: 'must be an order state' }]);
  return known;
}

function view({ ask }: BackendContext, record: OrderRecord): OrderView {
  const { id, amount, currency, description, state } = record;
  const last = record.redirects.at(-1);
  return {
    id,
    amount,
    currency,
    ...(description === undefined ? {} : { description }),
    state,
    ...(record.purpose ? { purpose: record.purpose } : {}),
    methods: offeredMethods(record),
    ask: [...ask(record)],
    ...(state === 'pending' && last
      ? { redirect: { method: last.method, unfinished: unfinishedRedirect(record) !== undefined } }
      : {}),
  };
}
