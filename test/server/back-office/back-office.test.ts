import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { createBackOffice, type StaffAct } from '../../../src/back-office.js';
import { mountBackOffice } from '../../samples/back-office.js';
import type { ProblemReport } from '../../../src/server.js';
import { cardAttempt, FIRST, NOON, orderOf, redirectAttempt, SECOND } from '../orders/attempts.js';
import { memoryOrderStore } from '../adapters/store/memory-order-store.js';
import { CARDS, shop } from '../scripted-gateway.js';
import {
  callElsewhere,
  cardShop,
  intercept,
  lostRequest,
  never,
  refundElsewhere,
  voidElsewhere,
} from '../use-cases/operations/card-shop.js';

const CARD = { number: CARDS.success, expiryMonth: '12', expiryYear: '28', fullName: 'Ada Lovelace' };
const SECRET = 'a-random-text-of-32-characters-or-more';
const ADDRESS = 'https://shop.example/staff';

function officeOf(place: ReturnType<typeof shop>, failsToLog = false) {
  const actions: StaffAct[] = [];
  const office = createBackOffice({
    orders: place.backend.orders,
    authorize: ({ headers }) => (headers.has('x-stranger') ? undefined : { name: 'Ada' }),
    secret: SECRET,
    links: [{ text: 'Log out', href: '/log-out' }],
    onProblem: () => undefined,
    onAction(action) {
      actions.push(action);
      if (failsToLog) throw new Error('The log of the shop is full.');
    },
  });
  const read = async (query: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await office.fetch(new Request(`${ADDRESS}?${query}`, { headers }));
    return { response, text: await response.text() };
  };
  /** Sends the form of an order with a button, of a page as it is now or was before. */
  const send = async (
    id: string,
    button: string,
    filled: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' },
    page?: string,
  ) => {
    const text = page ?? (await read(`order=${id}`)).text;
    const form = text.split('<form').find((one) => one.includes(button)) ?? expect.fail(`no button ${button}`);
    const hidden = [...form.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, ...pair]) => pair);
    const response = await office.fetch(
      new Request(`${ADDRESS}?order=${id}`, {
        method: 'POST',
        headers,
        body: new URLSearchParams([
          ...hidden.filter(([name = '']) => !Object.hasOwn(filled, name)),
          ...Object.entries(filled),
        ] as [string, string][]),
      }),
    );
    return { status: response.status, text: await response.text() };
  };
  return { office, actions, read, send };
}

it('the back office captures a part with its decimals, keeps the person, and names a wrong amount, also when the log of the shop fails', async () => {
  const failed = vi.spyOn(console, 'error').mockReturnValue();
  const place = shop({ autosettle: 'multi' });
  const { actions, read, send } = officeOf(place, true);
  const { orders } = place.backend;
  const id = await place.order({});
  await orders.payStored(id, { card: CARD });
  const { authcode } = (await orders.shopView(id))!.authorization!;
  const page = (await read(`order=${id}`)).text;
  for (const fact of [
    `<dt>Authorization code <small>(authcode)</small></dt><dd>${authcode}</dd>`,
    '<dt>Settlement batch <small>(batchid)</small></dt><dd>not settled when last looked up</dd>',
    '<dt>Security code check <small>(cvnresult)</small></dt><dd>not checked by the issuer</dd>',
    '<dt>Postcode check <small>(avspostcoderesponse)</small></dt><dd>not checked by the issuer</dd>',
    '<dt>Payment method</dt><dd>Card 422200…5344</dd>',
  ]) {
    expect(page).toContain(fact);
  }
  const { amount, exponent } = (await orders.read(id))!;
  expect([amount, exponent]).toEqual(['1999', 2]);
  expect(await send(id, 'Capture this amount', { amount: '5,00' })).toMatchObject({
    status: 400,
    text: expect.stringContaining(
      'The amount must be a number above zero with its decimals after a point, such as 3.00 EUR',
    ),
  });
  expect((await send(id, 'Capture this amount', { amount: '0.00' })).text).toContain('must be a number above zero');
  expect(actions).toEqual([]);
  expect((await send(id, 'Capture this amount', { amount: '5.5' })).text).toContain('Capture of €5.50: done');
  expect(actions).toEqual([{ action: 'capture', order: id, by: 'Ada', state: 'done' }]);
  expect(failed).toHaveBeenCalledOnce();
  failed.mockRestore();
  const view = (await orders.shopView(id))!;
  expect([view.captured, view.capturable]).toEqual(['550', '1449']);
  expect(view.history.find(({ event }) => event === 'capture-sent')?.detail).toMatchObject({ by: 'Ada' });
});

