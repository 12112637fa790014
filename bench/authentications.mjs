import { performance } from 'node:perf_hooks';
import { createSandbox } from '../dist/sandbox.js';
import { createGateway } from '../dist/server.js';

/** What an authentication costs beside a version check, client and sandbox in one process, and what stays in memory of it. */
export const name = 'Authentications: calls per second beside version checks, and memory';

const COUNT = 2_000;
const ROUNDS = 3;
const NUMBER = '4222000006285344';

const BODY = {
  authentication_source: 'BROWSER',
  authentication_request_type: 'PAYMENT_TRANSACTION',
  message_category: 'PAYMENT_AUTHENTICATION',
  message_version: '2.2.0',
  card_detail: { number: NUMBER, scheme: 'VISA', expiry_month: '12', expiry_year: '40', full_name: 'Ada Lovelace' },
  payer: { mobile_phone: { country_code: '44', subscriber_number: '2079460000' } },
  challenge_notification_url: 'https://shop.example/c',
  merchant_contact_url: 'https://shop.example/',
  method_url_completion: 'YES',
  browser_data: {
    accept_header: '*/*',
    color_depth: 'TWENTY_FOUR_BITS',
    ip: '127.0.0.1',
    java_enabled: 'false',
    javascript_enabled: 'true',
    language: 'en',
    screen_height: '900',
    screen_width: '1440',
    challenge_window_size: 'FULL_SCREEN',
    timezone: '0',
    user_agent: 'Bench',
  },
};

const median = (values) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)];

export async function run(print) {
  const sandbox = createSandbox();
  const gateway = createGateway({
    baseUrl: 'http://127.0.0.1:4174',
    merchantId: 'scudo',
    accountId: 'internet',
    secret: 'secret',
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
  });
  const [checks, authentications] = [[], []];
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let round = 0; round < ROUNDS; round++) {
    const ids = [];
    let begun = performance.now();
    for (let count = 0; count < COUNT; count++)
      ids.push((await gateway.versionCheck({ number: NUMBER, scheme: 'VISA' })).server_trans_id);
    checks.push(COUNT / ((performance.now() - begun) / 1000));
    begun = performance.now();
    for (const [count, server_trans_id] of ids.entries()) {
      await gateway.authentications.create({
        ...BODY,
        server_trans_id,
        order: {
          id: `R${round}-${count}`,
          amount: '1999',
          currency: 'EUR',
          date_time_created: '2026-11-20T12:00:00.000000',
        },
      });
    }
    authentications.push(COUNT / ((performance.now() - begun) / 1000));
  }
  globalThis.gc?.();
  const kept = (process.memoryUsage().heapUsed - before) / (COUNT * ROUNDS);
  const [check, authentication] = [median(checks), median(authentications)];
  print(
    `authentications per second  ${Math.round(authentication).toLocaleString('en')}, version checks ${Math.round(check).toLocaleString('en')}: ratio ${(check / authentication).toFixed(2)} (client, hashes and schemas of both sides included)`,
  );
  print(
    `memory                      about ${(kept / 1024).toFixed(1)} kB for each authentication that is remembered, with its messages in the log`,
  );
}
