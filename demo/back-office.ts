import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import {
  GatewayError,
  MessageError,
  Problem,
  type CancelInput,
  type CaptureInput,
  type Gateway,
  type ListInput,
  type MerchantHandler,
  type OrderPage,
  type OrderUpdate,
  type RefundInput,
  type ReopenInput,
  type SettleInput,
} from 'scudo-checkout/server';
import { reports } from './reports.js';
import { wireOrderOf } from './wire-names.js';

const PAGE_SIZE = 20;

/**
 * Creates the back office's HTTP API: orders, captures, cancellations, refunds, decisions of a person, and the
 * gateway's reports. A real shop authenticates its staff first and takes `by` from their session.
 */
export function backOffice(backend: MerchantHandler, gateway: Gateway): Hono {
  const { orders } = backend;
  const office = new Hono();
  office.onError((error, context) => {
    if (error instanceof MessageError) return context.json({ title: error.message, fields: error.issues }, 400);
    if (error instanceof GatewayError) return context.json({ title: error.message }, 502);
    if (error instanceof Problem) return context.json({ title: error.message }, 409);
    return context.json({ title: 'Internal server error.' }, 500);
  });
  office.use('/orders/*', bodyLimit({ maxSize: 16_384 }));

  /** The orders that have the text as id, reference, gateway order id or payments reference, on one page. */
  async function ordersWith(text: string, { states, limit }: ListInput): Promise<OrderPage> {
    const [own, ...pages] = await Promise.all([
      orders.read(text),
      orders.list({ states, limit, reference: text }),
      orders.list({ states, limit, gatewayOrderId: text }),
      orders.list({ states, limit, pasref: text }),
    ]);
    const found = [
      ...(own && (states?.includes(own.state) ?? true) ? [own] : []),
      ...pages.flatMap((page) => page.orders),
    ];
    return { orders: [...new Map(found.map((order) => [order.id, order])).values()] };
  }

  office.get('/orders', async (context) => {
    const { states, after, search } = context.req.query();
    const filter = {
      limit: PAGE_SIZE,
      ...(states ? { states: states.split(',') as NonNullable<ListInput['states']> } : {}),
      ...(after ? { after } : {}),
    };
    const { orders: found, next } = search ? await ordersWith(search, filter) : await orders.list(filter);
    const views = await Promise.all(found.map(({ id }) => orders.shopView(id)));
    return context.json({
      orders: views.flatMap((view) => (view ? [wireOrderOf(view)] : [])),
      ...(next ? { next } : {}),
    });
  });

  office.post('/orders/:id/refunds', async (context) => {
    const { amount, comment, attempt } = await bodyOf<RefundInput>(context.req);
    const key = context.req.header('idempotency-key');
    return context.json(
      await orders.refund(context.req.param('id'), {
        ...(amount ? { amount } : {}),
        ...(comment ? { comment } : {}),
        ...(attempt ? { attempt } : {}),
        ...(key ? { key } : {}),
      }),
    );
  });

  office.post('/orders/:id/captures', async (context) => {
    const { amount, final } = await bodyOf<CaptureInput>(context.req);
    const key = context.req.header('idempotency-key') ?? '';
    return context.json(
      await orders.capture(context.req.param('id'), {
        key,
        ...(amount ? { amount } : {}),
        ...(final === undefined ? {} : { final }),
      }),
    );
  });

  office.post('/orders/:id/cancellations', async (context) => {
    const { by, reason } = await bodyOf<CancelInput>(context.req);
    const key = context.req.header('idempotency-key') ?? '';
    return context.json(
      await orders.cancel(context.req.param('id'), { key, ...(by ? { by } : {}), ...(reason ? { reason } : {}) }),
    );
  });

  office.post('/orders/:id/settlements', async (context) => {
    const { id, state } = await orders.settle(context.req.param('id'), await bodyOf<SettleInput>(context.req));
    return context.json({ id, state });
  });

  office.post('/orders/:id/updates', async (context) => {
    const { id, amount, currency } = await orders.update(
      context.req.param('id'),
      await bodyOf<OrderUpdate>(context.req),
    );
    return context.json({ id, amount, currency });
  });

  office.post('/orders/:id/reopenings', async (context) => {
    const { id, state } = await orders.reopen(context.req.param('id'), await bodyOf<ReopenInput>(context.req));
    return context.json({ id, state });
  });

  office.post('/orders/:id/look-ups', async (context) => {
    const { id, state } = await orders.lookUp(context.req.param('id'));
    return context.json({ id, state });
  });

  // A person who presses the button wants an answer for orders of this minute, too.
  office.post('/reconciliations', async (context) => context.json(await orders.reconcile({ olderThan: 0 })));

  office.route('/reports', reports(gateway, orders));
  return office;
}

/** The body of a request. The backend checks its fields. */
async function bodyOf<Body>(request: { json(): Promise<unknown> }): Promise<Body> {
  return (await request.json().catch(() => ({}))) as Body;
}