it('the history of an order is sentences with old and new amounts, also after an erasure', async () => {
  const place = shop();
  const { orders } = place.backend;
  const { read, send } = officeOf(place);
  const id = await place.order({});
  await orders.update(id, { amount: '150', currency: 'JPY', description: 'Tea' });
  await orders.update(id, { description: 'Tea, and a cup', accountHolderName: 'Ada' });
  await orders.payStored(id, { card: CARD });
  await send(id, 'Cancel: give the whole amount back', { reason: 'Out of stock' });
  const entries = async () =>
    [
      ...(await read(`order=${id}`)).text.split('<h2>History</h2>')[1]!.matchAll(/<\/time>\s*<span>(.*?)<\/span>/gs),
    ].map(([, text = '']) => text.replaceAll(/<\/?b>/g, ''));
  const { gatewayOrderId } = (await orders.read(id))!.payment!;
  const before = await entries();
  expect(before.slice(0, 3)).toEqual([
    'Order created. The order is open.',
    'Amount changed from €19.99 to ¥150, and also: description.',
    'Order changed: description, account holder name.',
  ]);
  expect(before).toContain(`Card authorization sent, card 422200…5344, payment ${gatewayOrderId}.`);
  const { key } = (await orders.shopView(id))!.voids[0]!;
  expect(before).toContain(
    `Void of ¥150 sent, by Ada, reason: “Out of stock”, call ${key}, payment ${gatewayOrderId}.`,
  );
  await orders.erase(id, { by: 'Ada' });
  expect((await entries()).slice(0, 2)).toEqual(['Order created. The order is open.', 'Order changed.']);
});

it('the back office fills the record of a void with what is left, and leaves other amounts to the person', async () => {
  const place = shop({ autosettle: 'multi' });
  const { read, send } = officeOf(place);
  const { orders } = place.backend;
  const id = await place.order({});
  await orders.payStored(id, { card: CARD });
  const amountsOfForms = async () =>
    [...(await read(`order=${id}`)).text.matchAll(/(Captured|Voided|Returned) amount in EUR[^>]*value="([^"]*)"/g)].map(
      ([, name, value]) => `${name} ${value}`.trim(),
    );
  expect(await amountsOfForms()).toEqual(['Captured', 'Voided 19.99']);
  await orders.capture(id, { amount: '500', key: 'parcel-1' });
  expect(await amountsOfForms()).toEqual(['Captured', 'Voided 14.99', 'Returned']);
  const { text } = await send(id, 'Record a void made elsewhere', { amount: '14.99', reason: 'Released' });
  expect(text).toContain('Settled. The order is paid.');
  expect(await orders.shopView(id)).toMatchObject({ state: 'paid', captured: '500', refundable: '500' });
  expect(await amountsOfForms()).toEqual(['Returned']);
});

it('the back office shows the reference of a refund made elsewhere beside its form, which waits for the amount', async () => {
  const place = await cardShop();
  const { read } = officeOf(place);
  place.clock.advance(86_400_000);
  await refundElsewhere(place, '700');
  place.clock.advance(60_000);
  const reference = (await place.backend.orders.lookUp(place.id)).flags.at(-1)?.operation ?? expect.fail('no flag');
  const { text } = await read(`order=${place.id}`);
  expect(text).toContain(`record the amount (refund with the reference ${reference})`);
  const form = text.split('<form').find((one) => one.includes('Record money returned elsewhere'));
  expect(text).toContain('<details open>');
  expect(form).toContain(`<small>Its reference at the gateway is ${reference}.</small>`);
  expect(form).toMatch(/name="amount"[^>]*value=""/);
});

