import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';

/** Folders of dist/ whose modules a page executes, and the entries beside them. */
const FOLDERS = ['elements', 'payment', 'protocol', 'three-d-secure'];
const ENTRIES = ['scudo.js', 'late.js', 'developer.js', 'card-frame.js', 'fields.js', 'index.js', 'payment.js'];

/** Scripts that the backend serves from its own code. */
export async function servedScripts() {
  const { frameScript, notificationScript } = await import('../.cache/lib/server/adapters/http/page-scripts.js');
  return { 'frame.js': frameScript, 'notification.js': notificationScript };
}

/**
 * Names of the files of dist/ that a page executes, in alphabetical order. Languages are data, and are not executed.
 */
export function browserScripts() {
  const modules = FOLDERS.flatMap((folder) =>
    readdirSync(`dist/${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return [...ENTRIES, ...modules.filter((name) => name.endsWith('.js'))].sort();
}

/** The value of `integrity` for a file (Subresource Integrity). */
export function integrityOf(content) {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}
