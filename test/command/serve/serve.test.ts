import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { OPERATOR_CALLS } from '../../../src/command/operator/operator-calls.table.js';
import { runOrders } from '../../../src/command/orders/orders.js';
import {
  configuredOptions,
  openConfiguredStore,
  serveSettings,
} from '../../../src/command/serve/configured-backend.js';
import { runServe } from '../../../src/command/serve/serve.js';
import { defaultText, SETTINGS, type SettingName } from '../../../src/command/serve/settings.table.js';
import { createLog } from '../../../src/command/serve-log.js';
import { createSqliteOrderStore } from '../../../src/server.js';
import { sampleRecord } from '../../../src/server/adapters/store/conformance/sample-record.js';
import { memoryOrderStore } from '../../server/adapters/store/memory-order-store.js';
import { json } from '../../server/scripted-gateway.js';
import { SANDBOX_SETTINGS, TOKEN } from './sandbox-settings.js';

const folder = mkdtempSync(join(tmpdir(), 'scudo-serve-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OWN = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const EXAMPLE = SETTINGS.SCUDO_WEBHOOK_SECRETS.example;
const LIVE = { SCUDO_GATEWAY_URL: 'https://gateway.example', SCUDO_SECRET: 'a-secret-of-24-characters' };

/** The lines about wrong settings. */
async function mistakes(change: Readonly<Record<string, string | undefined>>): Promise<readonly string[]> {
  const store = join(folder, 'never.db');
  // It stops at once if it starts.
  const signal = AbortSignal.abort();
  const run = runServe([], {
    env: { ...SANDBOX_SETTINGS, SCUDO_STORE: store, ...change },
    print: () => undefined,
    signal,
  });
  const error = await run.then(
    () => expect.fail('it has started'),
    (thrown: unknown) => thrown as Error,
  );
  return error.message.split('\n');
}

describe('the settings of serve', () => {
  it.each<[Readonly<Record<string, string | undefined>>, string]>([
    [
      { SCUDO_PUBLIC_URL: '' },
      'SCUDO_PUBLIC_URL is missing. It must be an address. Example: SCUDO_PUBLIC_URL=https://shop.example/scudo',
    ],
    [{ SCUDO_PUBLIC_URL: 'http://shop.example' }, 'SCUDO_PUBLIC_URL must be an https: URL'],
    [
      { SCUDO_LISTEN_PORT: '70000' },
      'SCUDO_LISTEN_PORT must be a port, 0 to 65535 (0 for a free one); got "70000". Example: SCUDO_LISTEN_PORT=3001',
    ],
    [
      { SCUDO_OPERATOR_HOST: 'http://127.0.0.1' },
      'SCUDO_OPERATOR_HOST must be a host name or an IP address, without a port; got "http://127.0.0.1". Example: SCUDO_OPERATOR_HOST=127.0.0.1',
    ],
    [{ SCUDO_HOST: '0.0.0.0:3001' }, 'SCUDO_HOST must be a host name or an IP address'],
    [
      { SCUDO_TRUST_PROXY: 'yes' },
      'SCUDO_TRUST_PROXY must be true or false; got "yes". Example: SCUDO_TRUST_PROXY=true',
    ],
    [{ SCUDO_AUTOSETTLE: 'later' }, 'SCUDO_AUTOSETTLE must be true, false or multi; got "later"'],
    [
      { SCUDO_OPERATOR_TOKEN: TOKEN.slice(1) },
      'SCUDO_OPERATOR_TOKEN must be a random text of at least 32 characters without spaces; got a text of 31 characters.',
    ],
    [{ SCUDO_OPERATOR_TOKEN: undefined }, 'SCUDO_OPERATOR_TOKEN is missing.'],
    [
      { SCUDO_MERCHANT_ID: 'not a merchant' },
      'SCUDO_MERCHANT_ID must be a text of 1 to 50 letters, digits and dots; got "not a merchant". Example: SCUDO_MERCHANT_ID=yourshop',
    ],
    [
      { SCUDO_STORE: 'mysql://user:password@host/shop' },
      'SCUDO_STORE must be a postgres:// address with %23 for each #, or the path of a file without postgres, sqlite:, :// and @; got a text of 31 characters.',
    ],
    [{ SCUDO_STORE: 'postgres:shop:pw@host/db' }, 'SCUDO_STORE must be'],
    [{ SCUDO_STORE: '"postgres://shop:pw@host/db"' }, 'SCUDO_STORE must have no quotes around its value.'],
    [{ SCUDO_ACCOUNT_ID: "'internet'" }, 'SCUDO_ACCOUNT_ID must have no quotes around its value.'],
    [
      { SCUDO_WEBHOOK_URL: 'http://shop.example/hook', SCUDO_WEBHOOK_SECRETS: OWN },
      'SCUDO_WEBHOOK_URL must be an https',
    ],
    [{ SCUDO_WEBHOOK_URL: 'https://shop.example:6000/', SCUDO_WEBHOOK_SECRETS: OWN }, 'SCUDO_WEBHOOK_URL must be an'],
    [{ ...LIVE, SCUDO_OPERATOR_TOKEN: SETTINGS.SCUDO_OPERATOR_TOKEN.example }, 'SCUDO_OPERATOR_TOKEN must not be the'],
    [{ SCUDO_WEBHOOK_SECRETS: OWN }, 'SCUDO_WEBHOOK_URL is missing. SCUDO_WEBHOOK_SECRETS requires it.'],
    [
      { SCUDO_LISTEN_PORT: '3001', SCUDO_OPERATOR_LISTEN_PORT: '3001' },
      'SCUDO_OPERATOR_LISTEN_PORT must be another port than SCUDO_LISTEN_PORT.',
    ],
    [
      { SCUDO_WEBHOOK_URL: 'https://shop.example/', SCUDO_WEBHOOK_SECRETS: `${OWN}A` },
      'SCUDO_WEBHOOK_SECRETS must be one or two texts that begin with whsec_',
    ],
    [
      { ...LIVE, SCUDO_WEBHOOK_URL: 'https://shop.example/', SCUDO_WEBHOOK_SECRETS: `${OWN} ${EXAMPLE}` },
      'SCUDO_WEBHOOK_SECRETS must not be the example',
    ],
    [{ ...LIVE, SCUDO_SECRET: 'short' }, 'Example: SCUDO_SECRET=the-secret-of-your-account'],
    [{ SCUDO_EXPONENTS: 'HUF' }, 'SCUDO_EXPONENTS must be codes of currencies'],
    [{ SCUDO_COLOUR: 'red' }, 'SCUDO_COLOUR is not a setting. scudo-checkout serve --help lists the settings.'],
    [{ SCUDO_SECERT: 'x' }, 'SCUDO_SECERT is not a setting. Did you mean SCUDO_SECRET? Example: SCUDO_SECRET='],
    [
      { SCUDO_SECERT_FILE: 'x' },
      'SCUDO_SECERT_FILE is not a setting. Did you mean SCUDO_SECRET_FILE? Example: SCUDO_SECRET_FILE=/run/secrets/scudo',
    ],
    [
      { SCUDO_STORE: 'postgres://ada:12#pw@host/shop' },
      'SCUDO_STORE must be a postgres:// address with %23 for each #',
    ],
    [{ SCUDO_STORE: 'postgres://ada:pw@host:99999/shop' }, 'SCUDO_STORE must be a postgres:// address'],
    [{ SCUDO_OPTIONS: '{"__proto__": {}}' }, 'SCUDO_OPTIONS: __proto__ is not an option.'],
    [{ SCUDO_OPTIONS: '{limits: 1}' }, 'SCUDO_OPTIONS must be a JSON object of options of createMerchantBackend'],
    [{ SCUDO_OPTIONS: '{"gateway": 1}' }, 'SCUDO_OPTIONS must be a JSON object'],
    [
      { SCUDO_OPTIONS: '{"cardfields": "page"}' },
      'SCUDO_OPTIONS: cardfields is not an option. Did you mean cardFields?',
    ],
    [{ SCUDO_OPTIONS: '{"limits": {"attemptsPerOrder": 0}}' }, 'SCUDO_OPTIONS: limits.attemptsPerOrder must be a'],
    [{ SCUDO_OPTIONS: '{"gateway": {"paths": {"xml": "x"}}}' }, 'SCUDO_OPTIONS: gateway.paths.xml must be'],
    [{ SCUDO_OPTIONS: '{"gateway": {"versionCheck": 1}}' }, 'SCUDO_OPTIONS: gateway.versionCheck is not an option.'],
    [{ SCUDO_OPTIONS: '{"pages": []}' }, 'SCUDO_OPTIONS: pages must be a list of at least one origin'],
    [{ SCUDO_OPTIONS: '{"pages": []}', SCUDO_PAGES: 'ftp://shop' }, 'SCUDO_PAGES must be an https: URL'],
    [{ SCUDO_OPTIONS: '{"onAttempt": 1}' }, 'SCUDO_OPTIONS: onAttempt is a function, which JSON cannot have.'],
    [
      { SCUDO_OPTIONS: '{"ask": ["email"]}' },
      'SCUDO_OPTIONS must not have ask. Set SCUDO_ASK. Example: SCUDO_ASK=email,billing_address',
    ],
    [{ SCUDO_OPTIONS: '{"store": {"pth": 1}}' }, 'SCUDO_OPTIONS must not have store. Set SCUDO_STORE.'],
    [{ SCUDO_SECRET_FILE: '/run/x' }, 'SCUDO_SECRET and SCUDO_SECRET_FILE are two places for one setting.'],
    [
      { SCUDO_SECRET: undefined, SCUDO_SECRET_FILE: '/no/such/file' },
      'SCUDO_SECRET_FILE must be the path of a readable file; got "/no/such/file".',
    ],
  ])('%j is named with an example, and nothing starts', async (change, line) => {
    const [first = '', ...others] = await mistakes(change);
    expect(first).toContain(line);
    expect(first).toMatch(/ Example: \w|Make one with: |--help lists the settings/);
    expect(first).not.toContain('pw@');
    expect(others).toEqual([]);
  });

  /** A wrong value of each setting. Only a line feed is wrong in a text that has no other rule. */
  const WRONG: Readonly<Record<SettingName, string>> = {
    SCUDO_PUBLIC_URL: 'shop.example',
    SCUDO_PAGES: 'ftp://shop.example',
    SCUDO_RETURN_PAGE: 'ftp://shop.example',
    SCUDO_GATEWAY_URL: 'http://gateway.example',
    SCUDO_XML_URL: 'http://gateway.example',
    SCUDO_MERCHANT_ID: 'not a merchant',
    SCUDO_ACCOUNT_ID: 'not an account',
    SCUDO_SECRET: 'two\nlines',
    SCUDO_REFUND_PASSWORD: 'two\nlines',
    SCUDO_REBATE_PASSWORD: 'two\nlines',
    SCUDO_HASH_ALGORITHM: 'md5',
    SCUDO_STORE: ':memory:',
    SCUDO_METHODS: 'card,',
    SCUDO_HIDDEN_METHODS: 'testpay,',
    SCUDO_ASK: 'email,name',
    SCUDO_EXPONENTS: 'HUF:9',
    SCUDO_AUTOSETTLE: 'later',
    SCUDO_TRUST_PROXY: 'yes',
    SCUDO_ALLOW_INSECURE: '1',
    SCUDO_FINGERPRINT_KEY: 'short',
    SCUDO_DIAGNOSTICS_TOKEN: 'short',
    SCUDO_OPTIONS: '[]',
    SCUDO_HOST: '10.0.0.256',
    SCUDO_LISTEN_PORT: '65536',
    SCUDO_OPERATOR_HOST: '127.0.0.1:3002',
    SCUDO_OPERATOR_LISTEN_PORT: '-1',
    SCUDO_OPERATOR_TOKEN: 'short',
    SCUDO_WEBHOOK_URL: 'http://shop.example/',
    SCUDO_WEBHOOK_SECRETS: 'whsec_short',
    SCUDO_RECONCILE_SECONDS: '0',
  };

  it.each(Object.keys(WRONG) as SettingName[])('a wrong value of %s is named with an example', async (name) => {
    const right = { ...LIVE, SCUDO_WEBHOOK_URL: 'https://shop.example/', SCUDO_WEBHOOK_SECRETS: OWN };
    for (const text of [WRONG[name], 'two\nlines', `"${SETTINGS[name].example}"`]) {
      const lines = await mistakes({ ...right, [name]: text });
      expect(lines).toEqual([expect.stringMatching(`^${name}.* Example: ${name}=`)]);
      if ('isSecret' in SETTINGS[name]) expect(lines.join('')).not.toContain(text);
    }
  });

  it('variables that Kubernetes sets for services named scudo and scudo-operator are no settings', async () => {
    const lines = await mistakes({
      SCUDO_PORT: 'tcp://10.0.0.1:3001',
      SCUDO_PORT_3001_TCP_PORT: '3001',
      SCUDO_SERVICE_HOST: '10.0.0.1',
      SCUDO_OPERATOR_PORT: 'tcp://10.0.0.1:3002',
      SCUDO_OPERATOR_SERVICE_PORT: '3002',
      SCUDO_TRUST_PROXY: 'yes',
    });
    expect(lines).toEqual([expect.stringMatching(/^SCUDO_TRUST_PROXY /)]);
  });

  it('all wrong settings are named at once, without their secrets', async () => {
    const lines = await mistakes({
      SCUDO_LISTEN_PORT: 'x',
      SCUDO_ACCOUNT_ID: undefined,
      SCUDO_PAGES: 'ftp://shop',
      SCUDO_OPERATOR_TOKEN: 'hush',
    });
    expect(lines.map((line) => line.split(/[ [.]/)[0]).sort()).toEqual([
      'SCUDO_ACCOUNT_ID',
      'SCUDO_LISTEN_PORT',
      'SCUDO_OPERATOR_TOKEN',
      'SCUDO_PAGES',
    ]);
    expect(lines.join('')).not.toContain('hush');
  });

  it('docs/serve.md has every setting, call and command', () => {
    const text = readFileSync('docs/serve.md', 'utf8');
    for (const [name, one] of Object.entries(SETTINGS)) {
      const [, last] = new RegExp(`^\\| \`${name}\` \\| .* \\| (.*) \\|$`, 'm').exec(text) ?? [];
      expect(last, name).toBe(defaultText(one));
    }
    for (const { method, path } of OPERATOR_CALLS) expect(text).toContain(`| \`${method} ${path}\` |`);
    for (const { name, required } of OPERATOR_CALLS) if (required) expect(text).toContain(`| \`${name}\` |`);
  });
});

it('SCUDO_OPTIONS gives the options that have no setting, and a setting of its own precedes', () => {
  const file = join(folder, 'options.json');
  const gateway = {
    timeout: 9000,
    merchantId: 'other',
    paths: { xml: '/xml' },
    versionHeader: { name: 'X', value: '1' },
  };
  const methods = [{ code: 'card', brands: ['visa'] }];
  writeFileSync(file, JSON.stringify({ methods, autosettle: 'multi', trustProxy: true, cardFields: 'page', gateway }));
  const env = { ...SANDBOX_SETTINGS, SCUDO_OPTIONS_FILE: file, SCUDO_TRUST_PROXY: 'false' };
  expect(configuredOptions(serveSettings(env))).toMatchObject({
    publicUrl: SANDBOX_SETTINGS.SCUDO_PUBLIC_URL,
    methods,
    autosettle: 'multi',
    trustProxy: false,
    cardFields: 'page',
    gateway: { ...gateway, merchantId: SANDBOX_SETTINGS.SCUDO_MERCHANT_ID },
  });
});

it('serve names the methods that it offers, and a store without orders by its whole path', async () => {
  const path = join(folder, 'mistyped.db');
  const start = async () => {
    const lines: string[] = [];
    const env = { ...SANDBOX_SETTINGS, SCUDO_STORE: path, SCUDO_METHODS: 'crad,testpay' };
    await runServe([], { env, folder, print: (line) => lines.push(line), signal: AbortSignal.abort() });
    return lines.map((line) => JSON.parse(line) as { readonly code: string });
  };
  const message = `Error: The store has no orders: ${path}.`;
  const offered = { code: 'methods-offered', level: 'info', methods: ['crad', 'testpay'] };
  expect((await start()).slice(0, 2)).toMatchObject([{ code: 'store-empty', level: 'warn', message }, offered]);
  const store = createSqliteOrderStore({ path });
  await store.insert(sampleRecord('first'));
  await store.close();
  expect((await start()).slice(0, 1)).toMatchObject([offered]);
});

it('serve closes the connection of a client whose request does not arrive in time, at both ports', async () => {
  const stop = new AbortController();
  let run: Promise<number> = Promise.resolve(1);
  const addresses = await new Promise<{ readonly url: string; readonly operatorUrl: string }>((resolve) => {
    run = runServe([], {
      env: { ...SANDBOX_SETTINGS, SCUDO_STORE: join(folder, 'slow.db') },
      print: () => undefined,
      folder,
      signal: stop.signal,
      limits: { requestTimeout: 50, headersTimeout: 50, connectionsCheckingInterval: 10 },
      onListening: resolve,
    });
  });
  const headers = `host: x\r\nauthorization: Bearer ${TOKEN}\r\ncontent-length: 9`;
  for (const [address, path] of [
    [addresses.url, '/scudo/status'],
    [addresses.operatorUrl, '/orders'],
  ] as const) {
    for (const begun of [`POST ${path} HTTP`, `POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n{`]) {
      const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(begun));
      let answer = '';
      for await (const chunk of socket) answer += String(chunk);
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
    }
  }
  stop.abort();
  expect(await run).toBe(0);
});

it.each([
  ['testpay', 'info', undefined],
  ['testpay,sepa', 'warn', 'SCUDO_METHODS does not have sepa.'],
])('serve names the methods that SCUDO_HIDDEN_METHODS=%s hides at the level %s', async (hidden, level, message) => {
  const lines: string[] = [];
  const settings = { SCUDO_STORE: join(folder, 'hidden.db'), SCUDO_METHODS: 'card,testpay' };
  const env = { ...SANDBOX_SETTINGS, ...settings, SCUDO_HIDDEN_METHODS: hidden };
  await runServe([], { env, folder, print: (line) => lines.push(line), signal: AbortSignal.abort() });
  const events = lines.map((line) => JSON.parse(line)).filter(({ code }) => code === 'methods-hidden');
  expect(events).toMatchObject([{ kind: 'serve', level, methods: hidden.split(',') }]);
  expect(events[0].message ?? '').toContain(message ?? '');
});

it('serve answers pages, probes and operators until it is stopped, and logs JSON lines without secrets', async () => {
  const stop = new AbortController();
  const lines: string[] = [];
  writeFileSync(join(folder, 'token'), `${TOKEN}\n`);
  writeFileSync(join(folder, 'scudo.js'), '// the page');
  const env = {
    ...SANDBOX_SETTINGS,
    SCUDO_OPERATOR_TOKEN: undefined,
    SCUDO_OPERATOR_TOKEN_FILE: join(folder, 'token'),
    SCUDO_STORE: ` ${join(folder, 'scudo.db')}`,
    SCUDO_HASH_ALGORITHM: 'sha256',
    SCUDO_XML_URL: 'http://127.0.0.1:4175',
    SCUDO_ASK: 'email,billing_address',
    SCUDO_EXPONENTS: 'HUF:0',
    // Kubernetes sets these for a service that is named scudo.
    SCUDO_SERVICE_HOST: '10.0.0.1',
    SCUDO_PORT_3001_TCP: 'tcp://10.0.0.1:3001',
  };
  const print = (line: string) => lines.push(line);
  let run: Promise<number> = Promise.resolve(1);
  const { url, operatorUrl } = await new Promise<{ readonly url: string; readonly operatorUrl: string }>((resolve) => {
    run = runServe([], { env, print, signal: stop.signal, folder, onListening: resolve });
  });
  // Without a setting, only this machine reaches either port.
  expect([url, operatorUrl].map((one) => new URL(one).hostname)).toEqual(['127.0.0.1', '127.0.0.1']);
  const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status;
  expect(await statusOf('/scudo/live')).toBe(200);
  expect(await statusOf('/scudo/ready')).toBe(200);
  const script = await fetch(`${url}/scudo/scudo.js?v=1`);
  expect([script.status, script.headers.get('content-type'), await script.text()]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    '// the page',
  ]);
  const head = await fetch(`${url}/scudo/scudo.js`, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    '',
  ]);
  // Browsers load a module of another origin only with this header.
  expect(script.headers.get('access-control-allow-origin')).toBe('*');
  expect(await statusOf('/scudo/token')).toBe(404);
  expect(await statusOf('/scudo/locales/..%2f..%2ftoken')).toBe(404);
  // The operator API has a port of its own.
  expect(await statusOf('/orders')).toBe(404);

  const created = await fetch(`${operatorUrl}/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ amount: '1999', currency: 'EUR', reference: 'SO-1' }),
  });
  const { id } = await json(created);
  const order = await json(await fetch(`${url}/scudo/orders/${id}`));
  expect([order.state, order.ask]).toEqual(['open', ['email', 'billing_address', 'mobile_phone']]);

  const taken: string[] = [];
  const second = { ...env, SCUDO_OPERATOR_LISTEN_PORT: new URL(operatorUrl).port };
  expect(await runServe([], { env: second, print: (line) => taken.push(line), signal: stop.signal, folder })).toBe(1);
  expect(taken.join('')).toContain(
    'The address in SCUDO_OPERATOR_HOST and SCUDO_OPERATOR_LISTEN_PORT cannot be opened.',
  );
  const printed: string[] = [];
  const code = await runOrders(
    ['cancel', id as string, '--url', operatorUrl, '--key', 'c1', '--by', 'Ada'],
    (line) => printed.push(line),
    { env },
  );
  expect([code, JSON.parse(printed.join(''))]).toMatchObject([0, { way: 'ended', order: { state: 'cancelled' } }]);
  const refused = await fetch(`${operatorUrl}/orders/${id}/captures`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ amount: '1999', key: 'c2', by: 'Ada' }),
  });
  expect(refused.status).toBe(400);

  stop.abort();
  expect(await run).toBe(0);
  await expect(fetch(`${url}/scudo/live`)).rejects.toThrow();
  const events = lines.map((line) => JSON.parse(line));
  const route = 'operator POST /orders/:id/captures';
  expect(events).toContainEqual(
    expect.objectContaining({ kind: 'problem', code: 'invalid-request', order: id, route }),
  );
  const codes = events.map(({ code: one }) => one as string);
  expect(codes.slice(0, 4)).toEqual(['store-empty', 'methods-offered', 'listening', 'operator-listening']);
  expect(codes).toContain('cancelled');
  expect(codes.slice(-2)).toEqual(['closing', 'closed']);
  expect(lines.join('')).not.toContain(TOKEN);
});

it('serve exits with 1 when the store cannot be read, and shows the path of a file', async () => {
  const lines: string[] = [];
  const env = { ...SANDBOX_SETTINGS, SCUDO_STORE: join(folder, 'no-such-folder', 'scudo.db') };
  expect(await runServe([], { env, print: (line) => lines.push(line) })).toBe(1);
  expect(JSON.parse(lines.join(''))).toMatchObject({ level: 'error', code: 'store-not-readable' });
  expect(lines.join('')).toMatch(/SCUDO_STORE cannot be read: .* Example: SCUDO_STORE=/);
  expect(lines.join('')).toContain('no-such-folder');
});

it('a package that is not installed is the reason of one line, without the address of the store', async () => {
  const settings = serveSettings({ ...SANDBOX_SETTINGS, SCUDO_STORE: 'postgres://ada:secret@db/shop' });
  const log = () => expect.fail('there is no store');
  const open = openConfiguredStore(settings, log, () => {
    throw new Error('Install the package pg for postgres://ada:secret@db/shop.');
  });
  await expect(open).rejects.toThrow('Install the package pg for SCUDO_STORE.');
});

it('the reason why a file cannot be read has its path and ends as a sentence', async () => {
  const settings = serveSettings({ ...SANDBOX_SETTINGS, SCUDO_STORE: '/data/scudo.db' });
  const log = () => expect.fail('there is no store');
  const open = openConfiguredStore(settings, log, () => {
    throw new Error('unable to open database file');
  });
  await expect(open).rejects.toThrow(
    'SCUDO_STORE cannot be read: /data/scudo.db: Error: unable to open database file. Example: SCUDO_STORE=',
  );
});

it.each([
  ['postgres://ada:secret@db:5433/shop?sslmode=require', 'db:5433/shop'],
  ['postgres://ada:secret@/shop?host=/run/postgresql', 'localhost/shop'],
])('the line about a store without orders shows the place in %s without its password', async (place, shown) => {
  const settings = serveSettings({ ...SANDBOX_SETTINGS, SCUDO_STORE: place });
  const lines: string[] = [];
  const log = createLog(
    (line) => lines.push(line),
    () => new Date(),
  );
  await openConfiguredStore(settings, log, () => memoryOrderStore());
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { message: `Error: The store has no orders: ${shown}.` },
  ]);
});

it('the image runs as a user without rights, and does nothing but serve', () => {
  const commands = readFileSync('Dockerfile', 'utf8').match(/^[A-Z]+ .*$/gm) ?? [];
  expect(commands).toContain('USER node');
  expect(commands.filter((line) => /^(CMD|ENTRYPOINT)/.test(line))).toEqual([
    'ENTRYPOINT ["node", "node_modules/scudo-checkout/dist/command.js", "serve"]',
  ]);
});