it('the back office finds a suspended order, which its button reopens', async () => {
  const place = shop();
  const { actions, read, send } = officeOf(place);
  const { orders } = place.backend;
  const [closed, paid] = [await place.order({}), await place.order({})];
  await orders.payStored(paid, { card: CARD });
  expect((await read(`order=${closed}`)).text).not.toContain('Reopen the order');
  place.clock.advance(1);
  await orders.suspend({ createdBefore: new Date(place.clock.now()) });
  const note = 'Closed to payments until a person reopens it';
  const found = async (query: string) =>
    [...(await read(query)).text.matchAll(/<tr role="row" data-order="([^"]*)"/g)].map(([, id]) => id);
  expect(await found('states=suspended')).toEqual([closed]);
  expect([await found(`states=suspended&search=${closed}`), await found(`states=suspended&search=${paid}`)]).toEqual([
    [closed],
    [],
  ]);
  expect((await read('states=open')).text.split(note)).toHaveLength(3);
  expect((await read(`order=${closed}`)).text).toContain(`<p class="flag">${note}</p>`);
  const { text } = await send(closed, 'Reopen the order for another payment', { reason: 'No payment' });
  expect(text).toContain('The order is open again.');
  expect(text).not.toContain('Reopen the order');
  expect(actions).toEqual([{ action: 'reopen', order: closed, by: 'Ada', state: 'open' }]);
  expect([await found('states=suspended'), (await orders.shopView(closed))!.suspended]).toEqual([[], false]);
  expect(await orders.payStored(closed, { card: CARD })).toMatchObject({ status: 'paid' });
});

it('a button to cancel acts only in the state that its page shows, and a second press is the same cancellation', async () => {
  const place = shop({ autosettle: false });
  const { read, send } = officeOf(place);
  const { orders } = place.backend;
  const [shipped, kept] = [await place.order({}), await place.order({})];
  const pageOf = async (id: string) => (await read(`order=${id}`)).text;
  const cancel = (id: string, button: string, page: string) =>
    send(id, button, { reason: 'Out of stock' }, undefined, page);
  const changed = {
    status: 400,
    text: expect.stringContaining('The order has changed, so that it was not cancelled.'),
  };
  const open = await pageOf(shipped);
  for (const id of [shipped, kept]) await orders.payStored(id, { card: CARD });
  expect(await cancel(shipped, 'Cancel: the order takes no payment', open)).toMatchObject(changed);
  const reserved = await pageOf(shipped);
  expect(reserved).not.toContain('>Capture this amount<');
  await send(shipped, 'Capture this amount and release the rest', { amount: '15.00' });
  expect(await cancel(shipped, 'Cancel: release the whole amount, €19.99', reserved)).toMatchObject(changed);
  expect(await orders.shopView(shipped)).toMatchObject({ state: 'paid', captured: '1500', voids: [] });
  const page = await pageOf(kept);
  for (let press = 0; press < 2; press++)
    expect((await cancel(kept, 'Cancel: release the whole amount, €19.99', page)).text).toContain(
      'Cancellation (void): done',
    );
  expect((await orders.shopView(kept))!.voids).toHaveLength(1);
});

it('the back office settles the payment for which the order waits, also when a later one was declined', async () => {
  const place = shop();
  const waiting = redirectAttempt({ progress: { step: 'awaiting-result', at: NOON } });
  const declined = cardAttempt({ gatewayOrderId: SECOND, progress: { step: 'ended', at: NOON, code: 'declined' } });
  const record = orderOf('pending', [waiting, declined]);
  const read = vi.spyOn(place.backend.orders, 'read').mockResolvedValue(record);
  const { text } = await officeOf(place).read(`order=${record.id}`);
  read.mockRestore();
  const attempts = text
    .split('<form')
    .flatMap((form) =>
      [/<button>((?:Settle|Reopen)[^<]*)/.exec(form)?.[1] ?? []].flat().map((name) => [name, form] as const),
    )
    .map(([name, form]) => [name, /name="attempt" value="([^"]*)"/.exec(form)?.[1]]);
  expect(attempts).toEqual([
    ['Settle as paid', FIRST],
    ['Settle as failed', FIRST],
    ['Reopen the order for another payment', SECOND],
  ]);
});

it('the back office returns a second payment by its own cancellation, and the order stays paid', async () => {
  const store = memoryOrderStore();
  const place = shop({ store }, { refundPassword: 'refund' });
  const { orders } = place.backend;
  const { read, send } = officeOf(place);
  const [id, other] = [await place.order({}), await place.order({})];
  for (const each of [id, other]) await orders.payStored(each, { card: CARD });
  const second = (await orders.read(other))!.attempts[0]!;
  const { record, revision } = (await store.read(id))!;
  const flag = { kind: 'second-payment', at: record.updatedAt, attempt: second.gatewayOrderId } as const;
  await store.replace({ ...record, attempts: [...record.attempts, second], flags: [flag] }, revision);

  await expect(orders.refund(id, { attempt: second.gatewayOrderId })).rejects.toMatchObject({
    fields: [
      { message: expect.stringContaining(`cancel the order with the attempt ${second.gatewayOrderId}`) as unknown },
    ],
  });
  expect((await send(id, 'Return the second payment', { reason: 'Paid twice' })).text).toContain(
    'Cancellation (void): done (Voided Successfully).',
  );
  expect((await read(`order=${id}`)).text).not.toContain('Return the second payment');
  expect(await orders.shopView(id)).toMatchObject({ state: 'paid', voids: [{ state: 'done' }], captured: '1999' });
});

