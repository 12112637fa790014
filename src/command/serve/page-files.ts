import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';

/** Paths of the files that a checkout page loads. The handler itself serves those of its frames. */
const PATH =
  /^(?:(?:scudo|late|developer|card-frame)\.js|integrity\.json|(?:locales|data|presets)\/[\w-]+\.(?:json|css))$/;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.css': 'text/css; charset=utf-8',
};

/**
 * Returns the handler of the files that a checkout page loads, below the path of the backend. It returns undefined for
 * every other request. A page of another origin may load them, as from any server of files.
 * @param folder the folder `dist` of the package
 */
export function pageFiles(base: string, folder = packageFolder()) {
  return async (method: string, url: string): Promise<Response | undefined> => {
    const [path = ''] = url.split('?');
    const name = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : '';
    if ((method !== 'GET' && method !== 'HEAD') || !PATH.test(name)) return undefined;
    const text = await readFile(join(folder, name)).catch(() => undefined);
    if (!text) return new Response(null, { status: 404 });
    return new Response(method === 'HEAD' ? null : new Uint8Array(text), {
      headers: {
        'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
        'cache-control': 'public, max-age=600',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
      },
    });
  };
}

function packageFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('scudo-checkout/scudo.js'));
}
