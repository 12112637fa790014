import type { Context } from 'hono';

/** The text fields of a posted form; anything else that was posted counts as nothing. */
export async function formFields(context: Context): Promise<Readonly<Record<string, string | undefined>>> {
  const form = await context.req.parseBody().catch(() => ({}));
  return Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
