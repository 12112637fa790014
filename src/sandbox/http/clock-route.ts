import { Hono, type Context } from 'hono';
import type { DrivableClock } from '../core/clock.js';
import { isJson, onlyMethod } from './request.js';

/** Ten years in seconds. A larger number is probably in milliseconds. */
const FARTHEST = 315_576_000;

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
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= FARTHEST)) {
    return Response.json({ message: '"advance" must be a number of seconds.' }, { status: 400 });
  }
  await clock.advance(seconds * 1000);
  return Response.json({ now: clock.now().toISOString() }, { headers: { 'cache-control': 'no-store' } });
}
