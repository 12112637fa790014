import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSampleShop } from '../../src/playwright/sample-shop.js';
import {
  cards,
  type CheckoutPage,
  type SampleShop,
  type SiteOrder,
  expect as expectPayment,
  SandboxClient,
  SandboxClockClient,
  startSandbox,
  testCard,
  TestpayPage,
  type RunningServer,
} from '../../src/playwright.js';

/** A page of Playwright that fails the test when a wrong choice reaches it. */
const untouched = new Proxy({} as ConstructorParameters<typeof TestpayPage>[0], {
  get: (_, name) => expect.unreachable(`The page's ${String(name)} was used.`) as never,
});

describe('cards', () => {
  it('every behaviour has a card by its name', () => {
    expect(cards.challenge).toMatchObject({ number: '4222000001227408', behaviour: 'challenge', scheme: 'VISA' });
    expect(cards['declined-101'].number).toBe('4000120000001154');
    expect(testCard('challenge', 'MASTERCARD').number).toBe('5506874496684651');
  });

  it('throws for an unknown behaviour, and names the others', () => {
    // @ts-expect-error -- A wrong name is a type error.
    expect(() => cards.chalenge).toThrow(/one of "success", .*"challenge".*; got "chalenge"/);
    // @ts-expect-error -- A wrong name is a type error.
    expect(() => testCard('declined')).toThrow('got "declined"');
    expect(() => testCard('method-slow', 'AMEX')).toThrow('must be VISA; got AMEX');
  });
});

describe('TestpayPage', () => {
  it('rejects a wrong response and a wrong delay before it uses the page', async () => {
    const testpay = new TestpayPage(untouched);
    // @ts-expect-error -- A wrong response is a type error.
    await expect(testpay.answer('Success')).rejects.toThrow(/The response must be one of "Succeeded", .*got "Success"/);
    // @ts-expect-error -- A wrong delay is a type error.
    await expect(testpay.answer('Succeeded', '2h')).rejects.toThrow(/"1h after submit"; got "2h"/);
  });
});

describe('SandboxClient', () => {
  let sandbox: RunningServer;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.stop());

  it('advances the clock by seconds, and reads its time', async () => {
    const { clock } = new SandboxClient(sandbox.url);
    const before = await clock.now();
    const after = await clock.advance(7200);
    expect((after.getTime() - before.getTime()) / 1000).toBeCloseTo(7200, -2);
    await expect(clock.advance(-1)).rejects.toThrow('must be a number of seconds, such as 3600 for an hour; got -1');
  });

  it('rejects an unknown kind of message', async () => {
    const gateway = new SandboxClient(sandbox.url);
    // @ts-expect-error -- A wrong kind is a type error.
    await expect(gateway.messages('A1', 'authorization')).rejects.toThrow(/"auth".*got "authorization"/);
  });

  it('reports a clock that is not drivable', async () => {
    const still = await startSandbox({ drivableClock: false });
    await expect(new SandboxClockClient(still.url).advance(1)).rejects.toThrow('--drivable-clock');
    await still.stop();
  });
});

describe('the orders of a sample shop', () => {
  let shop: SampleShop;
  let gateway: SandboxClient;
  beforeAll(async () => {
    shop = await startSampleShop();
    gateway = new SandboxClient(shop.sandboxUrl);
  });
  afterAll(() => shop.stop());

  const payByRedirect = (id: string) =>
    fetch(`${shop.shopUrl}/scudo/orders/${id}/redirects`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify({ method: 'testpay', account_holder_name: 'Ada Lovelace', country: 'GB' }),
    });

  it('rejects an order that the sandbox has never seen, and names those that it knows', async () => {
    await expect(gateway.messages('A1')).rejects.toThrow('has never seen the order "A1". It knows no order.');
    const { id } = await shop.orders.create();
    expect(await gateway.messages(id)).toEqual([]);
    expect((await payByRedirect(id)).status).toBe(200);
    expect(await gateway.messages(id, 'payment-set')).toHaveLength(1);
    expect(await gateway.orders()).toEqual([id]);
    const list = `has never seen the order "A1". It knows ${id}. An order is seen with its first payment`;
    await expect(gateway.messages('A1', 'auth')).rejects.toThrow(list);
  });

  it('refunds an order at the backend, which refuses one that is not paid', async () => {
    const order = await shop.orders.create();
    await expect(order.refund({ amount: '500', key: 'R1' })).rejects.toThrow('Bad refund');
  });
});

describe('expect', () => {
  it.each<[unknown, string]>([
    ['/checkout', 'a string'],
    [undefined, 'undefined'],
    [Promise.resolve(), 'a promise: await it first'],
    [{}, 'another object'],
  ])('rejects a subject that no matcher takes: %o', (subject, kind) => {
    const { toBePaid, toHaveOutcome, toHaveState } = expectPayment(subject as CheckoutPage & SiteOrder);
    expect(() => toBePaid()).toThrow(`toBePaid takes checkout, returnPage or an order of orders.create; got ${kind}.`);
    expect(() => toHaveOutcome('paid')).toThrow(`toHaveOutcome takes checkout or returnPage; got ${kind}.`);
    expect(() => toHaveState('paid')).toThrow(`toHaveState takes an order of orders.create; got ${kind}.`);
  });

  const order = (...states: string[]) => ({ id: 'A1', state: async () => (states.shift() ?? 'paid') as 'paid' });

  it('waits until an order is paid', async () => {
    await expectPayment(order('open', 'open')).toBePaid();
    await expectPayment(order('open')).not.toBePaid();
  });

  it('reports the state that an order has at the end of the wait', async () => {
    const open = { id: 'A1', state: async () => 'open' as const };
    const failed = expectPayment(open).toBePaid({ timeout: 300 });
    await expect(failed).rejects.toThrow('The state of order A1 is open, expected paid (300 ms).');
    await expect(expectPayment(open).not.toHaveState('open', { timeout: 300 })).rejects.toThrow('expected not open');
  });

  it('throws an error of reading after a first value, also with not', async () => {
    const closed = () => {
      let count = 0;
      return {
        id: 'A1',
        state: async () => {
          if (count++ > 0) throw new Error('The page is closed.');
          return 'open' as const;
        },
      };
    };
    await expect(expectPayment(closed()).toBePaid({ timeout: 1000 })).rejects.toThrow('The page is closed.');
    const notOpen = expectPayment(closed()).not.toHaveState('open', { timeout: 1000 });
    await expect(notOpen).rejects.toThrow('The page is closed.');
  });

  it('rejects a status that no outcome has', async () => {
    const page = {} as CheckoutPage;
    // @ts-expect-error -- A wrong status is a type error.
    await expect(async () => expectPayment(page).toHaveOutcome('payed')).rejects.toThrow(/"paid".*got "payed"/);
  });
});

describe('a start that fails', () => {
  const servers = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

  it('leaves no server of a sandbox behind', async () => {
    const before = servers();
    const range = { ...cards.challenge, low: '4000000000000000', high: '4000000000000009' };
    await expect(startSandbox({ ranges: [range, range] })).rejects.toThrow(RangeError);
    await expect.poll(servers).toBe(before);
  });

  it('leaves no server of a sample shop behind', async () => {
    const before = servers();
    vi.stubEnv('TMPDIR', '/a-folder-that-does-not-exist');
    await expect(startSampleShop()).rejects.toThrow('ENOENT');
    vi.unstubAllEnvs();
    await expect.poll(servers).toBe(before);
  });
});
