import { performance } from 'node:perf_hooks';
import { createSandbox } from '../dist/sandbox.js';
import { createGateway } from '../dist/server.js';
import { figure, median } from './support/figures.mjs';

/**
 * Compares authentications with version checks, client and sandbox in one process, and measures the memory they keep.
 */
export const title = 'Authentications: calls per second beside version checks, and memory';

const COUNT = 2_000;
const ROUNDS = 3;
const NUMBER = '4222000006285344';

const BODY = {
  authenticationSource: 'BROWSER',
  authenticationRequestType: 'PAYMENT_TRANSACTION',
  messageCategory: 'PAYMENT_AUTHENTICATION',
  messageVersion: '2.2.0',
  cardDetail: { number: NUMBER, scheme: 'VISA', expiryMonth: '12', expiryYear: '40', fullName: 'Ada Lovelace' },
  payer: { mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' } },
  challengeNotificationUrl: 'https://shop.example/c',
  merchantContactUrl: 'https://shop.example/',
  methodUrlCompletion: 'YES',
  browserData: {
    acceptHeader: '*/*',
    colorDepth: 'TWENTY_FOUR_BITS',
    ip: '127.0.0.1',
    javaEnabled: 'false',
    javascriptEnabled: 'true',
    language: 'en',
    screenHeight: '900',
    screenWidth: '1440',
    challengeWindowSize: 'FULL_SCREEN',
    timezone: '0',
    userAgent: 'Bench',
  },
};

export async function run({ print }) {
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
      ids.push((await gateway.versionCheck({ number: NUMBER, scheme: 'VISA' })).serverTransId);
    checks.push(COUNT / ((performance.now() - begun) / 1000));
    begun = performance.now();
    for (const [count, serverTransId] of ids.entries()) {
      await gateway.authentications.create({
        ...BODY,
        serverTransId,
        order: {
          id: `R${round}-${count}`,
          amount: '1999',
          currency: 'EUR',
          dateTimeCreated: '2026-11-20T12:00:00.000000',
        },
      });
    }
    authentications.push(COUNT / ((performance.now() - begun) / 1000));
  }
  globalThis.gc?.();
  const kept = (process.memoryUsage().heapUsed - before) / (COUNT * ROUNDS);
  const [check, authentication] = [median(checks), median(authentications)];
  print(
    `authentications per second  ${figure(authentication)}, version checks ${figure(check)}: ratio ${(check / authentication).toFixed(2)} (client, hashes and schemas of both sides included)`,
  );
  print(
    `memory                      about ${(kept / 1024).toFixed(1)} kB for each authentication that is remembered, with its messages in the log`,
  );
}