it('the back office records a capture that the gateway shows also when the payment was voided afterwards', async () => {
  const place = await cardShop({ autosettle: 'multi', pause: never });
  const { orders } = place.backend;
  const { read, send } = officeOf(place);
  await callElsewhere(place, 'capture', '500');
  place.clock.advance(60_000);
  await orders.lookUp(place.id);
  await voidElsewhere(place);
  await orders.lookUp(place.id);
  expect(await orders.shopView(place.id)).toMatchObject({ state: 'voided', flags: [{ kind: 'changed-elsewhere' }] });
  await send(place.id, 'Record a capture made elsewhere', { amount: '5.00', reason: 'Seen' });
  expect(await orders.shopView(place.id)).toMatchObject({ state: 'voided', flags: [] });
  const { text } = await read(`order=${place.id}`);
  for (const button of ['Record a ', 'Look up at the gateway']) expect(text).not.toContain(button);
});

it('the back office hides what a call without a result blocks, and shows the time and key of each call', async () => {
  const place = shop({ autosettle: 'multi', pause: never }, { refundPassword: 'refund' });
  const { read, send } = officeOf(place);
  const { orders } = place.backend;
  const id = await place.order({});
  await orders.payStored(id, { card: CARD });
  await orders.capture(id, { amount: '500', key: 'parcel-1' });
  intercept(place, lostRequest);
  for (const key of ['parcel-2', 'parcel-3']) {
    place.clock.advance(1_000);
    await orders.capture(id, { amount: '300', key });
  }
  const { text } = await read(`order=${id}`);
  for (const button of ['Capture this amount', 'Record a capture made elsewhere', 'Look up at the gateway'])
    expect(text).toContain(button);
  for (const button of ['Cancel: ', 'Refund this amount', 'Record a void', 'Record money returned'])
    expect(text).not.toContain(button);
  expect(text).toContain('A call below has no known result yet.');
  const calls = [...text.matchAll(/Capture of €3.00: result unknown[^<]*<small>(.*?)<\/small>/gs)].map(
    ([, call = '']) => call.replaceAll(/<[^>]*>/g, ''),
  );
  const { captures } = (await orders.shopView(id))!;
  expect(calls).toEqual(
    captures.slice(1).map(({ at, key }) => `${at.slice(0, 19).replace('T', ' ')} UTC, call ${key}`),
  );
  expect(new Set(calls).size).toBe(2);
  expect((await send(id, 'Settle as captured', { reason: 'Seen' })).text).toContain('The order is partly captured.');
});

it('the back office explains a refusal in words and amounts of the order, and its Cancel button has the amount', async () => {
  const place = shop({ autosettle: 'multi' }, { refundPassword: 'refund' });
  const { read, send } = officeOf(place);
  const { orders } = place.backend;
  const id = await place.order({});
  await orders.payStored(id, { card: CARD });
  const alertOf = ({ text }: { readonly text: string }) =>
    /role="alert"[^>]*>([^<]*)</.exec(text)?.[1]?.replaceAll('&#39;', "'");
  expect((await read(`order=${id}`)).text).toContain('>Cancel: release the whole amount, €19.99<');
  expect(alertOf(await send(id, 'Capture this amount', { amount: '20.00' }))).toBe(
    'The amount must be at most €19.99, which is what is left.',
  );
  await orders.capture(id, { amount: '500', key: 'parcel-1' });
  expect(alertOf(await send(id, 'Record a void made elsewhere', { amount: '5.00', reason: 'Released' }))).toContain(
    'The amount must be €14.99, which is left to capture',
  );
  expect(alertOf(await send(id, 'Refund this amount', {}))).toBe(
    "The order is not settled yet, and nothing was sent. Repeat the refund after the gateway's batch, usually the next day.",
  );
  await send(id, 'Record a void made elsewhere', { amount: '14.99', reason: 'Released' });
  const { text } = await read(`order=${id}`);
  expect(text).toMatch(/Void of the rest of €14.99, made in the gateway’s back office: done/);
  expect(text).toContain('<span>Void of €14.99 done, call ');
  await send(id, 'Correct to not voided', { reason: 'Not released yet' });
  expect((await orders.shopView(id))!.capturable).toBe('1499');
  expect((await read(`order=${id}`)).text).toContain('made in the gateway’s back office: record taken back');
  await send(id, 'Correct to voided', { reason: 'Released after all' });
  place.clock.advance(86_400_000);
  expect((await send(id, 'Look up at the gateway', {})).text).not.toContain('not settled when last looked up');
  await send(id, 'Refund this amount', { amount: '2.00' });
  expect((await read(`order=${id}`)).text).not.toContain('Cancel: ');
  expect((await send(id, 'Refund this amount', {})).text).toContain('Refund of €3.00: done');
  expect((await read(`order=${id}`)).text).not.toContain('Look up at the gateway');
  expect(await orders.shopView(id)).toMatchObject({ state: 'refunded', refunded: '500' });
});

