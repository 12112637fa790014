import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';

/** The library beside which the start is measured. */
export const PEER = { name: '@adyen/adyen-web', version: '6.45.2' };

const FOLDER = '.cache/bench/peer';
const run = promisify(execFile);

/**
 * The page's script, as the library's documentation has it for its components: core and card, and nothing else. The
 * addresses of its servers are those of the bench, which answer with empty documents at once.
 */
const SCRIPT = `
import { AdyenCheckout, Card } from '${PEER.name}';
const base = new URL('./test/', import.meta.url).href;
const checkout = await AdyenCheckout({
  environment: 'test',
  _environmentUrls: { api: base, analytics: base, cdn: { images: base, translations: base } },
  // Its key names the environment, which the addresses have to name, too.
  clientKey: 'test_BENCH',
  locale: 'en-US',
  countryCode: 'GB',
  amount: { value: 1999, currency: 'EUR' },
  analytics: { enabled: false },
  paymentMethodsResponse: { paymentMethods: [{ type: 'scheme', name: 'Cards', brands: ['visa', 'mc', 'amex'] }] },
});
new Card(checkout, { hasHolderName: true }).mount('#card');
`;

/** Installs the peer from the registry and bundles its page. Returns the folder of the bundle. */
export async function buildPeer() {
  const installed = join(FOLDER, 'node_modules', PEER.name, 'package.json');
  const version = await readFile(installed, 'utf8').then(
    (text) => JSON.parse(text).version,
    () => undefined,
  );
  if (version !== PEER.version) {
    await mkdir(FOLDER, { recursive: true });
    await writeFile(join(FOLDER, 'package.json'), '{ "private": true }\n');
    await run('npm', ['install', `${PEER.name}@${PEER.version}`, '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: FOLDER,
    });
  }
  await writeFile(join(FOLDER, 'peer.mjs'), SCRIPT);
  await build({
    root: FOLDER,
    configFile: false,
    logLevel: 'error',
    build: {
      target: 'es2022',
      outDir: 'built',
      modulePreload: false,
      rolldownOptions: {
        input: resolve(FOLDER, 'peer.mjs'),
        output: { entryFileNames: 'peer.js', codeSplitting: false },
      },
    },
  });
  await writeFile(
    join(FOLDER, 'built/peer.css'),
    await readFile(join(FOLDER, 'node_modules', PEER.name, 'dist/es/adyen.css')),
  );
  return join(FOLDER, 'built');
}
