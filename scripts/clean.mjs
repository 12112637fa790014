// Deletes everything that was built, and keeps node_modules.
import { rmSync } from 'node:fs';

process.chdir(new URL('..', import.meta.url).pathname);
for (const path of [
  'dist',
  '.demo',
  '.cache',
  'coverage',
  'test-results',
  'custom-elements.json',
  'vscode.html-custom-data.json',
  'web-types.json',
]) {
  rmSync(path, { recursive: true, force: true });
}