it('the back office accepts a form from its own page only, with the token of the person', async () => {
  const place = shop();
  const { send } = officeOf(place);
  const id = await place.order({});
  const cancel = (filled: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>) =>
    send(id, 'Cancel: the order takes no payment', { reason: 'Out of stock', ...filled }, headers);
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'https://shop.example' },
    { origin: 'https://other.example' },
    { origin: 'null' },
  ]) {
    expect((await cancel({}, headers as never)).status).toBe(403);
  }
  expect((await cancel({ token: '' })).status).toBe(403);
  expect((await place.backend.orders.read(id))!.state).toBe('open');
  expect(await cancel({}, { origin: 'https://shop.example' })).toMatchObject({ status: 200 });
  expect((await place.backend.orders.read(id))!.state).toBe('cancelled');
});

it('the back office refuses a long form with 413, and names an unknown field', async () => {
  const place = shop({ autosettle: 'multi' });
  const { office, send } = officeOf(place);
  const id = await place.order({});
  await place.backend.orders.payStored(id, { card: CARD });
  const long = `reason=${'x'.repeat(70_000)}`;
  const inParts = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(long));
      controller.close();
    },
  });
  for (const body of [long, inParts]) {
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-length': String(long.length) } };
    if (body === inParts) Reflect.deleteProperty(init, 'headers');
    const response = await office.fetch(new Request(`${ADDRESS}?order=${id}`, init));
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('<html');
  }
  const field = Object.fromEntries([
    ['__proto__', 'x'],
    ['amount', '5.00'],
    ['reason', 'Released'],
  ]) as Record<string, string>;
  const { text } = await send(id, 'Record a void made elsewhere', field);
  expect(/role="alert"[^<]*/.exec(text)?.[0]).toContain('__proto__ is not a field.');
});

it('the back office reports each refusal, and at most ten in a minute', async () => {
  const problems: ProblemReport[] = [];
  let now = Date.UTC(2026, 10, 20);
  const office = createBackOffice({
    orders: shop().backend.orders,
    authorize({ headers }) {
      const person = headers.get('x-person');
      return person === 'guest' ? new Response(null, { status: 403 }) : person ? { name: person } : undefined;
    },
    secret: SECRET,
    onProblem: (problem) => problems.push(problem),
    now: () => new Date(now),
  });
  const ask = async (person: string | undefined, method = 'GET') => {
    const headers = person === undefined ? {} : { 'x-person': person };
    return (await office.fetch(new Request(ADDRESS, { method, headers }))).status;
  };
  expect([await ask('Ada'), await ask(undefined), await ask('guest'), await ask('Ada', 'POST')]).toEqual([
    200, 403, 403, 403,
  ]);
  expect(problems.map(({ code, cause }) => `${code}: ${(cause as Error).message}`)).toEqual([
    'staff-refused: authorize returned no person.',
    'staff-refused: authorize answered with the status 403.',
    'staff-refused: A form that Ada sent did not come from the page.',
  ]);
  for (let count = 0; count < 20; count++) expect(await ask(undefined)).toBe(403);
  expect(problems).toHaveLength(10);
  now += 60_000;
  await ask(undefined);
  expect(problems).toHaveLength(11);
});

it('the back office refuses a person whom authorize does not name, and names authorize for a wrong answer', async () => {
  const place = shop();
  const answer = async (staff: unknown) => {
    const authorize = () => staff as { name: string };
    const office = createBackOffice({ orders: place.backend.orders, authorize, secret: SECRET });
    return (await office.fetch(new Request(ADDRESS))).status;
  };
  expect([await answer(undefined), await answer(null), await answer({ name: 'Ada' })]).toEqual([403, 403, 200]);
  for (const wrong of [true, 'Ada', {}, { name: 5 }, { name: ' ' }]) {
    await expect(answer(wrong)).rejects.toThrow('authorize must return { name }');
  }
});

