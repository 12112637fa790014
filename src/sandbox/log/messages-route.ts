import { Hono } from 'hono';
import type { MessageLog } from './message-log.js';

/** GET /messages?order={id}: the log of an order, or the whole log, newest last. Every origin may read it. */
export function messagesRoute(log: MessageLog): Hono {
  const route = new Hono();
  route.get('/messages', (context) =>
    Response.json(log.list(context.req.query('order')), {
      headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store' },
    }),
  );
  return route;
}
