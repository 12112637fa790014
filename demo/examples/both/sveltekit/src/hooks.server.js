import { error } from '@sveltejs/kit';

/** Refuses forms of other origins, apart from those of the bank's page to the handler. */
export function handle({ event, resolve }) {
  const { request, url } = event;
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)/i.test(
    request.headers.get('content-type') ?? '',
  );
  const isForeign = request.headers.get('origin') !== url.origin;
  if (request.method !== 'GET' && isForm && isForeign && !url.pathname.startsWith('/scudo/')) error(403);
  return resolve(event);
}
