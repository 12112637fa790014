import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryOrderStore } from './store/memory-order-store.js';
import { authorizationsAt, card, CARDS, gate, json, newKey, pay, prepare, BROWSER } from './scripted-gateway.js';
import { deliver, paymentSetAnswer, redirect, redirectShop, sentAway, signed, statusPairs } from './signed-messages.js';

const setsAt = (it: ReturnType<typeof redirectShop>) => it.sent.filter(({ text }) => text.includes('payment-set'));

describe('payment-set', () => {
  it('goes out in exactly the document’s element order, signed, with the order in the paths', async () => {
    const it = redirectShop();
    const id = await it.order({ descriptor: 'COIN SHOP', comments: ['first', 'second & last'] });
    expect(await json(await redirect(it, id))).toEqual({
      result: 'redirect',
      redirect_url: 'https://bank.example/go/1',
    });
    const { text } = setsAt(it)[0]!;
    const timestamp = /timestamp="(\d{14})"/.exec(text)![1]!;
    const hash = signed([timestamp, 'scudo', id, '1999', 'EUR', 'testpay']);
    expect(text).toBe(
      `<request type="payment-set" timestamp="${timestamp}"><merchantid>scudo</merchantid><account>internet</account><amount currency="EUR">1999</amount><autosettle flag="1"></autosettle>` +
        `<orderid>${id}</orderid><paymentmethod>testpay</paymentmethod><paymentmethoddetails><returnurl>https://shop.example/scudo/return/${id}</returnurl>` +
        `<statusupdateurl>https://shop.example/scudo/status/${id}</statusupdateurl><descriptor>COIN SHOP</descriptor><country>GB</country><accountholdername>Ada Lovelace</accountholdername></paymentmethoddetails>` +
        `<comments><comment id="1">first</comment><comment id="2">second &amp; last</comment></comments><accountholdername>Ada Lovelace</accountholdername><sha1hash>${hash}</sha1hash></request>`,
    );
  });

  it('says what the shop knows of the order, whatever the page says', async () => {
    const it = redirectShop();
    await redirect(it, await it.order({ accountHolderName: 'Grace Hopper', country: 'US' }));
    expect(setsAt(it)[0]!.text).toContain('<country>US</country><accountholdername>Grace Hopper</accountholdername>');
  });

  it.each([
    [{ method: 'card' }, ['method']],
    [{ method: 'sofort' }, ['method']],
    [{ method: '' }, ['method']],
    [{ account_holder_name: '' }, ['account_holder_name']],
    [{ country: 'XX' }, ['country']],
  ])('is not sent for %j', async (body, fields) => {
    const it = redirectShop();
    const response = await redirect(it, await it.order(), body);
    expect(response.status).toBe(400);
    expect((await json(response)).fields.map(({ field }: { field: string }) => field)).toEqual(fields);
    expect(setsAt(it)).toHaveLength(0);
  });

  it('names what is missing', async () => {
    const it = redirectShop();
    const id = await it.order();
    const response = await it.call(`orders/${id}/redirects`, { method: 'testpay' }, { 'idempotency-key': newKey() });
    expect((await json(response)).fields.map(({ field }: { field: string }) => field)).toEqual([
      'account_holder_name',
      'country',
    ]);
    expect(await json(await it.call(`orders/${id}`))).toMatchObject({
      methods: [{ code: 'card' }, { code: 'testpay', ask: ['account_holder_name', 'country'] }],
    });
  });
});

describe('an answer to payment-set', () => {
  it.each([
    ['another secret', {}, 'wrong'],
    ['another order', { orderid: 'other' }, 'secret'],
    ['an address without TLS', { redirecturl: 'http://bank.example/' }, 'secret'],
    ['an address with a script', { redirecturl: 'javascript:alert(1)' }, 'secret'],
    ['an address that disguises its host', { redirecturl: 'https://shop.example@evil.example/' }, 'secret'],
    ['no address', { redirecturl: '' }, 'secret'],
    ['no reference', { pasref: '' }, 'secret'],
  ])('with %s sends nobody anywhere, and the order can be paid', async (_what, change, secret) => {
    const it = redirectShop();
    it.intercept = (_path, text, pass) =>
      text.includes('payment-set') ? paymentSetAnswer(text, change, secret) : pass();
    const id = await it.order();
    const response = await redirect(it, id);
    expect(await json(response)).toMatchObject({ code: 'gateway-unavailable', retryable: true });
    expect(JSON.stringify(await it.backend.orders.read(id))).not.toContain('evil');
    expect(await it.backend.orders.shopView(id)).toMatchObject({ state: 'open' });
    expect(await json(await pay(it, id))).toMatchObject({ outcome: { status: 'paid' } });
  });

  it.each([
    [401, '401'],
    [400, '400'],
    [500, '500'],
    [200, '505'],
    [200, '508'],
  ])('that refuses (HTTP %d, result %s) leaves the order payable', async (status, result) => {
    const it = redirectShop();
    it.intercept = (_path, text, pass) =>
      text.includes('payment-set')
        ? new Response(
            `<response timestamp="20261120222411"><result>${result}</result><message>no</message></response>`,
            { status },
          )
        : pass();
    const id = await it.order();
    expect(await json(await redirect(it, id))).toMatchObject({
      code: status === 500 ? 'gateway-unavailable' : 'gateway-refused',
    });
    expect(await it.backend.orders.shopView(id)).toMatchObject({ state: 'open' });
  });
});

