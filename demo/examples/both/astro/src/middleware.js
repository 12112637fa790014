import { defineMiddleware } from 'astro:middleware';

/** Refuses forms of other origins, apart from those of the bank's page to the handler. */
export const onRequest = defineMiddleware(({ request, url }, next) => {
  const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)/i.test(
    request.headers.get('content-type') ?? '',
  );
  const isForeign = request.headers.get('origin') !== new URL(process.env.SHOP_URL).origin;
  if (request.method !== 'GET' && isForm && isForeign && !url.pathname.startsWith('/scudo/'))
    return new Response('Cross-site form posts are refused.', { status: 403 });
  return next();
});
