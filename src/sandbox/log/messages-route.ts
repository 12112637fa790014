import { Hono } from 'hono';
import type { MessageLog } from './message-log.js';

/**
 * GET /messages?order={id}: the log of an order, or the whole log, newest last. Pages of other origins cannot read it.
 */
export function messagesRoute(log: MessageLog): Hono {
  const route = new Hono();
  route.get('/messages', (context) =>
    Response.json(log.list(context.req.query('order')), {
      headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    }),
  );
  return route;
}