describe('the same payment', () => {
  it('is gone on with by whoever asks again, and never begun twice', async () => {
    const it = redirectShop();
    const id = await it.order();
    const key = newKey();
    const answers = await Promise.all([1, 2, 3].map(async () => json(await redirect(it, id, {}, key))));
    expect(new Set(answers.map(({ redirect_url }) => redirect_url)).size).toBe(1);
    expect(setsAt(it)).toHaveLength(1);
    expect(await json(await redirect(it, id))).toMatchObject({ result: 'redirect' });
    expect(setsAt(it)).toHaveLength(1);
    expect(await json(await it.call(`orders/${id}`))).toMatchObject({
      state: 'pending',
      redirect: { method: 'testpay', unfinished: true },
    });
  });

  it('cannot be gone on with once somebody came back from it', async () => {
    const it = redirectShop();
    const away = await sentAway(it);
    await deliver(it, 'return-get', away.id, statusPairs({ ...away, result: '01' }));
    expect(await json(await redirect(it, away.id))).toMatchObject({ code: 'order-not-open' });
    expect(await json(await it.call(`orders/${away.id}`))).toMatchObject({
      state: 'pending',
      redirect: { method: 'testpay', unfinished: false },
    });
  });

  it('is not another method’s', async () => {
    const it = redirectShop({ methods: [{ code: 'testpay' }, { code: 'ideal' }] });
    const { id } = await sentAway(it);
    expect(await json(await redirect(it, id, { method: 'ideal' }))).toMatchObject({ code: 'order-not-open' });
    expect(setsAt(it)).toHaveLength(1);
  });

  it('keeps a card out: neither checked, nor authenticated, nor authorized', async () => {
    const it = redirectShop();
    const id = await it.order();
    const server_trans_id = await prepare(it, id, CARDS.success);
    await redirect(it, id);
    expect((await it.call(`orders/${id}/protocol-versions`, { number: CARDS.success })).status).toBe(409);
    expect(await json(await pay(it, id, CARDS.success, { serverTransId: server_trans_id }))).toMatchObject({
      code: 'order-not-open',
    });
    expect(authorizationsAt(it).filter(({ text }) => text.includes('type="auth"'))).toHaveLength(0);
  });

  it('waits for a card that is being authorized, which then comes first', async () => {
    const it = redirectShop();
    const { opened, open } = gate();
    const inner = it.intercept!;
    it.intercept = async (path, text, pass) => {
      if (text.includes('type="auth"')) await opened;
      return inner(path, text, pass);
    };
    const id = await it.order();
    const paying = pay(it, id);
    while (!it.sent.some(({ text }) => text.includes('type="auth"')))
      await new Promise((resolve) => setImmediate(resolve));
    expect(await json(await redirect(it, id))).toMatchObject({ code: 'order-not-open' });
    open();
    expect(await json(await paying)).toMatchObject({ outcome: { status: 'paid' } });
    expect(setsAt(it)).toHaveLength(0);
  });
});

it('of cards and redirects at once, in any order, one can take money: nobody learns of two addresses, and nothing is authorized beside one', async () => {
  const seen = { redirected: 0, authorized: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom('card', 'testpay', 'ideal'), { minLength: 2, maxLength: 4 }),
      async (scheduler, tabs) => {
        let open = false;
        const turn = (call: string) => (open ? scheduler.schedule(Promise.resolve(), call) : Promise.resolve());
        const it = redirectShop({
          store: memoryOrderStore(turn),
          methods: [{ code: 'card' }, { code: 'testpay' }, { code: 'ideal' }],
          patience: 0,
        });
        let address = 0;
        it.intercept = (_path, text, pass) =>
          text.includes('payment-set')
            ? paymentSetAnswer(text, { redirecturl: `https://bank.example/go/${++address}` })
            : pass();
        const id = await it.order();
        const prepared = await Promise.all(
          tabs.map(async (tab) => (tab === 'card' ? prepare(it, id, CARDS.success) : undefined)),
        );
        open = true;
        const calls = tabs.map((tab, index) =>
          tab === 'card'
            ? it.call(
                `orders/${id}/authentications`,
                {
                  server_trans_id: prepared[index],
                  card: card(CARDS.success),
                  browser_data: BROWSER,
                  method_url_completion: 'YES',
                },
                { 'idempotency-key': newKey() },
              )
            : redirect(it, id, { method: tab }),
        );
        const answers = await scheduler.waitFor(Promise.all(calls.map(async (call) => json(await call))));
        open = false;
        const addresses = new Set(
          answers.flatMap(({ redirect_url }) => (redirect_url ? [redirect_url as string] : [])),
        );
        const authorized = authorizationsAt(it).filter(({ text }) => text.includes('type="auth"')).length;
        expect(addresses.size + authorized).toBeLessThanOrEqual(1);
        const state = (await it.backend.orders.read(id))!.state;
        if (addresses.size === 1) expect(state).toBe('pending');
        if (authorized === 1) expect(state).toBe('paid');
        seen.redirected += addresses.size;
        seen.authorized += authorized;
      },
    ),
    { numRuns: 300 },
  );
  expect(seen.redirected).toBeGreaterThan(20);
  expect(seen.authorized).toBeGreaterThan(20);
});