it('the back office finds orders by each of their numbers, and shows texts of a shopper as text', async () => {
  const place = shop();
  const { orders } = place.backend;
  const { read } = officeOf(place);
  const hostile = '<img src=x onerror=alert(1)>';
  const id = await place.order({ reference: 'SO-4711 & more', description: hostile });
  const other = await place.order({ reference: 'SO-4711 & more' });
  await orders.payStored(id, { card: CARD });
  const { gatewayOrderId, pasref = '' } = (await orders.read(id))!.payment!;
  const found = async (search: string, states = '') => {
    const { text } = await read(new URLSearchParams({ search, states }).toString());
    return [...text.matchAll(/data-order="([^"]*)"/g)].map(([, one]) => one).sort();
  };
  const lines = [
    { text: 'Coin & case', quantity: 2, amount: '2499' },
    { text: 'Discount', amount: '-500' },
  ];
  await orders.update(other, { lines, expiresAt: '2099-01-02T03:04:05Z' });
  const { text: whole } = await read(`order=${other}`);
  expect(whole).toContain('<dd>2 × Coin &amp; case, €24.99; Discount, −€5.00</dd>');
  expect(whole).toContain('<dt>No payment from</dt><dd>2099-01-02 03:04:05 UTC</dd>');
  for (const text of [id, gatewayOrderId, pasref]) expect(await found(text)).toEqual([id]);
  expect(await found(gatewayOrderId, 'open')).toEqual([]);
  expect(await found('SO-4711 & more')).toEqual([id, other].sort());
  expect(await found('')).toEqual([id, other].sort());
  for (const query of ['', `order=${id}`]) {
    const { response, text } = await read(query);
    expect(text).toContain('&lt;img src=x');
    expect(text).toContain('<a href="/log-out">Log out</a>');
    expect(text).not.toContain(hostile);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  }
  for (let count = 0; count < 21; count++) await place.order({ reference: 'same' });
  expect(await found('same')).toHaveLength(20);
  expect((await read('search=same')).text).toContain('There are more. Choose a state, too.');
  expect((await read('search=SO-4711')).text).not.toContain('There are more.');
});

it('the back office shows amounts only where money has moved, and hides the records of another back office', async () => {
  const place = shop();
  const { read } = officeOf(place);
  const [open, paid] = [await place.order({}), await place.order({})];
  await place.backend.orders.payStored(paid, { card: CARD });
  const namesOf = async (id: string) =>
    [...(await read(`order=${id}`)).text.matchAll(/<dt>(Captured|Refunded|Left to [a-z]+)</g)].map(([, name]) => name);
  expect(await namesOf(open)).toEqual([]);
  expect(await namesOf(paid)).toEqual(['Captured', 'Left to refund']);
  expect((await read('')).text).not.toContain('€0.00');
  const page = (await read(`order=${paid}`)).text;
  expect(page).toMatch(/<details\s*><summary>Made in the gateway’s back office/);
});

it('the back office shows nothing to a person that authorize does not name, and explains a wrong address', async () => {
  const place = shop();
  const id = await place.order({ description: 'A kettle' });
  const { response, text } = await officeOf(place).read(`order=${id}`, { 'x-stranger': '1' });
  expect([response.status, text.includes('kettle')]).toEqual([403, false]);
  expect((await officeOf(place).read('states=lost')).response.status).toBe(400);
  expect(mountBackOffice(place.backend, () => Promise.resolve({ name: 'Ada' }), SECRET).listening).toBe(false);
  expect(() => createBackOffice({ orders: place.backend.orders, secret: 'short', links: [null] } as never)).toThrow(
    /authorize (?:is missing|must be a function)[^]*links must be a list of { text, href }/,
  );
});

it('the listener answers with a page, and writes to the console, when authorize names no person', async () => {
  const failed = vi.spyOn(console, 'error').mockReturnValue();
  const { orders } = shop().backend;
  const office = createBackOffice({ orders, authorize: () => ({ user: 'Ada' }) as never, secret: SECRET });
  const server = createServer(office.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`).finally(() => server.close());
  expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
  expect(await answer.text()).toContain('The log of this server has the reason.');
  const error = expect.objectContaining({ message: expect.stringContaining('authorize must return { name }') });
  expect(failed).toHaveBeenCalledWith('scudo: the back office failed', error);
  failed.mockRestore();
});
