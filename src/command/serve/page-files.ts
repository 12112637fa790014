import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
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
 * Returns the listener of the files that a checkout page loads, below the path of the backend. It resolves with false,
 * and answers nothing, for every other request. A page of another origin may load them, as from any server of files.
 * @param folder the folder `dist` of the package
 */
export function pageFiles(base: string, folder = packageFolder()) {
  // Answers that a client does not read share the bytes of a file.
  const files = new Map<string, Buffer>();
  return async ({ method, url = '' }: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const [path = ''] = url.split('?');
    const name = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : '';
    if ((method !== 'GET' && method !== 'HEAD') || !PATH.test(name)) return false;
    const file = files.get(name) ?? (await readFile(join(folder, name)).catch(() => undefined));
    if (!file) {
      response.writeHead(404).end();
      return true;
    }
    files.set(name, file);
    response.writeHead(200, {
      'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
      'content-length': file.length,
      'cache-control': 'public, max-age=600',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    response.end(method === 'HEAD' ? undefined : file);
    return true;
  };
}

function packageFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('scudo-checkout/scudo.js'));
}
