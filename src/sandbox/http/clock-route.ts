import { Hono, type Context } from 'hono';
import { isAdvance, type DrivableClock } from '../core/clock.js';
import { isJson, onlyMethod } from './request.js';

/** POST /clock {"advance": seconds}: puts the clock forward, and answers when all that became due is done. */
export function clockRoute(clock: DrivableClock): Hono {
  const route = new Hono();
  route.post('/clock', (context) => advance(clock, context)).all('/clock', onlyMethod('POST'));
  return route;
}

async function advance(clock: DrivableClock, context: Context): Promise<Response> {
  // A page of another site can post text, but JSON only after a preflight, which the sandbox does not answer.
  if (!isJson(context)) return Response.json({ message: 'The body must be application/json.' }, { status: 415 });
  const body: unknown = await context.req.json().catch(() => null);
  const seconds = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)['advance'] : undefined;
  if (!isAdvance(seconds)) {
    return Response.json({ message: '"advance" must be a number of seconds.' }, { status: 400 });
  }
  await clock.advance(seconds);
  return Response.json({ now: clock.now().toISOString() }, { headers: { 'cache-control': 'no-store' } });
}
