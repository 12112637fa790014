import type { Context } from 'hono';

/** The text fields of a posted form. Files and other parts are left out. */
export async function formFields(context: Context): Promise<Readonly<Record<string, string | undefined>>> {
  const form = await context.req.parseBody().catch(() => ({}));
  return Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** True for a request whose content type is JSON, with any parameters. */
export function isJson(context: Context): boolean {
  return /^\s*application\/json\s*(?:;|$)/i.test(context.req.header('content-type') ?? '');
}

/** Answers 405 to every other method of a path (3D Secure 2 Authentication Interface, Errors). */
export function onlyMethod(method: 'GET' | 'POST' | 'GET, POST'): () => Response {
  return () => new Response(null, { status: 405, headers: { allow: method } });
}

const DAY = 86_400_000;

/**
 * Returns whether a request was sent within the tolerance around the sandbox's time. An impossible time was not. With
 * `wholeDays`, a tolerance of days counts calendar days in UTC: one day is from yesterday to tomorrow.
 */
export function isTimely(
  time: Date | undefined,
  { now, timestampTolerance }: { readonly now: () => Date; readonly timestampTolerance: number },
  wholeDays = false,
): boolean {
  if (time === undefined) return false;
  const unit = wholeDays && timestampTolerance >= DAY ? DAY : 1;
  const [sent, today] = [time, now()].map((one) => Math.floor(one.getTime() / unit) * unit) as [number, number];
  return Math.abs(sent - today) <= timestampTolerance;
}
